/** Buttons of a section: reset, copy the link, bind again in the present pose. */

import { linkTo } from "./address.js";
import { bilingual } from "./i18n.js";

/** @typedef {import("./state.js").Store} Store */

const SAID_MS = 2500;

/**
 * Copies a text; where the clipboard is closed to the page, shows it selected in a field.
 * @param {string} text
 * @param {Element} button the field appears after it, and it says that it has worked
 */
export async function copy(text, button) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const field = document.createElement("input");
    field.readOnly = true;
    field.className = "copy-field";
    field.value = text;
    field.setAttribute("aria-label", button.textContent ?? "");
    field.addEventListener("blur", () => field.remove());
    button.after(field);
    field.focus();
    field.select();
    return;
  }
  if (button.hasAttribute("data-said")) return;
  const words = [...button.childNodes];
  button.setAttribute("data-said", "");
  button.replaceChildren(bilingual("Copied ✓", "已复制 ✓"));
  const live = document.querySelector("#live");
  live?.replaceChildren(bilingual("Copied", "已复制"));
  window.setTimeout(() => {
    button.removeAttribute("data-said");
    button.replaceChildren(...words);
  }, SAID_MS);
}

/**
 * Wires the buttons of one lesson or lab.
 * @param {Store} store
 * @param {number} lesson
 */
export function wireActions(store, lesson) {
  const section = document.getElementById(store.lessons[lesson].id);
  /**
   * @param {string} action
   * @param {(button: Element) => void} task
   */
  const on = (action, task) => {
    for (const button of section?.querySelectorAll(`[data-action="${action}"]`) ?? []) {
      button.addEventListener("click", () => task(button));
    }
  };
  on("reset", () => store.reset(lesson));
  on("copy-link", (button) => void copy(linkTo(store, lesson), button));
  on("rebind", () => {
    for (const joint of [0, 1]) {
      const pose = store.values[lesson][store.find(lesson, `theta${joint}`)];
      store.set(lesson, store.find(lesson, `bind${joint}`), pose);
    }
  });
}
