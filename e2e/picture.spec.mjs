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
  await page.addStyleTag({ content: "header.top, .status { visibility: hidden !important }" });
  const stage = page.locator(`[data-figure="${section}"]`);
  await stage.scrollIntoViewIfNeeded();
  await page.waitForTimeout(400);
  return PNG.sync.read(await stage.screenshot());
}

/**
 * @param {PNG} a
 * @param {PNG} b
 */
function difference(a, b) {
  expect([b.width, b.height]).toEqual([a.width, a.height]);
  const pixels = pixelmatch(a.data, b.data, undefined, a.width, a.height, { threshold: 0.1 });
  return pixels / (a.width * a.height);
}

for (const section of ["inverse-bind", "weights", "cost"]) {
  for (const viewport of [DESKTOP, PHONE]) {
    test(`${section}, ${viewport.width} px`, async ({ page }, { project }) => {
      test.skip(project.name === "canvas2d", "needs both engines in one browser");
      await page.setViewportSize(viewport);
      const cpu = await picture(page, `?theme=light&lang=en&backend=cpu#${section}`, section);
      await expect(page.locator("html")).toHaveAttribute("data-backend", "canvas2d");
      await page.goto("about:blank");
      const gpu = await picture(page, `?theme=light&lang=en#${section}`, section);
      await expect(page.locator("html")).toHaveAttribute("data-backend", "webgpu");
      const same = difference(cpu, gpu);
      console.log(`${section} ${viewport.width} px: ${(100 * same).toFixed(3)} % of pixels differ`);
      expect(same).toBeLessThanOrEqual(MOST);
      await page.goto("about:blank");
      const wrong = await picture(page, `?theme=light&lang=en#${section}?theta1=-30`, section);
      expect(difference(cpu, wrong)).toBeGreaterThan(MOST);
    });
  }
}
