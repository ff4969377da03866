import { expect, test } from "@playwright/test";
import { PNG } from "pngjs";
import { DESKTOP, open, PHONE, SECTIONS } from "./lab.mjs";

/** Rows of all tables: 43 fixed ones and four live ones. */
const ROWS = 47;

for (const lang of ["en", "zh"]) {
  for (const viewport of [DESKTOP, PHONE]) {
    test(`ready, every row passed, ${lang}, ${viewport.width} px`, async ({ page }, {
      project,
    }) => {
      await page.setViewportSize(viewport);
      const complaints = await open(page, `?lang=${lang}`);
      const root = page.locator("html");
      await expect(root).toHaveAttribute("data-backend", project.name);
      await expect(root).toHaveAttribute("data-backend-reason", /\S/);
      await expect(root).toHaveAttribute("lang", lang);
      await expect(page.locator("tr[data-row]")).toHaveCount(ROWS);
      await expect(page.locator('tr[data-row][data-status="passed"]')).toHaveCount(ROWS);
      await expect(page.locator('td[data-cell="measured"]:not([data-value])')).toHaveCount(0);
      await expect(page.locator("#notice")).toBeHidden();
      // Exactly one of the two languages can be read.
      const other = lang === "en" ? "zh" : "en";
      await expect(page.locator(`main h2 [lang="${lang}"]`).first()).toBeVisible();
      await expect(page.locator(`main span[lang="${other}"]:visible`)).toHaveCount(0);
      const sideways = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(sideways).toBeLessThanOrEqual(0);
      expect(complaints).toEqual([]);
    });
  }
}

test("every figure shows its mesh: pixels, not attributes", async ({ page }) => {
  await page.setViewportSize(DESKTOP);
  await open(page, "?lang=en&theme=light");
  await page.addStyleTag({ content: "header.top, .status, .pane svg { visibility: hidden }" });
  for (const section of SECTIONS.slice(1)) {
    const pane = page.locator(`#${section} .pane`).first();
    await pane.scrollIntoViewIfNeeded();
    await page.waitForTimeout(300);
    const { data } = PNG.sync.read(await pane.screenshot());
    const shades = new Set();
    for (let at = 0; at < data.length; at += 4) {
      shades.add(`${data[at]},${data[at + 1]},${data[at + 2]}`);
    }
    expect(shades.size, section).toBeGreaterThan(20);
  }
});

test("?section and ?embed leave one section and no furniture", async ({ page }) => {
  await open(page, "?section=3&embed=1");
  await expect(page.locator("#weights")).toBeVisible();
  for (const other of ["#fk", "#inverse-bind", "#cost", "header.top", "footer"]) {
    await expect(page.locator(other)).toBeHidden();
  }
});

test("?theme and the theme button", async ({ page }) => {
  await open(page, "?theme=dark");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  const dark = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await page.locator('[data-action="theme"]').click();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "light");
  expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).not.toBe(dark);
});

test("the reader can switch engines and sees the difference beside its bound", async ({ page }, {
  project,
}) => {
  await open(page, "?backend=cpu&lang=en");
  await expect(page.locator("html")).toHaveAttribute("data-backend", "canvas2d");
  await page.locator('[data-chip="engine"]').click();
  await page.locator('input[name="engine"][value="auto"]').check();
  await expect(page.locator("html")).toHaveAttribute("data-backend", project.name);
  for (const section of SECTIONS.slice(1)) {
    const at = (/** @type {string} */ name) =>
      page.locator(`#${section} [data-difference] [data-readout="${name}"]`);
    await expect(at("bound")).toHaveAttribute("data-value", /\d/);
    const difference = Number(await at("difference").getAttribute("data-value"));
    const bound = Number(await at("bound").getAttribute("data-value"));
    expect(bound).toBeGreaterThan(0);
    expect(bound).toBeLessThan(1e-4);
    expect(difference).toBeLessThanOrEqual(bound);
  }
});

test("backend=gpu fails loudly where there is none", async ({ page }, { project }) => {
  await open(page, "?backend=gpu&lang=en");
  await expect(page.locator("html")).toHaveAttribute("data-backend", project.name);
  if (project.name === "canvas2d") await expect(page.locator("#notice")).toContainText("WebGPU");
  else await expect(page.locator("#notice")).toBeHidden();
});

test("text and formula columns stand without scripts", async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto("");
  const cell = page
    .locator('[data-table="fk"] tr[data-row="-90,-90"] [data-cell="formula"]')
    .first();
  await expect(cell).toBeVisible();
  expect(Number(await cell.getAttribute("data-value"))).toBeCloseTo(-0.9, 12);
  await expect(page.locator('tr[data-status="passed"]')).toHaveCount(0);
  await context.close();
});

test("no frame is drawn while nothing moves", async ({ page }) => {
  await open(page, "");
  await page.waitForTimeout(1500);
  const frames = await page.evaluate(async () => {
    let count = 0;
    const real = globalThis.requestAnimationFrame.bind(globalThis);
    globalThis.requestAnimationFrame = (callback) => {
      count += 1;
      return real(callback);
    };
    await new Promise((resolve) => setTimeout(resolve, 3000));
    return count;
  });
  expect(frames).toBe(0);
});
