/** Section 1: the bones, and each term of the formula as a bar along an axis. */

import { fixed, point, short, write } from "../format.js";
import { say } from "../i18n.js";
import { Handle, wireHandles } from "../handles.js";
import { Pane } from "../pane.js";
import { arc, bar, bone, line, make, px, set, show } from "../svg.js";
import { Arm, LENGTH } from "./arm.js";

/** @typedef {import("../bench.js").Bench} Bench */

/** From this width on there is room for the terms beside their bars. */
const WIDE = 720;
const PITCH = 24;
const BAR = 12;

export class FkFigure {
  /**
   * @param {Element} host
   * @param {Bench} bench
   */
  constructor(host, bench) {
    this.bench = bench;
    this.pane = new Pane(host, "arm");
    this.panes = [this.pane];
    const { pane } = this;
    this.arm = new Arm(pane);
    // Both joints carry a handle here, so only the shoulder needs a pin.
    show(this.arm.elbow, false);
    const { low, high } = this.arm;
    this.frame = make(pane.back, "path", { class: "ax" });
    this.reachText = make(pane.back, "text", { class: "s3", "text-anchor": "middle" });
    this.drops = [0, 1, 2, 3].map(() => make(low, "path", { class: "drop" }));
    this.bars = ["c0", "c1", "c0", "c1"].map((one) => make(low, "rect", { class: `bar ${one}` }));
    this.sums = [0, 1].map(() =>
      make(low, "path", { class: "dim", "marker-start": "url(#ar)", "marker-end": "url(#ar)" }),
    );
    this.terms = ["t0", "t1", "b", "t0", "t1", "b"].map((one) =>
      make(low, "text", { class: `hl ${one}` }),
    );
    this.lines = [0, 1].map(() => {
      const text = make(low, "text", { class: "sums" });
      return ["b", "t0", "s2", "t1", "b"].map((one) => make(text, "tspan", { class: one }));
    });
    this.extension = make(low, "path", { class: "ext" });
    this.arcs = ["c0", "c1"].map((one) => make(high, "path", { class: `arc ${one}` }));
    this.belongs = make(high, "path", { class: "belongs" });
    this.gap = make(high, "path", { class: "move", "marker-end": "url(#ar)" });
    const { labels } = pane;
    this.gapLabel = labels.add("tb b");
    this.handLabel = labels.add("b", "s2");
    this.elbowLabel = labels.add("b");
    this.turn0 = labels.add("t0 b");
    this.turn1 = labels.add("t1 b");
    this.lengths = [labels.add("s2"), labels.add("s2")];
    this.hand = new Handle(pane, bench, 1, "c1", "theta1", {
      en: "Hand: turn of the forearm, θ₁",
      zh: "手：前臂转角 θ₁",
    });
    this.elbow = new Handle(pane, bench, 0, "c0", "theta0", {
      en: "Elbow: turn of the upper arm, θ₀",
      zh: "肘：上臂转角 θ₀",
    });
    wireHandles(pane, [this.hand, this.elbow]);
    const at = (/** @type {string} */ name) => bench.spec.fields.indexOf(name);
    this.at = {
      elbow: at("elbow-x"),
      tip: at("tip-x"),
      formula: at("formula-x"),
      x0: at("term-x0"),
      x1: at("term-x1"),
      y0: at("term-y0"),
      y1: at("term-y1"),
    };
    this.spots = new Float64Array(3);
    this.left = 0;
    this.bottom = 0;
    this.wide = true;
  }

  /** @param {number} width */
  plan(width) {
    const height = width >= WIDE ? 680 : Math.min(620, width + 66);
    this.pane.stand("1 / -1", height, "");
  }

  layout() {
    const { pane, arm } = this;
    const { width, height } = pane;
    this.wide = width >= WIDE;
    this.left = this.wide ? 262 : 44;
    this.bottom = height - (this.wide ? 96 : 104);
    const margin = this.wide ? 26 : 18;
    pane.fit(this.left + margin, margin, width - margin, this.bottom - margin, 2 * LENGTH);
    arm.layout(this.left, this.bottom, this.bottom);
    set(this.frame, "d", `M${this.left} 0V${this.bottom}H${width}`);
    const corner = 2 * LENGTH * pane.scale * Math.SQRT1_2 + 12;
    write(this.reachText, say("reach 1.8 m", "可达 1.8 m"));
    set(this.reachText, "x", String(px(Math.min(width - 50, pane.originX + corner + 34))));
    set(this.reachText, "y", String(px(pane.originY - corner)));
    show(this.reachText, this.wide);
    for (const term of this.terms) show(term, this.wide);
    for (const sum of this.sums) show(sum, this.wide);
    this.lines.forEach((spans, index) => {
      const text = spans[0].parentElement;
      if (!text) return;
      show(text, !this.wide);
      set(text, "x", "16");
      set(text, "y", String(this.bottom + 66 + 26 * index));
    });
  }

