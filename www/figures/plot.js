/**
 * The share of the radius that is left, against the angle. Lines are the formula; dots are what the
 * engine measured.
 */

import { fixed, short, write } from "../format.js";
import { say } from "../i18n.js";
import { line, make, move, px, set, show } from "../svg.js";

/** @typedef {import("../pane.js").Pane} Pane */

const SAMPLES = 61;
const LEFT = 66;
const TOP = 42;
const BELOW = 60;
const RIGHT = 28;

export class Plot {
  /** @param {Pane} pane */
  constructor(pane) {
    this.pane = pane;
    const { back, ink } = pane;
    this.loss = make(back, "path", { class: "loss" });
    this.grid = make(back, "path", { class: "pg" });
    this.axis = make(back, "path", { class: "ax" });
    this.rows = [0, 25, 50, 75, 100].map((share) => ({
      share,
      text: make(back, "text", { class: "s2", "text-anchor": "end" }),
    }));
    this.columns = [0, 30, 60, 90, 120, 150, 180].map((angle) => ({
      angle,
      text: make(back, "text", { class: "s2", "text-anchor": "middle" }),
    }));
    this.nameX = make(back, "text", { class: "s2", "text-anchor": "middle" });
    this.nameY = make(back, "text", { class: "s2", x: 16, y: 24 });
    this.half = make(ink, "path", { class: "cv half" });
    this.curve = make(ink, "path", { class: "cv lbs" });
    this.drop = make(ink, "path", { class: "drop" });
    /** @type {SVGCircleElement[]} */
    this.dots = [];
    this.dotLayer = make(ink, "g");
    this.lost = make(ink, "path", {
      class: "dim",
      "marker-start": "url(#ar)",
      "marker-end": "url(#ar)",
    });
    this.now = make(ink, "circle", { class: "now lbs", r: 8 });
    this.lostLabel = pane.labels.add("b");
    this.curveLabel = pane.labels.add("b");
    this.halfLabel = pane.labels.add("s2");
    this.samples = new Float64Array(SAMPLES);
    /**
     * Angle and share of each measured dot, in turn.
     * @type {Float64Array}
     */
    this.measured = new Float64Array(0);
  }

  /** @param {number} degrees */
  x(degrees) {
    return LEFT + ((this.pane.width - LEFT - RIGHT) * degrees) / 180;
  }

  /** @param {number} share 0..1 */
  y(share) {
    const { height } = this.pane;
    return height - BELOW - (height - BELOW - TOP) * share;
  }

  layout() {
    const { pane } = this;
    const right = px(this.x(180));
    let grid = "";
    for (const { share, text } of this.rows) {
      const y = px(this.y(share / 100));
      if (share > 0) grid += `M${LEFT} ${y}H${right}`;
      write(text, `${share} %`);
      set(text, "x", String(LEFT - 10));
      set(text, "y", String(y + 5));
      show(text, share % 50 === 0 || pane.height > 250);
    }
    let ticks = `M${LEFT} ${px(this.y(0))}H${right}`;
    for (const { angle, text } of this.columns) {
      const x = px(this.x(angle));
      const y = px(this.y(0));
      ticks += `M${x} ${y}v6`;
      write(text, `${angle}°`);
      set(text, "x", String(x));
      set(text, "y", String(y + 24));
      show(text, angle % 60 === 0 || pane.width > 480);
    }
    set(this.grid, "d", grid);
    set(this.axis, "d", ticks);
    write(this.nameX, say("bend |θ₁|", "弯曲角 |θ₁|"));
    set(this.nameX, "x", String(px(this.x(90))));
    set(this.nameX, "y", String(pane.height - 12));
    write(this.nameY, say("radius left", "剩余半径"));
    this.#placeDots();
  }

  /**
   * Takes the measured rows of the tables.
   * @param {Float64Array} measured angle, share, angle, share, …
   */
  measure(measured) {
    this.measured = measured;
    while (this.dots.length < measured.length / 2) {
      this.dots.push(make(this.dotLayer, "circle", { class: "pt lbs", r: 5 }));
    }
    this.#placeDots();
  }

  #placeDots() {
    this.dots.forEach((dot, index) => {
      set(dot, "cx", String(px(this.x(this.measured[2 * index]))));
      set(dot, "cy", String(px(this.y(this.measured[2 * index + 1]))));
    });
  }

  /**
   * @param {Element} path
   * @param {string} end what closes the path
   */
  #trace(path, end) {
    let d = "";
    for (let index = 0; index < SAMPLES; index += 1) {
      const x = px(this.x((180 * index) / (SAMPLES - 1)));
      d += `${index ? "L" : "M"}${x} ${px(this.y(this.samples[index]))}`;
    }
    set(path, "d", d + end);
  }

  /**
   * @param {(w: number, out: Float64Array) => void} formula
   * @param {number} w
   * @param {number} angle degrees, 0..180
   * @param {number} ratio as measured now
   */
  update(formula, w, angle, ratio) {
    const { pane, samples } = this;
    const { labels } = pane;
    labels.begin(LEFT + 6, 6, pane.width - 6, pane.height - BELOW - 4);
    const away = w !== 0.5;
    formula(0.5, samples);
    this.#trace(this.half, "");
    show(this.half, away);
    const halfEnd = samples[Math.round((SAMPLES - 1) * 0.56)];
    formula(w, samples);
    this.#trace(this.curve, "");
    this.#trace(this.loss, `V${px(this.y(1))}H${LEFT}Z`);
    const x = this.x(angle);
    const y = this.y(ratio);
    line(this.drop, x, this.y(0), x, y);
    move(this.now, x, y);
    const gone = y - this.y(1);
    show(this.lost, gone > 24);
    line(this.lost, x, this.y(1), x, y - 9);
    labels.spare(x, y, 11);
    labels.avoid(x, this.y(1), x, y, 1);
    this.#keepOff();
    this.lostLabel.say(
      say(`lost ${fixed(100 * (1 - ratio), 1)} %`, `损失 ${fixed(100 * (1 - ratio), 1)} %`),
    );
    labels.place(this.lostLabel, x, (this.y(1) + y) / 2, 10, angle > 130 ? Math.PI : 0);
    const at = 0.39;
    this.curveLabel.say(w === 0.5 ? "cos(|θ₁|/2)" : `w = ${short(w, 3)}`);
    const index = Math.round((SAMPLES - 1) * at);
    labels.place(this.curveLabel, this.x(180 * at), this.y(samples[index]), 10, -2.2);
    this.halfLabel.see(away);
    this.halfLabel.say("w = 0.5");
    labels.place(this.halfLabel, this.x(180 * 0.56), this.y(halfEnd), 8, -2.4);
  }

  /** Keeps labels off the curve, in pieces of a sixth. */
  #keepOff() {
    const step = (SAMPLES - 1) / 6;
    for (let index = 0; index < SAMPLES - 1; index += step) {
      const x0 = this.x((180 * index) / (SAMPLES - 1));
      const x1 = this.x((180 * (index + step)) / (SAMPLES - 1));
      const { samples } = this;
      this.pane.labels.avoid(x0, this.y(samples[index]), x1, this.y(samples[index + step]), 1);
    }
  }
}
