/**
 * The one store of what the reader has set. Sliders, fields, keys, handles, the address and reset all
 * write here; nothing else remembers a parameter.
 */

/** @typedef {import("./types.js").LessonSpec} LessonSpec */
/** @typedef {(lesson: number, kind: "param" | "switch" | "text", index: number) => void} Listener */

/**
 * Reads the parameter tables that the template wrote into the page.
 * @returns {LessonSpec[]}
 */
export function readLessons() {
  const text = document.querySelector("#lessons-data")?.textContent ?? '{"lessons":[]}';
  return JSON.parse(text).lessons;
}

export class Store {
  /** @param {LessonSpec[]} lessons */
  constructor(lessons) {
    this.lessons = lessons;
    this.values = lessons.map((lesson) => lesson.params.map((param) => param.initial));
    this.switches = lessons.map((lesson) => lesson.switches.map(() => false));
    this.texts = lessons.map((lesson) => (lesson.texts ?? []).map((text) => text.initial));
    /** @type {Set<Listener>} */
    this.listeners = new Set();
  }

  /**
   * Takes in a lab that has just been opened, at its initial state; returns its number.
   * @param {LessonSpec} spec
   */
  add(spec) {
    this.lessons.push(spec);
    this.values.push(spec.params.map((param) => param.initial));
    this.switches.push(spec.switches.map(() => false));
    this.texts.push((spec.texts ?? []).map((text) => text.initial));
    return this.lessons.length - 1;
  }

  /** @param {Listener} listener */
  listen(listener) {
    this.listeners.add(listener);
  }

  /**
   * Sets a parameter; the value is brought into its range.
   * @param {number} lesson
   * @param {number} index
   * @param {number} value
   */
  set(lesson, index, value) {
    const { min, max } = this.lessons[lesson].params[index];
    const inside = Math.min(max, Math.max(min, value));
    if (Number.isNaN(inside) || this.values[lesson][index] === inside) return;
    this.values[lesson][index] = inside;
    for (const listener of this.listeners) listener(lesson, "param", index);
  }

  /**
   * @param {number} lesson
   * @param {number} index
   * @param {boolean} on
   */
  flip(lesson, index, on) {
    if (this.switches[lesson][index] === on) return;
    this.switches[lesson][index] = on;
    for (const listener of this.listeners) listener(lesson, "switch", index);
  }

  /**
   * Sets a text, such as an editable list. What it means, and whether it means anything, the lab says.
   * @param {number} lesson
   * @param {number} index
   * @param {string} value
   */
  write(lesson, index, value) {
    if (this.texts[lesson][index] === value) return;
    this.texts[lesson][index] = value;
    for (const listener of this.listeners) listener(lesson, "text", index);
  }

  /** @param {number} lesson */
  reset(lesson) {
    const { params, switches, texts } = this.lessons[lesson];
    texts?.forEach((text, index) => this.write(lesson, index, text.initial));
    params.forEach((param, index) => this.set(lesson, index, param.initial));
    switches.forEach((_, index) => this.flip(lesson, index, false));
  }

  /**
   * The position of a parameter in its lesson, −1 where the lesson has none of that name.
   * @param {number} lesson
   * @param {string} name
   */
  find(lesson, name) {
    return this.lessons[lesson].params.findIndex((param) => param.name === name);
  }

  /** @param {number} lesson */
  isInitial(lesson) {
    const { params, texts } = this.lessons[lesson];
    return (
      params.every((param, index) => this.values[lesson][index] === param.initial) &&
      !this.switches[lesson].includes(true) &&
      (texts ?? []).every((text, index) => this.texts[lesson][index] === text.initial)
    );
  }
}
