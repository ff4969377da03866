/**
 * Runs the page's own self-test in a headless browser and prints its report as JSON.
 * `cargo xtask selftest` calls this; by hand:
 *
 *     CHROME=/usr/bin/chromium node e2e/selftest.mjs http://127.0.0.1:8080/ [cpu|gpu]
 *
 * It knows only what the page promises: `?selftest=1`, `data-selftest`, `__selftest`.
 * The page runs the test once by itself and once more for the report; the two must
 * agree. Exit status: 0 when there is a report, 2 when there is none.
 */
import { chromium } from "@playwright/test";
import { launchOptions } from "./browser.mjs";

const DEADLINE_MS = 120_000;

/**
 * @param {string} address
 * @param {string | undefined} backend
 */
async function report(address, backend) {
  const browser = await chromium.launch(launchOptions(backend === "gpu"));
  try {
    const page = await browser.newPage({ ignoreHTTPSErrors: true });
    /** @type {string[]} */
    const complaints = [];
    page.on("pageerror", (error) => complaints.push(error.message));
    const url = new URL(address);
    url.searchParams.set("selftest", "1");
    if (backend) url.searchParams.set("backend", backend);
    await page.goto(url.href);
    const shown = page.locator("html[data-selftest=passed], html[data-selftest=failed]");
    await shown.waitFor({ state: "attached", timeout: DEADLINE_MS }).catch(() => {
      const said = complaints.length > 0 ? ` The page said: ${complaints.join("; ")}` : "";
      throw new Error(`data-selftest was not set within ${DEADLINE_MS / 1000} s.${said}`);
    });
    const verdict = await page.locator("html").getAttribute("data-selftest");
    const result = await page.evaluate(() => Reflect.get(globalThis, "__selftest")());
    return { ...result, shown: verdict };
  } finally {
    await browser.close();
  }
}

const [address, backend] = process.argv.slice(2);
if (!address) {
  console.error("Usage: node e2e/selftest.mjs ADDRESS [cpu|gpu]");
  process.exit(2);
}
try {
  process.stdout.write(JSON.stringify(await report(address, backend)));
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(2);
}
