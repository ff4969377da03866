/** Shapes that cross the border between the page and the wasm module. Sizes in CSS px, world in metres, y up. */

export type Unit = "deg" | "m" | "ratio" | "choice" | "index";

/** One quantity of a lesson. `step` is one key press, `grain` the resolution of the slider. */
export interface Param {
  name: string;
  unit: Unit;
  min: number;
  max: number;
  step: number;
  grain: number;
  initial: number;
  options?: string[];
}

/** A lesson as the template wrote it into `#lessons-data`, or a lab as its own page holds it. */
export interface LessonSpec {
  id: string;
  params: Param[];
  switches: { id: string; breaks: string[] }[];
  /** What `Lab.view` writes, in order. */
  fields: string[];
  /** "table/row/quantity", in the order of `Lab.measure`. */
  checks: string[];
  /** What a lab keeps in words, such as an editable list. */
  texts?: { name: string; initial: string }[];
}

export interface AdapterInfo {
  vendor: string;
  architecture: string;
  device: string;
  description: string;
  isFallback: boolean;
}

export type CanvasKind = "canvas2d" | "webgpu";

/** What a bench asks for, of the lessons' module or of a lab's host. */
export interface Host {
  view(lesson: number, out: Float64Array): void;
  drag(lesson: number, handle: number, x: number, y: number): number;
  attach(lesson: number, canvas: HTMLCanvasElement, kind: CanvasKind): void;
  detach(lesson: number): void;
  resize(
    lesson: number,
    width: number,
    height: number,
    dpr: number,
    originX: number,
    originY: number,
    pxPerMetre: number,
  ): void;
  draw(lesson: number): void;
  /** For each check: measured, formula, error, tolerance, status (0 passed, 1 failed, 2 skipped). */
  measure(lesson: number): Promise<Float64Array>;
  /** [largest |engine − cpu-f64| over the drawn mesh, the bound at that vertex]. */
  difference(lesson: number): Promise<Float64Array>;
}

export interface Lab extends Host {
  set(lesson: number, param: number, value: number): void;
  setSwitch(lesson: number, index: number, on: boolean): void;
  outline(lesson: number, which: number, out: Float64Array): number;
  pick(lesson: number, x: number, y: number): number;
  vertices(lesson: number, out: Float64Array): number;
  retentionCurve(w: number, out: Float64Array): void;
  colours(rgba: Float32Array): void;
  startGpu(info: AdapterInfo): Promise<AdapterInfo>;
  stopGpu(): void;
  /** What has become of the device that was opened last: undefined while nothing has. */
  gpuFault(): "lost" | "failed" | undefined;
  onGpuLost(callback: (reason: string) => void): void;
  /** Skins the jobs of a lab on the GPU: six numbers a vertex, position and normal. */
  run(jobs: Float64Array): Promise<Float32Array>;
}

/** Skinned meshes of a lab on one canvas, in 3D: skinned and drawn by the engine behind the canvas. */
export interface Stage {
  attach(canvas: HTMLCanvasElement, kind: CanvasKind): void;
  detach(): void;
  /** CSS px and device pixels a CSS px. */
  resize(width: number, height: number, dpr: number): void;
  /** As `Lab.colours`. */
  colours(rgba: Float32Array): void;
  /** Whether surfaces keep their own colour, without light and shade. */
  flat(flat: boolean): void;
  /** One job of the core's wire format, triangles, edges in pairs, a child's share a vertex. */
  setMesh(
    slot: number,
    job: Float64Array,
    triangles: Uint32Array,
    edges: Uint32Array,
    tints: Float32Array,
  ): void;
  setTints(slot: number, tints: Float32Array): void;
  /** Twelve numbers a joint: three rows of four of S = W · B⁻¹. */
  pose(slot: number, matrices: Float64Array, blend: "linear" | "dual-quaternion"): void;
  /** From world to clip space, column by column, and a part of the canvas in CSS px. */
  place(
    slot: number,
    clipFromWorld: Float32Array,
    x: number,
    y: number,
    width: number,
    height: number,
  ): void;
  remove(slot: number): void;
  draw(): void;
  /** Six numbers a vertex, position and normal, as the engine that draws leaves them. */
  read(slot: number): Promise<Float32Array>;
}

