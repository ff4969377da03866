/**
 * Faults put into the browser before the page loads, in every frame, and what the tests look at afterwards.
 * The functions of `INJECT` run in the browser and see nothing of this file.
 */
import { expect } from "@playwright/test";
import { SAMPLE, serve } from "./hosts.mjs";

/** @typedef {import("@playwright/test").Page} Page */
/** @typedef {import("@playwright/test").Frame} Frame */

export const SECTION = "cost";
/** The state that has to outlive every fault. */
export const STATE = { theta1: "-45", hash: "#cost?theta1=-45" };
const QUERY = "section=4&lang=en&theme=light";

/** Notes when the engine changes, and keeps hold of every device, so that a test can take it away. */
export function watch() {
  /** @type {any} */
  const self = globalThis;
  self.timeline = [];
  self.devices = [];
  new MutationObserver(() => {
    const { engine, backendReason } = document.documentElement?.dataset ?? {};
    if (self.timeline.at(-1)?.engine === engine && self.timeline.at(-1)?.reason === backendReason)
      return;
    if (engine) self.timeline.push({ engine, reason: backendReason, at: performance.now() });
  }).observe(document, {
    attributes: true,
    subtree: true,
    attributeFilter: ["data-engine", "data-backend-reason"],
  });
  if (!self.GPUAdapter) return;
  const { requestDevice } = self.GPUAdapter.prototype;
  self.GPUAdapter.prototype.requestDevice = async function (/** @type {any[]} */ ...what) {
    const device = await requestDevice.apply(this, what);
    self.devices.push(device);
    return device;
  };
}

const none = () =>
  Object.defineProperty(Navigator.prototype, "gpu", { configurable: true, get: () => undefined });
/** @param {any} answer */
const adapter = (answer) =>
  `GPU.prototype.requestAdapter = ((real) => ${String(answer)})(GPU.prototype.requestAdapter)`;
/** @param {any} answer */
const device = (answer) =>
  `GPUAdapter.prototype.requestDevice = ((real) => ${String(answer)})(GPUAdapter.prototype.requestDevice)`;

/** Scripts by the name of the fault. */
export const INJECT = {
  "no navigator.gpu": `(${String(none)})()`,
  "adapter null": adapter("async () => null"),
  "requestAdapter throws synchronously": adapter('() => { throw new TypeError("no") }'),
  "requestAdapter rejects": adapter('async () => { throw new TypeError("no") }'),
  "requestAdapter never settles": adapter("() => new Promise(() => {})"),
  "requestAdapter answers once, then never": `{ let asked = 0; ${adapter(
    "function () { asked += 1; return asked > 1 ? new Promise(() => {}) : real.call(this) }",
  )} }`,
  "adapter null once, then there": `{ let asked = 0; ${adapter(
    "async function () { asked += 1; return asked > 1 ? real.call(this) : null }",
  )} }`,
  "requestDevice rejects": device('async () => { throw new DOMException("no", "OperationError") }'),
  "requestDevice never settles": device("() => new Promise(() => {})"),
  "requestDevice settles from the second time on": `{ let asked = 0; ${device(
    "function (...what) { asked += 1; return asked === 1 ? new Promise(() => {}) : real.apply(this, what) }",
  )} }`,
  "device arrives lost, once": `{ let asked = 0; ${device(
    "async function (...what) { const one = await real.apply(this, what); asked += 1; if (asked === 1) { one.destroy(); await one.lost } return one }",
  )} }`,
  "device arrives lost, always": device(
    "async function (...what) { const one = await real.apply(this, what); one.destroy(); await one.lost; return one }",
  ),
  "shader validation error":
    'GPUDevice.prototype.createShaderModule = ((real) => function (what) { return real.call(this, { ...what, code: "not a shader" }) })(GPUDevice.prototype.createShaderModule)',
  "map failure":
    'GPUBuffer.prototype.mapAsync = async () => { throw new DOMException("no", "OperationError") }',
};

/** @typedef {"page" | "embedded"} Place */
/** @type {Place[]} */
export const PLACES = ["page", "embedded"];

