/**
 * Asks the browser for a graphics adapter before anything enters the GPU: a canvas that has had the
 * one kind of context can never have the other, and a request that throws or never settles must not
 * take the page along.
 */

/** @typedef {import("./types.js").AdapterInfo} AdapterInfo */
/** @typedef {"absent" | "insecure" | "threw" | "rejected" | "timeout" | "null"} ProbeFailure */

/** The little of WebGPU that the probe touches. */
/** @typedef {{ info?: Partial<GPUFacts>, isFallbackAdapter?: boolean }} Adapter */
/** @typedef {{ vendor: string, architecture: string, device: string, description: string, isFallbackAdapter: boolean }} GPUFacts */
/** @typedef {{ requestAdapter: () => Promise<Adapter | null> }} Gpu */

/** How long a reader waits for a browser's answers before the CPU is settled on. */
export const DEADLINE_MS = 5000;
/** A GPU process that starts again after a crash needs about this long. */
export const SECOND_TRY_MS = 250;

/** @param {number} ms */
export const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Settles with the promise, or with "timeout" at the deadline.
 * @template T
 * @param {Promise<T>} promise
 * @param {number} ms
 * @returns {Promise<T | "timeout">}
 */
export function within(promise, ms) {
  /** @type {number} */
  let timer;
  const deadline = new Promise((resolve) => {
    timer = window.setTimeout(() => resolve("timeout"), ms);
  });
  return /** @type {Promise<T | "timeout">} */ (
    Promise.race([promise, deadline]).finally(() => window.clearTimeout(timer))
  );
}

/**
 * @param {Gpu} gpu
 * @param {number} ms how long to wait
 * @returns {Promise<Adapter | ProbeFailure>}
 */
async function ask(gpu, ms) {
  /** @type {Promise<Adapter | null>} */
  let request;
  try {
    request = Promise.resolve(gpu.requestAdapter());
  } catch {
    return "threw";
  }
  try {
    return (await within(request, ms)) ?? "null";
  } catch {
    return "rejected";
  }
}

/**
 * @param {number} end when to give up, on the clock of `performance`
 * @returns {Promise<AdapterInfo | ProbeFailure>}
 */
export async function probe(end) {
  const { gpu } = /** @type {{ gpu?: Gpu }} */ (/** @type {unknown} */ (navigator));
  if (!gpu) return window.isSecureContext ? "absent" : "insecure";
  const left = () => Math.max(0, end - performance.now());
  let adapter = await ask(gpu, left());
  if (adapter === "null") {
    // While a GPU process starts again after a crash, the first answer can be null.
    await pause(SECOND_TRY_MS);
    adapter = await ask(gpu, left());
  }
  if (typeof adapter === "string") return adapter;
  const { info } = adapter;
  return {
    vendor: info?.vendor ?? "",
    architecture: info?.architecture ?? "",
    device: info?.device ?? "",
    description: info?.description ?? "",
    isFallback: info?.isFallbackAdapter ?? adapter.isFallbackAdapter ?? false,
  };
}
