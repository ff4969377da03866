/** Lab weights/quantise: each weight between two whole numbers, and the drift that a wrong sum makes. */

import { fixed, short } from "../format.js";
import { say } from "../i18n.js";
import { Pane } from "../pane.js";
import { line, make, move, px, set, show } from "../svg.js";

/** @typedef {import("../bench.js").Bench} Bench */

const SLOTS = 4;
const EDGE = 24;
/** Left of the plot stand its numbers, right of it the names of its lines. */
const LEFT = 70;
const RIGHT = 24;
/** The plot's axes, metres: both logarithmic. */
const NEAR = 3;
const FAR = 3000;
const LEAST = 1e-5;
const MOST = 100;
const DECADES = [1e-4, 1e-2, 1, 100];
const WIDTHS = /** @type {const} */ (["u8", "u16"]);

export class Figure {
  /**
   * @param {Element} host
   * @param {Bench} bench
   */
  constructor(host, bench) {
    this.bench = bench;
    this.pane = new Pane(host, "quantise");
    this.panes = [this.pane];
    const { back, ink, labels } = this.pane;
    this.slots = Array.from({ length: SLOTS }, () => ({
      box: make(back, "path", { class: "ax" }),
      exact: make(ink, "path", { class: "exact" }),
      alone: make(ink, "circle", { class: "whole", r: 9 }),
      given: make(ink, "circle", { class: "left", r: 5 }),
      name: labels.add("s2"),
      above: labels.add("s2"),
      below: labels.add("s2"),
      result: labels.add("b"),
    }));
    this.sums = labels.add("b");
    this.grid = make(back, "path", { class: "pg" });
    this.axis = make(back, "path", { class: "ax" });
    this.marks = DECADES.map((value) => ({ value, name: labels.add("s2") }));
    this.ends = [3, 30, 300, 3000].map((value) => ({ value, name: labels.add("s2") }));
    this.nameX = labels.add("s2");
    this.nameY = labels.add("s2");
    this.lines = WIDTHS.map((width) => ({
      curve: make(ink, "path", { class: width === "u8" ? "cv" : "cv half" }),
      dot: make(ink, "circle", { class: "pt", r: 6 }),
      name: labels.add("b"),
    }));
    const at = (/** @type {string} */ name) => bench.spec.fields.indexOf(name);
    this.at = {
      total: at("total"),
      w: at("w0"),
      exact: at("exact0"),
      q: at("q0"),
      sum: at("sum"),
      alone: at("alone0"),
      aloneSum: at("alone-sum"),
      off: at("off"),
      offs: WIDTHS.map((width) => at(`${width}-alone-off`)),
      near: WIDTHS.map((width) => at(`${width}-alone-near`)),
      far: WIDTHS.map((width) => at(`${width}-alone-far`)),
    };
    this.distance = bench.store.find(bench.lesson, "distance");
  }

  plan() {
    this.pane.stand("1 / -1", 620, "");
  }

  layout() {
    const { height } = this.pane;
    this.top = 64;
    this.foot = Math.round(height * 0.36);
    this.high = Math.round(height * 0.56);
    this.low = height - 62;
    const right = this.x(FAR);
    let grid = "";
    for (const value of DECADES) grid += `M${LEFT} ${px(this.y(value))}H${px(right)}`;
    set(this.grid, "d", grid);
    set(
      this.axis,
      "d",
      `M${LEFT} ${px(this.low)}H${px(right)}M${LEFT} ${px(this.low)}V${this.high}`,
    );
  }

  /** @param {number} metres distance from the origin */
  x(metres) {
    const share = Math.log(metres / NEAR) / Math.log(FAR / NEAR);
    return LEFT + (this.pane.width - LEFT - RIGHT) * share;
  }

  /** @param {number} metres drift */
  y(metres) {
    const { high = 0, low = 0 } = this;
    return low - ((low - high) * Math.log(metres / LEAST)) / Math.log(MOST / LEAST);
  }

  /** @param {Float64Array} view */
  update(view) {
    const { pane } = this;
    pane.labels.begin(4, 4, pane.width - 4, pane.height - 4);
    this.#slots(view);
    this.#plot(view);
  }

