/**
 * The faults that the page survives, alone and inside another origin's page. Each test asks for the engine
 * that is reached, the reason in words, a drawn figure (pixels), the state, and the time. A module that does
 * not come is the subject of blocked.spec, hostile input of hostile.spec.
 */
import { chromium, expect, test } from "@playwright/test";
import { launchOptions } from "./browser.mjs";
import {
  arrive,
  expectEngine,
  expectState,
  INJECT,
  PLACES,
  SECTION,
  STATE,
  timeline,
  untilDrawn,
} from "./faults.mjs";
import { expectMesh } from "./pixels.mjs";

/** @typedef {import("@playwright/test").Frame} Frame */
/** @typedef {import("@playwright/test").Page} Page */

const ADAPTER = /^adapter: /;
/** After a loss a figure is drawn again within this time. */
const DRAWN_MS = 1000;
/** The deadline of the page, and what a timer and a drawing may take beyond it on a loaded machine. */
const ANSWER_MS = 5000 + 500;

/** @param {Frame} frame */
const pane = (frame) => frame.locator(`#${SECTION} .pane`).first();

/**
 * What the page complains about in the console, and the errors that nobody caught.
 * @param {Page} page
 */
function complaintsOf(page) {
  /** @type {string[]} */
  const complaints = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  return complaints;
}

/** @type {[keyof typeof INJECT, "webgpu" | "canvas2d", RegExp][]} */
const STARTS = [
  ["no navigator.gpu", "canvas2d", /offers no WebGPU/],
  ["adapter null", "canvas2d", /found no graphics adapter/],
  ["adapter null once, then there", "webgpu", ADAPTER],
  ["requestAdapter throws synchronously", "canvas2d", /failed when asked/],
  ["requestAdapter rejects", "canvas2d", /refused to give/],
  ["requestAdapter never settles", "canvas2d", /did not answer within 5 seconds/],
  ["requestAdapter answers once, then never", "canvas2d", /did not open within 5 seconds/],
  ["requestDevice rejects", "canvas2d", /could not be opened/],
  ["requestDevice never settles", "canvas2d", /did not open within 5 seconds/],
  ["device arrives lost, once", "webgpu", ADAPTER],
  ["device arrives lost, always", "canvas2d", /lost again and again|could not be opened/],
  ["shader validation error", "canvas2d", /device (failed|could not be opened)/],
  ["map failure", "canvas2d", /device (failed|could not be opened)/],
];

test.beforeEach(({}, { project }) => {
  test.skip(project.name !== "webgpu", "without a device there is none to lose");
});

