/** The one dismissible line under the header: what the page could not take or could not do. */

import { bilingual } from "./i18n.js";

/** @type {Map<string, import("./types.js").Bilingual>} */
const sentences = new Map();

/**
 * Says a sentence until it is dismissed. A later sentence under the same key takes its place.
 * @param {string} key
 * @param {import("./types.js").Bilingual | null} sentence null takes it back
 */
export function notify(key, sentence) {
  if (sentence) sentences.set(key, sentence);
  else sentences.delete(key);
  const line = document.querySelector("#notice");
  if (!(line instanceof HTMLElement)) return;
  const text = line.querySelector("[data-notice]") ?? line;
  const all = [...sentences.values()];
  line.hidden = all.length === 0;
  text.replaceChildren(
    bilingual(all.map((one) => one.en).join(" "), all.map((one) => one.zh).join("")),
  );
}

export function wireNotice() {
  document.querySelector("#notice button")?.addEventListener("click", () => {
    sentences.clear();
    document.querySelector("#notice")?.toggleAttribute("hidden", true);
  });
}