  /** @param {Float64Array} view */
  update(view) {
    const { pane, arm, at, bench } = this;
    const [theta0, theta1] = bench.store.values[bench.lesson];
    const broken = bench.store.switches[bench.lesson][0];
    const { labels } = pane;
    labels.begin(this.left + 6, 6, pane.width - 6, this.bottom - 8);
    const ex = pane.x(view[at.elbow]);
    const ey = pane.y(view[at.elbow + 1]);
    const hx = pane.x(view[at.tip]);
    const hy = pane.y(view[at.tip + 1]);
    // The end of the upper arm, which is the elbow unless the order is swapped.
    const ax = pane.x(view[at.x0]);
    const ay = pane.y(view[at.y0]);

    arm.pose(view[at.x0], view[at.y0], view[at.tip], view[at.tip + 1]);
    bone(arm.bones[1], ex, ey, hx, hy);
    this.elbow.stand(ax, ay);
    this.hand.stand(hx, hy);
    this.#bars(view, hx, hy);
    this.#turns(theta0, theta1, ax, ay);

    show(this.belongs, broken);
    show(this.gap, broken);
    this.gapLabel.see(false);
    if (broken) {
      bone(this.belongs, ax, ay, pane.x(view[at.formula]), pane.y(view[at.formula + 1]));
      line(this.gap, ax, ay, ex, ey);
      const gap = Math.hypot(ex - ax, ey - ay) / pane.scale;
      labels.avoid(ax, ay, ex, ey, 0.5);
      if (gap > 1e-6) {
        this.gapLabel.say(`${say("gap", "缺口")} ${fixed(gap, 3)} m`);
        labels.place(this.gapLabel, (ax + ex) / 2, (ay + ey) / 2, 8, theta0 + Math.PI / 2);
      }
    }
    this.handLabel.say(say("hand", "手"), this.wide ? point(view[at.tip], view[at.tip + 1]) : "");
    labels.place(this.handLabel, hx, hy, 26, Math.atan2(ey - hy, hx - ex));
    this.elbowLabel.say(say("elbow", "肘"));
    labels.place(this.elbowLabel, ax, ay, 26, Math.atan2(pane.originY - ay, ax - pane.originX));
    this.#lengths(ax, ay, ex, ey, hx, hy);
  }

