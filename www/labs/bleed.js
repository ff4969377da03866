/** Lab weights/bleed: one torso and arm, four ways to make weights, side by side on one slider. */

import { fixed, writeScientific } from "../format.js";
import { Handle, wireHandles } from "../handles.js";
import { bilingual, say } from "../i18n.js";
import { Pane } from "../pane.js";
import { bone, line, make, move, set, show } from "../svg.js";

/** @typedef {import("../bench.js").Bench} Bench */
/** @typedef {import("../lab-host.js").LabHost} LabHost */

/** The methods in the order of the core, and what the figures are called. */
const METHODS = /** @type {const} */ ([
  ["euclidean", "straight line", "直线距离"],
  ["geodesic", "along the mesh", "沿网格的距离"],
  ["heat", "heat", "热扩散"],
  ["mask", "part mask", "部件遮罩"],
]);
/** From this width on the four stand in one row. */
const ROW = 1000;
/** Room above each figure for its name, px. */
const HEAD = 34;
/** What a figure shows, metres: from left of the torso and below the hand, and how high. */
const LEFT = -0.165;
const BELOW = -0.09;
const TALL = 0.83;
/** From the left edge to the tip of the raised arm, less the gap. */
const WIDE = 1.03;
/** The torso's measures, metres. */
const HALF_WIDTH = 0.135;
const CHEST = 0.375;
const SPINE = 0.6;
/** The bag, and how far its frame stands off, metres. */
const BAG = { wide: 0.06, tall: 0.09, off: 0.012 };
/** Shares below this are as good as none, and have no ring. */
const NONE = 5e-4;

export class Figure {
  /**
   * @param {Element} root
   * @param {Bench} bench
   * @param {LabHost} host
   */
  constructor(root, bench, host) {
    this.bench = bench;
    this.host = host;
    this.pane = new Pane(root, "bleed");
    this.panes = [this.pane];
    this.mesh = this.pane;
    this.stage = host.newStage();
    this.stage.flat(true);
    this.matrices = new Float64Array(24);
    this.clip = new Float32Array(16);
    /** The state that the stage's meshes were made of. */
    this.built = "";
    this.columns = 2;
    this.cell = { wide: 0, tall: 0 };

    const { ink, back, labels } = this.pane;
    this.rules = make(back, "path", { class: "gridline" });
    this.parts = METHODS.map(() => ({
      chest: make(ink, "path", { class: "bandline" }),
      spine: make(ink, "path", { class: "bone c0" }),
      arm: make(ink, "path", { class: "bone c1" }),
      frame: make(ink, "path", { class: "belongs" }),
      ring: make(ink, "circle", { class: "bleed-worst", r: 9 }),
      name: labels.add("b", "s2"),
      share: labels.add("b"),
    }));
    this.handles = METHODS.map(
      ([, en, zh], figure) =>
        new Handle(
          this.pane,
          bench,
          figure,
          "c1",
          "raise",
          { en: `Hand, ${en}: raise the arm`, zh: `手（${zh}）：抬臂` },
          "quiet",
        ),
    );
    wireHandles(this.pane, this.handles);

    const at = (/** @type {string} */ name) => bench.spec.fields.indexOf(name);
    this.at = {
      largest: at("largest-euclidean"),
      left: at("left-euclidean"),
      x: at("worst-x-euclidean"),
      y: at("worst-y-euclidean"),
      shoulder: at("shoulder-x"),
      hand: at("hand-x"),
      bag: at("bag-x"),
      residual: at("residual"),
    };
    const param = (/** @type {string} */ name) => bench.store.find(bench.lesson, name);
    this.params = {
      raise: param("raise"),
      gap: param("gap"),
      method: param("method"),
      bag: param("bag"),
    };
    /** Where the shoulder was in the last frame: a drag turns the arm about it. */
    this.shoulder = { x: 0, y: 0 };
    this.islands = bench.section?.querySelector("[data-islands]");
    this.method = bench.section?.querySelector("[data-method]");
    this.residual = bench.section?.querySelector("[data-residual]");
  }

  /** @param {number} index */
  value(index) {
    return this.bench.store.values[this.bench.lesson][index];
  }

