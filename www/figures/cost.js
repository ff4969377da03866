/** Section 4: the bent arm, a close-up with calipers at the joint, and the curve of what is left. */

import { fixed, short } from "../format.js";
import { Handle, wireHandles } from "../handles.js";
import { say } from "../i18n.js";
import { Pane } from "../pane.js";
import { line, make, move, show } from "../svg.js";
import { Arm, HALF, makePick } from "./arm.js";
import { Lens } from "./lens.js";
import { Plot } from "./plot.js";

/** @typedef {import("../bench.js").Bench} Bench */
/** @typedef {import("../types.js").Lab} Lab */

const BESIDE = 640;
/** Numbers a check brings. */
const STRIDE = 5;

export class CostFigure {
  /**
   * @param {Element} host
   * @param {Bench} bench
   * @param {Lab} lab
   */
  constructor(host, bench, lab) {
    this.bench = bench;
    this.lab = lab;
    this.pane = new Pane(host, "arm");
    this.side = new Pane(host, "lens");
    this.below = new Pane(host, "plot");
    this.panes = [this.pane, this.side, this.below];
    this.mesh = this.pane;
    this.points = new Float64Array(112);
    const { pane } = this;
    this.arm = new Arm(pane);
    const { high } = this.arm;
    this.radius = make(high, "path", { class: "cal" });
    this.pick = makePick(high, 6);
    this.turn = pane.labels.add("t1 b");
    this.left = pane.labels.add("b");
    this.handles = [
      new Handle(pane, bench, 1, "c1", "theta1", { en: "Hand: turn θ₁", zh: "手：转角 θ₁" }),
      new Handle(
        pane,
        bench,
        0,
        "c0",
        "theta0",
        { en: "Elbow: turn θ₀", zh: "肘：转角 θ₀" },
        "quiet",
      ),
    ];
    wireHandles(pane, this.handles);
    show(this.arm.elbow, false);
    this.lens = new Lens(this.side, true, pane, high);
    this.plot = new Plot(this.below);
    const at = (/** @type {string} */ name) => bench.spec.fields.indexOf(name);
    this.at = {
      elbow: at("elbow-x"),
      tip: at("tip-x"),
      w0: at("w0"),
      w1: at("w1"),
      parent: at("parent-x"),
      child: at("child-x"),
      blended: at("blended-x"),
      radius: at("radius"),
      ratio: at("ratio"),
      lost: at("lost"),
    };
    this.theta1 = bench.store.find(bench.lesson, "theta1");
    /** The checks whose measurements are dots of the plot: the radius left at w = ½. */
    this.dots = bench.spec.checks.flatMap((check, index) => {
      const angle = /^retention\/half\/(\d+)\//.exec(check);
      return angle ? [{ index, angle: Number(angle[1]) }] : [];
    });
    this.measured = new Float64Array(2 * this.dots.length);
  }

  /** @param {number} width */
  plan(width) {
    const beside = width >= BESIDE;
    this.pane.stand("1 / -1", beside ? 600 : width + 10, "");
    this.side.stand("1 / -1", beside ? 0 : 330, beside ? "" : "below");
    this.below.stand("1 / -1", 300, "below");
  }

  layout() {
    const { pane, arm } = this;
    this.lens.arrange(pane.width >= BESIDE);
    arm.layout(0, pane.height, pane.originY);
    this.lens.layout(HALF);
    this.plot.layout();
  }

  /**
   * Takes what the tables measured.
   * @param {Float64Array} results
   */
  measure(results) {
    this.dots.forEach(({ index, angle }, dot) => {
      this.measured[2 * dot] = angle;
      this.measured[2 * dot + 1] = results[STRIDE * index];
    });
    this.plot.measure(this.measured);
  }

  /** @param {Float64Array} view */
  update(view) {
    const { pane, arm, at, bench } = this;
    const { labels } = pane;
    const theta1 = bench.store.values[bench.lesson][this.theta1];
    labels.begin(6, 6, pane.width - 6, pane.height - 6);
    const elbowX = view[at.elbow];
    const elbowY = view[at.elbow + 1];
    arm.pose(elbowX, elbowY, view[at.tip], view[at.tip + 1]);
    const ex = pane.x(elbowX);
    const ey = pane.y(elbowY);
    const tx = pane.x(view[at.tip]);
    const ty = pane.y(view[at.tip + 1]);
    this.handles[0].stand(tx, ty);
    this.handles[1].stand(ex, ey);
    const bx = pane.x(view[at.blended]);
    const by = pane.y(view[at.blended + 1]);
    line(this.radius, ex, ey, bx, by);
    move(this.pick, bx, by);
    this.turn.say(`θ₁ = ${short(theta1, 2)}°`);
    labels.place(this.turn, tx, ty, 25, Math.atan2(ey - ty, tx - ex));
    this.left.say(
      say(`${fixed(100 * view[at.ratio], 1)} % left`, `剩 ${fixed(100 * view[at.ratio], 1)} %`),
    );
    const out = Math.atan2(ey - by, bx - ex);
    labels.place(this.left, ex, ey, HALF * pane.scale + 12, out);

    bench.call(() => this.lab.vertices(bench.lesson, this.points));
    this.lens.update(
      {
        elbowX,
        elbowY,
        parentX: view[at.parent],
        parentY: view[at.parent + 1],
        childX: view[at.child],
        childY: view[at.child + 1],
        blendedX: view[at.blended],
        blendedY: view[at.blended + 1],
        w0: view[at.w0],
        w1: view[at.w1],
        theta1,
      },
      this.points,
    );
    this.plot.update(
      (w, out) => bench.call(() => this.lab.retentionCurve(w, out)),
      view[at.w1],
      Math.abs(theta1),
      view[at.ratio],
    );
  }

  /** @param {Float64Array} view */
  describe(view) {
    const theta1 = short(this.bench.store.values[this.bench.lesson][this.theta1], 2);
    const radius = fixed(view[this.at.radius], 3);
    const left = fixed(100 * view[this.at.ratio], 1);
    return say(
      `Arm mesh bent by ${theta1}°. At the joint the radius is ${radius} metres, ${left} percent of what it was.`,
      `手臂网格弯曲 ${theta1}°。关节处半径 ${radius} 米，是原来的 ${left}%。`,
    );
  }
}