  /** @param {Float64Array} view */
  #slots(view) {
    const { pane, at } = this;
    const { top = 0, foot = 0 } = this;
    const step = (pane.width - 2 * EDGE) / SLOTS;
    this.slots.forEach((slot, index) => {
      const middle = EDGE + step * (index + 0.5);
      const half = Math.min(52, 0.4 * step);
      const exact = view[at.exact + index];
      const floor = Math.floor(exact);
      // One unit is the height of the box, so that a whole exact share lies on its lower edge.
      const y = (/** @type {number} */ units) => foot - (foot - top) * (units - floor);
      set(
        slot.box,
        "d",
        `M${px(middle - half)} ${top}H${px(middle + half)}M${px(middle - half)} ${foot}H${px(middle + half)}`,
      );
      line(slot.exact, middle - half, y(exact), middle + half, y(exact));
      const alone = view[at.alone + index];
      const given = view[at.q + index];
      move(slot.alone, middle - 0.45 * half, y(alone));
      move(slot.given, middle + 0.45 * half, y(given));
      slot.name.say(`w${"₀₁₂₃"[index]} = ${short(view[at.w + index], 3)}`);
      slot.name.stand(middle, top - 42);
      slot.above.say(`${floor + 1}`);
      slot.above.stand(middle, top - 18);
      slot.below.say(`${floor}`);
      slot.below.stand(middle, foot + 18);
      slot.result.say(short(exact, 2));
      slot.result.stand(middle, y(exact) + (exact - floor > 0.5 ? 14 : -14));
    });
    const sum = view[at.sum];
    const alone = view[at.aloneSum];
    this.sums.say(
      say(`● sum ${sum}   ○ alone ${alone}`, `● 总和 ${sum}   ○ 单独 ${alone}`),
      say(`of ${view[at.total]}`, `应为 ${view[at.total]}`),
    );
    this.sums.stand(pane.width / 2, foot + 50);
  }

  /** @param {Float64Array} view */
  #plot(view) {
    const { pane, at } = this;
    const { labels } = pane;
    const distance = this.bench.store.values[this.bench.lesson][this.distance];
    const { high = 0, low = 0 } = this;
    for (const { value, name } of this.marks) {
      name.say(value < 1 ? `${fixed(value * 1000, 1).replace(/\.0$/, "")} mm` : `${value} m`);
      name.stand(LEFT - 34, this.y(value));
    }
    this.ends.forEach(({ value, name }, index) => {
      name.say(`${value}`);
      const shift = index === this.ends.length - 1 ? -14 : 0;
      name.stand(this.x(value) + shift, low + 20);
    });
    this.nameX.say(say("distance from the origin (m)", "离原点的距离 (m)"));
    this.nameX.stand(pane.width / 2, low + 44);
    this.nameY.say(say("drift, rounded alone", "漂移（单独四舍五入）"));
    this.nameY.stand(LEFT + this.nameY.width / 2 + 8, high - 18);
    this.lines.forEach(({ curve, dot, name }, index) => {
      const off = view[at.offs[index]];
      // A logarithm has no place for 0: a sum that happens to be right makes no line. What rounding to
      // doubles leaves of it lies below the axis.
      const wrong = off > LEAST * 1e-3;
      const [near, far] = [view[at.near[index]], view[at.far[index]]];
      show(curve, wrong);
      show(dot, wrong && off >= LEAST);
      name.see(true);
      if (wrong) {
        line(curve, this.x(NEAR), this.y(near), this.x(FAR), this.y(far));
        move(dot, this.x(distance), this.y(off));
        name.say(`${WIDTHS[index]}: ${fixed(off, 3)} m`);
        labels.avoid(this.x(NEAR), this.y(near), this.x(FAR), this.y(far), 0.6);
        labels.place(name, this.x(distance), this.y(off), 12, index === 0 ? 2.4 : -1.2);
      } else {
        name.say(say(`${WIDTHS[index]}: 0, the sum is right`, `${WIDTHS[index]}：0，总和正好`));
        name.stand(pane.width / 2, low - 16 - 24 * index);
      }
    });
  }

  /** @param {Float64Array} view */
  describe(view) {
    const { at } = this;
    const list = (/** @type {number} */ from) =>
      Array.from({ length: SLOTS }, (_, slot) => view[from + slot]).join(", ");
    const off = fixed(view[at.off], 3);
    return say(
      `Whole numbers ${list(at.q)}, sum ${view[at.sum]} of ${view[at.total]}; rounded alone ${list(at.alone)}, sum ${view[at.aloneSum]}. Drift ${off} metres.`,
      `整数 ${list(at.q)}，和 ${view[at.sum]}，应为 ${view[at.total]}；单独四舍五入得 ${list(at.alone)}，和 ${view[at.aloneSum]}。漂移 ${off} 米。`,
    );
  }
}
