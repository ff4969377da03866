/** Fills the measured side of the tables from `Lab.measure`, which runs on the engine that draws. */

import { fixed, write, writeScientific } from "./format.js";

const QUIET_MS = 100;
const LONGEST_WAIT_MS = 250;
/** Numbers a check brings: measured, formula, error, tolerance, status. */
const STRIDE = 5;
const STATUS = /** @type {const} */ (["passed", "failed", "skipped"]);

/**
 * @typedef {object} Row
 * @property {Element} element
 * @property {{ check: number, measured: Element | null, formula: Element | null }[]} quantities
 */

/**
 * Writes a cell, its full-precision value beside its text.
 * @param {Element | null} cell
 * @param {number} value
 */
function fill(cell, value) {
  if (!cell) return;
  const full = String(value === 0 ? 0 : value);
  if (cell.getAttribute("data-value") === full) return;
  cell.setAttribute("data-value", full);
  const digits = Number(cell.getAttribute("data-digits") ?? 6);
  const text = fixed(value, digits);
  write(cell.querySelector("[data-text]") ?? cell, text);
}

/** The tables of one lesson. */
export class Tables {
  /**
   * @param {Element} section
   * @param {string[]} checks
   * @param {() => Promise<Float64Array>} measure
   * @param {(error: unknown) => void} onError
   */
  constructor(section, checks, measure, onError) {
    this.measure = measure;
    this.onError = onError;
    /** @type {Map<Element, Row>} */
    this.rows = new Map();
    checks.forEach((check, index) => this.#bind(section, check, index));
    /** @type {Float64Array | null} */
    this.latest = null;
    /** @type {((results: Float64Array) => void)[]} */
    this.listeners = [];
    this.timer = 0;
    this.dirtySince = 0;
    this.running = false;
    this.again = false;
  }

  /**
   * @param {Element} section
   * @param {string} check "table/row/quantity"; a row's name may hold slashes itself
   * @param {number} index
   */
  #bind(section, check, index) {
    const parts = check.split("/");
    const table = section.querySelector(`table[data-table="${parts[0]}"]`);
    const element = table?.querySelector(`tr[data-row="${parts.slice(1, -1).join("/")}"]`);
    if (!element) return;
    const row = this.rows.get(element) ?? { element, quantities: [] };
    this.rows.set(element, row);
    const cell = (/** @type {string} */ kind) =>
      element.querySelector(`[data-cell="${kind}"][data-component="${parts.at(-1)}"]`);
    row.quantities.push({ check: index, measured: cell("measured"), formula: cell("formula") });
  }

  /** Measures soon: when the changes pause, and at the latest a quarter of a second after the first. */
  touch() {
    const now = performance.now();
    if (!this.timer) this.dirtySince = now;
    window.clearTimeout(this.timer);
    const wait = Math.min(QUIET_MS, this.dirtySince + LONGEST_WAIT_MS - now);
    this.timer = window.setTimeout(() => void this.refresh(), Math.max(0, wait));
  }

  /** Measures now. A change during a measurement is measured after it. */
  async refresh() {
    window.clearTimeout(this.timer);
    this.timer = 0;
    if (this.running) {
      this.again = true;
      return;
    }
    this.running = true;
    try {
      do {
        this.again = false;
        this.#show(await this.measure());
      } while (this.again);
    } catch (error) {
      this.onError(error);
    } finally {
      this.running = false;
    }
  }

  /** @param {Float64Array} results */
  #show(results) {
    this.latest = results;
    for (const { element, quantities } of this.rows.values()) {
      let worst = 0;
      let status = 0;
      for (const { check, measured, formula } of quantities) {
        const at = STRIDE * check;
        fill(measured, results[at]);
        fill(formula, results[at + 1]);
        const error = Math.abs(results[at + 2]);
        if (Number.isNaN(error) || error > worst) worst = error;
        // A failed quantity fails its row, and one that was skipped keeps the row from passing.
        if (status !== 1 && results[at + 4] !== 0) status = results[at + 4];
      }
      const cell = element.querySelector('[data-cell="error"]');
      if (cell && cell.getAttribute("data-value") !== String(worst)) {
        cell.setAttribute("data-value", String(worst));
        writeScientific(cell, worst);
      }
      // The style sheet draws the mark and gives it words, from the status alone.
      element.setAttribute("data-status", STATUS[status] ?? "failed");
    }
    for (const listener of this.listeners) listener(results);
  }
}
