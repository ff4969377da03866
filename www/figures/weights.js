/** Section 3: the mesh between its two ghosts, and a close-up of one vertex between its own two. */

import { fixed, point, short } from "../format.js";
import { Handle, wireHandles } from "../handles.js";
import { say } from "../i18n.js";
import { Pane } from "../pane.js";
import { line, make, move, show } from "../svg.js";
import { Arm, HALF, LENGTH, makeGhost, makePick, polygon, pickVertex } from "./arm.js";
import { Lens } from "./lens.js";

/** @typedef {import("../bench.js").Bench} Bench */
/** @typedef {import("../types.js").Lab} Lab */

/** From this width on the close-up stands beside the arm. */
const BESIDE = 640;

export class WeightsFigure {
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
    this.panes = [this.pane, this.side];
    this.mesh = this.pane;
    this.points = new Float64Array(112);
    const { pane } = this;
    this.arm = new Arm(pane);
    const { low, high } = this.arm;
    this.ghosts = ["c0", "c1"].map((one) => make(low, "path", { class: `ghost ${one}` }));
    this.bands = [0, 1].map(() => make(high, "path", { class: "bandline" }));
    this.chord = make(high, "path", { class: "chord" });
    this.parent = makeGhost(high, "c0", 6);
    this.child = makeGhost(high, "c1", 6);
    this.pick = makePick(high, 8);
    const { labels } = pane;
    this.texts = {
      parent: labels.add("t0"),
      child: labels.add("t1"),
      turn: labels.add("t1 b"),
      band: labels.add("s2"),
    };
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
    wireHandles(pane, this.handles, (x, y) => pickVertex(bench, lab, x, y));
    show(this.arm.elbow, false);
    this.lens = new Lens(this.side, false, pane, high);
    const at = (/** @type {string} */ name) => bench.spec.fields.indexOf(name);
    this.at = {
      elbow: at("elbow-x"),
      tip: at("tip-x"),
      rest: at("rest-x"),
      w0: at("w0"),
      w1: at("w1"),
      parent: at("parent-x"),
      child: at("child-x"),
      blended: at("blended-x"),
    };
    const param = (/** @type {string} */ name) => bench.store.find(bench.lesson, name);
    this.params = { theta1: param("theta1"), band: param("band"), binding: param("binding") };
    this.reach = 0;
  }

  /** @param {number} width */
  plan(width) {
    const beside = width >= BESIDE;
    this.pane.stand("1 / -1", beside ? 760 : width + 10, "");
    this.side.stand("1 / -1", beside ? 0 : 360, beside ? "" : "below");
  }

  layout() {
    const { pane, arm } = this;
    this.lens.arrange(pane.width >= BESIDE);
    arm.layout(0, pane.height, pane.originY);
    this.lens.layout(this.reach);
  }

  /** @param {Float64Array} view */
  update(view) {
    const { pane, arm, at, bench, params } = this;
    const { labels } = pane;
    const values = bench.store.values[bench.lesson];
    const theta1 = values[params.theta1];
    // Distance from the straight arm's elbow: the circle on which both ghosts lie.
    const reach = Math.hypot(view[at.rest] - LENGTH, view[at.rest + 1]);
    if (reach !== this.reach) {
      this.reach = reach;
      this.lens.layout(reach);
    }
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
    for (const which of [0, 1]) {
      const count = bench.call(() => this.lab.outline(bench.lesson, which, this.points)) ?? 0;
      polygon(this.ghosts[which], pane, this.points, count);
    }
    const close = {
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
    };
    line(
      this.chord,
      pane.x(close.parentX),
      pane.y(close.parentY),
      pane.x(close.childX),
      pane.y(close.childY),
    );
    move(this.parent, pane.x(close.parentX), pane.y(close.parentY));
    move(this.child, pane.x(close.childX), pane.y(close.childY));
    move(this.pick, pane.x(close.blendedX), pane.y(close.blendedY));
    const ux = elbowX / LENGTH;
    const uy = elbowY / LENGTH;
    const vx = (view[at.tip] - elbowX) / LENGTH;
    const vy = (view[at.tip + 1] - elbowY) / LENGTH;
    const soft = bench.spec.params[params.binding].options?.[values[params.binding]] !== "hard";
    const band = values[params.band];
    this.#edge(this.bands[0], elbowX - band * ux, elbowY - band * uy, ux, uy, soft);
    this.#edge(this.bands[1], elbowX + band * vx, elbowY + band * vy, vx, vy, soft);

    const beside = HALF * pane.scale + 4;
    this.texts.turn.say(`θ₁ = ${short(theta1, 2)}°`);
    labels.place(this.texts.turn, tx, ty, 25, Math.atan2(ey - ty, tx - ex));
    this.texts.parent.say(say("parent’s answer", "父骨的答案"));
    this.texts.child.say(say("child’s answer", "子骨的答案"));
    const side = Math.sin((theta1 * Math.PI) / 180) < 0 ? 1 : -1;
    const u = Math.atan2(uy, ux) + (side * Math.PI) / 2;
    const v = Math.atan2(vy, vx) - (side * Math.PI) / 2;
    labels.place(this.texts.parent, pane.x(1.45 * ux), pane.y(1.45 * uy), beside, u);
    labels.place(
      this.texts.child,
      pane.x(elbowX - 0.55 * vx),
      pane.y(elbowY - 0.55 * vy),
      beside,
      v,
    );
    this.texts.band.see(soft);
    if (soft) {
      this.texts.band.say(say(`band ± ${short(band, 3)} m`, `过渡带 ± ${short(band, 3)} m`));
      const x = pane.x(elbowX - band * ux);
      const y = pane.y(elbowY - band * uy);
      labels.place(this.texts.band, x, y, beside + 4, u);
    }
    bench.call(() => this.lab.vertices(bench.lesson, this.points));
    this.lens.update(close, this.points);
  }

  /**
   * One edge of the band: where the vertices begin to follow one bone alone.
   * @param {Element} path
   * @param {number} x
   * @param {number} y
   * @param {number} ux direction of the bone
   * @param {number} uy
   * @param {boolean} visible
   */
  #edge(path, x, y, ux, uy, visible) {
    const { pane } = this;
    const half = HALF + 9 / pane.scale;
    show(path, visible);
    line(
      path,
      pane.x(x - half * uy),
      pane.y(y + half * ux),
      pane.x(x + half * uy),
      pane.y(y - half * ux),
    );
  }

  /** @param {Float64Array} view */
  describe(view) {
    const { at } = this;
    const theta1 = short(this.bench.store.values[this.bench.lesson][this.params.theta1], 2);
    const w0 = fixed(view[at.w0], 2);
    const w1 = fixed(view[at.w1], 2);
    const p = point(view[at.parent], view[at.parent + 1]);
    const c = point(view[at.child], view[at.child + 1]);
    const b = point(view[at.blended], view[at.blended + 1]);
    return say(
      `Arm mesh bent by ${theta1}°. The picked vertex has weights ${w0} and ${w1}: parent alone ${p}, child alone ${c}, blended ${b}.`,
      `手臂网格弯曲 ${theta1}°。所选顶点的权重为 ${w0} 和 ${w1}：只听父骨 ${p}，只听子骨 ${c}，混合 ${b}。`,
    );
  }
}