for (const place of PLACES) {
  test.describe(place, () => {
    test("the control: without a fault the GPU draws", async ({ page, baseURL }) => {
      const frame = await arrive(page, `${baseURL}`, place);
      await expectEngine(frame, "webgpu", ADAPTER);
      await expectMesh(pane(frame));
      await expectState(frame);
    });

    for (const [fault, backend, reason] of STARTS) {
      test(`at the start: ${fault}`, async ({ page, baseURL }) => {
        /** @type {string[]} */
        const errors = [];
        page.on("pageerror", (error) => errors.push(error.message));
        await page.addInitScript(INJECT[fault]);
        const frame = await arrive(page, `${baseURL}`, place, { settled: false });
        await expect(frame.locator("html")).toHaveAttribute("data-engine", /probing|starting|cpu/);
        // The CPU draws while the browser is still being asked.
        expect(await untilDrawn(frame, "nothing")).toBeLessThan(DRAWN_MS);
        await expect(frame.locator("html")).toHaveAttribute("data-ready", "true", {
          timeout: 15_000,
        });
        await expectEngine(frame, backend, reason);
        await expectMesh(pane(frame));
        await expectState(frame);
        const steps = await timeline(frame);
        const asked = steps.find(({ engine }) => engine === "probing")?.at ?? 0;
        if (backend === "canvas2d") {
          const told = steps.find((step) => step.engine === "cpu" && reason.test(step.reason));
          expect((told?.at ?? Infinity) - asked).toBeLessThan(ANSWER_MS);
        }
        expect(errors).toEqual([]);
      });
    }

    test("a device that never came does not stand in the way of the next", async ({
      page,
      baseURL,
    }) => {
      await page.addInitScript(INJECT["requestDevice settles from the second time on"]);
      const frame = await arrive(page, `${baseURL}`, place);
      await expectEngine(frame, "canvas2d", /did not open within 5 seconds/);
      await choose(frame, "gpu");
      await expectEngine(frame, "webgpu", ADAPTER);
      await expectMesh(pane(frame));
      await expectState(frame);
    });

    test("a device lost by destroy() comes back", async ({ page, baseURL }) => {
      const complaints = complaintsOf(page);
      const frame = await arrive(page, `${baseURL}`, place);
      await expectEngine(frame, "webgpu", ADAPTER);
      expect(await untilDrawn(frame, "destroy")).toBeLessThan(DRAWN_MS);
      await expectEngine(frame, "webgpu", ADAPTER);
      expect((await timeline(frame)).some(({ reason }) => /was lost; trying/.test(reason))).toBe(
        true,
      );
      await expectMesh(pane(frame));
      await expectState(frame);
      await expect(frame.locator("#notice")).toBeHidden();
      expect(complaints).toEqual([]);
    });

    test("the third loss in 30 s is the last, until the reader asks anew", async ({
      page,
      baseURL,
    }) => {
      const frame = await arrive(page, `${baseURL}`, place);
      for (let loss = 1; loss <= 3; loss += 1) {
        await expect(frame.locator("html")).toHaveAttribute("data-engine", "gpu");
        expect(await untilDrawn(frame, "destroy")).toBeLessThan(DRAWN_MS);
        const next = loss < 3 ? "gpu" : "cpu";
        await expect(frame.locator("html")).toHaveAttribute("data-engine", next);
      }
      await expectEngine(frame, "canvas2d", /again and again/);
      await expectMesh(pane(frame));
      await expectState(frame);
      await choose(frame, "gpu");
      await expectEngine(frame, "webgpu", ADAPTER);
      await expectMesh(pane(frame));
    });

    test("an internal error while the GPU draws", async ({ page, baseURL }) => {
      const frame = await arrive(page, `${baseURL}`, place);
      expect(await untilDrawn(frame, "internal error")).toBeLessThan(DRAWN_MS);
      await expectEngine(frame, "canvas2d", /graphics device failed/);
      await expectMesh(pane(frame));
      await expectState(frame);
    });

    test("an internal error out of an error scope", async ({ page, baseURL }) => {
      await page.addInitScript(() => {
        /** @type {any} */
        const self = globalThis;
        self.GPUDevice.prototype.popErrorScope = async () => new self.GPUInternalError("injected");
      });
      const frame = await arrive(page, `${baseURL}`, place);
      // Whether the module asks for scopes at all is its own affair: no trap, and a figure.
      await expect(frame.locator("html")).toHaveAttribute("data-backend", /webgpu|canvas2d/);
      await expectMesh(pane(frame));
      await expectState(frame);
    });

    test("a readback that fails while the GPU draws", async ({ page, baseURL }) => {
      const frame = await arrive(page, `${baseURL}`, place);
      await expectEngine(frame, "webgpu", ADAPTER);
      await frame.evaluate(INJECT["map failure"]);
      await frame.locator(`#${SECTION} input[type="number"][data-param="theta1"]`).fill("-44");
      await frame
        .locator(`#${SECTION} input[type="number"][data-param="theta1"]`)
        .fill(STATE.theta1);
      await expectEngine(frame, "canvas2d", /graphics device failed/);
      await expectMesh(pane(frame));
      await expectState(frame);
    });

    test("the GPU process crashes", async ({ baseURL }) => {
      // A browser of its own: one that has seen crashes gives other tests a worse GPU.
      const browser = await chromium.launch(launchOptions(true));
      try {
        const page = await browser.newPage({ baseURL });
        const frame = await arrive(page, `${baseURL}`, place);
        await expectEngine(frame, "webgpu", ADAPTER);
        const devtools = await browser.newBrowserCDPSession();
        const lost = untilLost(frame);
        await devtools.send("Browser.crashGpuProcess").catch(() => {});
        expect(await lost).toBeLessThan(DRAWN_MS);
        await expectEngine(frame, "webgpu", ADAPTER);
        await expectMesh(pane(frame));
        await expectState(frame);
      } finally {
        await browser.close();
      }
    });

    test("a tab that is hidden through a loss", async ({ page, baseURL }) => {
      // A hidden tab gets no animation frames; that is what the page can notice of it.
      await page.addInitScript(() => {
        const real = window.requestAnimationFrame.bind(window);
        /** @type {FrameRequestCallback[]} */
        let held = [];
        let hidden = false;
        window.requestAnimationFrame = (callback) =>
          hidden ? held.push(callback) : real(callback);
        Object.defineProperty(document, "visibilityState", {
          get: () => (hidden ? "hidden" : "visible"),
        });
        Object.defineProperty(document, "hidden", { get: () => hidden });
        Object.assign(window, {
          hide: (/** @type {boolean} */ now) => {
            hidden = now;
            document.dispatchEvent(new Event("visibilitychange"));
            if (!hidden) for (const callback of held.splice(0)) real(callback);
          },
        });
      });
      const frame = await arrive(page, `${baseURL}`, place);
      await expectEngine(frame, "webgpu", ADAPTER);
      await frame.evaluate(() => Reflect.get(window, "hide")(true));
      await frame.evaluate(() => Reflect.get(globalThis, "devices").at(-1).destroy());
      await page.waitForTimeout(1000);
      await frame.evaluate(() => Reflect.get(window, "hide")(false));
      await expectEngine(frame, "webgpu", ADAPTER);
      await expectMesh(pane(frame), DRAWN_MS);
      await expectState(frame);
    });

    test("the module traps: one sentence, and a start that brings everything back", async ({
      page,
      baseURL,
    }) => {
      await page.addInitScript(trapOnDemand);
      const frame = await arrive(page, `${baseURL}`, place);
      const field = frame.locator(`#${SECTION} input[type="number"][data-param="theta1"]`);
      await frame.evaluate(() => Object.assign(globalThis, { trap: true }));
      await field.fill("-30");
      const halt = frame.locator(`#${SECTION} .halt`);
      await expect(halt).toBeVisible();
      await expect(halt.getByText(/stopped with an error/)).toHaveCount(1);
      await expect(frame.locator("html")).toHaveAttribute("data-engine", "stopped");
      await expect(frame.locator("html")).not.toHaveAttribute("data-backend", /./);
      await expect(frame.locator('[data-chip="engine"]')).toContainText("stopped");
      await expect(field).toHaveValue("-30");
      // No second sentence, and the text stands.
      await field.fill("-20");
      await expect(frame.locator(`#${SECTION} .halt`)).toHaveCount(1);
      await expect(frame.locator("#notice")).toBeHidden();
      await expect(frame.locator(`#${SECTION} td[data-cell="formula"]`).first()).toHaveText(/\d/);
      await halt.getByRole("button", { name: "Start again" }).click();
      await expect(frame.locator("html")).toHaveAttribute("data-ready", "true", {
        timeout: 30_000,
      });
      await expect(field).toHaveValue("-20");
      await expect(frame.locator(`#${SECTION} .halt`)).toHaveCount(0);
      await expectEngine(frame, "webgpu", ADAPTER);
      await expectMesh(pane(frame));
    });
  });
}

