/**
 * Section 2: the mesh as it was modelled, the mesh now, and one vertex on its way from the one to the
 * other through the frame of its bone.
 */

import { fixed, point, short } from "../format.js";
import { Handle, wireHandles } from "../handles.js";
import { say } from "../i18n.js";
import { Pane } from "../pane.js";
import { bone, line, make, move, px, set, show } from "../svg.js";
import { Arm, HALF, LENGTH, REACH, makePick, polygon, pickVertex } from "./arm.js";
import { OwnFrame } from "./own-frame.js";

/** @typedef {import("../bench.js").Bench} Bench */
/** @typedef {import("../types.js").Lab} Lab */

const WIDE = 600;
/** Without the inverse bind a vertex gets as far as this from the root. */
const STRAYED = 3 * LENGTH + 0.04;
/** The first vertex of the forearm; bound hard, this is all there is to know of its weights. */
const FOREARM = 28;
const [NO_INVERSE, REVERSED, ELSEWHERE] = [0, 1, 2];

export class InverseBindFigure {
  /**
   * @param {Element} host
   * @param {Bench} bench
   * @param {Lab} lab
   */
  constructor(host, bench, lab) {
    this.bench = bench;
    this.lab = lab;
    this.pane = new Pane(host, "arm");
    this.frame = new Pane(host, "frame");
    this.panes = [this.pane, this.frame];
    this.mesh = this.pane;
    this.points = new Float64Array(112);
    const { pane } = this;
    this.arm = new Arm(pane);
    const { low, high } = this.arm;
    this.modelled = make(low, "path", { class: "outline was" });
    this.bound = ["c0", "c1"].map((one) => make(low, "path", { class: `bone was ${one}` }));
    this.belongs = make(high, "path", { class: "belongs" });
    this.along = [0, 1].map(() => make(high, "path", { class: "along" }));
    this.path = make(high, "path", { class: "path", "marker-end": "url(#ar)" });
    this.move = make(high, "path", { class: "move", "marker-end": "url(#ar)" });
    this.rest = make(high, "circle", { class: "gv", r: 6 });
    this.posed = makePick(high, 8);
    const { labels } = pane;
    this.moveLabel = labels.add("tb b");
    this.posedLabel = labels.add("b", "s2");
    this.restLabel = labels.add("b", "s2");
    this.modelledLabel = labels.add("s2");
    this.belongsLabel = labels.add("tb");
    const angle = (/** @type {string} */ en, /** @type {string} */ zh) => ({ en, zh });
    this.handles = [
      new Handle(pane, bench, 2, "c0", "bind0", angle("Bind pose: elbow", "绑定姿态：肘"), "was"),
      new Handle(pane, bench, 3, "c1", "bind1", angle("Bind pose: hand", "绑定姿态：手"), "was"),
      new Handle(pane, bench, 1, "c1", "theta1", angle("Hand: turn θ₁", "手：转角 θ₁")),
      new Handle(pane, bench, 0, "c0", "theta0", angle("Elbow: turn θ₀", "肘：转角 θ₀")),
    ];
    wireHandles(pane, this.handles, (x, y) => pickVertex(bench, lab, x, y));
    this.own = new OwnFrame(this.frame);
    const at = (/** @type {string} */ name) => bench.spec.fields.indexOf(name);
    this.at = {
      elbow: at("elbow-x"),
      tip: at("tip-x"),
      bindElbow: at("bind-elbow-x"),
      bindTip: at("bind-tip-x"),
      rest: at("rest-x"),
      local: at("local-x"),
      posed: at("posed-x"),
      formula: at("formula-x"),
      worst: at("move-max"),
    };
    this.vertex = bench.store.find(bench.lesson, "vertex");
  }

  /** @param {number} width */
  plan(width) {
    const wide = width >= WIDE;
    this.pane.stand("1 / -1", wide ? 580 : width + 30, "");
    this.frame.stand("1 / -1", wide ? 210 : 200, "below");
  }

