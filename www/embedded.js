/**
 * The lesson's side of an embedding: says to the page around it when it is ready, how high it is, what
 * its figures show and what draws them, and takes a short list of commands from that page alone.
 * Fetched only inside a frame.
 */

import { hashOf, takeState } from "./address.js";
import { commandOf, hashOfState, TYPE, VERSION } from "./commands.js";
import { setLanguage } from "./i18n.js";
import { setTheme } from "./theme.js";

/** @typedef {import("./state.js").Store} Store */
/** @typedef {import("./types.js").Report} Report */

/** A drag is told when it pauses. */
const QUIET_MS = 150;
const root = document.documentElement;

/**
 * @param {string} event
 * @param {Record<string, unknown>} fields
 */
function post(event, fields) {
  // Whoever embeds the page may read what is on it, and no origin could be trusted more than another.
  window.parent.postMessage({ type: TYPE, v: VERSION, event, ...fields }, "*");
}

/** The document's own height, which depends on its width and not on the height of the frame. */
function tellHeight() {
  let told = 0;
  const tell = () => {
    const height = Math.ceil(root.getBoundingClientRect().height);
    if (height === told || height === 0) return;
    told = height;
    post("height", { height });
  };
  tell();
  // A frame far out of sight is not laid out, and then this comes when it is.
  new ResizeObserver(tell).observe(root);
}

/**
 * @param {Store} store
 * @param {string} section the id of the section that is shown
 */
function tellState(store, section) {
  let place = section;
  let timer = 0;
  let told = hashOf(store, place);
  store.listen((lesson) => {
    place = store.lessons[lesson].id;
    window.clearTimeout(timer);
    timer = window.setTimeout(() => {
      const state = hashOf(store, place);
      if (state === told) return;
      told = state;
      post("state", { state: state.slice(1) });
    }, QUIET_MS);
  });
}

/** The version of the page, as the template wrote it. */
function versionOf() {
  const data = document.querySelector("#lessons-data")?.textContent ?? "{}";
  return JSON.parse(data).version ?? "";
}

/** What draws, and why: null where nothing can. */
const backend = () => ({
  backend: root.dataset.backend ?? null,
  reason: root.dataset.backendReason ?? "",
});

/**
 * @param {Store} store
 * @param {string} section the id of the section that is shown
 */
function tellEngine(store, section) {
  let told = "";
  let ready = false;
  const tell = () => {
    const now = backend();
    const text = JSON.stringify(now);
    if (now.reason && text !== told) {
      told = text;
      post("backend", now);
    }
    if (!ready && root.dataset.ready === "true") {
      ready = true;
      const state = hashOf(store, section).slice(1);
      post("ready", { version: versionOf(), section: root.dataset.section ?? null, state, ...now });
    }
  };
  tell();
  new MutationObserver(tell).observe(root, {
    attributeFilter: ["data-backend", "data-backend-reason", "data-ready"],
  });
}

/** Runs the self-test as the reader's button does, once the page can; says so where it never will. */
function selftest() {
  const waiting = new MutationObserver(() => start());
  const start = () => {
    const { ready, engine, backendReason } = root.dataset;
    if (engine === "absent" || engine === "stopped") {
      waiting.disconnect();
      post("selftest", { report: null, error: backendReason });
    } else if (ready === "true") {
      waiting.disconnect();
      const button = document.querySelector('[data-action="selftest"]');
      if (button instanceof HTMLElement) button.click();
    }
  };
  waiting.observe(root, { attributeFilter: ["data-ready", "data-engine"] });
  start();
}

/** @param {Store} store */
export function wireEmbedding(store) {
  const shown = store.lessons[Number(root.dataset.section ?? 0) - 1]?.id;
  const section = shown ?? store.lessons[0].id;
  document.addEventListener("skinlab-report", (event) => {
    const { report, error } =
      /** @type {CustomEvent<{ report: Report | null, error?: string }>} */ (event).detail;
    const { passed = 0, failed = 0, skipped = 0 } = report ?? {};
    post("selftest", { passed, failed, skipped, report, error });
  });
  window.addEventListener("message", ({ source, data }) => {
    if (source !== window.parent || window.parent === window) return;
    const command = commandOf(data);
    switch (command?.command) {
      case "set":
        takeState(store, hashOfState(command.state, section));
        break;
      case "reset":
        store.lessons.forEach(({ id }, lesson) => {
          // The labs of a section are called after it.
          if (!shown || id.split("/")[0] === shown) store.reset(lesson);
        });
        break;
      case "selftest":
        selftest();
        break;
      case "theme":
        setTheme(command.theme);
        break;
      case "lang":
        setLanguage(command.lang);
        break;
    }
  });
  tellHeight();
  tellState(store, section);
  tellEngine(store, section);
}