test("a loss with a lab open: both figures go on, and nothing is complained about", async ({
  page,
  baseURL,
}) => {
  const complaints = complaintsOf(page);
  /** @type {string[]} */
  const said = [];
  page.on("console", (message) => said.push(message.text()));
  const frame = await arrive(page, `${baseURL}`, "page", { query: "lang=en&theme=light" });
  await page.evaluate(() => (location.hash = "#weights/bleed?"));
  const lab = page.locator('[id="weights/bleed"]');
  await expect(lab).toHaveAttribute("data-state", "ready", { timeout: 30_000 });
  for (let loss = 1; loss <= 2; loss += 1) {
    await expectEngine(frame, "webgpu", ADAPTER);
    // In the middle of a measurement, which then goes with the device.
    await page.evaluate(() => {
      const slider = document.querySelector('[id="weights/bleed"] input[type="range"]');
      if (slider instanceof HTMLInputElement) {
        slider.stepUp();
        slider.dispatchEvent(new Event("input", { bubbles: true }));
      }
    });
    await page.waitForTimeout(110);
    await page.evaluate(() => Reflect.get(globalThis, "devices").at(-1).destroy());
    await expect(frame.locator("html")).toHaveAttribute("data-engine", /cpu|probing|starting/);
    await expect(frame.locator("html")).toHaveAttribute("data-engine", "gpu");
  }
  await page.waitForTimeout(500);
  await expect(lab.locator('tr[data-row][data-status="passed"]').first()).toBeVisible();
  await expect(lab.locator('tr[data-row][data-status="skipped"]')).toHaveCount(0);
  await expectMesh(lab.locator(".pane").first());
  await expect(page.locator("#notice")).toBeHidden();
  expect(complaints).toEqual([]);
  expect(said.filter((text) => /shut down/.test(text))).toEqual([]);
});

/**
 * Chooses an engine in the panel, which may be folded.
 * @param {Frame} frame
 * @param {"auto" | "cpu" | "gpu"} wish
 */
function choose(frame, wish) {
  return frame.evaluate((value) => {
    const radio = document.querySelector(`input[name="engine"][value="${value}"]`);
    if (radio instanceof HTMLInputElement) radio.click();
  }, wish);
}

/**
 * Milliseconds from now until the CPU has taken over.
 * @param {Frame} frame
 */
function untilLost(frame) {
  return frame.evaluate(async () => {
    const devices = Reflect.get(globalThis, "devices");
    await devices.at(-1).lost;
    const lost = performance.now();
    while (document.documentElement.dataset.engine === "gpu" && performance.now() - lost < 10_000) {
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    return performance.now() - lost;
  });
}

/** Lets every call of the page that recomputes a figure run into a true trap, once `trap` is set. */
function trapOnDemand() {
  /** @type {any} */
  const self = globalThis;
  // (module (func (export "f") unreachable))
  const bytes = [0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0];
  bytes.push(7, 5, 1, 1, 102, 0, 0, 10, 5, 1, 3, 0, 0, 11);
  const trap = new WebAssembly.Instance(new WebAssembly.Module(new Uint8Array(bytes))).exports;
  const real = WebAssembly.instantiateStreaming.bind(WebAssembly);
  WebAssembly.instantiateStreaming = async (source, imports) => {
    const { instance, module } = await real(source, imports);
    /** @type {any} */
    const exports = { ...instance.exports };
    const view = exports.lab_view;
    if (view) {
      exports.lab_view = (/** @type {any[]} */ ...what) =>
        self.trap ? /** @type {any} */ (trap).f() : view(...what);
    }
    return { instance: { exports }, module };
  };
}
