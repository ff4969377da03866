/**
 * The close-up of one vertex: what the parent alone would make of it, what the child alone would, and
 * the blend on the line between the two. The elbow stays in the middle; all three points lie within
 * the circle on which a rigid turn would carry the vertex.
 */

import { fixed, point, short, write } from "../format.js";
import { say } from "../i18n.js";
import { arc, line, make, move, px, set, show } from "../svg.js";
import { REACH, makeGhost, makePick, makePin } from "./arm.js";

/** @typedef {import("../pane.js").Pane} Pane */

/** Between the disc and the edges of the pane. */
const MARGIN = 14;

/**
 * @typedef {object} Close
 * @property {number} elbowX metres, as all of these
 * @property {number} elbowY
 * @property {number} parentX
 * @property {number} parentY
 * @property {number} childX
 * @property {number} childY
 * @property {number} blendedX
 * @property {number} blendedY
 * @property {number} w0
 * @property {number} w1
 * @property {number} theta1 degrees
 */

export class Lens {
  /**
   * @param {Pane} pane
   * @param {boolean} calipers whether to measure the radius instead of naming coordinates
   * @param {Pane} arm the pane that shows the whole arm
   * @param {SVGElement} ink where that pane draws what it shows of this one
   */
  constructor(pane, calipers, arm, ink) {
    this.pane = pane;
    this.calipers = calipers;
    this.arm = arm;
    this.box = make(ink, "path", { class: "lensbox" });
    this.lead = make(ink, "path", { class: "lead" });
    this.mesh = make(pane.back, "path", { class: "lensmesh" });
    const { labels } = pane;
    ink = pane.ink;
    this.rigid = make(ink, "path", { class: "rigid" });
    this.rays = ["c0", "c1"].map((one) => make(ink, "path", { class: `ray ${one}` }));
    this.chords = ["w1", "w0"].map((one) => make(ink, "path", { class: `chord ${one}` }));
    this.lost = make(ink, "path", { class: "lost" });
    this.radius = make(ink, "path", {
      class: "cal",
      "marker-start": "url(#ar)",
      "marker-end": "url(#ar)",
    });
    this.parent = makeGhost(ink, "c0", 8);
    this.child = makeGhost(ink, "c1", 8);
    this.pick = makePick(ink, 10);
    this.elbow = makePin(ink);
    this.title = make(ink, "text", { class: "b hl" });
    this.texts = {
      blended: labels.add("b", "s2"),
      parent: labels.add("t0 b", "s2"),
      child: labels.add("t1 b", "s2"),
      radius: labels.add("b"),
      lost: labels.add("t1 b"),
      w1: labels.add("t1 b"),
      w0: labels.add("t0 b"),
      elbow: labels.add("s2"),
    };
    this.reach = 0.2;
    /** Where the disc lies on the arm's pane, or null while the close-up has a row of its own. */
    this.disc = /** @type {{ x: number, y: number, radius: number } | null} */ (null);
  }

  /**
   * Shares the arm's pane between the reach of the arm, low on the left, and this close-up as a disc in
   * the free corner; or gives the arm all of it.
   * @param {boolean} beside
   */
  arrange(beside) {
    const { arm, pane } = this;
    const { width, height } = arm;
    let room = Math.min(width, height) / 2;
    this.disc = null;
    if (beside) {
      const w = width - MARGIN;
      const h = height - MARGIN;
      // Two circles in opposite corners of a rectangle touch when their radii come to this.
      const both = w + h - Math.sqrt(2 * w * h);
      room = Math.min(0.64 * both, height / 2);
      const radius = Math.min(both - room - 8, 180);
      this.disc = { x: width - radius - MARGIN, y: radius + MARGIN, radius };
    }
    const left = beside ? 0 : (width - 2 * room) / 2;
    const top = beside ? height - 2 * room : (height - 2 * room) / 2;
    arm.fit(left + 25, top + 25, left + 2 * room - 25, top + 2 * room - 25, REACH);
    pane.float(this.disc);
    pane.measure();
    pane.labels.round = this.disc ? this.disc.radius - 8 : Infinity;
    set(this.title, "text-anchor", beside ? "middle" : "start");
    set(this.title, "x", String(beside ? pane.width / 2 : 16));
    set(this.title, "y", beside ? "34" : "28");
  }

