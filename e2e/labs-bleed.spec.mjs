import { expect, test } from "@playwright/test";
import { DESKTOP, open, PHONE, turn } from "./lab.mjs";

/** @typedef {import("@playwright/test").Page} Page */

const ID = "weights/bleed";

/**
 * Opens the page at the lab.
 * @param {Page} page
 * @param {string} [fields]
 */
async function openLab(page, fields = "") {
  const complaints = await open(page, `?lang=en#${ID}${fields}`);
  const lab = page.locator(`[id="${ID}"]`);
  await expect(lab).toHaveAttribute("data-state", "ready", { timeout: 30_000 });
  return { lab, complaints };
}

/**
 * The full value of a number that the lab shows.
 * @param {import("@playwright/test").Locator} lab
 * @param {string} name
 */
const number = async (lab, name) =>
  Number(
    await lab
      .locator(`[data-readout="${name}"], [data-slot="${name}"]`)
      .first()
      .getAttribute("data-value"),
  );

/** d⁻⁴ over the sum of both, at the distances of a vertex from arm and spine. */
const share = (/** @type {number} */ arm, /** @type {number} */ spine) =>
  arm ** -4 / (arm ** -4 + spine ** -4);

test("the largest shares are those of the distances, at any gap", async ({ page }) => {
  const { lab } = await openLab(page);
  for (const gap of [0.02, 0.04, 0.1]) {
    await lab.locator('input[type="number"][data-param="gap"]').fill(String(gap));
    const across = gap + 0.045;
    await expect.poll(() => number(lab, "largest-euclidean")).toBeCloseTo(share(across, 0.135), 11);
    expect(await number(lab, "largest-geodesic")).toBeCloseTo(share(0.15 + across, 0.135), 11);
    expect(await number(lab, "hip-geodesic")).toBeCloseTo(share(0.51 + across, 0.135), 11);
    expect(await number(lab, "largest-mask")).toBe(0);
    const heat = await number(lab, "largest-heat");
    expect(heat).toBeGreaterThan(0.01);
    expect(heat).toBeLessThan(await number(lab, "largest-geodesic"));
  }
});

test("every method passes as the live row, the heat by the factorisation", async ({ page }) => {
  const { lab, complaints } = await openLab(page, "?raise=55&gap=0.07");
  const row = lab.locator('tr[data-row="now"]');
  for (const [method, words] of [
    ["geodesic", "along the mesh"],
    ["heat", "heat"],
    ["mask", "part mask"],
    ["euclidean", "straight line"],
  ]) {
    await turn(lab.locator(`input[data-param="method"][value="${method}"]`));
    await expect(row.locator('[data-method] [lang="en"]')).toHaveText(words);
    const measured = row.locator('[data-cell="measured"][data-component="largest"]');
    const wanted = await number(lab, `largest-${method}`);
    await expect
      .poll(async () => Math.abs(Number(await measured.getAttribute("data-value")) - wanted))
      .toBeLessThan(1e-5);
    await expect(row).toHaveAttribute("data-status", "passed");
  }
  await expect(lab.locator("[data-residual]")).toHaveText(/× 10−1[4-7]$/);
  expect(complaints).toEqual([]);
});

test("the engine that draws stays within the bound of the reference", async ({ page }) => {
  const { lab } = await openLab(page, "?raise=70");
  const bound = lab.locator('[data-readout="bound"]');
  await expect.poll(async () => Number(await bound.getAttribute("data-value"))).toBeGreaterThan(0);
  const difference = await number(lab, "difference");
  expect(difference).toBeLessThanOrEqual(await number(lab, "bound"));
});

test("the piece that no bone reaches is reported in words", async ({ page }) => {
  const { lab } = await openLab(page);
  const report = lab.locator('[data-islands] [lang="en"]');
  await expect(report).toContainText("the bag, a piece of 12 vertices");
  await turn(lab.locator("input[data-switch]"));
  await expect(report).toContainText("Nothing is reported");
  await turn(lab.locator("input[data-switch]"), false);
  await turn(lab.locator('input[data-param="bag"][value="off"]'));
  await expect(report).toContainText("Every piece of the mesh is reached");
});

for (const viewport of [DESKTOP, PHONE]) {
  test(`dragging any hand raises the arm in all four, ${viewport.width} px`, async ({ page }) => {
    await page.setViewportSize(viewport);
    const { lab } = await openLab(page, "?raise=30");
    const raise = lab.locator('input[type="number"][data-param="raise"]');
    const hands = lab.locator('g[role="slider"][data-handle="raise"]');
    await expect(hands).toHaveCount(4);
    for (const index of [0, 3]) {
      await raise.fill("30");
      await hands.nth(index).scrollIntoViewIfNeeded();
      const box = await hands.nth(index).boundingBox();
      if (!box) throw new Error("the hand has no box");
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x + 20, y - 40, { steps: 4 });
      await page.mouse.up();
      await expect.poll(async () => Number(await raise.inputValue())).toBeGreaterThan(35);
    }
    await hands.nth(2).focus();
    const before = Number(await raise.inputValue());
    await page.keyboard.press("ArrowLeft");
    await expect.poll(async () => Number(await raise.inputValue())).toBeLessThan(before);
  });
}
