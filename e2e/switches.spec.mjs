import { expect, test } from "@playwright/test";
import { open, reads, readout, rowsWith, turn } from "./lab.mjs";

/** What each switch must do to a readout of its section, in a pose that shows it. */
const SYMPTOMS = [
  { section: "fk", id: "swapped-order", hash: "theta0=-90&theta1=0", name: "tip-x", value: 0.9 },
  { section: "inverse-bind", id: "no-inverse-bind", hash: "", name: "rest-move-max", value: 0.9 },
  { section: "inverse-bind", id: "reversed-product", hash: "", name: "rest-move-max", value: 0 },
  {
    section: "inverse-bind",
    id: "bind-elsewhere",
    hash: "",
    name: "rest-move-max",
    value: 2 * Math.sin(Math.PI / 12) * Math.hypot(0.9, 0.18),
  },
  { section: "inverse-bind", id: "transposed", hash: "", name: "rest-move-max", value: 0 },
  { section: "weights", id: "skip-normalisation", hash: "vertex=55", name: "sum", value: 0.8 },
  { section: "weights", id: "swap-weights", hash: "vertex=55", name: "w0", value: 1 },
];

for (const { section, id, hash, name, value } of SYMPTOMS) {
  test(`${id} shows its symptom and breaks exactly the rows that it names`, async ({ page }) => {
    await open(page, `?lang=en#${section}?${hash}`);
    expect(await rowsWith(page, section, "failed")).toEqual([]);
    const toggle = page.locator(`#${section} [data-switch="${id}"]`);
    const named = ((await toggle.getAttribute("data-breaks")) ?? "").split(" ").sort();
    expect(named[0]).not.toBe("");
    await turn(toggle);
    await expect(page.locator(`#${section} [data-flag]`)).toBeVisible();
    await expect.poll(() => rowsWith(page, section, "failed")).toEqual(named);
    await reads(page, section, name, value);
    await turn(toggle, false);
    await expect.poll(() => rowsWith(page, section, "failed")).toEqual([]);
    await expect(page.locator(`#${section} [data-flag]`)).toBeHidden();
  });
}

test("the mistakes of section 2 misplace the bent mesh", async ({ page }) => {
  for (const id of ["no-inverse-bind", "reversed-product", "bind-elsewhere", "transposed"]) {
    await open(page, `?lang=en#inverse-bind?theta0=20&theta1=-55&switch=${id}`);
    expect(await readout(page, "inverse-bind", "move-max"), id).toBeGreaterThan(0.1);
  }
});

test("apart lets the joint slip and breaks exactly the rows that it names", async ({ page }) => {
  await open(page, "?lang=en#cost?theta1=-120&w=0.5");
  await reads(page, "cost", "radius", 0.09);
  const toggle = page.locator('#cost [data-switch="apart"]');
  const named = ((await toggle.getAttribute("data-breaks")) ?? "").split(" ").sort();
  await turn(toggle);
  await expect.poll(() => rowsWith(page, "cost", "failed")).toEqual(named);
  expect(Math.abs((await readout(page, "cost", "radius")) - 0.09)).toBeGreaterThan(0.05);
});
