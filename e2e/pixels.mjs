/** Pictures read back pixel by pixel: whether a figure shows its mesh. */
import { expect } from "@playwright/test";
import { PNG } from "pngjs";

/** @typedef {import("@playwright/test").Locator} Locator */

/** The tokens --mesh-parent and --mesh-child of the light theme. */
const MESH = [
  [0x8f, 0xc0, 0xf0],
  [0xff, 0xb2, 0x88],
];
/** Canvases mix and round colours by a step or two. */
const NEAR = 6;

/**
 * How many pixels have one of the two fills of the mesh.
 * @param {Buffer} picture
 */
export function meshPixels(picture) {
  const { data } = PNG.sync.read(picture);
  let count = 0;
  for (let at = 0; at < data.length; at += 4) {
    const is = MESH.some((fill) =>
      fill.every((channel, index) => Math.abs(data[at + index] - channel) <= NEAR),
    );
    if (is) count += 1;
  }
  return count;
}

/**
 * Waits until a figure shows its mesh; the page has to be in its light theme.
 * @param {Locator} pane
 * @param {number} [timeout] ms
 */
export async function expectMesh(pane, timeout = 15_000) {
  await pane.scrollIntoViewIfNeeded();
  await expect
    .poll(async () => meshPixels(await pane.screenshot()), { timeout, message: "no mesh is drawn" })
    .toBeGreaterThan(400);
}
