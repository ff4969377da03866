import { expect, test } from "@playwright/test";
import {
  chainEnd,
  DESKTOP,
  field,
  open,
  PHONE,
  readout,
  reads,
  retention,
  slider,
  turn,
} from "./lab.mjs";

for (const viewport of [DESKTOP, PHONE]) {
  test.describe(`${viewport.width} px`, () => {
    test.beforeEach(async ({ page }) => {
      await page.setViewportSize(viewport);
    });

    test("typing moves the hand to the closed form", async ({ page }) => {
      await open(page, "?lang=en");
      for (const [theta0, theta1] of [
        [30, -60],
        [-45, -150],
        [37.25, 111.5],
        [180, -180],
      ]) {
        await field(page, "fk", "theta0").fill(String(theta0));
        await field(page, "fk", "theta1").fill(String(theta1));
        const end = chainEnd(theta0, theta1);
        await reads(page, "fk", "tip-x", end.x);
        await reads(page, "fk", "tip-y", end.y);
      }
      const now = page.locator('[data-table="fk"] tr[data-row="now"]');
      const end = chainEnd(180, -180);
      const measured = now.locator('[data-cell="measured"][data-component="x"]');
      await expect
        .poll(async () => Number(await measured.getAttribute("data-value")))
        .toBeCloseTo(end.x, 11);
      await expect(now).toHaveAttribute("data-status", "passed");
    });

    test("keys on slider and handle move the same angle", async ({ page }) => {
      await open(page, "?lang=en#fk?theta0=10&theta1=20");
      await slider(page, "fk", "theta0").focus();
      await page.keyboard.press("ArrowRight");
      await page.keyboard.press("PageUp");
      await reads(page, "fk", "tip-x", chainEnd(26, 20).x);
      const handle = page.locator('#fk g[role="slider"]').first();
      await handle.focus();
      const before = await handle.getAttribute("aria-valuenow");
      await page.keyboard.press("ArrowLeft");
      await expect(handle).not.toHaveAttribute("aria-valuenow", before ?? "");
      await expect(handle).toHaveAttribute("aria-valuetext", /degrees/);
    });

    test("dragging the hand turns the forearm after the pointer", async ({ page }) => {
      await open(page, "?lang=en#fk?theta0=0&theta1=-60");
      const hand = page.locator('#fk g[role="slider"][data-handle="theta1"]');
      await hand.scrollIntoViewIfNeeded();
      const from = await hand.boundingBox();
      if (!from) throw new Error("the hand has no place");
      expect(Math.min(from.width, from.height)).toBeGreaterThanOrEqual(44);
      const [x, y] = [from.x + from.width / 2, from.y + from.height / 2];
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x - 30, y + 8, { steps: 4 });
      await page.mouse.up();
      const theta1 = Number(await field(page, "fk", "theta1").inputValue());
      expect(theta1).toBeLessThan(-65);
      const theta0 = Number(await field(page, "fk", "theta0").inputValue());
      const end = chainEnd(theta0, theta1);
      await reads(page, "fk", "tip-x", end.x);
      await reads(page, "fk", "tip-y", end.y);
    });

    test("a number outside the range is clamped, and said so", async ({ page }) => {
      await open(page, "?lang=en");
      await field(page, "weights", "band").fill("7");
      await page.keyboard.press("Enter");
      await expect(field(page, "weights", "band")).toHaveValue("0.5");
      await expect(page.locator("#weights .hint")).toContainText("0.5");
    });
  });
}

test("the inverse bind keeps the mesh still at rest, and re-binding moves nothing", async ({
  page,
}) => {
  await open(page, "?lang=en#inverse-bind?theta0=35&theta1=-80");
  await reads(page, "inverse-bind", "rest-move-max", 0);
  const before = await readout(page, "inverse-bind", "posed-x");
  expect(before).toBeGreaterThan(0);
  await page.locator('#inverse-bind [data-action="rebind"]').click();
  await expect(field(page, "inverse-bind", "bind1")).toHaveValue("-80");
  await reads(page, "inverse-bind", "posed-x", before);
});

test("weights: shares, blend and the picked vertex", async ({ page }) => {
  await open(page, "?lang=en#weights?theta1=-90&band=0.25&vertex=28");
  const x = (1.8 * 14) / 27;
  const w1 = (x - (0.9 - 0.25)) / 0.5;
  await reads(page, "weights", "w1", w1);
  await reads(page, "weights", "blended-x", (1 - w1) * x + w1 * 1.08);
  await reads(page, "weights", "blended-y", (1 - w1) * 0.18 + w1 * (0.9 - x));
  await turn(page.locator('#weights input[data-param="binding"][value="hard"]'));
  await reads(page, "weights", "w1", 1);
});

test("cost: the radius follows the closed form for any weight", async ({ page }) => {
  await open(page, "?lang=en#cost?theta1=-120");
  await reads(page, "cost", "radius", 0.09);
  await field(page, "cost", "w").fill("0.2");
  await field(page, "cost", "theta1").fill("-77.5");
  await reads(page, "cost", "ratio", retention(0.2, 77.5));
  await reads(page, "cost", "radius", 0.18 * retention(0.2, 77.5));
  await field(page, "cost", "band").fill("0.4");
  await reads(page, "cost", "radius", 0.18 * retention(0.2, 77.5));
});

test("play sweeps and stops", async ({ page }) => {
  await open(page, "?lang=en#cost?theta1=-60");
  const play = page.locator('#cost [data-action="play"]');
  await play.scrollIntoViewIfNeeded();
  await play.click();
  await expect.poll(() => field(page, "cost", "theta1").inputValue()).not.toBe("-60");
  await play.click();
  await expect(play).toHaveAttribute("aria-pressed", "false");
});

test("a question reveals its answer", async ({ page }) => {
  await open(page, "?lang=en");
  for (const section of ["fk", "inverse-bind", "weights", "cost"]) {
    const answer = page.locator(`#${section} .ans`).first();
    await expect(answer).toBeHidden();
    await turn(page.locator(`#${section} fieldset.pred input[type="radio"]`).first());
    await expect(answer).toBeVisible();
  }
});
