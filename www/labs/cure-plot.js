/** Lab cost/cures: the share of the radius against the bend. Lines are formulas, dots are measurements. */

import { write } from "../format.js";
import { say } from "../i18n.js";
import { make, move, px, set, show } from "../svg.js";

/** @typedef {import("../pane.js").Pane} Pane */
/** @typedef {{ bend: number, share: number, quarter: boolean }} Dot */

const SAMPLES = 91;
const LEFT = 66;
const RIGHT = 28;
const TOP = 44;
const BELOW = 60;
/** A corrective shape over-corrects; nothing comes above this share. */
const MOST = 1.25;

export class CurePlot {
  /** @param {Pane} pane */
  constructor(pane) {
    this.pane = pane;
    const { back, ink, labels } = pane;
    this.grid = make(back, "path", { class: "pg" });
    this.axis = make(back, "path", { class: "ax" });
    this.rows = [0, 50, 100].map((share) => ({
      share,
      text: make(back, "text", { class: "s2", "text-anchor": "end" }),
    }));
    this.columns = [0, 30, 60, 90, 120, 150, 180].map((bend) => ({
      bend,
      text: make(back, "text", { class: "s2", "text-anchor": "middle" }),
    }));
    this.nameX = make(back, "text", { class: "s2", "text-anchor": "middle" });
    this.nameY = make(back, "text", { class: "s2", x: 16, y: 24 });
    this.bare = make(ink, "path", { class: "belongs" });
    this.quarter = make(ink, "path", { class: "cv half" });
    this.middle = make(ink, "path", { class: "cv" });
    this.dotLayer = make(ink, "g");
    /** @type {SVGCircleElement[]} */
    this.dots = [];
    this.nows = [false, true].map((small) =>
      make(ink, "circle", { class: "now", r: small ? 6 : 8 }),
    );
    this.names = { middle: labels.add("b"), quarter: labels.add("s2"), bare: labels.add("s2") };
    this.samples = new Float64Array(SAMPLES);
  }

  /** @param {number} bend degrees */
  x(bend) {
    return LEFT + ((this.pane.width - LEFT - RIGHT) * bend) / 180;
  }

  /** @param {number} share */
  y(share) {
    const foot = this.pane.height - BELOW;
    return foot - ((foot - TOP) * share) / MOST;
  }

  layout() {
    const { pane } = this;
    const foot = px(this.y(0));
    const right = px(this.x(180));
    let grid = "";
    for (const { share, text } of this.rows) {
      const y = px(this.y(share / 100));
      if (share > 0) grid += `M${LEFT} ${y}H${right}`;
      write(text, `${share} %`);
      set(text, "x", String(LEFT - 10));
      set(text, "y", String(y + 5));
    }
    set(this.grid, "d", grid);
    let ticks = `M${LEFT} ${foot}H${right}`;
    for (const { bend, text } of this.columns) {
      const x = px(this.x(bend));
      ticks += `M${x} ${foot}v6`;
      write(text, `${bend}°`);
      set(text, "x", String(x));
      set(text, "y", String(foot + 24));
      show(text, bend % 60 === 0 || pane.width > 480);
    }
    set(this.axis, "d", ticks);
    write(this.nameX, say("bend θ", "弯曲角 θ"));
    set(this.nameX, "x", String(px(this.x(90))));
    set(this.nameX, "y", String(pane.height - 12));
    write(this.nameY, say("distance from the elbow kept", "到肘的距离保住多少"));
  }

  /** @param {Dot[]} dots what the tables measured with the present cure */
  measure(dots) {
    while (this.dots.length < dots.length) {
      this.dots.push(make(this.dotLayer, "circle", { class: "pt" }));
    }
    this.dots.forEach((dot, index) => {
      const measured = dots[index];
      show(dot, measured !== undefined);
      if (!measured) return;
      set(dot, "r", measured.quarter ? "4" : "5");
      move(dot, this.x(measured.bend), this.y(measured.share));
    });
  }

  /**
   * @param {Element} path
   * @param {(out: Float64Array) => void} formula
   */
  #trace(path, formula) {
    const { samples } = this;
    formula(samples);
    let d = "";
    samples.forEach((share, index) => {
      const x = px(this.x((180 * index) / (SAMPLES - 1)));
      d += `${index ? "L" : "M"}${x} ${px(this.y(share))}`;
    });
    set(path, "d", d);
    return (/** @type {number} */ bend) => {
      const index = Math.round(((SAMPLES - 1) * bend) / 180);
      return { x: this.x(bend), y: this.y(samples[index]), share: samples[index] };
    };
  }

  /**
   * @param {(cure: number, across: number, out: Float64Array) => void} formula
   * @param {number} cure
   * @param {number} bend degrees
   * @param {number} middle share, as measured now
   * @param {number} quarter the same a quarter of the way across
   */
  update(formula, cure, bend, middle, quarter) {
    const { pane, names, nows } = this;
    const { labels } = pane;
    labels.begin(LEFT + 4, 34, pane.width - 6, pane.height - BELOW - 4);
    const bareAt = this.#trace(this.bare, (out) => formula(0, 0.5, out))(146);
    const quarterAt = this.#trace(this.quarter, (out) => formula(cure, 0.25, out))(104);
    const middleAt = this.#trace(this.middle, (out) => formula(cure, 0.5, out))(40);
    // Where more influences change nothing the two lines are one.
    show(this.bare, cure !== 0);
    move(nows[0], this.x(bend), this.y(middle));
    move(nows[1], this.x(bend), this.y(quarter));
    labels.spare(this.x(bend), this.y(middle), 11);
    labels.spare(this.x(bend), this.y(quarter), 9);
    names.middle.say(say("middle", "正中"));
    labels.place(names.middle, middleAt.x, middleAt.y, 8, Math.PI / 2);
    names.quarter.say(say("a quarter across", "四分之一处"));
    labels.place(names.quarter, quarterAt.x, quarterAt.y, 8, -Math.PI / 2);
    names.bare.say(say("middle, no cure", "正中，不治"));
    names.bare.see(cure === 1 || cure === 2);
    labels.place(names.bare, bareAt.x, bareAt.y, 8, Math.PI);
  }
}