  /** @param {number} width */
  plan(width) {
    this.columns = width >= ROW ? 4 : 2;
    const tall = Math.round((width / this.columns) * (TALL / (WIDE + 0.04))) + HEAD;
    this.pane.stand("1 / -1", (tall * METHODS.length) / this.columns, "");
  }

  layout() {
    const { pane, columns } = this;
    const rows = METHODS.length / columns;
    this.cell = { wide: pane.width / columns, tall: pane.height / rows };
    let rules = "";
    for (let column = 1; column < columns; column += 1) {
      rules += `M${Math.round(this.cell.wide * column)} 0V${pane.height}`;
    }
    for (let row = 1; row < rows; row += 1) {
      rules += `M0 ${Math.round(this.cell.tall * row)}H${pane.width}`;
    }
    set(this.rules, "d", rules);
  }

  /**
   * Scale and origin of one figure, px. The first one's are the pane's, which drags are measured in.
   * @param {number} figure
   */
  corner(figure) {
    return {
      x: this.cell.wide * (figure % this.columns),
      y: this.cell.tall * Math.floor(figure / this.columns),
    };
  }

  /** Fits a figure into its cell for the gap of this frame. */
  fit() {
    const { pane, cell } = this;
    const wide = WIDE + this.value(this.params.gap);
    const scale = Math.min(cell.wide / wide, (cell.tall - HEAD) / TALL);
    pane.scale = scale;
    pane.originX = (cell.wide - scale * wide) / 2 - scale * LEFT;
    pane.originY = cell.tall + scale * BELOW;
    return scale;
  }

  /** @param {Float64Array} view */
  update(view) {
    const { pane, at, cell } = this;
    const { labels } = pane;
    const scale = this.fit();
    labels.begin(4, 4, pane.width - 4, pane.height - 4);
    this.shoulder = { x: view[at.shoulder], y: view[at.shoulder + 1] };
    METHODS.forEach(([, en, zh], figure) => {
      const part = this.parts[figure];
      const corner = this.corner(figure);
      const x = (/** @type {number} */ metres) => corner.x + pane.originX + scale * metres;
      const y = (/** @type {number} */ metres) => corner.y + pane.originY - scale * metres;
      line(part.chest, x(-HALF_WIDTH), y(CHEST), x(HALF_WIDTH), y(CHEST));
      bone(part.spine, x(0), y(0), x(0), y(SPINE));
      const hand = { x: x(view[at.hand]), y: y(view[at.hand + 1]) };
      bone(part.arm, x(this.shoulder.x), y(this.shoulder.y), hand.x, hand.y);
      this.handles[figure].stand(hand.x, hand.y);
      this.frame(part.frame, view, figure, x, y);

      part.name.say(say(en, zh));
      part.name.stand(corner.x + cell.wide / 2, corner.y + 20);
      const share = view[at.largest + figure];
      const worst = { x: x(view[at.x + figure]), y: y(view[at.y + figure]) };
      const some = share >= NONE;
      show(part.ring, some);
      move(part.ring, worst.x, worst.y);
      part.share.say(some ? `${fixed(100 * share, 1)} %` : "0 %");
      if (some) {
        labels.spare(worst.x, worst.y, 11);
        labels.place(part.share, worst.x, worst.y, 12, Math.PI);
      } else part.share.stand(x(0), y(CHEST / 2));
    });
  }

  /**
   * A dashed frame about a bag that no bone reaches.
   * @param {Element} path
   * @param {Float64Array} view
   * @param {number} figure
   * @param {(metres: number) => number} x
   * @param {(metres: number) => number} y
   */
  frame(path, view, figure, x, y) {
    const lost = view[this.at.left + figure] > 0;
    show(path, lost);
    if (!lost) return;
    const left = view[this.at.bag] - BAG.off;
    const low = view[this.at.bag + 1] - BAG.off;
    const right = left + BAG.wide + 2 * BAG.off;
    const high = low + BAG.tall + 2 * BAG.off;
    set(path, "d", `M${x(left)} ${y(low)}H${x(right)}V${y(high)}H${x(left)}Z`);
  }