  /**
   * @param {number} reach radius of the circle to be shown, metres
   */
  layout(reach) {
    const { pane } = this;
    this.reach = Math.max(0.12, reach);
    const free = Math.min(pane.width / 2 - 62, pane.height / 2 - 70, 150);
    const side = Math.max(40, this.disc ? 0.56 * this.disc.radius : free);
    pane.scale = side / this.reach;
  }

  /**
   * @param {Close} close
   * @param {Float64Array} vertices the posed mesh, x, y pairs, upper and lower row in turn
   */
  update(close, vertices) {
    const { pane, texts } = this;
    const { labels } = pane;
    pane.originX = Math.round(pane.width / 2 - pane.scale * close.elbowX);
    pane.originY = Math.round(pane.height / 2 + pane.scale * close.elbowY);
    if (this.disc) {
      labels.begin(6, 6, pane.width - 6, pane.height - 6);
      labels.block(pane.width / 2, 28, 120, 20);
      this.arm.labels.spare(this.disc.x, this.disc.y, this.disc.radius + 4);
    } else {
      labels.begin(6, 38, pane.width - 6, pane.height - 6);
    }
    const times = fixed(pane.scale / this.arm.scale, 1);
    write(this.title, say(`close-up × ${times}`, `放大 ${times} 倍`));
    this.#window(close.elbowX, close.elbowY);
    this.#mesh(vertices);
    const ex = pane.x(close.elbowX);
    const ey = pane.y(close.elbowY);
    const ax = pane.x(close.parentX);
    const ay = pane.y(close.parentY);
    const cx = pane.x(close.childX);
    const cy = pane.y(close.childY);
    const bx = pane.x(close.blendedX);
    const by = pane.y(close.blendedY);
    line(this.rays[0], ex, ey, ax, ay);
    line(this.rays[1], ex, ey, cx, cy);
    line(this.chords[0], ax, ay, bx, by);
    line(this.chords[1], bx, by, cx, cy);
    move(this.parent, ax, ay);
    move(this.child, cx, cy);
    move(this.pick, bx, by);
    move(this.elbow, ex, ey);
    const start = (Math.atan2(ey - ay, ax - ex) * 180) / Math.PI;
    const round = Math.hypot(ax - ex, ay - ey);
    arc(this.rigid, ex, ey, round, start, start + close.theta1);

    labels.avoid(ax, ay, bx, by, 0.7);
    labels.avoid(bx, by, cx, cy, 0.7);
    labels.avoid(ex, ey, ax, ay, 0.4);
    labels.avoid(ex, ey, cx, cy, 0.4);
    labels.spare(ax, ay, 10);
    labels.spare(cx, cy, 12);
    labels.spare(bx, by, 12);
    labels.spare(ex, ey, 10);
    const middle = ((start + close.theta1 / 2) * Math.PI) / 180;
    if (this.calipers) this.#measure(ex, ey, bx, by, round, middle);
    const { calipers } = this;
    texts.blended.say(
      say("p′ blended", "p′ 混合"),
      calipers ? "" : point(close.blendedX, close.blendedY),
    );
    texts.parent.say(
      say("p₀ parent only", "p₀ 只听父骨"),
      calipers ? "" : point(close.parentX, close.parentY),
    );
    texts.child.say(
      say("p₁ child only", "p₁ 只听子骨"),
      calipers ? "" : point(close.childX, close.childY),
    );
    labels.place(texts.parent, ax, ay, 13, Math.atan2(ey - ay, ax - ex));
    labels.place(texts.child, cx, cy, 15, Math.atan2(ey - cy, cx - ex));
    labels.place(texts.blended, bx, by, 15, middle);
    this.#shares(close, ax, ay, bx, by, cx, cy, middle);
    texts.elbow.say(say("elbow", "肘"));
    labels.place(texts.elbow, ex, ey, 12, middle + Math.PI);
  }

