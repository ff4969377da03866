import { expect, test } from "@playwright/test";
import { chainEnd, field, open, reads, turn } from "./lab.mjs";

test("a permalink brings the whole state back", async ({ page }) => {
  await open(page, "?lang=en");
  await field(page, "fk", "theta0").fill("12.5");
  await field(page, "cost", "theta1").fill("-33");
  await turn(page.locator('#cost [data-switch="apart"]'));
  await expect.poll(() => page.url()).toContain("switch=apart");
  const link = page.url();
  await open(page, "about:blank").catch(() => {});
  await open(page, link);
  await expect(field(page, "fk", "theta0")).toHaveValue("12.5");
  await expect(field(page, "cost", "theta1")).toHaveValue("-33");
  await expect(page.locator('#cost [data-switch="apart"]')).toBeChecked();
  await reads(page, "fk", "tip-x", chainEnd(12.5, -70).x);
});

test("copy link hands out the address of the state", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await open(page, "?lang=en#weights?band=0.4");
  await page.locator('#weights [data-action="copy-link"]').click();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain("#weights?");
  expect(copied).toContain("band=0.4");
});

test("reset restores a section and leaves the others", async ({ page }) => {
  await open(page, "?lang=en#fk?theta0=5&switch=swapped-order&cost.theta1=-10");
  await page.locator('#fk [data-action="reset"]').first().click();
  await expect(field(page, "fk", "theta0")).toHaveValue("40");
  await expect(page.locator('#fk [data-switch="swapped-order"]')).not.toBeChecked();
  await expect(field(page, "cost", "theta1")).toHaveValue("-10");
  await reads(page, "fk", "tip-x", chainEnd(40, -70).x);
});

test("hostile state is refused field by field, in one line that can be dismissed", async ({
  page,
}) => {
  const complaints = await open(
    page,
    "?lang=en&theme=purple#cost?theta1=-90&theta0=999&w=NaN&mode=%3Cimg%20src%3Dx%3E&fk.theta0=1e400&nowhere.x=1",
  );
  await expect(field(page, "cost", "theta1")).toHaveValue("-90");
  await expect(field(page, "cost", "theta0")).toHaveValue("0");
  const notice = page.locator("#notice");
  for (const name of ["theta0=999", "w=NaN", "mode=<img", "theta0=1e400", "theme=purple"]) {
    await expect(notice).toContainText(name);
  }
  expect(await page.locator("#notice img").count()).toBe(0);
  await notice.getByRole("button").click();
  await expect(notice).toBeHidden();
  expect(complaints).toEqual([]);
});