  /** With these two mistakes vertices leave the reach of the arm, and the view steps back. */
  get strayed() {
    const on = this.bench.store.switches[this.bench.lesson];
    return on[NO_INVERSE] || on[REVERSED];
  }

  layout() {
    const { pane, arm } = this;
    const margin = this.strayed ? 6 : 25;
    const radius = this.strayed ? STRAYED : REACH;
    pane.fit(margin, margin, pane.width - margin, pane.height - margin, radius);
    arm.layout(0, pane.height, pane.originY);
  }

  /** @param {Float64Array} view */
  update(view) {
    const { pane, arm, at, bench } = this;
    const { labels } = pane;
    const broken = bench.store.switches[bench.lesson].includes(true);
    labels.begin(6, 6, pane.width - 6, pane.height - 6);
    arm.pose(view[at.elbow], view[at.elbow + 1], view[at.tip], view[at.tip + 1]);
    const mx = pane.x(view[at.bindElbow]);
    const my = pane.y(view[at.bindElbow + 1]);
    const nx = pane.x(view[at.bindTip]);
    const ny = pane.y(view[at.bindTip + 1]);
    bone(this.bound[0], pane.originX, pane.originY, mx, my);
    bone(this.bound[1], mx, my, nx, ny);
    this.handles[0].stand(mx, my);
    this.handles[1].stand(nx, ny);
    this.handles[2].stand(pane.x(view[at.tip]), pane.y(view[at.tip + 1]));
    this.handles[3].stand(pane.x(view[at.elbow]), pane.y(view[at.elbow + 1]));
    labels.avoid(pane.originX, pane.originY, mx, my, 0.5);
    labels.avoid(mx, my, nx, ny, 0.5);
    this.#outline(2, this.modelled);
    show(this.belongs, broken);
    if (broken) this.#outline(3, this.belongs);
    this.#vertex(view, broken);

    const beside = HALF * pane.scale + 4;
    const lean = Math.atan2(my - ny, nx - mx) - Math.PI / 2;
    this.modelledLabel.say(say("as modelled", "建模时的样子"));
    labels.place(this.modelledLabel, (mx + nx) / 2, (my + ny) / 2, beside, lean);
    this.belongsLabel.see(broken);
    if (broken) {
      this.belongsLabel.say(say("where it belongs", "本来的位置"));
      const x = pane.x((view[at.elbow] + view[at.tip]) / 2);
      const y = pane.y((view[at.elbow + 1] + view[at.tip + 1]) / 2);
      labels.place(this.belongsLabel, x, y, beside, lean);
    }
    const elsewhere = bench.store.switches[bench.lesson][ELSEWHERE];
    this.own.update(view[at.local], view[at.local + 1], this.child, elsewhere);
  }

