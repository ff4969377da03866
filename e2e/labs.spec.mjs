import { readdirSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { PHONE, open, turn } from "./lab.mjs";

/** Every template of a lab is a lab; parts of templates begin with an underscore. */
const NAMES = readdirSync(new URL("../www/labs/", import.meta.url))
  .filter((file) => file.endsWith(".html") && !file.startsWith("_"))
  .map((file) => file.replace(".html", ""));

/** @typedef {import("@playwright/test").Page} Page */

/**
 * Opens the page at a lab and waits until the lab is there.
 * @param {Page} page
 * @param {string} name
 * @param {string} [fields]
 */
async function openLab(page, name, fields = "") {
  await open(page, "?lang=en");
  const id = (await page.locator(`[data-lab$="/${name}"]`).getAttribute("data-lab")) ?? "";
  await page.evaluate((hash) => (location.hash = hash), `#${id}${fields}`);
  const lab = page.locator(`[id="${id}"]`);
  await expect(lab).toHaveAttribute("data-state", "ready", { timeout: 30_000 });
  return { id, lab };
}

/**
 * The ids `table/row` of the lab's fixed rows that have this status.
 * @param {import("@playwright/test").Locator} lab
 * @param {string} status
 */
const rows = (lab, status) =>
  lab.evaluate(
    (root, wanted) =>
      [...root.querySelectorAll(`tr[data-row][data-status="${wanted}"]`)]
        .filter((row) => !row.getAttribute("data-row")?.startsWith("now"))
        .map(
          (row) =>
            `${row.closest("table")?.getAttribute("data-table")}/${row.getAttribute("data-row")}`,
        )
        .sort(),
    status,
  );

test("there are labs to test", () => {
  expect(NAMES.length).toBeGreaterThanOrEqual(1);
});

for (const name of NAMES) {
  test(`${name}: every row passes, and each switch breaks exactly what it names`, async ({
    page,
  }) => {
    test.slow();
    /** @type {string[]} */
    const errors = [];
    page.on("pageerror", (error) => errors.push(error.message));
    const { lab } = await openLab(page, name);
    await expect.poll(() => rows(lab, "skipped")).toEqual([]);
    expect(await rows(lab, "failed")).toEqual([]);
    const switches = lab.locator("input[data-switch]");
    for (let index = 0; index < (await switches.count()); index += 1) {
      const toggle = switches.nth(index);
      const named = ((await toggle.getAttribute("data-breaks")) ?? "").split(" ").sort();
      expect(named[0]).not.toBe("");
      await turn(toggle);
      await expect.poll(() => rows(lab, "failed")).toEqual(named);
      await turn(toggle, false);
      await expect.poll(() => rows(lab, "failed")).toEqual([]);
    }
    expect(errors).toEqual([]);
  });

  test(`${name}: fits a phone, and reads without scripts`, async ({ page, browser }) => {
    await page.setViewportSize(PHONE);
    const { id } = await openLab(page, name);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(wide).toBeLessThanOrEqual(PHONE.width);
    const still = await browser.newContext({ javaScriptEnabled: false });
    const reader = await still.newPage();
    await reader.goto(`${new URL("?lang=en", page.url())}`);
    const link = reader.locator(`[id="${id}"] a[href$="labs/${name}.html"]`);
    await reader.goto(new URL((await link.getAttribute("href")) ?? "", page.url()).href);
    await expect(reader.locator("h1")).toBeVisible();
    const empty = reader.locator('td[data-cell="formula"]:not([data-value])');
    await expect(empty).toHaveCount(0);
    await still.close();
  });
}

test("a lab opens by its address with its state, and writes what the reader does", async ({
  page,
}) => {
  await page.goto("?lang=en#weights/sort?limit=3&cost.theta1=-30");
  const lab = page.locator('[id="weights/sort"]');
  await expect(lab).toHaveAttribute("data-state", "ready", { timeout: 30_000 });
  const field = lab.locator('input[type="number"][data-param="limit"]');
  await expect(field).toHaveValue("3");
  await expect(page.locator('#cost input[type="number"][data-param="theta1"]')).toHaveValue("-30");
  await field.fill("2");
  await field.blur();
  await expect.poll(() => page.evaluate(() => location.hash)).toContain("#weights/sort?limit=2");
  await expect.poll(() => page.evaluate(() => location.hash)).toContain("cost.theta1=-30");
});

test("what the address says of a lab waits until it is opened, and what is wrong is said", async ({
  page,
}) => {
  await open(page, "?lang=en#cost?weights/sort.limit=9&weights/sort.nonsense=1");
  const lab = page.locator('[id="weights/sort"]');
  await expect(page.getByText("Ignored in the address")).toHaveCount(0);
  await lab.locator("summary").first().click();
  await expect(lab).toHaveAttribute("data-state", "ready", { timeout: 30_000 });
  await expect(page.getByText(/Ignored in the address.*limit=9.*nonsense=1/)).toBeVisible();
  await expect(lab.locator('input[type="number"][data-param="limit"]')).toHaveValue("4");
});

test("a lab that cannot be fetched says so and can be tried again", async ({ page }) => {
  await page.route("**/labs/sort.html", (route) => route.abort());
  await open(page, "?lang=en");
  const lab = page.locator('[id="weights/sort"]');
  const summary = lab.locator("summary").first();
  await summary.click();
  await expect(lab.locator("[data-lab-missing]")).toBeVisible();
  await expect(lab.getByRole("link", { name: /page of its own/ })).toBeVisible();
  await page.unroute("**/labs/sort.html");
  await summary.click();
  await summary.click();
  await expect(lab).toHaveAttribute("data-state", "ready", { timeout: 30_000 });
});

test("a first visit fetches nothing of the labs", async ({ page }) => {
  /** @type {string[]} */
  const fetched = [];
  page.on("request", (request) => fetched.push(new URL(request.url()).pathname));
  await open(page, "?lang=en");
  expect(fetched.filter((path) => /skinlab-labs|\/labs\//.test(path))).toEqual([]);
  expect(fetched.some((path) => path.endsWith("skinlab-web_bg.wasm"))).toBe(true);
});
