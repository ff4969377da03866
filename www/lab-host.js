/**
 * What a bench asks of the wasm module, answered for one lab: numbers come from the module of the labs,
 * the GPU and the drawing from the page's own.
 */

import { meshColours, onTheme } from "./theme.js";

/** @typedef {import("./bench.js").Figure} Figure */
/** @typedef {import("./state.js").Store} Store */
/** @typedef {import("./types.js").CanvasKind} CanvasKind */
/** @typedef {import("./types.js").Host} Host */
/** @typedef {import("./types.js").Lab} Lab */
/** @typedef {import("./types.js").Labs} Labs */
/** @typedef {import("./types.js").LabsModule} LabsModule */
/** @typedef {import("./types.js").WasmModule} WasmModule */

/** @implements {Host} */
export class LabHost {
  /**
   * @param {WasmModule} module
   * @param {Lab} lab the lessons, which hold the GPU
   * @param {LabsModule} code
   * @param {Labs} scenes
   * @param {Store} store
   * @param {number} lesson
   * @param {(error: unknown) => void} onError
   */
  constructor(module, lab, code, scenes, store, lesson, onError) {
    this.module = module;
    this.lab = lab;
    this.code = code;
    this.scenes = scenes;
    this.id = store.lessons[lesson].id;
    /** @type {Figure | null} */
    this.figure = null;
    /** Asks the bench for a frame. */
    this.redraw = () => {};
    store.listen((changed, kind, index) => {
      if (changed !== lesson) return;
      try {
        // A text, such as an editable list, is the figure's own affair.
        if (kind === "param") scenes.set(this.id, index, store.values[lesson][index]);
        if (kind === "switch") scenes.setSwitch(this.id, index, store.switches[lesson][index]);
      } catch (error) {
        onError(error);
      }
    });
  }

  /**
   * @param {number} _
   * @param {Float64Array} out
   */
  view(_, out) {
    this.scenes.view(this.id, out);
  }

  /** A stage for this lab's meshes, in the colours of the theme. */
  newStage() {
    const stage = new this.module.Stage();
    stage.colours(meshColours());
    onTheme(() => {
      stage.colours(meshColours());
      this.redraw();
    });
    return stage;
  }

  /** Whether the GPU is the engine of the moment. */
  get onGpu() {
    return document.documentElement.dataset.backend === "webgpu";
  }

  async measure() {
    if (!this.onGpu) return this.scenes.measure(this.id);
    const skinned = await this.lab.run(this.scenes.jobs(this.id));
    return this.scenes.measure(this.id, skinned);
  }

  async difference() {
    return this.figure?.difference?.() ?? new Float64Array(2);
  }

  /**
   * @param {number} _
   * @param {HTMLCanvasElement} canvas
   * @param {CanvasKind} kind
   */
  attach(_, canvas, kind) {
    this.figure?.stage?.attach(canvas, kind);
  }

  detach() {
    this.figure?.stage?.detach();
  }

  /**
   * @param {number} _
   * @param {number} width
   * @param {number} height
   * @param {number} dpr
   */
  resize(_, width, height, dpr) {
    this.figure?.stage?.resize(width, height, dpr);
  }

  draw() {
    this.figure?.draw?.();
  }

  /**
   * @param {number} _
   * @param {number} handle
   * @param {number} x
   * @param {number} y
   */
  drag(_, handle, x, y) {
    return this.figure?.drag?.(handle, x, y) ?? NaN;
  }
}
