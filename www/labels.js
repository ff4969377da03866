/**
 * Labels that find a free place by themselves: each knows what it names and the direction it would
 * like, and takes the candidate around it that covers least of bones, handles and other labels.
 */

import { make, px, set, show } from "./svg.js";

const STEPS = [0, 1, -1, 2, -2, 3, -3, 4, -4, 5, -5, 6];
const RINGS = 3;
const LIMIT = 24;

/** @type {CanvasRenderingContext2D | null} */
let pen = null;

/**
 * Width of a text as the canvas measures it, which forces no layout of the page.
 * @param {string} text
 * @param {string} font
 */
function widthOf(text, font) {
  pen ??= document.createElement("canvas").getContext("2d");
  if (!pen) return 8 * text.length;
  pen.font = font;
  return pen.measureText(text).width;
}

/** One label of one or two lines. */
class Label {
  /**
   * @param {Labels} layer
   * @param {string} className
   * @param {string} second class of the second line
   */
  constructor(layer, className, second) {
    this.layer = layer;
    this.group = make(layer.group, "g");
    this.lines = [className, second].map((name) =>
      make(this.group, "text", { class: `hl ${name}`, "text-anchor": "middle" }),
    );
    this.weights = [className, second].map((name) => (/\bb\b/.test(name) ? 700 : 400));
    this.texts = ["", ""];
    this.widths = [0, 0];
    this.turn = -1;
    this.visible = true;
  }

  get width() {
    return Math.max(this.widths[0], this.widths[1]);
  }

  get height() {
    return this.layer.size * (this.texts[1] ? 2.4 : 1.2);
  }

  /**
   * @param {string} first
   * @param {string} [second]
   */
  say(first, second = "") {
    this.#line(0, first);
    this.#line(1, second);
    this.see(true);
  }

  /** @param {boolean} visible */
  see(visible) {
    this.visible = visible;
    show(this.group, visible);
  }

  /**
   * @param {number} index
   * @param {string} text
   */
  #line(index, text) {
    if (this.texts[index] === text) return;
    this.texts[index] = text;
    this.lines[index].textContent = text;
    this.measure(index);
  }

  /** @param {number} index */
  measure(index) {
    const { size, family } = this.layer;
    this.widths[index] = widthOf(this.texts[index], `${this.weights[index]} ${size}px ${family}`);
  }

  /**
   * Stands the label with its centre on a point.
   * @param {number} x
   * @param {number} y
   */
  stand(x, y) {
    const { size } = this.layer;
    const first = this.texts[1] ? y - 0.25 * size : y + 0.36 * size;
    for (let index = 0; index < 2; index += 1) {
      set(this.lines[index], "x", String(px(x)));
      set(this.lines[index], "y", String(px(first + index * 1.2 * size)));
    }
    this.layer.block(x, y, this.width, this.height);
  }
}

/** The labels of one pane, and what they must keep clear of in this frame. */
export class Labels {
  /** @param {SVGElement} parent */
  constructor(parent) {
    this.group = make(parent, "g", { class: "labels", "aria-hidden": "true" });
    this.size = 15;
    this.family = "sans-serif";
    /** @type {Label[]} */
    this.all = [];
    this.bounds = new Float64Array(4);
    /** Radius of a round pane; labels keep inside it too. */
    this.round = Infinity;
    this.boxes = new Float64Array(4 * LIMIT);
    this.segments = new Float64Array(5 * LIMIT);
    this.discs = new Float64Array(3 * LIMIT);
    this.counts = { boxes: 0, segments: 0, discs: 0 };
  }

  /**
   * @param {string} className
   * @param {string} [second]
   */
  add(className, second = "s2") {
    const label = new Label(this, className, second);
    this.all.push(label);
    return label;
  }

  /** Takes the font from the style sheet; called when the size of the pane changes. */
  refont() {
    const text = this.all[0]?.lines[0];
    if (!text) return;
    const style = getComputedStyle(text);
    this.size = parseFloat(style.fontSize) || 15;
    this.family = style.fontFamily;
    for (const label of this.all) for (const index of [0, 1]) label.measure(index);
  }

  /**
   * Starts a frame: labels stay inside these edges.
   * @param {number} left
   * @param {number} top
   * @param {number} right
   * @param {number} bottom
   */
  begin(left, top, right, bottom) {
    this.bounds.set([left, top, right, bottom]);
    this.counts.boxes = this.counts.segments = this.counts.discs = 0;
  }

  /**
   * A line to keep clear of.
   * @param {number} x0
   * @param {number} y0
   * @param {number} x1
   * @param {number} y1
   * @param {number} weight how much it matters, 1 for a bone
   */
  avoid(x0, y0, x1, y1, weight) {
    if (this.counts.segments >= LIMIT) return;
    const at = 5 * this.counts.segments++;
    this.segments[at] = x0;
    this.segments[at + 1] = y0;
    this.segments[at + 2] = x1;
    this.segments[at + 3] = y1;
    this.segments[at + 4] = weight;
  }

