/** Lab weights/sort: the list as bars in its order, and where the vertex goes, on a line. */

import { fixed } from "../format.js";
import { say } from "../i18n.js";
import { Pane } from "../pane.js";
import { bar, line, make, move } from "../svg.js";

/** @typedef {import("../bench.js").Bench} Bench */

/** Influences in the list. */
const LIST = 5;
const FARTHEST = 11;
const EDGE = 24;

export class Figure {
  /**
   * @param {Element} host
   * @param {Bench} bench
   */
  constructor(host, bench) {
    this.bench = bench;
    this.pane = new Pane(host, "sort");
    this.panes = [this.pane];
    const { ink, labels } = this.pane;
    this.base = make(ink, "path", { class: "ax" });
    this.bars = Array.from({ length: LIST }, () => ({
      given: make(ink, "rect", { class: "given" }),
      kept: make(ink, "rect", { class: "kept" }),
      name: labels.add("s2"),
      share: labels.add("b"),
    }));
    this.axis = make(ink, "path", { class: "ax" });
    this.ticks = Array.from({ length: LIST }, () => ({
      dot: make(ink, "circle", { class: "place", r: 4 }),
      name: labels.add("s2"),
    }));
    this.full = make(ink, "circle", { class: "whole", r: 10 });
    this.left = make(ink, "circle", { class: "left", r: 6 });
    const at = (/** @type {string} */ name) => bench.spec.fields.indexOf(name);
    this.at = {
      full: at("full"),
      position: at("position"),
      w0: at("w0"),
      given: at("given0"),
      place: at("place0"),
    };
  }

  plan() {
    this.pane.stand("1 / -1", 380, "");
  }

  layout() {
    const { pane } = this;
    this.top = 40;
    this.foot = Math.round(pane.height * 0.56);
    this.line = pane.height - 70;
    line(this.base, EDGE, this.foot, pane.width - EDGE, this.foot);
    line(this.axis, EDGE, this.line, pane.width - EDGE, this.line);
  }

  /** @param {number} metres */
  x(metres) {
    return EDGE + ((this.pane.width - 2 * EDGE) * metres) / FARTHEST;
  }

  /** @param {Float64Array} view */
  update(view) {
    const { pane, at } = this;
    const { labels } = pane;
    labels.begin(6, 6, pane.width - 6, pane.height - 6);
    const { top = 0, foot = 0, line: axis = 0 } = this;
    const step = (pane.width - 2 * EDGE) / LIST;
    const tall = (/** @type {number} */ weight) => (foot - top) * weight;
    this.bars.forEach(({ given, kept, name, share }, joint) => {
      const middle = EDGE + step * (joint + 0.5);
      const half = Math.min(30, 0.32 * step);
      const weight = view[at.w0 + joint];
      const listed = view[at.given + joint];
      bar(given, middle - half, foot - tall(listed), middle + half, foot);
      bar(kept, middle - half, foot - tall(weight), middle + half, foot);
      name.say(say(`joint ${joint}`, `关节 ${joint}`));
      name.stand(middle, foot + 18);
      share.say(weight === 0 ? "0" : fixed(weight, 3));
      share.stand(middle, foot - tall(Math.max(weight, listed)) - 10);
    });
    this.ticks.forEach(({ dot, name }, joint) => {
      const place = view[at.place + joint];
      move(dot, this.x(place), axis);
      name.say(`${place}`);
      name.stand(this.x(place), axis + 24);
    });
    move(this.full, this.x(view[at.full]), axis);
    move(this.left, this.x(view[at.position]), axis);
  }

  /** @param {Float64Array} view */
  describe(view) {
    const limit = view[0];
    const position = fixed(view[this.at.position], 3);
    const full = fixed(view[this.at.full], 3);
    return say(
      `Five influences cut to ${limit}: the vertex is at ${position} metres; by the whole list it would be at ${full}.`,
      `五项留下 ${limit} 项：顶点在 ${position} 米处，按整个列表应在 ${full} 米处。`,
    );
  }
}
