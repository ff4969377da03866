/** Lab cost/cures: one elbow, one choice of cure, and what is left of the radius against the bend. */

import { fixed, short } from "../format.js";
import { heading, makePick, makePin, LENGTH } from "../figures/arm.js";
import { Handle, wireHandles } from "../handles.js";
import { bilingual, say } from "../i18n.js";
import { Pane } from "../pane.js";
import { bone, line, make, move, px, set, show } from "../svg.js";
import { ArmView } from "./arm-view.js";
import { CurePlot } from "./cure-plot.js";

/** @typedef {import("../bench.js").Bench} Bench */
/** @typedef {import("../lab-host.js").LabHost} LabHost */

/** The cures in the order of the core. */
const CURES = /** @type {const} */ ([
  ["none", "no cure", "不治"],
  ["helper", "helper bone", "辅助骨"],
  ["shape", "corrective shape", "修正形状"],
  ["four", "four influences", "四个影响"],
  ["curve", "another curve", "换一条曲线"],
]);
const HELPER = 1;
const SHAPE = 2;
/** What the pane shows, metres: the joint, and so much of the forearm as holds its handle. */
const VIEW = { left: 0.2, right: 1.6, low: -0.76, high: 0.34 };
/** How far from the elbow the handle sits, and how long the helper is drawn, metres. */
const GRIP = 0.6;
const HELPER_LENGTH = 0.34;
const HALF = 0.18;
/** Numbers a check brings. */
const STRIDE = 5;

export class Figure {
  /**
   * @param {Element} root
   * @param {Bench} bench
   * @param {LabHost} host
   */
  constructor(root, bench, host) {
    this.bench = bench;
    this.host = host;
    this.pane = new Pane(root, "cures");
    this.below = new Pane(root, "cure-plot");
    this.panes = [this.pane, this.below];
    this.mesh = this.pane;
    const param = (/** @type {string} */ name) => bench.store.find(bench.lesson, name);
    this.params = { cure: param("cure"), bend: param("bend"), band: param("band") };
    this.arm = new ArmView(this.pane, host, (figure) => {
      const [full, after] = bench.store.switches[bench.lesson];
      figure.setCures(this.value("cure"), this.value("bend"), this.value("band"), full, after);
    });
    this.stage = this.arm.stage;

    const { back, ink, labels } = this.pane;
    this.circles = [0, 1].map(() => make(back, "circle", { class: "rigid" }));
    this.bare = make(ink, "path", { class: "belongs" });
    this.upper = make(ink, "path", { class: "bone c0" });
    this.fore = make(ink, "path", { class: "bone c1" });
    this.helper = make(ink, "path", { class: "cure-helper" });
    this.radii = [0, 1].map(() => make(ink, "path", { class: "cal" }));
    this.elbow = makePin(ink);
    this.quarter = make(ink, "circle", { class: "left", r: 6 });
    this.middle = makePick(ink, 8);
    this.worst = make(ink, "circle", { class: "bleed-worst", r: 14 });
    this.names = {
      middle: labels.add("b", "s2"),
      quarter: labels.add("b", "s2"),
      helper: labels.add("s2"),
    };
    this.handle = new Handle(this.pane, bench, 0, "c1", "bend", {
      en: "Forearm: bend θ",
      zh: "前臂：弯曲角 θ",
    });
    wireHandles(this.pane, [this.handle]);
    this.plot = new CurePlot(this.below);

    const at = (/** @type {string} */ name) => bench.spec.fields.indexOf(name);
    this.at = {
      tip: at("tip-x"),
      middle: at("middle-x"),
      quarter: at("quarter-x"),
      worst: at("worst-x"),
      keptMiddle: at("middle"),
      keptQuarter: at("quarter"),
      keptWorst: at("worst"),
    };
    this.checks = bench.spec.checks.flatMap((check, index) => {
      const found = /^cures\/([a-z]+)\/(\d+)\/(middle|quarter)$/.exec(check);
      return found
        ? [{ index, cure: found[1], bend: Number(found[2]), quarter: found[3] === "quarter" }]
        : [];
    });
    /** @type {Float64Array} */
    this.results = new Float64Array(0);
    this.name = bench.section?.querySelector("[data-cure]");
  }

  /** @param {"cure" | "bend" | "band"} name */
  value(name) {
    return this.bench.store.values[this.bench.lesson][this.params[name]];
  }

  /** @param {number} width */
  plan(width) {
    const tall = Math.round((width * (VIEW.high - VIEW.low)) / (VIEW.right - VIEW.left));
    this.pane.stand("1 / -1", Math.min(520, tall), "");
    this.below.stand("1 / -1", 300, "below");
  }

  layout() {
    const { pane, arm } = this;
    arm.frame(VIEW.left, VIEW.right, VIEW.low, VIEW.high);
    for (const circle of this.circles) {
      set(circle, "cx", String(px(pane.x(LENGTH))));
      set(circle, "cy", String(px(pane.y(0))));
    }
    move(this.elbow, pane.x(LENGTH), pane.y(0));
    this.plot.layout();
    this.dots();
  }

  /**
   * Takes what the tables measured.
   * @param {Float64Array} results
   */
  measure(results) {
    this.results = results;
    this.dots();
  }

  dots() {
    const [cure] = CURES[this.value("cure")];
    this.plot.measure(
      this.checks
        .filter((check) => check.cure === cure && this.results.length > 0)
        .map(({ index, bend, quarter }) => ({
          bend,
          quarter,
          share: this.results[STRIDE * index],
        })),
    );
  }

