/** The entry of the section that is being read carries `aria-current`. */

/** With one section alone, a link to what this address leaves out leads to the whole page. */
function wireWhole() {
  const { section, embed } = document.documentElement.dataset;
  if (!section && !embed) return;
  for (const link of document.querySelectorAll('a[href*="labs/"]')) {
    if (embed) link.setAttribute("target", "_blank");
  }
  for (const link of document.querySelectorAll('a[href^="#"]')) {
    if (!(link instanceof HTMLAnchorElement)) continue;
    const target = document.querySelector(link.hash || "main");
    if (target?.getClientRects().length && !link.classList.contains("brand")) continue;
    const whole = new URL(location.href);
    whole.searchParams.delete("section");
    whole.searchParams.delete("embed");
    whole.hash = link.hash;
    link.href = whole.href;
    if (embed) {
      link.target = "_blank";
      link.rel = "noopener";
    }
  }
}

export function wireNav() {
  wireWhole();
  /** @type {Map<Element, Element>} */
  const links = new Map();
  for (const link of document.querySelectorAll('nav a[href^="#"]')) {
    const section = document.querySelector(link.getAttribute("href") ?? "");
    if (section) links.set(section, link);
  }
  // A band just under the header: the section that crosses it is the one being read.
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        links.get(target)?.toggleAttribute("data-here", isIntersecting);
      }
      let current = null;
      for (const link of links.values()) if (link.hasAttribute("data-here")) current = link;
      for (const link of links.values()) {
        if (link === current) link.setAttribute("aria-current", "true");
        else link.removeAttribute("aria-current");
      }
    },
    { rootMargin: "-25% 0px -70% 0px" },
  );
  for (const section of links.keys()) observer.observe(section);
}