  /**
   * @param {Float64Array} view
   * @param {number} hx
   * @param {number} hy
   */
  #bars(view, hx, hy) {
    const { pane, at, left, bottom, wide } = this;
    const x0 = view[at.x0];
    const x1 = x0 + view[at.x1];
    const y0 = view[at.y0];
    const y1 = y0 + view[at.y1];
    const pitch = wide ? PITCH : 16;
    const low = bottom + (wide ? 20 : 14);
    const side = left - (wide ? 20 : 13);
    bar(this.bars[0], pane.x(0), low - BAR / 2, pane.x(x0), low + BAR / 2);
    bar(this.bars[1], pane.x(x0), low + pitch - BAR / 2, pane.x(x1), low + pitch + BAR / 2);
    bar(this.bars[2], side - BAR / 2, pane.y(0), side + BAR / 2, pane.y(y0));
    bar(this.bars[3], side - pitch - BAR / 2, pane.y(y0), side - pitch + BAR / 2, pane.y(y1));
    const ax = pane.x(x0);
    const ay = pane.y(y0);
    const last = wide ? 2 * pitch : pitch;
    line(this.drops[0], ax, ay, ax, low + pitch + BAR / 2);
    line(this.drops[1], hx, hy, hx, low + last + BAR / 2);
    line(this.drops[2], ax, ay, side - pitch - BAR / 2, ay);
    line(this.drops[3], hx, hy, side - last - BAR / 2, hy);
    const handX = (hx - pane.originX) / pane.scale;
    const handY = (pane.originY - hy) / pane.scale;
    if (!wide) {
      this.#sum(0, "x", view[at.x0], view[at.x1], handX);
      this.#sum(1, "y", view[at.y0], view[at.y1], handY);
      return;
    }
    line(this.sums[0], pane.originX, low + last, hx, low + last);
    line(this.sums[1], side - last, pane.originY, side - last, hy);
    const texts = [
      `L₁cos θ₀ = ${fixed(view[at.x0], 3)}`,
      `L₂cos(θ₀+θ₁) = ${fixed(view[at.x1], 3)}`,
      `x = ${fixed(handX, 3)} m`,
      `L₁sin θ₀ = ${fixed(view[at.y0], 3)}`,
      `L₂sin(θ₀+θ₁) = ${fixed(view[at.y1], 3)}`,
      `y = ${fixed(handY, 3)} m`,
    ];
    this.spots[0] = (pane.originY + ay) / 2;
    this.spots[1] = (ay + pane.y(y1)) / 2;
    this.spots[2] = (pane.originY + hy) / 2;
    spread(this.spots, 22, 16, bottom - 10);
    this.terms.forEach((term, index) => {
      write(term, texts[index]);
      set(term, "text-anchor", "end");
      set(term, "x", String(index < 3 ? left - 16 : side - last - 14));
      set(term, "y", String(px((index < 3 ? low + index * pitch : this.spots[index - 3]) + 5)));
    });
  }

  /**
   * One line of a narrow screen: the two terms and their sum.
   * @param {number} index
   * @param {string} name
   * @param {number} first
   * @param {number} second
   * @param {number} sum
   */
  #sum(index, name, first, second, sum) {
    const spans = this.lines[index];
    const added = fixed(second, 3);
    write(spans[0], `${name} = `);
    write(spans[1], fixed(first, 3));
    write(spans[2], " + ");
    write(spans[3], second < 0 ? `(${added})` : added);
    write(spans[4], ` = ${fixed(sum, 3)} m`);
  }

  /**
   * @param {number} theta0
   * @param {number} theta1
   * @param {number} ax
   * @param {number} ay
   */
  #turns(theta0, theta1, ax, ay) {
    const { pane } = this;
    const { labels } = pane;
    const size = Math.min(44, 0.34 * LENGTH * pane.scale);
    arc(this.arcs[0], pane.originX, pane.originY, size, 0, theta0);
    arc(this.arcs[1], ax, ay, Math.max(36, size), theta0, theta0 + theta1);
    const away = (theta0 * Math.PI) / 180;
    const beyond = 0.5 * LENGTH * pane.scale;
    const bx = ax + beyond * Math.cos(away);
    const by = ay - beyond * Math.sin(away);
    line(this.extension, ax, ay, bx, by);
    labels.avoid(ax, ay, bx, by, 0.4);
    this.turn0.say(`${this.wide ? "θ₀ = " : ""}${short(theta0, 2)}°`);
    this.turn1.say(`${this.wide ? "θ₁ = " : ""}${short(theta1, 2)}°`);
    labels.place(this.turn0, pane.originX, pane.originY, size + 4, away / 2);
    const middle = ((theta0 + theta1 / 2) * Math.PI) / 180;
    labels.place(this.turn1, ax, ay, Math.max(36, size) + 4, middle);
  }

  /**
   * @param {number} ax
   * @param {number} ay
   * @param {number} ex
   * @param {number} ey
   * @param {number} hx
   * @param {number} hy
   */
  #lengths(ax, ay, ex, ey, hx, hy) {
    const { pane } = this;
    const { originX, originY } = pane;
    this.lengths.forEach((label, index) => {
      label.say(`${index ? "L₂" : "L₁"} 0.9 m`);
      label.see(this.wide);
    });
    const upper = Math.atan2(originY - ay, ax - originX) + Math.PI / 2;
    const fore = Math.atan2(ey - hy, hx - ex) - Math.PI / 2;
    pane.labels.place(this.lengths[0], (originX + ax) / 2, (originY + ay) / 2, 12, upper);
    pane.labels.place(this.lengths[1], (ex + hx) / 2, (ey + hy) / 2, 12, fore);
  }

  /** @param {Float64Array} view */
  describe(view) {
    const [theta0, theta1] = this.bench.store.values[this.bench.lesson];
    const x = fixed(view[this.at.tip], 3);
    const y = fixed(view[this.at.tip + 1], 3);
    return say(
      `Two-bone arm, θ₀ ${short(theta0, 2)}°, θ₁ ${short(theta1, 2)}°. The hand is at ${x}, ${y} metres.`,
      `两节手臂，θ₀ ${short(theta0, 2)}°，θ₁ ${short(theta1, 2)}°。手在 ${x}、${y} 米处。`,
    );
  }
}

/**
 * Moves three heights apart until no two are nearer than `gap`, in the order that they have.
 * @param {Float64Array} spots
 * @param {number} gap
 * @param {number} top
 * @param {number} bottom
 */
function spread(spots, gap, top, bottom) {
  const order = [0, 1, 2].sort((a, b) => spots[a] - spots[b] || a - b);
  let floor = top;
  for (const index of order) {
    spots[index] = Math.max(spots[index], floor);
    floor = spots[index] + gap;
  }
  let ceiling = bottom;
  for (const index of order.reverse()) {
    spots[index] = Math.min(spots[index], ceiling);
    ceiling = spots[index] - gap;
  }
}