  /**
   * What stands in words and numbers beside the figure and no readout can say.
   * @param {Float64Array} view
   */
  write(view) {
    if (this.residual) writeScientific(this.residual, view[this.at.residual]);
    if (this.method) {
      const [name, en, zh] = METHODS[this.value(this.params.method)];
      if (this.method.getAttribute("data-method") !== name) {
        this.method.setAttribute("data-method", name);
        this.method.replaceChildren(bilingual(en, zh));
      }
    }
    if (!this.islands) return;
    const lost = view[this.at.left + 1];
    const [en, zh] = lost
      ? [
          `Not reached: the bag, a piece of ${lost} vertices. Distance along the mesh and heat report it and bind all the rest; this page leaves it where it is.`,
          `够不着：包，一片 ${lost} 个顶点。“沿网格的距离”和“热扩散”报告了它，其余照常绑定；本页让它留在原处。`,
        ]
      : this.value(this.params.bag) === 1
        ? [
            "Nothing is reported: whoever measures through the gap does not notice that the bag is a piece of its own.",
            "没有任何报告：无视缝隙去量，就发觉不了包自成一片。",
          ]
        : ["Every piece of the mesh is reached.", "网格的每一片都够得着。"];
    const known = `${lost} ${this.value(this.params.bag)}`;
    if (this.islands.getAttribute("data-islands") === known) return;
    this.islands.setAttribute("data-islands", known);
    this.islands.replaceChildren(bilingual(en, zh));
  }

  /** Hands the stage what has changed: meshes and shares after a change of the rig, else the pose alone. */
  draw() {
    const { pane, stage, host, cell } = this;
    const scenes = host.scenes;
    const { lesson, store } = this.bench;
    const state = [
      this.value(this.params.gap),
      this.value(this.params.bag),
      store.switches[lesson],
    ].join();
    if (state !== this.built) {
      const triangles = scenes.bleedTriangles();
      const edges = scenes.bleedEdges();
      METHODS.forEach((_, figure) => {
        const shares = scenes.bleedShares(figure);
        stage.setMesh(figure, scenes.bleedJob(figure), triangles, edges, shares);
      });
      this.built = state;
    }
    if (cell.wide > 0) {
      scenes.bleedMatrices(this.matrices);
      const wide = cell.wide / pane.scale;
      const tall = cell.tall / pane.scale;
      const left = -pane.originX / pane.scale;
      const low = (pane.originY - cell.tall) / pane.scale;
      this.clip.fill(0);
      this.clip[0] = 2 / wide;
      this.clip[5] = 2 / tall;
      this.clip[12] = (-2 * left) / wide - 1;
      this.clip[13] = (-2 * low) / tall - 1;
      this.clip[14] = 0.5;
      this.clip[15] = 1;
      METHODS.forEach((_, figure) => {
        const corner = this.corner(figure);
        stage.pose(figure, this.matrices, "linear");
        stage.place(figure, this.clip, corner.x, corner.y, cell.wide, cell.tall);
      });
    }
    stage.draw();
  }

  /**
   * The raise that puts the hand of one figure in the direction of a point.
   * @param {number} figure
   * @param {number} x world of the first figure
   * @param {number} y
   */
  drag(figure, x, y) {
    const { scale } = this.pane;
    const corner = this.corner(figure);
    return this.host.scenes.bleedDrag(x - corner.x / scale, y + corner.y / scale);
  }

  /** The worst of the four figures: largest difference of the engine that draws, and the bound there. */
  async difference() {
    /** @type {Float64Array} */
    let worst = new Float64Array(2);
    for (const figure of METHODS.keys()) {
      const skinned = await this.stage.read(figure);
      const found = this.host.scenes.bleedDifference(figure, skinned);
      if (figure === 0 || found[0] / found[1] > worst[0] / worst[1]) worst = found;
    }
    return worst;
  }

  /** @param {Float64Array} view */
  describe(view) {
    const raise = fixed(this.value(this.params.raise), 0);
    const shares = METHODS.map(
      ([, en, zh], figure) => `${say(en, zh)} ${fixed(100 * view[this.at.largest + figure], 1)} %`,
    );
    return say(
      `Arm raised by ${raise} degrees. Largest arm share on the torso: ${shares.join(", ")}.`,
      `手臂抬起 ${raise} 度。躯干上手臂份额的最大值：${shares.join("，")}。`,
    );
  }
}
