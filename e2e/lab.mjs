/** What the tests know of the page: the names it promises, and the closed forms written once more. */
import { expect } from "@playwright/test";

/** @typedef {import("@playwright/test").Page} Page */

export const DESKTOP = { width: 1280, height: 900 };
export const PHONE = { width: 390, height: 844 };
export const SECTIONS = ["fk", "inverse-bind", "weights", "cost"];

/**
 * Opens the page and waits until it is ready; collects what the console complains about.
 * @param {Page} page
 * @param {string} address query and hash
 */
export async function open(page, address) {
  /** @type {string[]} */
  const complaints = [];
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  await page.goto(address);
  await expect(page.locator("html")).toHaveAttribute("data-ready", "true", { timeout: 30_000 });
  return complaints;
}

/**
 * The full-precision value of a readout, now.
 * @param {Page} page
 * @param {string} section
 * @param {string} name
 */
export async function readout(page, section, name) {
  const value = await page
    .locator(`#${section} [data-readout="${name}"], #${section} [data-slot="${name}"]`)
    .first()
    .getAttribute("data-value");
  return Number(value ?? NaN);
}

/**
 * Waits until a readout shows a value.
 * @param {Page} page
 * @param {string} section
 * @param {string} name
 * @param {number} value
 * @param {number} [tolerance] absolute; 1e-12 is what the reference promises
 */
export async function reads(page, section, name, value, tolerance = 1e-12) {
  await expect
    .poll(async () => Math.abs((await readout(page, section, name)) - value), {
      message: `${section} ${name} should read ${value}`,
    })
    .toBeLessThanOrEqual(tolerance);
}

/**
 * The number field of a control.
 * @param {Page} page
 * @param {string} section
 * @param {string} param
 */
export const field = (page, section, param) =>
  page.locator(`#${section} input[type="number"][data-param="${param}"]`);

/**
 * The slider of a control.
 * @param {Page} page
 * @param {string} section
 * @param {string} param
 */
export const slider = (page, section, param) =>
  page.locator(`#${section} input[type="range"][data-param="${param}"]`);

/**
 * The ids `table/row` of a section's rows that have this status, without the live rows.
 * @param {Page} page
 * @param {string} section
 * @param {string} status
 */
export function rowsWith(page, section, status) {
  return page.evaluate(
    ([id, wanted]) =>
      [...document.querySelectorAll(`#${id} tr[data-row][data-status="${wanted}"]`)]
        .filter((row) => row.getAttribute("data-row") !== "now")
        .map((row) => {
          const table = row.closest("table")?.getAttribute("data-table");
          return `${table}/${row.getAttribute("data-row")}`;
        })
        .sort(),
    [section, status],
  );
}

/**
 * Turns a switch on or off, or picks a radio button, by its label, as a reader does.
 * @param {import("@playwright/test").Locator} input
 * @param {boolean} [on]
 */
export async function turn(input, on = true) {
  if ((await input.isChecked()) !== on) await input.locator("xpath=ancestor::label").click();
  await expect(input).toBeChecked({ checked: on });
}

const radians = (/** @type {number} */ degrees) => (degrees * Math.PI) / 180;

/**
 * The end of the two-bone chain of 0.9 m each.
 * @param {number} theta0 degrees
 * @param {number} theta1 degrees
 */
export const chainEnd = (theta0, theta1) => ({
  x: 0.9 * Math.cos(radians(theta0)) + 0.9 * Math.cos(radians(theta0 + theta1)),
  y: 0.9 * Math.sin(radians(theta0)) + 0.9 * Math.sin(radians(theta0 + theta1)),
});

/**
 * The share of the radius that is left, by the formula as printed.
 * @param {number} w
 * @param {number} phi degrees
 */
export const retention = (w, phi) =>
  Math.sqrt(Math.max(0, 1 - 2 * w * (1 - w) * (1 - Math.cos(radians(phi)))));
