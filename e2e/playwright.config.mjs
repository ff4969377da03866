/** Two browsers: one without an adapter, which must draw by the CPU, and one with software WebGPU. */
import { defineConfig } from "@playwright/test";
import { launchOptions } from "./browser.mjs";

if (!process.env.SKINLAB_URL) {
  throw new Error(
    "SKINLAB_URL names no page: run the tests through `cargo xtask test --only e2e`.",
  );
}

export default defineConfig({
  testDir: ".",
  testMatch: "*.spec.mjs",
  workers: 2,
  timeout: 60_000,
  expect: { timeout: 8_000 },
  forbidOnly: true,
  // A loaded machine may miss a deadline once; a fault fails twice.
  retries: process.env.CI ? 1 : 0,
  reporter: "list",
  outputDir: "../test-results",
  use: { baseURL: process.env.SKINLAB_URL },
  projects: [
    { name: "canvas2d", use: { launchOptions: launchOptions(false) } },
    { name: "webgpu", use: { launchOptions: launchOptions(true) } },
  ],
});