  /**
   * @param {number} which
   * @param {Element} path
   */
  #outline(which, path) {
    const { bench, points } = this;
    const count = bench.call(() => this.lab.outline(bench.lesson, which, points)) ?? 0;
    polygon(path, this.pane, points, count);
  }

  /**
   * The picked vertex: as modelled, now, and where it belongs.
   * @param {Float64Array} view
   * @param {boolean} broken
   */
  #vertex(view, broken) {
    const { pane, at } = this;
    const { labels } = pane;
    const rx = pane.x(view[at.rest]);
    const ry = pane.y(view[at.rest + 1]);
    const qx = pane.x(view[at.posed]);
    const qy = pane.y(view[at.posed + 1]);
    const fx = pane.x(view[at.formula]);
    const fy = pane.y(view[at.formula + 1]);
    this.#along(0, view, this.child ? at.bindElbow : -1, this.child ? at.bindTip : at.bindElbow);
    this.#along(1, view, this.child ? at.elbow : -1, this.child ? at.tip : at.elbow);
    set(this.rest, "cx", String(px(rx)));
    set(this.rest, "cy", String(px(ry)));
    move(this.posed, qx, qy);

    // The way from one place to the other, bent so that it does not hide in the mesh.
    const dx = qx - rx;
    const dy = qy - ry;
    const far = Math.hypot(dx, dy);
    show(this.path, far > 40);
    const bend = 0.16;
    const cx = (rx + qx) / 2 - bend * dy;
    const cy = (ry + qy) / 2 + bend * dx;
    const cut = far > 0 ? 10 / far : 0;
    set(
      this.path,
      "d",
      `M${px(rx + cut * dx)} ${px(ry + cut * dy)}Q${px(cx)} ${px(cy)} ${px(qx - cut * dx)} ${px(qy - cut * dy)}`,
    );
    const strayed = broken && Math.hypot(fx - qx, fy - qy) > 1;
    show(this.move, strayed);
    this.moveLabel.see(strayed);
    if (strayed) {
      line(this.move, fx, fy, qx, qy);
      const length = Math.hypot(fx - qx, fy - qy) / pane.scale;
      this.moveLabel.say(say(`off by ${fixed(length, 3)} m`, `偏了 ${fixed(length, 3)} m`));
      labels.place(this.moveLabel, (fx + qx) / 2, (fy + qy) / 2, 8, Math.PI / 2);
    }
    const wide = pane.width >= WIDE;
    this.posedLabel.say("p′", wide ? point(view[at.posed], view[at.posed + 1]) : "");
    this.restLabel.say("p", wide ? point(view[at.rest], view[at.rest + 1]) : "");
    labels.spare(rx, ry, 7);
    labels.spare(qx, qy, 9);
    labels.place(this.posedLabel, qx, qy, 12, Math.atan2(-dy, dx));
    labels.place(this.restLabel, rx, ry, 12, Math.atan2(dy, -dx));
  }

  /** Whether the picked vertex follows the forearm. */
  get child() {
    return this.bench.store.values[this.bench.lesson][this.vertex] >= FOREARM;
  }

  /**
   * The vertex's place on its bone, measured along it and across: the same before and after.
   * @param {number} index
   * @param {Float64Array} view
   * @param {number} from field of the bone's start, −1 for the root
   * @param {number} to field of its end
   */
  #along(index, view, from, to) {
    const { pane, at } = this;
    const ox = from < 0 ? 0 : view[from];
    const oy = from < 0 ? 0 : view[from + 1];
    const ux = (view[to] - ox) / LENGTH;
    const uy = (view[to + 1] - oy) / LENGTH;
    const target = index === 0 ? at.rest : at.formula;
    const share = ux * (view[target] - ox) + uy * (view[target + 1] - oy);
    set(
      this.along[index],
      "d",
      `M${px(pane.x(ox))} ${px(pane.y(oy))}L${px(pane.x(ox + share * ux))} ${px(pane.y(oy + share * uy))}L${px(pane.x(view[target]))} ${px(pane.y(view[target + 1]))}`,
    );
  }

  /** @param {Float64Array} view */
  describe(view) {
    const values = this.bench.store.values[this.bench.lesson].map((value) => short(value, 2));
    const p = point(view[this.at.rest], view[this.at.rest + 1]);
    const q = point(view[this.at.posed], view[this.at.posed + 1]);
    const worst = fixed(view[this.at.worst], 3);
    return say(
      `Arm mesh at θ₀ ${values[0]}°, θ₁ ${values[1]}°, modelled at ${values[2]}°, ${values[3]}°. The picked vertex goes from ${p} to ${q}. Farthest from its right place: ${worst} metres.`,
      `手臂网格，θ₀ ${values[0]}°、θ₁ ${values[1]}°，建模姿态 ${values[2]}°、${values[3]}°。所选顶点从 ${p} 到 ${q}。离正确位置最远 ${worst} 米。`,
    );
  }
}
