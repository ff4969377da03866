/** The self-test as readers meet it: a button, a bar, one big line, the failures, the report to copy. */

import { copy } from "./actions.js";
import { bilingual } from "./i18n.js";

/** @typedef {import("./types.js").Report} Report */
/** @typedef {import("./types.js").SelftestOptions} SelftestOptions */
/** @typedef {(options?: SelftestOptions) => Promise<Report>} Selftest */

const LISTED = 40;

/** @param {string} name */
const part = (name) => document.querySelector(`[data-report="${name}"]`);

/** @param {Report} report */
function failuresOf(report) {
  const checks = report.checks.filter((check) => check.status === "failed");
  const controls = report.controls.filter((control) => control.status !== "caught");
  return [
    ...checks.map(
      (check) =>
        `${check.id}: ${check.measured}, expected ${check.expected}, error ${check.error}, tolerance ${check.tolerance}`,
    ),
    ...controls.map(({ id, breaks }) => `control ${id}: ${breaks} did not fail`),
  ];
}

/**
 * @param {Element | null} element
 * @param {string} en
 * @param {string} zh
 */
function say(element, en, zh) {
  element?.replaceChildren(bilingual(en, zh));
}

/** @param {Report} report */
function show(report) {
  const { passed, failed, skipped } = report;
  const en = `${passed} passed, ${failed} failed, ${skipped} skipped`;
  const zh = `${passed} 项通过，${failed} 项不符，${skipped} 项跳过`;
  say(part("headline"), en, zh);
  say(document.querySelector('[data-chip="selftest"]'), `self-test: ${en}`, `自检：${zh}`);
  const failures = failuresOf(report);
  const items = failures.slice(0, LISTED).map((text) => {
    const item = document.createElement("li");
    item.textContent = text;
    return item;
  });
  part("failures")?.replaceChildren(...items);
  document.documentElement.dataset.selftest = failed === 0 ? "passed" : "failed";
  console.log(en);
  tell({ report });
}

/**
 * Tells whoever listens on this page how the test has ended.
 * @param {{ report: Report | null, error?: string }} detail
 */
function tell(detail) {
  document.dispatchEvent(new CustomEvent("skinlab-report", { detail }));
}

/** @param {Selftest} selftest */
export function wireSelftest(selftest) {
  const start = document.querySelector('[data-action="selftest"]');
  const copyButton = document.querySelector('[data-action="copy-report"]');
  const bar = part("progress");
  /** @type {Report | null} */
  let latest = null;
  let running = false;

  const run = async () => {
    if (running) return;
    running = true;
    start?.toggleAttribute("disabled", true);
    delete document.documentElement.dataset.selftest;
    say(part("headline"), "Running…", "正在运行…");
    try {
      latest = await selftest({
        onProgress: (done, total) => {
          bar?.setAttribute("max", String(total));
          bar?.setAttribute("value", String(done));
          // Waiting for this lets the browser paint the bar between two steps.
          return new Promise((resolve) => setTimeout(resolve));
        },
      });
      show(latest);
    } catch (error) {
      say(part("headline"), `The self-test broke off: ${error}`, `自检中断：${error}`);
      document.documentElement.dataset.selftest = "failed";
      console.log("0 passed, 1 failed, 0 skipped");
      tell({ report: null, error: String(error) });
    }
    running = false;
    start?.toggleAttribute("disabled", false);
    copyButton?.toggleAttribute("disabled", latest === null);
  };
  start?.addEventListener("click", () => void run());
  copyButton?.addEventListener("click", () => {
    if (latest) void copy(JSON.stringify(latest, null, 1), copyButton);
  });
  return run;
}
