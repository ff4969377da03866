/**
 * One pane of a figure: an SVG under the mesh (grid, axes), the mesh canvas, an SVG over it (bones,
 * labels, handles). One SVG unit is one CSS px, so that text keeps its size on every screen.
 */

import { Labels } from "./labels.js";
import { make } from "./svg.js";

const NAMESPACE = "http://www.w3.org/2000/svg";

/** @param {Element} element */
function cover(element) {
  const { style } = /** @type {HTMLElement | SVGElement} */ (element);
  style.position = "absolute";
  style.inset = "0";
  style.width = "100%";
  style.height = "100%";
}

/** @param {string} className */
function layer(className) {
  const svg = document.createElementNS(NAMESPACE, "svg");
  svg.setAttribute("class", className);
  cover(svg);
  return svg;
}

export class Pane {
  /**
   * @param {Element} host
   * @param {string} name
   */
  constructor(host, name) {
    this.root = document.createElement("div");
    this.root.className = "pane";
    this.root.dataset.pane = name;
    this.root.style.position = "relative";
    this.root.style.overflow = "clip";
    this.root.style.touchAction = "pan-y";
    this.picture = document.createElement("div");
    this.picture.className = "picture";
    cover(this.picture);
    this.under = layer("under");
    this.picture.append(this.under);
    this.over = layer("over");
    this.root.append(this.picture, this.over);
    host.append(this.root);

    this.back = make(this.under, "g");
    this.ink = make(this.over, "g", { "aria-hidden": "true", "pointer-events": "none" });
    this.labels = new Labels(this.over);
    this.labels.group.setAttribute("pointer-events", "none");
    this.grips = make(this.over, "g");
    /** @type {HTMLCanvasElement | null} */
    this.canvas = null;
    /** @type {HTMLCanvasElement[]} canvases that still show the last frame */
    this.old = [];
    this.width = 0;
    this.height = 0;
    this.originX = 0;
    this.originY = 0;
    this.scale = 1;
  }

  /**
   * Where the pane stands in the stage.
   * @param {string} column CSS grid-column
   * @param {number} height least height in px
   * @param {"" | "beside" | "below"} relation to the first pane
   */
  stand(column, height, relation) {
    const { style, classList } = this.root;
    style.gridColumn = column;
    style.minHeight = `${height}px`;
    classList.toggle("beside", relation === "beside");
    classList.toggle("below", relation === "below");
  }

  /**
   * Lays the pane as a disc over the first one, like a magnifying glass; null puts it back in the row.
   * @param {{ x: number, y: number, radius: number } | null} disc in px of the stage
   */
  float(disc) {
    const { style, classList } = this.root;
    classList.toggle("round", disc !== null);
    style.position = disc ? "absolute" : "relative";
    style.left = disc ? `${disc.x - disc.radius}px` : "";
    style.top = disc ? `${disc.y - disc.radius}px` : "";
    style.width = style.height = disc ? `${2 * disc.radius}px` : "";
    style.borderRadius = disc ? "50%" : "";
    style.background = disc ? "var(--surface)" : "";
  }

  /** Takes the size that the page gave. */
  measure() {
    this.width = this.root.clientWidth;
    this.height = this.root.clientHeight;
  }

  /**
   * Puts the origin and the scale so that a circle of `radius` metres fits between the edges.
   * @param {number} left
   * @param {number} top
   * @param {number} right
   * @param {number} bottom
   * @param {number} radius
   */
  fit(left, top, right, bottom, radius) {
    this.originX = Math.round((left + right) / 2);
    this.originY = Math.round((top + bottom) / 2);
    this.scale = Math.max(20, Math.min(right - left, bottom - top) / 2 / radius);
  }

  /** @param {number} metres */
  x(metres) {
    return this.originX + this.scale * metres;
  }

  /** @param {number} metres */
  y(metres) {
    return this.originY - this.scale * metres;
  }

  /**
   * The world point under a pointer.
   * @param {{ clientX: number, clientY: number }} event
   */
  world(event) {
    const box = this.root.getBoundingClientRect();
    return {
      x: (event.clientX - box.left - this.originX) / this.scale,
      y: (this.originY - (event.clientY - box.top)) / this.scale,
    };
  }

  /**
   * Puts a new canvas under the old one, which the reader sees until `settle`.
   * @param {HTMLCanvasElement} canvas
   */
  mount(canvas) {
    if (this.canvas) this.old.push(this.canvas);
    this.canvas = canvas;
    canvas.setAttribute("aria-hidden", "true");
    cover(canvas);
    this.under.after(canvas);
  }

  /** Shows the newest canvas: the older ones go. */
  settle() {
    for (const canvas of this.old.splice(0)) {
      canvas.remove();
      // Safari keeps the memory of a detached canvas until its size is given up.
      canvas.width = canvas.height = 1;
    }
  }
}
