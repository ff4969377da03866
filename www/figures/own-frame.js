/** The frame of one bone: it lies still along its own x axis, and the vertex keeps its place on it. */

import { fixed, point, write } from "../format.js";
import { say } from "../i18n.js";
import { bone, make, move, px, set } from "../svg.js";
import { HALF, LENGTH, makePick, makePin } from "./arm.js";

/** @typedef {import("../pane.js").Pane} Pane */

/** Height of the title's strip, px. */
const HEAD = 44;

export class OwnFrame {
  /** @param {Pane} pane */
  constructor(pane) {
    this.pane = pane;
    const { back, ink, labels } = pane;
    this.axes = make(back, "path", { class: "ax" });
    this.hull = make(back, "path", { class: "outline was" });
    this.bone = make(ink, "path");
    this.along = make(ink, "path", { class: "along" });
    this.vertex = makePick(ink, 8);
    this.root = makePin(ink);
    this.title = make(ink, "text", { class: "b hl", x: 16, y: 28 });
    this.name = labels.add("b", "s2");
    this.length = labels.add("s2");
    this.side = labels.add("s2");
  }

  /**
   * @param {number} x place of the vertex along the bone, metres
   * @param {number} y and across it
   * @param {boolean} child whether the bone is the forearm
   * @param {boolean} tilted whether the frame was taken at a turned pose, so that more must fit
   */
  update(x, y, child, tilted) {
    const { pane } = this;
    const { width, height, labels } = pane;
    const above = tilted ? 0.72 : 0.3;
    const below = tilted ? 0.62 : 0.3;
    pane.scale = Math.min((width - 150) / 1.1, (height - HEAD - 14) / (above + below));
    pane.originX = Math.round((width - LENGTH * pane.scale) / 2);
    pane.originY = Math.round(HEAD + above * pane.scale);
    labels.begin(6, HEAD - 6, width - 6, height - 6);
    const { originX, originY } = pane;
    const tip = pane.x(LENGTH);
    set(this.axes, "d", `M0 ${originY}H${width}M${originX} ${HEAD - 4}V${height}`);
    const top = px(pane.y(HALF));
    const bottom = px(pane.y(-HALF));
    set(this.hull, "d", `M${originX} ${top}H${px(tip)}V${bottom}H${originX}Z`);
    set(this.bone, "class", `bone ${child ? "c1" : "c0"}`);
    bone(this.bone, originX, originY, tip, originY);
    move(this.root, originX, originY);
    // A vertex that a mistake throws out of this frame waits at its edge.
    const vx = Math.max(12, Math.min(width - 12, pane.x(x)));
    const vy = Math.max(HEAD, Math.min(height - 12, pane.y(y)));
    set(this.along, "d", `M${originX} ${originY}H${px(vx)}V${px(vy)}`);
    move(this.vertex, vx, vy);

    labels.avoid(originX, originY, tip, originY, 1);
    labels.avoid(vx, originY, vx, vy, 1);
    labels.spare(vx, vy, 9);
    labels.spare(originX, originY, 9);
    write(
      this.title,
      child
        ? say("In the forearm’s own frame: B₁⁻¹ p", "前臂自己的坐标系：B₁⁻¹ p")
        : say("In the upper arm’s own frame: B₀⁻¹ p", "上臂自己的坐标系：B₀⁻¹ p"),
    );
    this.name.say(child ? "B₁⁻¹ p" : "B₀⁻¹ p", point(x, y));
    labels.place(this.name, vx, vy, 12, y < 0 ? -0.5 : 0.5);
    this.length.say(say(`${fixed(x, 3)} along`, `沿骨 ${fixed(x, 3)}`));
    this.side.say(say(`${fixed(y, 3)} across`, `横向 ${fixed(y, 3)}`));
    labels.place(this.length, (originX + vx) / 2, originY, 8, y < 0 ? 1.6 : -1.6);
    labels.place(this.side, vx, (originY + vy) / 2, 8, Math.PI);
  }
}
