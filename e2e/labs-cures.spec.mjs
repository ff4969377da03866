import { expect, test } from "@playwright/test";
import { DESKTOP, open, PHONE, retention, turn } from "./lab.mjs";

/** @typedef {import("@playwright/test").Page} Page */
/** @typedef {import("@playwright/test").Locator} Locator */

const ID = "cost/cures";

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
 * @param {Locator} lab
 * @param {string} name
 */
const number = async (lab, name) =>
  Number(await lab.locator(`[data-readout="${name}"]`).first().getAttribute("data-value"));

/**
 * @param {Locator} lab
 * @param {string} cure
 */
const choose = (lab, cure) => turn(lab.locator(`input[data-param="cure"][value="${cure}"]`));

/** What a shape stores between its keys runs straight; once more by hand. */
const shaped = (/** @type {number} */ bend) => {
  const keys = [0, 60, 120, 150];
  const need = (/** @type {number} */ key) => 1 / retention(0.5, key) - 1;
  const next = keys.findIndex((key) => key > bend);
  if (next < 0) return (1 + need(150)) * retention(0.5, bend);
  const [a, b] = [keys[next - 1], keys[next]];
  const delta = need(a) + ((need(b) - need(a)) * (bend - a)) / (b - a);
  return (1 + delta) * retention(0.5, bend);
};

test("every cure keeps what its formula says, and its live row passes", async ({ page }) => {
  const { lab, complaints } = await openLab(page, "?bend=100&band=0.31");
  const row = lab.locator('tr[data-row="now"]');
  const smooth = 3 * 0.25 ** 2 - 2 * 0.25 ** 3;
  for (const [cure, words, middle, quarter] of /** @type {[string, string, number, number?][]} */ ([
    ["none", "no cure", retention(0.5, 100), retention(0.25, 100)],
    ["helper", "helper bone", 1, retention(0.5, 50)],
    ["shape", "corrective shape", shaped(100)],
    ["four", "four influences", retention(0.5, 100), retention(0.25, 100)],
    ["curve", "another curve", retention(0.5, 100), retention(smooth, 100)],
  ])) {
    await choose(lab, cure);
    await expect(row.locator('[data-cure] [lang="en"]')).toHaveText(words);
    await expect.poll(() => number(lab, "middle")).toBeCloseTo(middle, 11);
    if (quarter !== undefined) expect(await number(lab, "quarter")).toBeCloseTo(quarter, 11);
    const measured = row.locator('[data-cell="measured"][data-component="middle"]');
    await expect
      .poll(async () => Math.abs(Number(await measured.getAttribute("data-value")) - middle))
      .toBeLessThan(1e-5);
    await expect(row).toHaveAttribute("data-status", "passed");
  }
  expect(complaints).toEqual([]);
});

test("the engine that draws stays within the bound, with a joint a vertex too", async ({
  page,
}) => {
  const { lab } = await openLab(page, "?cure=shape&bend=90");
  const bound = lab.locator('[data-readout="bound"]');
  for (const late of [false, true]) {
    await turn(lab.locator('input[data-switch="shape-after-skinning"]'), late);
    await expect
      .poll(async () => Number(await bound.getAttribute("data-value")))
      .toBeGreaterThan(0);
    expect(await number(lab, "difference")).toBeLessThanOrEqual(await number(lab, "bound"));
  }
});

test("the helper is drawn with the helper alone", async ({ page }) => {
  const { lab } = await openLab(page);
  const helper = lab.locator(".cure-helper");
  await expect(helper).toHaveAttribute("visibility", "inherit");
  const half = await helper.getAttribute("d");
  await turn(lab.locator('input[data-switch="helper-turns-fully"]'));
  await expect.poll(() => helper.getAttribute("d")).not.toBe(half);
  await choose(lab, "none");
  await expect(helper).toHaveAttribute("visibility", "hidden");
});

for (const viewport of [DESKTOP, PHONE]) {
  test(`the forearm is bent by pointer and by keys, ${viewport.width} px`, async ({ page }) => {
    await page.setViewportSize(viewport);
    const { lab } = await openLab(page, "?bend=90");
    const bend = lab.locator('input[type="number"][data-param="bend"]');
    const grip = lab.locator('g[role="slider"][data-handle="bend"]');
    await grip.scrollIntoViewIfNeeded();
    const box = await grip.boundingBox();
    if (!box) throw new Error("the handle has no box");
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 60, y, { steps: 4 });
    await page.mouse.up();
    await expect.poll(async () => Number(await bend.inputValue())).toBeLessThan(85);
    await grip.focus();
    const before = Number(await bend.inputValue());
    await page.keyboard.press("ArrowRight");
    await expect.poll(async () => Number(await bend.inputValue())).toBeGreaterThan(before);
  });
}
