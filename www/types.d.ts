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

/** One lesson as the template wrote it into `#lessons-data`. */
export interface LessonSpec {
  id: string;
  params: Param[];
  switches: { id: string; breaks: string[] }[];
  /** What `Lab.view` writes, in order. */
  fields: string[];
  /** "table/row/quantity", in the order of `Lab.measure`. */
  checks: string[];
}

export interface AdapterInfo {
  vendor: string;
  architecture: string;
  device: string;
  description: string;
  isFallback: boolean;
}

export type CanvasKind = "canvas2d" | "webgpu";

export interface Lab {
  set(lesson: number, param: number, value: number): void;
  setSwitch(lesson: number, index: number, on: boolean): void;
  view(lesson: number, out: Float64Array): void;
  outline(lesson: number, which: number, out: Float64Array): number;
  drag(lesson: number, handle: number, x: number, y: number): number;
  pick(lesson: number, x: number, y: number): number;
  vertices(lesson: number, out: Float64Array): number;
  retentionCurve(w: number, out: Float64Array): void;
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
  colours(rgba: Float32Array): void;
  draw(lesson: number): void;
  startGpu(info: AdapterInfo): Promise<AdapterInfo>;
  stopGpu(): void;
  /** What has become of the device that was opened last: undefined while nothing has. */
  gpuFault(): "lost" | "failed" | undefined;
  onGpuLost(callback: (reason: string) => void): void;
  /** For each check: measured, formula, error, tolerance, status (0 passed, 1 failed, 2 skipped). */
  measure(lesson: number): Promise<Float64Array>;
  /** [largest |engine − cpu-f64| over the drawn mesh, the bound at that vertex]. */
  difference(lesson: number): Promise<Float64Array>;
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
}

/** A sentence in both languages. */
export interface Bilingual {
  en: string;
  zh: string;
}