  /** Everything that the figure depends on. */
  state() {
    const { values, switches } = this.bench.store;
    return `${values[this.bench.lesson].join()} ${switches[this.bench.lesson].join()}`;
  }

  /** @param {Float64Array} view */
  update(view) {
    const { pane, arm, at, names } = this;
    const { labels } = pane;
    arm.sync(this.state());
    labels.begin(6, 6, pane.width - 6, pane.height - 6);
    const cure = this.value("cure");
    const place = (/** @type {number} */ field) => ({
      x: pane.x(view[field]),
      y: pane.y(view[field + 1]),
    });
    const elbow = { x: pane.x(LENGTH), y: pane.y(0) };
    const tip = place(at.tip);
    const middle = place(at.middle);
    const quarter = place(at.quarter);
    const worst = place(at.worst);
    arm.outline(this.bare);
    show(this.bare, cure !== 0);
    bone(this.upper, pane.x(0), pane.y(0), elbow.x, elbow.y);
    bone(this.fore, elbow.x, elbow.y, tip.x, tip.y);
    const grip = GRIP / LENGTH;
    this.handle.stand(elbow.x + grip * (tip.x - elbow.x), elbow.y + grip * (tip.y - elbow.y));
    labels.avoid(pane.x(0), pane.y(0), elbow.x, elbow.y, 1);
    labels.avoid(elbow.x, elbow.y, tip.x, tip.y, 1);
    this.#helper(cure === HELPER, elbow);

    const band = this.value("band");
    [HALF, Math.hypot(HALF, band / 2)].forEach((radius, index) => {
      set(this.circles[index], "r", String(px(radius * pane.scale)));
    });
    line(this.radii[0], elbow.x, elbow.y, middle.x, middle.y);
    line(this.radii[1], elbow.x, elbow.y, quarter.x, quarter.y);
    move(this.middle, middle.x, middle.y);
    move(this.quarter, quarter.x, quarter.y);
    move(this.worst, worst.x, worst.y);
    labels.spare(middle.x, middle.y, 10);
    labels.spare(quarter.x, quarter.y, 9);
    labels.spare(worst.x, worst.y, 14);
    names.middle.say(`${fixed(100 * view[at.keptMiddle], 1)} %`, say("middle", "正中"));
    names.quarter.say(
      `${fixed(100 * view[at.keptQuarter], 1)} %`,
      say("a quarter across", "四分之一处"),
    );
    const out = (/** @type {{ x: number, y: number }} */ to) =>
      Math.hypot(to.x - elbow.x, to.y - elbow.y) < 2 ? 1 : heading(elbow, to);
    labels.place(names.middle, middle.x, middle.y, 16, out(middle));
    labels.place(names.quarter, quarter.x, quarter.y, 16, out(quarter));

    this.plot.update(
      (which, across, samples) => this.host.code.ArmFigure.cureCurve(which, across, samples),
      cure,
      this.value("bend"),
      view[at.keptMiddle],
      view[at.keptQuarter],
    );
    this.dots();
  }

  /**
   * The helper, along the x axis of its joint.
   * @param {boolean} there
   * @param {{ x: number, y: number }} elbow
   */
  #helper(there, elbow) {
    const { pane, names } = this;
    show(this.helper, there);
    names.helper.see(there);
    if (!there) return;
    const matrix = this.arm.pose().subarray(24, 36);
    const x = elbow.x + HELPER_LENGTH * pane.scale * matrix[0];
    const y = elbow.y - HELPER_LENGTH * pane.scale * matrix[4];
    bone(this.helper, elbow.x, elbow.y, x, y);
    pane.labels.avoid(elbow.x, elbow.y, x, y, 1);
    names.helper.say(say("helper", "辅助骨"));
    pane.labels.place(names.helper, x, y, 6, heading(elbow, { x, y }));
  }

  /** Names the cure in the table's live row. */
  write() {
    const [id, en, zh] = CURES[this.value("cure")];
    if (!this.name || this.name.getAttribute("data-cure") === id) return;
    this.name.setAttribute("data-cure", id);
    this.name.replaceChildren(bilingual(en, zh));
  }

  draw() {
    this.arm.sync(this.state());
    const cure = this.value("cure");
    const { switches } = this.bench.store;
    // A shape moves the rest state with the bend; the other cures leave it alone.
    const rest = [
      cure,
      this.value("band"),
      switches[this.bench.lesson],
      cure === SHAPE ? this.value("bend") : "",
    ].join();
    this.arm.draw(rest, this.value("band"));
  }

  /**
   * @param {number} _
   * @param {number} x
   * @param {number} y
   */
  drag(_, x, y) {
    return this.host.code.ArmFigure.dragCures(x, y);
  }

  async difference() {
    return this.arm.difference();
  }

  /** @param {Float64Array} view */
  describe(view) {
    const [, en, zh] = CURES[this.value("cure")];
    const bend = short(this.value("bend"), 2);
    const [middle, quarter] = [this.at.keptMiddle, this.at.keptQuarter].map((field) =>
      fixed(100 * view[field], 1),
    );
    return say(
      `Elbow bent by ${bend} degrees, ${en}: ${middle} percent of the distance is kept in the middle of the band, ${quarter} percent a quarter of the way across.`,
      `肘部弯 ${bend} 度，${zh}：过渡带正中保住 ${middle}% 的距离，四分之一处保住 ${quarter}%。`,
    );
  }
}
