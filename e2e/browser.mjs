/**
 * How the tests start a browser: the system's Chromium or Chrome, without services of
 * its own, and with software WebGPU where a test asks for it.
 */

const QUIET = [
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
];

/** An adapter for the compute path. */
const ADAPTER = ["--enable-unsafe-webgpu", "--use-webgpu-adapter=swiftshader"];

/** What else it takes until a WebGPU canvas shows in screenshots. */
const PRESENTATION = [
  "--enable-gpu",
  "--enable-features=Vulkan",
  "--use-vulkan=swiftshader",
  "--use-angle=swiftshader",
  "--enable-unsafe-swiftshader",
  "--ignore-gpu-blocklist",
];

/**
 * Options for Playwright's `launch`. CHROME names the browser.
 * @param {boolean} gpu whether the browser gets a software WebGPU adapter
 */
export function launchOptions(gpu) {
  const root = process.getuid?.() === 0;
  return {
    executablePath: process.env.CHROME,
    args: [
      ...QUIET,
      ...(root ? ["--no-sandbox"] : []),
      ...(gpu ? [...ADAPTER, ...PRESENTATION] : []),
    ],
  };
}
