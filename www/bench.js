/** One lesson on the page: figure, readouts and tables of a section, and when they are brought up to date. */

import { onLanguage } from "./i18n.js";
import { within } from "./probe.js";
import { showNumber, Readouts } from "./readouts.js";
import { Tables } from "./tables.js";
import { set } from "./svg.js";

/** @typedef {import("./pane.js").Pane} Pane */
/** @typedef {import("./state.js").Store} Store */
/** @typedef {import("./types.js").CanvasKind} CanvasKind */
/** @typedef {import("./types.js").Host} Host */
/** @typedef {import("./types.js").Stage} Stage */

/**
 * @typedef {object} Figure
 * @property {Pane[]} panes
 * @property {Pane} [mesh] the pane whose canvas shows the mesh
 * @property {(width: number) => void} plan arranges the panes for a width of the stage
 * @property {() => void} layout redraws what depends on sizes and language alone
 * @property {(view: Float64Array) => void} update
 * @property {(view: Float64Array) => void} [write] says beside the figure what no readout can say; called
 *   also while the figure is out of sight
 * @property {(view: Float64Array) => string} describe
 * @property {(results: Float64Array) => void} [measure] takes what the tables measured
 * @property {Stage} [stage] a lab's meshes, drawn by the engine of the moment
 * @property {() => void} [draw] draws them
 * @property {(handle: number, x: number, y: number) => number} [drag] the value that a handle of a lab
 *   takes when it is dragged to a point of the world
 * @property {() => Promise<Float64Array>} [difference] the engine that draws against the reference:
 *   largest difference and its bound
 */

/** How long a figure rests before a screen reader is told what it shows. */
const SPEAK_AFTER_MS = 900;
const MOST_DPR = 2;
const ANSWER_DEADLINE_MS = 10_000;

export class Bench {
  /**
   * @param {Host} host
   * @param {Store} store
   * @param {number} lesson
   * @param {new (stage: Element, bench: Bench, host: any) => Figure} Figure
   * @param {(error: unknown) => void} onError
   */
  constructor(host, store, lesson, Figure, onError) {
    this.host = host;
    this.store = store;
    this.lesson = lesson;
    this.spec = store.lessons[lesson];
    this.onError = onError;
    this.view = new Float64Array(this.spec.fields.length);
    this.section = document.getElementById(this.spec.id);
    const stage = this.section?.querySelector("[data-figure]");
    if (!this.section || !(stage instanceof HTMLElement)) {
      throw new Error(`the page has no figure for ${this.spec.id}`);
    }
    this.stage = stage;
    this.figure = new Figure(stage, this, host);
    // One picture a figure speaks; its further panes show parts of the same.
    this.figure.panes.forEach(({ picture }, index) => {
      if (index === 0) picture.setAttribute("role", "img");
      else picture.setAttribute("aria-hidden", "true");
    });
    this.readouts = new Readouts(this.section, store, lesson);
    this.tables = new Tables(
      this.section,
      this.spec.checks,
      () => this.#measure(),
      (error) => this.onError(error),
    );
    if (this.figure.measure) {
      this.tables.listeners.push((results) => {
        this.figure.measure?.(results);
      });
    }
    this.visible = false;
    this.attached = false;
    /** How often the engine behind the mesh has changed. */
    this.mounts = 0;
    /** @type {CanvasKind} */
    this.kind = "canvas2d";
    this.frame = 0;
    this.stale = true;
    this.speaking = 0;
    store.listen((changed, kind) => {
      if (changed !== lesson) return;
      if (kind === "switch") this.relayout();
      this.touch();
    });
    onLanguage(() => {
      this.relayout();
      this.touch();
    });
    this.#observe();
  }

