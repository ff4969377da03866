/** Sliders, number fields and radio buttons: each a view of one parameter in the store. */

import { short } from "./format.js";
import { bilingual, onLanguage } from "./i18n.js";
import { stepped, unitOf, valueText } from "./params.js";

/** @typedef {import("./state.js").Store} Store */
/** @typedef {import("./types.js").Param} Param */

/** Long enough not to interrupt a number on its way ("0" before "0.25"), short enough to answer. */
const PAUSE_MS = 700;

/** One slider, or one number field. */
class Field {
  /**
   * @param {HTMLInputElement} input
   * @param {Store} store
   * @param {number} lesson
   * @param {number} index
   */
  constructor(input, store, lesson, index) {
    this.input = input;
    this.store = store;
    this.lesson = lesson;
    this.index = index;
    this.param = store.lessons[lesson].params[index];
    /** While the reader types, the text is theirs and is not rewritten. */
    this.typing = false;
    this.timer = 0;
    input.addEventListener("input", () => this.onInput());
    input.addEventListener("change", () => this.commit());
    input.addEventListener("blur", () => this.typing && this.commit());
    input.addEventListener("keydown", (event) => this.onKey(event));
  }

  get value() {
    return this.store.values[this.lesson][this.index];
  }

  /** The number in the field, NaN while it is not one yet. */
  read() {
    const number = this.input.valueAsNumber;
    return this.param.unit === "index" ? Math.round(number) : number;
  }

  onInput() {
    const number = this.read();
    const { min, max } = this.param;
    this.typing = this.input.type === "number" && document.activeElement === this.input;
    window.clearTimeout(this.timer);
    if (number >= min && number <= max) {
      this.hint("");
      this.store.set(this.lesson, this.index, number);
    } else if (!this.typing) {
      this.commit();
    } else if (!Number.isNaN(number)) {
      this.timer = window.setTimeout(() => this.take(number), PAUSE_MS);
    }
  }

  /**
   * Takes a number that may lie outside the range, and says so if it does.
   * @param {number} number
   */
  take(number) {
    const { min, max } = this.param;
    const edge = number < min ? "min" : number > max ? "max" : "";
    this.hint(edge);
    this.store.set(this.lesson, this.index, number);
  }

  commit() {
    window.clearTimeout(this.timer);
    const number = this.read();
    if (!Number.isNaN(number)) this.take(number);
    this.typing = false;
    this.show();
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    if (event.key === "Enter") {
      this.commit();
      return;
    }
    // In a number field the sideways keys, Home and End belong to the caret.
    if (this.input.type === "number" && /^(ArrowLeft|ArrowRight|Home|End)$/.test(event.key)) return;
    if (this.typing) this.commit();
    const next = stepped(this.param, this.value, event);
    if (Number.isNaN(next)) return;
    event.preventDefault();
    this.hint("");
    this.store.set(this.lesson, this.index, next);
  }

  /** Writes the value of the store into the input. */
  show() {
    const { input, param, value } = this;
    input.setAttribute("aria-valuetext", valueText(param, value));
    if (this.typing) return;
    input.value = String(value);
    const share = (value - param.min) / (param.max - param.min);
    input.style.setProperty("--v", `${(share * 100).toFixed(2)}%`);
  }

  /** @param {"" | "min" | "max"} edge the end of the range that was used instead */
  hint(edge) {
    const control = this.input.closest(".ctl") ?? this.input.parentElement;
    let line = control?.querySelector(".hint");
    if (!line && edge && control) {
      line = document.createElement("p");
      line.className = "hint";
      line.setAttribute("role", "status");
      control.append(line);
    }
    if (!line) return;
    line.toggleAttribute("hidden", !edge);
    if (!edge) return;
    const { min, max, unit } = this.param;
    const ends = `${short(min, 4)}${unitOf(unit)} … ${short(max, 4)}${unitOf(unit)}`;
    const used = `${short(this.param[edge], 4)}${unitOf(unit)}`;
    line.replaceChildren(
      bilingual(`The range is ${ends}, so ${used} is used.`, `范围是 ${ends}，因此取 ${used}。`),
    );
  }
}

/**
 * @param {HTMLInputElement} input one radio button of a choice
 * @param {Store} store
 * @param {number} lesson
 * @param {number} index
 */
function wireRadio(input, store, lesson, index) {
  const option = store.lessons[lesson].params[index].options?.indexOf(input.value) ?? -1;
  const show = () => {
    input.checked = store.values[lesson][index] === option;
  };
  for (const type of ["input", "change"]) {
    input.addEventListener(type, () => input.checked && store.set(lesson, index, option));
  }
  return show;
}

/**
 * Wires the inputs of one lesson or lab.
 * @param {Store} store
 * @param {number} lesson
 */
export function wireControls(store, lesson) {
  /** @type {(() => void)[][]} */
  const views = store.lessons[lesson].params.map(() => []);
  const section = document.getElementById(store.lessons[lesson].id);
  for (const input of section?.querySelectorAll("input[data-param]") ?? []) {
    const index = store.find(lesson, input.getAttribute("data-param") ?? "");
    if (index < 0 || !(input instanceof HTMLInputElement)) continue;
    if (input.type === "radio") {
      views[index].push(wireRadio(input, store, lesson, index));
    } else {
      const field = new Field(input, store, lesson, index);
      views[index].push(() => field.show());
    }
  }
  const showAll = () => {
    for (const show of views.flat()) show();
  };
  store.listen((changed, kind, index) => {
    if (changed === lesson && kind === "param") for (const show of views[index]) show();
  });
  onLanguage(showAll);
  showAll();
}
