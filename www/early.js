// Runs before the first paint, so that nothing flashes in the wrong language or theme. Classic script on
// purpose: modules run later. What the address asks for becomes attributes that the style sheets read.
{
  const root = document.documentElement;
  const query = new URLSearchParams(location.search);
  const lang = query.get("lang");
  root.lang =
    lang === "en" || lang === "zh" ? lang : /^zh\b/i.test(navigator.language) ? "zh" : "en";
  const theme = query.get("theme");
  root.dataset.theme =
    theme === "light" || theme === "dark"
      ? theme
      : matchMedia("(prefers-color-scheme: dark)").matches
        ? "dark"
        : "light";
  const section = query.get("section") ?? "";
  if (/^[1-4]$/.test(section)) root.dataset.section = section;
  if (query.get("embed") === "1") root.dataset.embed = "1";
  if (query.get("selftest") === "1") root.dataset.report = "1";

  // Scripts run, so the live figures are coming and their still pictures need not be fetched: unless
  // nothing draws after a while, or the page's own script cannot be loaded.
  root.dataset.figures = "live";
  const still = () => {
    if (!root.dataset.backend) root.dataset.figures = "still";
  };
  setTimeout(still, 3000);
  addEventListener("error", (event) => event.target instanceof HTMLScriptElement && still(), true);
}
