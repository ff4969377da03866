/** The sample host page with its strict policy: {same origin, other origin} × {open, sandboxed} × {frame, element}. */
import { expect, test } from "@playwright/test";
import { DIST, sample, serve, STRICT } from "./hosts.mjs";
import { expectMesh } from "./pixels.mjs";

/** @typedef {import("@playwright/test").Page} Page */

const FOLDER = "sub/skinlab/";
const LAB = {
  folder: DIST,
  headers: { "content-security-policy": STRICT, "access-control-allow-origin": "*" },
};

/** @type {(() => void)[]} */
const closing = [];
test.afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/**
 * Serves Skinlab in a sub-folder and the sample host, on one origin or on two; the address of the host.
 * @param {boolean} same
 * @param {string} [sandbox]
 */
async function hosted(same, sandbox) {
  const lab = await serve((url) => ({
    [`/${FOLDER}`]: LAB,
    "/": sample(`${url}${FOLDER}`, sandbox),
  }));
  closing.push(lab.close);
  if (same) return lab.url;
  const host = await serve(() => ({ "/": sample(`${lab.url}${FOLDER}`, sandbox) }));
  closing.push(host.close);
  return host.url;
}

/**
 * Records every message that arrives at the host.
 * @param {Page} page
 */
async function record(page) {
  await page.addInitScript(() => {
    if (window.parent !== window) return;
    /** @type {any[]} */
    const heard = [];
    Object.assign(window, { heard });
    window.addEventListener("message", ({ data }) => heard.push(data));
  });
}

/**
 * @param {Page} page
 * @param {string} event
 * @returns {Promise<any[]>}
 */
const heard = (page, event) =>
  page.evaluate(
    (name) => Reflect.get(window, "heard").filter((/** @type {any} */ one) => one.event === name),
    event,
  );

for (const same of [true, false]) {
  for (const sandbox of [undefined, "allow-scripts"]) {
    const where = `${same ? "same" : "another"} origin, ${sandbox ? `sandbox="${sandbox}"` : "no sandbox"}`;
    test(`frame and element, ${where}`, async ({ page }, { project }) => {
      const host = await hosted(same, sandbox);
      /** @type {string[]} */
      const complaints = [];
      page.on("console", (message) => {
        if (message.type() === "error") complaints.push(message.text());
      });
      page.on("pageerror", (error) => complaints.push(error.message));
      await record(page);
      await page.goto(host);

      // The element: the still picture gives way to the lesson, which has its own height.
      const element = page.locator("skin-lesson");
      const inside = page.frameLocator("skin-lesson iframe");
      const root = inside.locator("html");
      await expect(root).toHaveAttribute("data-ready", "true", { timeout: 30_000 });
      await expect(root).toHaveAttribute("data-backend", project.name);
      await expect(element.locator("a img").first()).toBeHidden();
      await expect(inside.locator("#weights")).toBeVisible();
      await expect(inside.locator("header.top")).toBeHidden();
      await expectMesh(inside.locator("#weights .pane").first());
      await expect(
        inside.locator('#weights input[type="number"][data-param="theta1"]'),
      ).toHaveValue("-60");
      // As high as its content: neither a scroll bar nor a gap.
      const gap = () =>
        root.evaluate((html) => innerHeight - Math.ceil(html.getBoundingClientRect().height));
      await expect.poll(gap).toBe(0);

      // Attributes that change later are passed on, and what the reader does comes out.
      // A pointer is led astray while the browser still thinks that a growing frame is elsewhere.
      const press = (/** @type {string} */ name) =>
        page.getByRole("button", { name }).dispatchEvent("click");
      await press("中文");
      await expect(root).toHaveAttribute("lang", "zh");
      await press("Dark");
      await expect(root).toHaveAttribute("data-theme", "dark");
      await press("Bend further");
      const theta1 = inside.locator('#weights input[type="number"][data-param="theta1"]');
      await expect(theta1).toHaveValue("-120");
      await expect(page.locator("#said")).toContainText("weights?");
      await theta1.fill("-45");
      await expect(page.locator("#said")).toContainText("theta1=-45");
      await press("Self-test");
      await expect(page.locator("#said")).toContainText('"failed":0', { timeout: 30_000 });

      // The plain frame, which was too far away to be loaded until now.
      const frame = page.locator("#frame");
      await frame.scrollIntoViewIfNeeded();
      const framed = page.frameLocator("#frame");
      await expect(framed.locator("html")).toHaveAttribute("data-ready", "true", {
        timeout: 30_000,
      });
      await expect(framed.locator("#cost")).toBeVisible();
      await expect(framed.locator("#weights")).toBeHidden();
      await expectMesh(framed.locator("#cost .pane").first());

      const said = await heard(page, "ready");
      expect(said.map((one) => one.section).sort()).toEqual(["3", "4"]);
      for (const one of said) {
        expect(one).toMatchObject({ type: "skinlab", v: 1, backend: project.name });
        expect(one.version).toMatch(/^\d+\.\d+\.\d+$/);
      }
      expect((await heard(page, "backend")).at(-1).reason).toMatch(/\S/);
      const [report] = (await heard(page, "selftest")).map((one) => one.report);
      expect(report.schema).toBe(1);
      expect(complaints).toEqual([]);
    });
  }
}
