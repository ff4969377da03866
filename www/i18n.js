/** Both languages stand in the document; this file only says which one is read. */

/** @type {Set<() => void>} */
const listeners = new Set();

/** @returns {"en" | "zh"} */
export function language() {
  return document.documentElement.lang.startsWith("zh") ? "zh" : "en";
}

/**
 * The text of a pair in the language that is read now.
 * @param {string} en
 * @param {string} zh
 */
export function say(en, zh) {
  return language() === "zh" ? zh : en;
}

/**
 * Two spans, of which the style sheet shows one.
 * @param {string} en
 * @param {string} zh
 */
export function bilingual(en, zh) {
  const both = document.createDocumentFragment();
  for (const [lang, text] of /** @type {const} */ ([
    ["en", en],
    ["zh", zh],
  ])) {
    const span = document.createElement("span");
    span.lang = lang;
    span.textContent = text;
    both.append(span);
  }
  return both;
}

/**
 * Calls back after each change of language.
 * @param {() => void} listener
 */
export function onLanguage(listener) {
  listeners.add(listener);
}

/**
 * Keeps a choice of the reader in the address, so that a reload and a copied link have it too.
 * @param {string} key
 * @param {string | null} value null takes it out
 */
export function keepInQuery(key, value) {
  const url = new URL(location.href);
  if (value === null) url.searchParams.delete(key);
  else url.searchParams.set(key, value);
  try {
    history.replaceState(history.state, "", url);
  } catch {
    // A sandboxed frame may have no history to write; the choice then lasts as long as the page.
  }
}

/** Attributes cannot hold two languages, so `aria-label` follows `data-label-en` and `-zh`. */
export function applyLanguage() {
  const lang = language();
  for (const button of document.querySelectorAll("[data-set-lang]")) {
    button.setAttribute("aria-pressed", String(button.getAttribute("data-set-lang") === lang));
  }
  for (const element of document.querySelectorAll(`[data-label-${lang}]`)) {
    element.setAttribute("aria-label", element.getAttribute(`data-label-${lang}`) ?? "");
  }
}

/** @param {"en" | "zh"} lang */
export function setLanguage(lang) {
  if (lang === language()) return;
  document.documentElement.lang = lang;
  keepInQuery("lang", lang);
  applyLanguage();
  for (const listener of listeners) listener();
}

export function wireLanguage() {
  for (const button of document.querySelectorAll("[data-set-lang]")) {
    button.addEventListener("click", () => {
      setLanguage(button.getAttribute("data-set-lang") === "zh" ? "zh" : "en");
    });
  }
  applyLanguage();
}