  #observe() {
    // A margin, so that a figure that scrolls in has its picture already.
    const seen = new IntersectionObserver(
      ([entry]) => {
        this.visible = entry?.isIntersecting ?? false;
        if (this.visible && this.stale) this.request();
      },
      { rootMargin: "30% 0px" },
    );
    seen.observe(this.stage);
    const sized = new ResizeObserver(() => {
      this.relayout();
      // A canvas that changes its size loses its picture, seen or not.
      this.render(true);
    });
    sized.observe(this.stage);
    for (const pane of this.figure.panes) sized.observe(pane.root);
  }

  /**
   * Calls into the module; an error there is told once and leaves the page as it is.
   * @template T
   * @param {(host: Host) => T} task
   * @returns {T | undefined}
   */
  call(task) {
    try {
      return task(this.host);
    } catch (error) {
      this.onError(error);
      return undefined;
    }
  }

  /** Something changed: numbers follow with the next frame, tables when the change pauses. */
  touch() {
    this.request();
    this.tables.touch();
  }

  /** Asks for one frame. Without a request there is none. */
  request() {
    this.stale = true;
    this.frame ||= requestAnimationFrame(() => {
      this.frame = 0;
      this.render(false);
    });
  }

  /**
   * Brings the readouts up to date, and the picture if it can be seen.
   * @param {boolean} unseen whether to draw also out of sight
   */
  render(unseen) {
    this.call((host) => {
      host.view(this.lesson, this.view);
      this.readouts.show(this.view);
      this.figure.write?.(this.view);
      // A handle that has the focus is read out, also where its figure is out of sight.
      const wanted = this.visible || unseen || this.stage.contains(document.activeElement);
      if (!wanted || this.figure.panes[0].width === 0) return;
      this.stale = false;
      this.figure.update(this.view);
      if (!this.attached) return;
      host.draw(this.lesson);
      // An older canvas over this one would show a pose that is gone.
      this.figure.mesh?.settle();
    });
    window.clearTimeout(this.speaking);
    this.speaking = window.setTimeout(() => this.#speak(), SPEAK_AFTER_MS);
  }

  /** Takes the sizes that the page gives now and lays out the figure again. */
  relayout() {
    const { figure } = this;
    const width = this.stage.clientWidth;
    if (width === 0) return;
    figure.plan(width);
    for (const pane of figure.panes) {
      pane.measure();
      pane.labels.refont();
    }
    figure.layout();
    this.#resize();
    this.stale = true;
  }

  #resize() {
    const pane = this.figure.mesh;
    if (!pane || !this.attached || pane.width === 0) return;
    const { width, height, originX, originY, scale } = pane;
    const dpr = Math.min(MOST_DPR, window.devicePixelRatio || 1);
    this.call((host) => host.resize(this.lesson, width, height, dpr, originX, originY, scale));
  }

  /**
   * Gives the mesh a fresh canvas of this kind and draws on it. Throws where that fails.
   * @param {CanvasKind} kind
   * @param {boolean} atOnce whether the old canvas goes now, or with `settle`
   */
  mount(kind, atOnce) {
    const pane = this.figure.mesh;
    if (!pane) return;
    const canvas = document.createElement("canvas");
    if (this.attached) this.host.detach(this.lesson);
    this.host.attach(this.lesson, canvas, kind);
    this.attached = true;
    this.mounts += 1;
    this.kind = kind;
    pane.mount(canvas);
    this.#resize();
    if (pane.width > 0) {
      this.host.view(this.lesson, this.view);
      this.host.draw(this.lesson);
    }
    if (atOnce) pane.settle();
    this.tables.touch();
  }

  /** Shows the newest canvas, once the browser has had the time to present its picture. */
  settle() {
    requestAnimationFrame(() => requestAnimationFrame(() => this.figure.mesh?.settle()));
  }

  /**
   * A device that went in the middle may never answer.
   * @param {Promise<Float64Array>} promise
   */
  async #answer(promise) {
    const answer = await within(promise, ANSWER_DEADLINE_MS);
    if (answer === "timeout") throw new Error("the engine did not answer in time");
    return answer;
  }

  /**
   * Measures on the engine of the moment. A device that goes meanwhile takes its answer along: then the
   * engine that has taken over is asked.
   * @returns {Promise<Float64Array>}
   */
  async #measure() {
    const { mounts } = this;
    try {
      return await this.#measureNow();
    } catch (error) {
      if (mounts === this.mounts) throw error;
      return this.#measure();
    }
  }

  async #measureNow() {
    const results = await this.#answer(this.host.measure(this.lesson));
    const box = this.section?.querySelector("[data-difference]");
    if (box) {
      const [difference, bound] = await this.#answer(this.host.difference(this.lesson));
      for (const [name, value] of /** @type {const} */ ([
        ["difference", difference],
        ["bound", bound],
      ])) {
        const output = box.querySelector(`[data-readout="${name}"]`);
        if (output) showNumber(output, name, value);
      }
    }
    return results;
  }

  /** Says what the figure shows, in the label of the picture and, if the reader is here, aloud. */
  #speak() {
    const text = this.figure.describe(this.view);
    const { picture } = this.figure.panes[0];
    const known = picture.getAttribute("aria-label");
    set(picture, "aria-label", text);
    const live = document.querySelector("#live");
    if (!live || known === null || known === text) return;
    if (this.section?.contains(document.activeElement)) live.textContent = text;
  }
}