  /**
   * A disc to keep clear of.
   * @param {number} x
   * @param {number} y
   * @param {number} radius
   */
  spare(x, y, radius) {
    if (this.counts.discs >= LIMIT) return;
    const at = 3 * this.counts.discs++;
    this.discs[at] = x;
    this.discs[at + 1] = y;
    this.discs[at + 2] = radius;
  }

  /**
   * A box that is taken.
   * @param {number} x centre
   * @param {number} y centre
   * @param {number} width
   * @param {number} height
   */
  block(x, y, width, height) {
    if (this.counts.boxes >= LIMIT) return;
    const at = 4 * this.counts.boxes++;
    this.boxes[at] = x - width / 2 - 3;
    this.boxes[at + 1] = y - height / 2;
    this.boxes[at + 2] = x + width / 2 + 3;
    this.boxes[at + 3] = y + height / 2;
  }

  /**
   * Places a label near a point.
   * @param {Label} label
   * @param {number} ax
   * @param {number} ay
   * @param {number} gap distance from the point to the box of the label
   * @param {number} angle wished direction in radians, y up
   */
  place(label, ax, ay, gap, angle) {
    if (!label.visible) return;
    const w = label.width / 2;
    const h = label.height / 2;
    const [left, top, right, bottom] = this.bounds;
    let best = Infinity;
    let bestX = ax;
    let bestY = ay;
    let bestTurn = 0;
    for (let ring = 0; ring < RINGS; ring += 1) {
      for (let k = 0; k < STEPS.length; k += 1) {
        const a = angle + (STEPS[k] * Math.PI) / 6;
        const reach = gap + 14 * ring;
        const wishX = ax + Math.cos(a) * (reach + w);
        const wishY = ay - Math.sin(a) * (reach + h);
        const x = Math.max(left + w, Math.min(right - w, wishX));
        const y = Math.max(top + h, Math.min(bottom - h, wishY));
        const turn = ring * STEPS.length + k;
        let cost = 3 * Math.abs(STEPS[k]) + 10 * ring + Math.hypot(x - wishX, y - wishY);
        if (turn === label.turn) cost -= 6;
        if (cost < best) cost += this.#cover(x - w, y - h, x + w, y + h);
        if (cost < best) {
          best = cost;
          bestX = x;
          bestY = y;
          bestTurn = turn;
        }
      }
    }
    label.turn = bestTurn;
    label.stand(bestX, bestY);
  }

  /**
   * What a box would cover, as a penalty.
   * @param {number} left
   * @param {number} top
   * @param {number} right
   * @param {number} bottom
   */
  #cover(left, top, right, bottom) {
    const { boxes, segments, discs, counts, bounds } = this;
    let cost = 0;
    if (this.round < Infinity) {
      const x = (bounds[0] + bounds[2]) / 2;
      const y = (bounds[1] + bounds[3]) / 2;
      const corner = Math.hypot(Math.max(right - x, x - left), Math.max(bottom - y, y - top));
      cost += 8 * Math.max(0, corner - this.round);
    }
    for (let at = 0; at < 4 * counts.boxes; at += 4) {
      const w = Math.min(right, boxes[at + 2]) - Math.max(left, boxes[at]);
      const h = Math.min(bottom, boxes[at + 3]) - Math.max(top, boxes[at + 1]);
      if (w > 0 && h > 0) cost += 60 + 3 * Math.min(w, h);
    }
    for (let at = 0; at < 3 * counts.discs; at += 3) {
      const dx = Math.max(left - discs[at], 0, discs[at] - right);
      const dy = Math.max(top - discs[at + 1], 0, discs[at + 1] - bottom);
      const deep = discs[at + 2] - Math.hypot(dx, dy);
      if (deep > 0) cost += 15 + 3 * deep;
    }
    for (let at = 0; at < 5 * counts.segments; at += 5) {
      const inside = clip(segments, at, left, top, right, bottom);
      if (inside > 0) cost += segments[at + 4] * (10 + 0.6 * inside);
    }
    return cost;
  }
}

/**
 * Length of a segment inside a box, after Liang and Barsky.
 * @param {Float64Array} segments
 * @param {number} at
 * @param {number} left
 * @param {number} top
 * @param {number} right
 * @param {number} bottom
 */
function clip(segments, at, left, top, right, bottom) {
  const dx = segments[at + 2] - segments[at];
  const dy = segments[at + 3] - segments[at + 1];
  let from = 0;
  let to = 1;
  for (let side = 0; side < 4; side += 1) {
    const along = side < 2 ? dx : dy;
    const start = side < 2 ? segments[at] : segments[at + 1];
    const edge = side === 0 ? left : side === 1 ? right : side === 2 ? top : bottom;
    const sign = side % 2 === 0 ? 1 : -1;
    const p = -along * sign;
    const q = (start - edge) * sign;
    if (p === 0) {
      if (q < 0) return 0;
    } else if (p < 0) from = Math.max(from, q / p);
    else to = Math.min(to, q / p);
  }
  return to > from ? (to - from) * Math.hypot(dx, dy) : 0;
}