  /**
   * What this pane shows, as a frame in the pane of the whole arm.
   * @param {number} elbowX
   * @param {number} elbowY
   */
  #window(elbowX, elbowY) {
    const { pane, arm, disc } = this;
    const ratio = arm.scale / pane.scale;
    const x = arm.x(elbowX);
    const y = arm.y(elbowY);
    show(this.lead, disc !== null);
    if (!disc) {
      const w = (pane.width / 2) * ratio;
      const h = (pane.height / 2) * ratio;
      set(this.box, "d", `M${px(x - w)} ${px(y - h)}h${px(2 * w)}v${px(2 * h)}h${px(-2 * w)}Z`);
      return;
    }
    const r = disc.radius * ratio;
    set(
      this.box,
      "d",
      `M${px(x - r)} ${px(y)}a${px(r)} ${px(r)} 0 1 1 ${px(2 * r)} 0a${px(r)} ${px(r)} 0 1 1 ${px(-2 * r)} 0Z`,
    );
    // The two lines that touch both circles from outside.
    const dx = disc.x - x;
    const dy = disc.y - y;
    const open = Math.acos(Math.max(-1, Math.min(1, (r - disc.radius) / Math.hypot(dx, dy))));
    const towards = Math.atan2(dy, dx);
    let d = "";
    for (const side of [-open, open]) {
      const c = Math.cos(towards + side);
      const s = Math.sin(towards + side);
      d += `M${px(x + r * c)} ${px(y + r * s)}`;
      d += `L${px(disc.x + disc.radius * c)} ${px(disc.y + disc.radius * s)}`;
    }
    set(this.lead, "d", d);
  }

  /** @param {Float64Array} vertices */
  #mesh(vertices) {
    const { pane } = this;
    const { width, height } = pane;
    let d = "";
    for (let at = 0; at + 7 < vertices.length; at += 4) {
      const x0 = pane.x(vertices[at]);
      const y0 = pane.y(vertices[at + 1]);
      const x1 = pane.x(vertices[at + 2]);
      const y1 = pane.y(vertices[at + 3]);
      const x2 = pane.x(vertices[at + 6]);
      const y2 = pane.y(vertices[at + 7]);
      const x3 = pane.x(vertices[at + 4]);
      const y3 = pane.y(vertices[at + 5]);
      if (Math.max(x0, x1, x2, x3) < 0 || Math.min(x0, x1, x2, x3) > width) continue;
      if (Math.max(y0, y1, y2, y3) < 0 || Math.min(y0, y1, y2, y3) > height) continue;
      d += `M${px(x0)} ${px(y0)}L${px(x1)} ${px(y1)}L${px(x2)} ${px(y2)}L${px(x3)} ${px(y3)}Z`;
    }
    set(this.mesh, "d", d);
  }

  /**
   * The shares, each at the part of the line that is as long as the share says.
   * @param {Close} close
   * @param {number} ax
   * @param {number} ay
   * @param {number} bx
   * @param {number} by
   * @param {number} cx
   * @param {number} cy
   * @param {number} middle
   */
  #shares({ w0, w1 }, ax, ay, bx, by, cx, cy, middle) {
    const { texts, pane } = this;
    texts.w1.say(`w₁ ${short(w1, 3)}`);
    texts.w0.say(`w₀ ${short(w0, 3)}`);
    texts.w1.see(Math.hypot(bx - ax, by - ay) > 24);
    texts.w0.see(Math.hypot(cx - bx, cy - by) > 24);
    pane.labels.place(texts.w1, (ax + bx) / 2, (ay + by) / 2, 9, middle + Math.PI);
    pane.labels.place(texts.w0, (bx + cx) / 2, (by + cy) / 2, 9, middle + Math.PI);
  }

  /**
   * The radius that is left, and the rest of it up to the circle.
   * @param {number} ex
   * @param {number} ey
   * @param {number} bx
   * @param {number} by
   * @param {number} round
   * @param {number} middle direction of the bisector, for a radius that has come to nothing
   */
  #measure(ex, ey, bx, by, round, middle) {
    const { pane, texts } = this;
    const left = Math.hypot(bx - ex, by - ey);
    const ux = left > 0.5 ? (bx - ex) / left : Math.cos(middle);
    const uy = left > 0.5 ? (by - ey) / left : -Math.sin(middle);
    line(this.radius, ex, ey, bx, by);
    show(this.radius, left > 20);
    line(this.lost, bx, by, ex + ux * round, ey + uy * round);
    const gone = round - left;
    show(this.lost, gone > 1);
    texts.radius.say(`${fixed(left / pane.scale, 3)} m`);
    texts.lost.say(
      say(`lost ${fixed(gone / pane.scale, 3)} m`, `少了 ${fixed(gone / pane.scale, 3)} m`),
    );
    texts.lost.see(gone > 8);
    pane.labels.avoid(bx, by, ex + ux * round, ey + uy * round, 0.7);
    const lean = Math.atan2(-uy, ux);
    const far = left + gone / 2;
    pane.labels.place(texts.lost, ex + ux * far, ey + uy * far, 10, lean + Math.PI / 2);
    pane.labels.place(texts.radius, (ex + bx) / 2, (ey + by) / 2, 10, lean - Math.PI / 2);
  }
}
