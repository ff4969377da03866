import { expect, test } from "@playwright/test";
import { open, PHONE } from "./lab.mjs";

/** Checks that each engine must run at the least: raised as tables come. */
const CHECKS = { "cpu-f64": 250, "cpu-f32": 280, "gpu-f32": 280 };
/** Switches on two CPU engines, a wrong joint in each parity on one; on a GPU both once more. */
const CONTROLS = { canvas2d: 80, webgpu: 130 };

test("__selftest passes on every engine that is there and skips what is not", async ({ page }, {
  project,
}) => {
  await open(page, "");
  const report = await page.evaluate(() => Reflect.get(globalThis, "__selftest")());
  const gpu = project.name === "webgpu";
  expect(report.schema).toBe(1);
  expect(report.backend).toBe(project.name);
  expect(report.adapter === null).toBe(!gpu);
  expect(report.failed).toBe(0);
  expect(report.durationMs).toBeGreaterThan(0);
  expect(report.worst.id).toMatch(/\//);
  for (const [engine, least] of Object.entries(CHECKS)) {
    const mine = report.checks.filter((/** @type {any} */ check) => check.engine === engine);
    expect(mine.length, engine).toBeGreaterThanOrEqual(least);
    const status = engine === "gpu-f32" && !gpu ? "skipped" : "passed";
    for (const check of mine) {
      expect(check.status, check.id).toBe(status);
      if (status === "skipped") expect(check.reason).toMatch(/\S/);
      else expect(check.error).toBeLessThanOrEqual(check.tolerance);
    }
  }
  const onGpu = report.checks.filter((/** @type {any} */ check) => check.engine === "gpu-f32");
  expect(report.skipped).toBe(gpu ? 0 : onGpu.length);
  expect(report.controls.length).toBeGreaterThanOrEqual(
    CONTROLS[/** @type {"canvas2d" | "webgpu"} */ (project.name)],
  );
  for (const control of report.controls) expect(control.status, control.id).toBe("caught");
  expect(JSON.parse(JSON.stringify(report))).toEqual(report);
});

test("?selftest=1 runs on load and can be read on a phone", async ({ page }) => {
  await page.setViewportSize(PHONE);
  /** @type {string[]} */
  const lines = [];
  page.on("console", (message) => lines.push(message.text()));
  await open(page, "?selftest=1&lang=en");
  await expect(page.locator("html")).toHaveAttribute("data-selftest", "passed", {
    timeout: 30_000,
  });
  expect(lines.at(-1)).toMatch(/^\d+ passed, 0 failed, \d+ skipped$/);
  await expect(page.locator('[data-report="headline"]')).toBeInViewport();
  await expect(page.locator('[data-action="copy-report"]')).toBeEnabled();
});
