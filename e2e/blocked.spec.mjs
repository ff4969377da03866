/** Whatever is blocked, there is text to read and a picture to see, on the page and inside another one. */
import { expect, test } from "@playwright/test";
import { DIST, sample, serve, STRICT } from "./hosts.mjs";
import { expectMesh } from "./pixels.mjs";

/** @typedef {import("@playwright/test").Page} Page */
/** @typedef {import("@playwright/test").FrameLocator} FrameLocator */

const CORS = { "access-control-allow-origin": "*" };

/** @type {(() => void)[]} */
const closing = [];
test.beforeEach(({}, { project }) => {
  test.skip(project.name !== "canvas2d", "nothing here reaches a GPU");
});
test.afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/**
 * The built page behind these headers.
 * @param {Record<string, string>} headers
 */
async function lab(headers) {
  const server = await serve(() => ({ "/": { folder: DIST, headers } }));
  closing.push(server.close);
  return server.url;
}

/**
 * The section can be read, its formula column is filled, and a still picture stands for its figure.
 * @param {Page | FrameLocator} where
 * @param {string} section
 */
async function expectReadable(where, section) {
  await expect(where.locator(`#${section} h2`)).toBeVisible();
  const formulas = where.locator(`#${section} td[data-cell="formula"]`);
  await expect(formulas.first()).toHaveText(/\d/);
  const still = where.locator(`#${section} .still img:visible`);
  await expect(still).toHaveCount(1, { timeout: 10_000 });
  await still.scrollIntoViewIfNeeded();
  await expect
    .poll(() => still.evaluate((image) => /** @type {HTMLImageElement} */ (image).naturalWidth))
    .toBeGreaterThan(0);
  await expect(where.locator(`#${section} .still p`)).toBeVisible();
  await expect(where.locator(`#${section} .pane canvas:visible`)).toHaveCount(0);
}

/**
 * The element gives a frame room that speaks, or that has been silent for long.
 * @param {Page} page
 */
async function expectFrame(page) {
  await expect
    .poll(() => page.locator("skin-lesson").evaluate((lesson) => lesson.clientHeight), {
      timeout: 20_000,
    })
    .toBeGreaterThan(1000);
  // A frame that is out of sight is not laid out by the browser.
  await page.locator("skin-lesson iframe").scrollIntoViewIfNeeded();
}

const POLICIES = [
  { name: "all scripts blocked", headers: { "content-security-policy": "script-src 'none'" } },
  {
    name: "WebAssembly blocked",
    headers: { "content-security-policy": STRICT.replace(" 'wasm-unsafe-eval'", "") },
  },
  {
    name: "connections blocked",
    headers: {
      "content-security-policy": STRICT.replace("connect-src 'self'", "connect-src 'none'"),
    },
  },
];

for (const { name, headers } of POLICIES) {
  test(`${name}: page and frame`, async ({ page }) => {
    const url = await lab({ ...headers, ...CORS });
    await page.goto(`${url}?section=3&lang=en`);
    await expectReadable(page, "weights");
    const host = await serve(() => ({ "/": sample(url) }));
    closing.push(host.close);
    await page.goto(host.url);
    await expectFrame(page);
    await expectReadable(page.frameLocator("skin-lesson iframe"), "weights");
  });
}

test("the module's own sentence, engine and address where WebAssembly is blocked", async ({
  page,
}) => {
  const url = await lab(POLICIES[1].headers);
  await page.goto(`${url}?lang=en#cost?theta1=-45`);
  await expect(page.locator("html")).toHaveAttribute("data-engine", "absent");
  await expect(page.locator("html")).not.toHaveAttribute("data-backend", /./);
  await expect(page.locator("html")).toHaveAttribute("data-backend-reason", /could not be loaded/);
  await expect(page.locator("#notice")).toContainText("did not load");
  await expect(page.locator('[data-chip="engine"]')).toContainText("not loaded");
  // Controls, language and theme still answer.
  await expect(page.locator('#cost input[type="number"][data-param="theta1"]')).toHaveValue("-45");
  await page.locator('[data-set-lang="zh"]').click();
  await expect(page.locator("html")).toHaveAttribute("lang", "zh");
  await page.locator('[data-action="theme"]').click();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await expect(page.locator("#cost .still img.dark")).toBeVisible();
});

