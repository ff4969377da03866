/** The two engines draw the same picture, and the comparison would notice if they did not. */
import { expect, test } from "@playwright/test";
import pixelmatch from "pixelmatch";
import { PNG } from "pngjs";
import { DESKTOP, open, PHONE } from "./lab.mjs";

/** @typedef {import("@playwright/test").Page} Page */

const MOST = 0.01;

/**
 * The picture of one figure's pane with the mesh.
 * @param {Page} page
 * @param {string} address
 * @param {string} section
 */
async function picture(page, address, section) {
  await open(page, address);
  const stage = page.locator(`[data-figure="${section}"]`);
  // At the corner of the window, so that no fraction of a pixel of scrolling tells the two apart.
  await stage.evaluate((element) => {
    const { style } = /** @type {HTMLElement} */ (element);
    const { width, height } = element.getBoundingClientRect();
    style.position = "fixed";
    style.inset = "0 auto auto 0";
    style.width = `${Math.round(width)}px`;
    style.height = `${Math.round(height)}px`;
    style.background = "white";
    style.zIndex = "99";
  });
  await page.waitForTimeout(600);
  return PNG.sync.read(await stage.screenshot());
}

/**
 * @param {PNG} a
 * @param {PNG} b
 */
function difference(a, b) {
  expect([b.width, b.height]).toEqual([a.width, a.height]);
  const pixels = pixelmatch(
    new Uint8Array(a.data),
    new Uint8Array(b.data),
    undefined,
    a.width,
    a.height,
    { threshold: 0.1 },
  );
  return pixels / (a.width * a.height);
}

for (const [index, section] of ["inverse-bind", "weights", "cost"].entries()) {
  // Alone and without furniture a section lies at the same place whatever the status line says.
  const shared = `?theme=light&lang=en&embed=1&section=${index + 2}`;
  for (const viewport of [DESKTOP, PHONE]) {
    test(`${section}, ${viewport.width} px`, async ({ page }, { project }) => {
      test.skip(project.name === "canvas2d", "needs both engines in one browser");
      await page.setViewportSize(viewport);
      const cpu = await picture(page, `${shared}&backend=cpu#${section}`, section);
      await expect(page.locator("html")).toHaveAttribute("data-backend", "canvas2d");
      await page.goto("about:blank");
      const gpu = await picture(page, `${shared}#${section}`, section);
      await expect(page.locator("html")).toHaveAttribute("data-backend", "webgpu");
      const same = difference(cpu, gpu);
      console.log(`${section} ${viewport.width} px: ${(100 * same).toFixed(3)} % of pixels differ`);
      expect(same).toBeLessThanOrEqual(MOST);
      await page.goto("about:blank");
      const wrong = await picture(page, `${shared}#${section}?theta1=-30`, section);
      expect(difference(cpu, wrong)).toBeGreaterThan(MOST);
    });
  }
}