/** The scenes of the labs, each called by its id, `section/lab`. */
export interface Labs {
  set(lab: string, param: number, value: number): void;
  setSwitch(lab: string, index: number, on: boolean): void;
  view(lab: string, out: Float64Array): void;
  jobs(lab: string): Float64Array;
  measure(lab: string, skinned?: Float32Array): Float64Array;
  /** Lab weights/bleed: figure 0 straight, 1 along the mesh, 2 heat, 3 mask, as of the last view. */
  bleedJob(figure: number): Float64Array;
  bleedShares(figure: number): Float32Array;
  bleedTriangles(): Uint32Array;
  bleedEdges(): Uint32Array;
  /** Writes two joints, twelve numbers each. */
  bleedMatrices(out: Float64Array): void;
  /** The raise in degrees that puts the hand in the direction of a world point; NaN on the shoulder. */
  bleedDrag(x: number, y: number): number;
  /** Largest difference from the reference and its bound, of what an engine made of one figure. */
  bleedDifference(figure: number, skinned: Float32Array): Float64Array;
}

/** The flat arm of the labs cost/cures and cost/morph, as it was set last. */
export interface ArmFigure {
  setCures(
    cure: number,
    bend: number,
    band: number,
    helperTurnsFully: boolean,
    shapeAfter: boolean,
  ): void;
  setMorph(site: number, theta1: number, weight: number, after: boolean): void;
  /** For `Stage.setMesh`. */
  job(): Float64Array;
  /** Twelve numbers a joint; returns how many numbers were written. */
  matrices(out: Float64Array): number;
  /** The closed outline beside the mesh, x and y pairs; returns how many numbers were written. */
  outline(out: Float64Array): number;
  /** Largest difference from the reference and its bound. */
  difference(skinned: Float32Array): Float64Array;
}

export interface ArmFigures {
  new (): ArmFigure;
  triangles(): Uint32Array;
  edges(): Uint32Array;
  /** The child's share of each vertex for a band of this half-width. */
  tints(band: number): Float32Array;
  /** The bend that points the forearm at a world point, degrees; NaN on the elbow. */
  dragCures(x: number, y: number): number;
  dragMorph(x: number, y: number): number;
  /** The share kept `across` the band (0 to 1) by closed form, from 0° to 180°. */
  cureCurve(cure: number, across: number, out: Float64Array): void;
}

/** Two kernels over one tube, to be timed: the plain one, and the one with exact normals. */
export interface NormalRace {
  readonly vertices: number;
  run(exact: boolean): void;
}

/** The module of the labs, which is fetched on demand. */
export interface LabsModule {
  Labs: new () => Labs;
  ArmFigure: ArmFigures;
  NormalRace: new (vertices: number) => NormalRace;
  /** The largest angle between plain and exact normal round a bent tube, from 0° to 180°, degrees. */
  normalCurve(out: Float64Array): void;
  /** The α whose place on the circle, once squeezed, lies in the direction of a point; NaN for the middle. */
  dragNormal(squeezeX: number, squeezeAcross: number, x: number, across: number): number;
}

export interface Report {
  schema: number;
  version: string;
  backend: string;
  passed: number;
  failed: number;
  skipped: number;
  durationMs: number;
  worst: { id: string; error: number } | null;
  checks: {
    id: string;
    table: string;
    row: string;
    engine: string;
    expected: number;
    measured: number;
    error: number;
    tolerance: number;
    status: "passed" | "failed" | "skipped";
    reason?: string;
  }[];
  controls: { id: string; breaks: string; status: "caught" | "missed" }[];
}

export interface SelftestOptions {
  onProgress?: (done: number, total: number) => void | Promise<void>;
  /** Why there is no GPU, for the checks that are skipped. */
  reason?: string;
}

export interface WasmModule {
  default: () => Promise<unknown>;
  Lab: new () => Lab;
  __selftest: (options?: SelftestOptions) => Promise<Report>;
  labs: () => Promise<LabsModule>;
  Stage: new () => Stage;
}

/** A sentence in both languages. */
export interface Bilingual {
  en: string;
  zh: string;
}
