/** Small helpers for the parts of a figure that are made once and then only moved. */

const NAMESPACE = "http://www.w3.org/2000/svg";

/**
 * @template {keyof SVGElementTagNameMap} T
 * @param {Element} parent
 * @param {T} tag
 * @param {Record<string, string | number>} [attributes]
 * @returns {SVGElementTagNameMap[T]}
 */
export function make(parent, tag, attributes = {}) {
  const node = document.createElementNS(NAMESPACE, tag);
  for (const name in attributes) node.setAttribute(name, String(attributes[name]));
  parent.append(node);
  return node;
}

/**
 * Sets an attribute only where it differs.
 * @param {Element} node
 * @param {string} name
 * @param {string} value
 */
export function set(node, name, value) {
  if (node.getAttribute(name) !== value) node.setAttribute(name, value);
}

/**
 * @param {Element} node
 * @param {boolean} visible
 */
export function show(node, visible) {
  set(node, "visibility", visible ? "inherit" : "hidden");
}

/**
 * A coordinate in px, to a tenth.
 * @param {number} value
 */
export const px = (value) => Math.round(value * 10) / 10;

/**
 * @param {Element} path
 * @param {number} x0
 * @param {number} y0
 * @param {number} x1
 * @param {number} y1
 */
export function line(path, x0, y0, x1, y1) {
  set(path, "d", `M${px(x0)} ${px(y0)}L${px(x1)} ${px(y1)}`);
}

/**
 * @param {Element} node
 * @param {number} x
 * @param {number} y
 */
export function move(node, x, y) {
  set(node, "transform", `translate(${px(x)} ${px(y)})`);
}

/**
 * A bar from one value of an axis to another, whichever is larger.
 * @param {Element} rect
 * @param {number} x0
 * @param {number} y0
 * @param {number} x1
 * @param {number} y1
 */
export function bar(rect, x0, y0, x1, y1) {
  set(rect, "x", String(px(Math.min(x0, x1))));
  set(rect, "y", String(px(Math.min(y0, y1))));
  set(rect, "width", String(px(Math.abs(x1 - x0))));
  set(rect, "height", String(px(Math.abs(y1 - y0))));
}

/**
 * A bone between two joints: widest at an eighth of its length, like the bones of the common tools.
 * @param {Element} path
 * @param {number} x0
 * @param {number} y0
 * @param {number} x1
 * @param {number} y1
 */
export function bone(path, x0, y0, x1, y1) {
  const dx = x1 - x0;
  const dy = y1 - y0;
  const mx = x0 + 0.13 * dx;
  const my = y0 + 0.13 * dy;
  const nx = -0.058 * dy;
  const ny = 0.058 * dx;
  set(
    path,
    "d",
    `M${px(x0)} ${px(y0)}L${px(mx + nx)} ${px(my + ny)}L${px(x1)} ${px(y1)}L${px(mx - nx)} ${px(my - ny)}Z`,
  );
}

/**
 * A circular arc around a centre, angles in degrees counted as the world counts them, y up.
 * @param {Element} path
 * @param {number} cx
 * @param {number} cy
 * @param {number} radius
 * @param {number} from
 * @param {number} to
 */
export function arc(path, cx, cy, radius, from, to) {
  const turn = to - from;
  const a = (from * Math.PI) / 180;
  const b = (to * Math.PI) / 180;
  const x0 = px(cx + radius * Math.cos(a));
  const y0 = px(cy - radius * Math.sin(a));
  const x1 = px(cx + radius * Math.cos(b));
  const y1 = px(cy - radius * Math.sin(b));
  const large = Math.abs(turn) > 180 ? 1 : 0;
  set(
    path,
    "d",
    `M${x0} ${y0}A${px(radius)} ${px(radius)} 0 ${large} ${turn < 0 ? 1 : 0} ${x1} ${y1}`,
  );
}

/** Patterns and arrow heads that every figure shares; made once a page. */
export function makeDefinitions() {
  const svg = document.createElementNS(NAMESPACE, "svg");
  svg.setAttribute("class", "defs");
  svg.setAttribute("width", "0");
  svg.setAttribute("height", "0");
  svg.setAttribute("aria-hidden", "true");
  svg.style.position = "absolute";
  const defs = make(svg, "defs");
  const hatch = make(defs, "pattern", {
    id: "hatchpx",
    width: 7,
    height: 7,
    patternUnits: "userSpaceOnUse",
    patternTransform: "rotate(45)",
  });
  make(hatch, "rect", { class: "hb", width: 7, height: 7 });
  make(hatch, "path", { class: "hatchpxline", d: "M0 0V7", "stroke-width": 7 });
  const arrow = make(defs, "marker", {
    id: "ar",
    viewBox: "0 0 8 8",
    refX: 7,
    refY: 4,
    markerWidth: 8,
    markerHeight: 8,
    markerUnits: "userSpaceOnUse",
    orient: "auto-start-reverse",
  });
  make(arrow, "path", { d: "M0 .5L8 4L0 7.5Z", fill: "context-stroke" });
  document.body.append(svg);
}