/**
 * Opens the lesson at the state, as a page or inside another origin's page; its frame, when it is settled.
 * @param {Page} page
 * @param {string} base the address of the page
 * @param {Place} place
 * @param {{ settled?: boolean, query?: string }} [how]
 * @returns {Promise<Frame>}
 */
export async function arrive(page, base, place, { settled = true, query = QUERY } = {}) {
  await page.addInitScript(watch);
  const address = `${base}?${query}`;
  if (place === "page") {
    await page.goto(`${address}${STATE.hash}`);
  } else {
    // Another origin: a server of its own, since the browser asks permission for frames that lead from
    // an address it does not know into the own machine.
    const src = `${address}&embed=1${STATE.hash}`.replaceAll("&", "&amp;");
    const server = await serve(() => ({
      "/": {
        folder: SAMPLE,
        rewrite: () =>
          `<!doctype html><title>Host</title><iframe src="${src}" width="1000" height="1400"></iframe>`,
      },
    }));
    page.once("close", server.close);
    const host = server.url;
    await page.goto(host);
  }
  const frame = place === "page" ? page.mainFrame() : page.frames()[1];
  if (settled) {
    await expect(frame.locator("html")).toHaveAttribute("data-ready", "true", { timeout: 30_000 });
  }
  return frame;
}

/**
 * The engine, in attributes for tests and in words for readers.
 * @param {Frame} frame
 * @param {"webgpu" | "canvas2d"} backend
 * @param {RegExp} reason
 */
export async function expectEngine(frame, backend, reason) {
  const root = frame.locator("html");
  await expect(root).toHaveAttribute("data-backend-reason", reason, { timeout: 15_000 });
  await expect(root).toHaveAttribute("data-backend", backend, { timeout: 15_000 });
  const chip = frame.locator('[data-chip="engine"]');
  await expect(chip).toBeVisible();
  await expect(chip).toContainText(backend === "webgpu" ? "WebGPU draws" : "CPU draws");
  if (backend === "canvas2d") await expect(chip).toContainText(reason);
}

/**
 * What the reader had set is still set, and the readouts and tables are those of it.
 * @param {Frame} frame
 */
export async function expectState(frame) {
  const field = frame.locator(`#${SECTION} input[type="number"][data-param="theta1"]`);
  await expect(field).toHaveValue(STATE.theta1);
  await expect(frame.locator(`#${SECTION} tr[data-row][data-status="failed"]`)).toHaveCount(0);
}

/**
 * Does something to the page, in its frame, and counts the milliseconds until a canvas that the CPU draws
 * is the one on top and holds a mesh: its pixels are read back.
 * @param {Frame} frame
 * @param {"destroy" | "internal error" | "nothing"} what
 */
export function untilDrawn(frame, what) {
  return frame.evaluate(
    async ([section, deed]) => {
      /** @type {any} */
      const self = globalThis;
      const start = performance.now();
      const last = self.devices.at(-1);
      if (deed === "destroy") last.destroy();
      if (deed === "internal error") {
        const error = new self.GPUInternalError("injected");
        last.dispatchEvent(new self.GPUUncapturedErrorEvent("uncapturederror", { error }));
      }
      const inked = () => {
        const canvas = [...document.querySelectorAll(`#${section} .pane canvas`)].at(-1);
        if (!(canvas instanceof HTMLCanvasElement) || canvas.width === 0) return 0;
        const context = canvas.getContext("2d");
        if (!context) return 0;
        const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
        return data.filter((value, at) => at % 4 === 3 && value > 0).length;
      };
      while (inked() < 400 && performance.now() - start < 10_000) {
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      return performance.now() - start;
    },
    [SECTION, what],
  );
}

/**
 * What the engine went through: its state, the reason said, and when.
 * @param {Frame} frame
 * @returns {Promise<{ engine: string, reason: string, at: number }[]>}
 */
export const timeline = (frame) => frame.evaluate(() => Reflect.get(globalThis, "timeline"));
