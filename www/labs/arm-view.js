/**
 * The flat arm of the labs cost/cures and cost/morph: its mesh on a stage, the outline beside it, and
 * the piece of the world that the pane shows.
 */

import { polygon } from "../figures/arm.js";

/** @typedef {import("../lab-host.js").LabHost} LabHost */
/** @typedef {import("../pane.js").Pane} Pane */
/** @typedef {import("../types.js").ArmFigure} ArmFigure */

/** Vertices of the mesh, one joint each at most. */
const VERTICES = 74;

export class ArmView {
  /**
   * @param {Pane} pane
   * @param {LabHost} host
   * @param {(figure: ArmFigure) => void} make sets the figure to what the reader has chosen
   */
  constructor(pane, host, make) {
    this.pane = pane;
    this.code = host.code;
    this.make = make;
    this.stage = host.newStage();
    this.stage.flat(true);
    this.figure = new host.code.ArmFigure();
    this.triangles = host.code.ArmFigure.triangles();
    this.edges = host.code.ArmFigure.edges();
    this.matrices = new Float64Array(12 * VERTICES);
    this.points = new Float64Array(2 * VERTICES);
    this.clip = new Float32Array(16);
    /** What the figure was set to last, and what the stage's mesh was made of. */
    this.state = "";
    this.built = "";
  }

  /**
   * Shows this rectangle of the world, as large as the pane allows, in its middle.
   * @param {number} left metres
   * @param {number} right
   * @param {number} low
   * @param {number} high
   */
  frame(left, right, low, high) {
    const { pane } = this;
    const wide = right - left;
    const tall = high - low;
    pane.scale = Math.max(20, Math.min(pane.width / wide, pane.height / tall));
    pane.originX = Math.round((pane.width - pane.scale * wide) / 2 - pane.scale * left);
    pane.originY = Math.round((pane.height - pane.scale * tall) / 2 + pane.scale * high);
  }

  /**
   * Brings the figure up to date.
   * @param {string} state everything that it depends on
   */
  sync(state) {
    if (state === this.state) return;
    this.make(this.figure);
    this.state = state;
  }

  /** Numbers of the joint matrices, twelve a joint. */
  pose() {
    return this.matrices.subarray(0, this.figure.matrices(this.matrices));
  }

  /** @param {Element} path takes the outline beside the mesh */
  outline(path) {
    polygon(path, this.pane, this.points, this.figure.outline(this.points));
  }

  /**
   * Hands the stage what has changed: the mesh after a change of rest state or joints, else the pose alone.
   * @param {string} rest everything that the rest state depends on
   * @param {number} band half-width of the band that the tint shows, metres
   */
  draw(rest, band) {
    const { pane, stage, figure, clip } = this;
    if (rest !== this.built) {
      const tints = this.code.ArmFigure.tints(band);
      stage.setMesh(0, figure.job(), this.triangles, this.edges, tints);
      this.built = rest;
    } else stage.pose(0, this.pose(), "linear");
    if (pane.width > 0) {
      clip.fill(0);
      clip[0] = (2 * pane.scale) / pane.width;
      clip[5] = (2 * pane.scale) / pane.height;
      clip[12] = (2 * pane.originX) / pane.width - 1;
      clip[13] = 1 - (2 * pane.originY) / pane.height;
      clip[14] = 0.5;
      clip[15] = 1;
      stage.place(0, clip, 0, 0, pane.width, pane.height);
    }
    stage.draw();
  }

  /** Largest difference of the engine that draws from the reference, and the bound there. */
  async difference() {
    const skinned = await this.stage.read(0);
    return this.figure.difference(skinned);
  }
}
