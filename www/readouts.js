/** Live numbers in the text: `data-readout` in the panel, `data-slot` inside the formula. */

import { fixed, short, write, writeScientific } from "./format.js";

/** @typedef {import("./state.js").Store} Store */

/** Quantities so small that decimals would hide them. */
const SCIENTIFIC = new Set(["error", "difference", "bound"]);

/**
 * One element that shows one number.
 * @param {HTMLElement | Element} element
 * @param {string} name
 * @param {number} value
 */
export function showNumber(element, name, value) {
  // Negative zero is a sign that no reader asked for.
  const full = String(value === 0 ? 0 : value);
  if (element.getAttribute("data-value") === full) return;
  element.setAttribute("data-value", full);
  const digits = element.getAttribute("data-digits");
  if (SCIENTIFIC.has(name)) {
    writeScientific(element, value);
    return;
  }
  const text = digits === null ? short(value, 6) : fixed(value, Number(digits));
  const bracketed = element.hasAttribute("data-paren") && text.startsWith("\u2212");
  write(element, bracketed ? `(${text})` : text);
}

/** The live numbers of one lesson. */
export class Readouts {
  /**
   * @param {Element} section
   * @param {Store} store
   * @param {number} lesson
   */
  constructor(section, store, lesson) {
    this.store = store;
    this.lesson = lesson;
    /** @type {{ element: Element, name: string, field: number, param: number }[]} */
    this.entries = [];
    for (const element of section.querySelectorAll("[data-readout], [data-slot]")) {
      const name = element.getAttribute("data-readout") ?? element.getAttribute("data-slot") ?? "";
      const field = store.lessons[lesson].fields.indexOf(name);
      const param = field < 0 ? store.find(lesson, name) : -1;
      if (field >= 0 || param >= 0) this.entries.push({ element, name, field, param });
    }
  }

  /** @param {Float64Array} view */
  show(view) {
    const values = this.store.values[this.lesson];
    for (const { element, name, field, param } of this.entries) {
      showNumber(element, name, field >= 0 ? view[field] : values[param]);
    }
  }
}
