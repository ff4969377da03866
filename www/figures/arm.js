/** What every figure draws of the arm: grid, axes, reach, two bones, the fixed root. */

import { bone, make, move, px, set, show } from "../svg.js";

/** @typedef {import("../bench.js").Bench} Bench */
/** @typedef {import("../pane.js").Pane} Pane */
/** @typedef {import("../types.js").Lab} Lab */

/** Lines of the grid, in metres. */
const GRID = 0.3;
/** Length of each bone, in metres; the whole arm reaches twice as far. */
export const LENGTH = 0.9;
/** Half of the mesh's thickness, in metres. */
export const HALF = 0.18;
/** Coordinates of all vertices, x and y. */
const COORDINATES = 112;
/** A tap this near to a vertex picks it, px. */
const PICK_RADIUS = 28;
/** Farthest point of the mesh from the root: the corner at the tip. */
export const REACH = Math.hypot(2 * LENGTH, HALF);

export class Arm {
  /** @param {Pane} pane */
  constructor(pane) {
    this.pane = pane;
    this.grid = make(pane.back, "path", { class: "gridline" });
    this.axes = make(pane.back, "path", { class: "ax" });
    this.reach = make(pane.back, "circle", { class: "reach" });
    this.ticks = make(pane.back, "path", { class: "axt" });
    this.numbers = [-2, -1, 1, 2].map((count) => ({
      at: count * LENGTH,
      text: make(pane.back, "text", { class: "s3", "text-anchor": "middle" }),
    }));
    for (const { at, text } of this.numbers) {
      text.textContent = `${at < 0 ? "\u2212" : ""}${Math.abs(at)}${at > LENGTH ? " m" : ""}`;
    }
    /** Figures put what lies under the bones here. */
    this.low = make(pane.ink, "g");
    this.bones = [
      make(pane.ink, "path", { class: "bone c0" }),
      make(pane.ink, "path", { class: "bone c1" }),
    ];
    /** And what lies over them here. */
    this.high = make(pane.ink, "g");
    this.root = makePin(pane.ink);
    this.elbow = makePin(pane.ink);
  }

  /**
   * Draws what depends on the size alone.
   * @param {number} left edge of the part that has a grid
   * @param {number} bottom edge of the part that has a grid
   * @param {number} tickY where the numbers of the x axis stand
   */
  layout(left, bottom, tickY) {
    const { pane } = this;
    const { width, originX, originY, scale } = pane;
    const step = GRID * scale;
    let grid = "";
    for (let x = originX + Math.ceil((left - originX) / step) * step; x < width; x += step) {
      grid += `M${px(x)} 0V${bottom}`;
    }
    for (let y = originY % step; y < bottom; y += step) grid += `M${left} ${px(y)}H${width}`;
    set(this.grid, "d", grid);
    set(this.axes, "d", `M${left} ${originY}H${width}M${originX} 0V${bottom}`);
    set(this.reach, "cx", String(originX));
    set(this.reach, "cy", String(originY));
    set(this.reach, "r", String(px(2 * LENGTH * scale)));
    let ticks = "";
    for (const { at, text } of this.numbers) {
      const x = px(pane.x(at));
      const inside = x > left + 16 && x < width - 16;
      show(text, inside);
      if (inside) ticks += `M${x} ${tickY - 5}V${tickY + 5}`;
      set(text, "x", String(x));
      set(text, "y", String(tickY === originY ? tickY + 22 : tickY - 10));
    }
    set(this.ticks, "d", ticks);
    move(this.root, originX, originY);
  }

  /**
   * Draws the bones between joints that were measured, in metres.
   * @param {number} elbowX
   * @param {number} elbowY
   * @param {number} tipX
   * @param {number} tipY
   */
  pose(elbowX, elbowY, tipX, tipY) {
    const { pane } = this;
    const ex = pane.x(elbowX);
    const ey = pane.y(elbowY);
    const tx = pane.x(tipX);
    const ty = pane.y(tipY);
    bone(this.bones[0], pane.originX, pane.originY, ex, ey);
    bone(this.bones[1], ex, ey, tx, ty);
    move(this.elbow, ex, ey);
    pane.labels.avoid(pane.originX, pane.originY, ex, ey, 1);
    pane.labels.avoid(ex, ey, tx, ty, 1);
    pane.labels.spare(pane.originX, pane.originY, 10);
  }
}

/**
 * The sign of a joint that does not move by itself.
 * @param {SVGElement} parent
 */
export function makePin(parent) {
  const pin = make(parent, "g", { class: "pin" });
  make(pin, "circle", { r: 8 });
  make(pin, "circle", { class: "dot", r: 2.6 });
  return pin;
}

/**
 * The two forms of a vertex that one bone alone would make: disc for the parent, diamond for the child.
 * @param {SVGElement} parent
 * @param {"c0" | "c1"} bone
 * @param {number} size
 */
export function makeGhost(parent, bone, size) {
  const ghost = make(parent, "g", { class: `gv ${bone}` });
  if (bone === "c0") make(ghost, "circle", { r: size });
  else
    make(ghost, "path", {
      d: `M0${-size * 1.3}l${size * 1.3} ${size * 1.3} ${-size * 1.3} ${size * 1.3} ${-size * 1.3} ${-size * 1.3}Z`,
    });
  return ghost;
}

/**
 * The blended vertex: a ringed dot.
 * @param {SVGElement} parent
 * @param {number} size
 */
export function makePick(parent, size) {
  const pick = make(parent, "g", { class: "pick" });
  make(pick, "circle", { r: size });
  make(pick, "circle", { class: "in", r: size / 2 });
  return pick;
}

/**
 * The direction from one point of a pane to another, as labels take it: radians, y up.
 * @param {{ x: number, y: number }} from px
 * @param {{ x: number, y: number }} to px
 */
export const heading = (from, to) => Math.atan2(from.y - to.y, to.x - from.x);

/**
 * A closed polygon from x, y pairs in metres.
 * @param {Element} path
 * @param {Pane} pane
 * @param {Float64Array} points
 * @param {number} count of numbers, two a point
 */
export function polygon(path, pane, points, count) {
  let d = "";
  for (let at = 0; at < count; at += 2) {
    d += `${at ? "L" : "M"}${px(pane.x(points[at]))} ${px(pane.y(points[at + 1]))}`;
  }
  set(path, "d", count > 0 ? `${d}Z` : "");
}

/**
 * Picks the vertex under a tap.
 * @param {Bench} bench
 * @param {Lab} lab
 * @param {number} x world
 * @param {number} y world
 */
export function pickVertex(bench, lab, x, y) {
  const { lesson, store } = bench;
  const points = new Float64Array(COORDINATES);
  const vertex = bench.call(() => {
    lab.vertices(lesson, points);
    return lab.pick(lesson, x, y);
  });
  if (vertex === undefined) return;
  const far = Math.hypot(points[2 * vertex] - x, points[2 * vertex + 1] - y);
  if (far * bench.figure.panes[0].scale > PICK_RADIUS) return;
  store.set(lesson, store.find(lesson, "vertex"), vertex);
}