test("no CORS header and a sandbox: the module scripts cannot come", async ({ page }) => {
  const url = await lab({});
  const host = await serve(() => ({ "/": sample(url, "allow-scripts") }));
  closing.push(host.close);
  await page.goto(host.url);
  await expectFrame(page);
  await expectReadable(page.frameLocator("skin-lesson iframe"), "weights");
});

const ANSWERS = [
  { name: "is not there", answer: { status: 404, body: "not found" } },
  { name: "is a page", answer: { contentType: "text/html", body: "<!doctype html><p>Not found" } },
  {
    name: "is cut short",
    answer: { contentType: "application/wasm", body: "\0asm\u0001\0\0\0\u0001" },
  },
];
for (const file of ["skinlab-web_bg.wasm", "skinlab-web.js"]) {
  for (const { name, answer } of ANSWERS) {
    test(`${file} ${name}`, async ({ page, baseURL }) => {
      await page.route(`**/${file}`, (route) => route.fulfill(answer));
      await page.goto(`${baseURL}?lang=en`);
      await expect(page.locator("html")).toHaveAttribute("data-engine", "absent");
      await expectReadable(page, "fk");
    });
  }
}

test("the module's connection breaks off, or never answers", async ({ page, baseURL }) => {
  await page.route("**/skinlab-web_bg.wasm", (route) => route.abort());
  await page.goto(`${baseURL}?lang=en`);
  await expectReadable(page, "fk");
  await page.unrouteAll();
  /** @type {(() => void)[]} */
  const held = [];
  await page.route("**/skinlab-web_bg.wasm", (route) => {
    held.push(() => void route.continue());
  });
  await page.goto(`${baseURL}?lang=en&theme=light#weights`);
  await expectReadable(page, "weights");
  for (const go of held) go();
  await expect(page.locator("html")).toHaveAttribute("data-ready", "true", { timeout: 30_000 });
  await expect(page.locator("#weights .still")).toBeHidden();
  await expectMesh(page.locator("#weights .pane").first());
});

test("a module with the wrong type still runs", async ({ page, baseURL }) => {
  await page.route("**/skinlab-web_bg.wasm", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, contentType: "text/plain" });
  });
  await page.goto(`${baseURL}?lang=en`);
  await expect(page.locator("html")).toHaveAttribute("data-ready", "true", { timeout: 30_000 });
});

test("scripts that do not come: the page's own, and the module's", async ({ page, baseURL }) => {
  for (const file of ["www/main.js", "www/early.js"]) {
    await page.route(`**/${file}`, (route) => route.abort());
    await page.goto(`${baseURL}?lang=en`);
    if (file === "www/main.js") await expectReadable(page, "fk");
    else
      await expect(page.locator("html")).toHaveAttribute("data-ready", "true", { timeout: 30_000 });
    await page.unrouteAll();
  }
});

test("without scripts at all", async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${baseURL}`);
  for (const section of ["fk", "inverse-bind", "weights", "cost"]) {
    await expect(page.locator(`#${section} .still img.light`)).toBeVisible();
    await expect(page.locator(`#${section} td[data-cell="formula"]`).first()).toHaveText(/\d/);
  }
  await context.close();
});

test("a host that forbids the frame keeps the picture and its link", async ({ page, baseURL }) => {
  const place = `${baseURL}`;
  const shown = sample(place);
  const host = await serve(() => ({
    "/": {
      ...shown,
      rewrite: (text, name) =>
        (shown.rewrite?.(text, name) ?? text).replace(/frame-src [^;]+/, "frame-src 'none'"),
    },
  }));
  closing.push(host.close);
  await page.goto(host.url);
  const link = page.locator("skin-lesson > a");
  await expect(link).toBeVisible();
  await expect(page.locator("skin-lesson iframe")).toHaveCount(0);
  await expect(link).toHaveAttribute("href", /section=3/);
  // The negative control: with the frame allowed it is there.
  const open = await serve(() => ({ "/": shown }));
  closing.push(open.close);
  await page.goto(open.url);
  await expect(page.locator("skin-lesson iframe")).toHaveCount(1);
});

test("a host without scripts shows the element's own picture and link", async ({
  browser,
  baseURL,
}) => {
  const host = await serve(() => ({ "/": sample(`${baseURL}`) }));
  closing.push(host.close);
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(host.url);
  const picture = page.locator("skin-lesson a img");
  await expect(picture).toBeVisible();
  const width = await picture.evaluate(
    (image) => /** @type {HTMLImageElement} */ (image).naturalWidth,
  );
  expect(width).toBe(960);
  await context.close();
});
