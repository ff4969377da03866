/**
 * The page's one entry. Order: what needs no module first, so that the page answers while the module
 * loads; then the CPU draws; then the GPU takes over where there is one; then the page is ready.
 */

import { wireActions } from "./actions.js";
import { query, wireAddress } from "./address.js";
import { Bench } from "./bench.js";
import { wireControls } from "./controls.js";
import { Engine, wireEngine } from "./engine.js";
import { CostFigure } from "./figures/cost.js";
import { FkFigure } from "./figures/fk.js";
import { InverseBindFigure } from "./figures/inverse-bind.js";
import { WeightsFigure } from "./figures/weights.js";
import { wireLanguage } from "./i18n.js";
import { Labs } from "./labs.js";
import { wireNav } from "./nav.js";
import { notify, wireNotice } from "./notice.js";
import { wirePlay } from "./play.js";
import { REASONS } from "./reasons.js";
import { wireSelftest } from "./selftest.js";
import { readLessons, Store } from "./state.js";
import { makeDefinitions } from "./svg.js";
import { wireSwitches } from "./switches.js";
import { meshColours, onTheme, wireTheme } from "./theme.js";

/** @typedef {import("./types.js").Lab} Lab */
/** @typedef {import("./types.js").WasmModule} WasmModule */

const FIGURES = [FkFigure, InverseBindFigure, WeightsFigure, CostFigure];
const root = document.documentElement;

/** Loads the module. Its address is not a literal, since there is no such file before the build. */
async function load() {
  const address = new URL("../skinlab-web.js", import.meta.url).href;
  const module = /** @type {WasmModule} */ (await import(address));
  await module.default();
  return module;
}

/** @param {unknown} error */
function report(error) {
  console.error(error);
  notify("fault", {
    en: "A calculation stopped with an error; figures may stand still. Text and formulas are complete; reloading the page starts afresh.",
    zh: "计算出错中断，插图可能不再更新。正文和公式不受影响；重新载入页面即可重来。",
  });
}

/**
 * Keeps the module's state equal to the store's.
 * @param {Lab} lab
 * @param {Store} store
 * @param {(error: unknown) => void} onError
 */
function follow(lab, store, onError) {
  store.lessons.forEach((_, lesson) => {
    store.values[lesson].forEach((value, index) => lab.set(lesson, index, value));
    store.switches[lesson].forEach((on, index) => lab.setSwitch(lesson, index, on));
  });
  const followed = store.lessons.length;
  store.listen((lesson, kind, index) => {
    if (lesson >= followed) return;
    try {
      if (kind === "param") lab.set(lesson, index, store.values[lesson][index]);
      else lab.setSwitch(lesson, index, store.switches[lesson][index]);
    } catch (error) {
      onError(error);
    }
  });
}

/**
 * The figure that the reader sees first, or else the first one of the page.
 * @param {Bench[]} benches those that are displayed
 */
function firstOf(benches) {
  const inView = benches.find(({ stage }) => {
    const { top, bottom } = stage.getBoundingClientRect();
    return top < window.innerHeight && bottom > 0;
  });
  return inView ?? benches[0];
}

/**
 * @param {Store} store
 * @param {Engine} engine
 * @param {Labs} labs
 */
async function start(store, engine, labs) {
  const module = await load().catch((error) => engine.absent(error));
  if (!module) return;
  makeDefinitions();
  const lab = new module.Lab();
  lab.colours(meshColours());
  const onError = (/** @type {unknown} */ error) => {
    if (!engine.fault(error)) report(error);
  };
  follow(lab, store, onError);
  const benches = store.lessons.map(
    (_, lesson) => new Bench(lab, store, lesson, FIGURES[lesson], onError),
  );
  for (const bench of benches) {
    bench.relayout();
    wirePlay(bench);
  }
  onTheme(() => {
    lab.colours(meshColours());
    for (const bench of benches) bench.request();
  });

  const displayed = benches.filter(({ stage }) => stage.clientWidth > 0);
  const first = firstOf(displayed);
  engine.start(lab, benches);
  first?.render(true);
  wireEngine(engine);
  const backend = query("backend");
  const wish = backend === "cpu" || backend === "gpu" ? backend : "auto";
  const settled = engine.choose(wish, "forced");
  labs.provide({ module, lab, engine, onError });

  const selftest = async (/** @type {import("./types.js").SelftestOptions} */ options = {}) => {
    await settled;
    const reason = REASONS[engine.reason]?.en;
    return module.__selftest({ ...(reason ? { reason } : {}), ...options });
  };
  Object.assign(globalThis, { __selftest: selftest });
  const runSelftest = wireSelftest(selftest);

  await settled;
  // Every table, also those out of sight, so that whoever waits for the page finds it complete.
  for (const bench of displayed) bench.render(true);
  await Promise.all(displayed.map((bench) => bench.tables.refresh()));
  root.dataset.ready = "true";
  if (query("selftest") === "1") await runSelftest();
  // The others get their first picture and numbers now, so that scrolling finds them there.
  for (const bench of displayed) {
    if (bench === first) continue;
    bench.render(true);
    await bench.tables.refresh();
  }
}

wireNotice();
wireLanguage();
wireTheme();
wireNav();
const store = new Store(readLessons());
const labs = new Labs(store);
wireAddress(store);
store.lessons.forEach((_, lesson) => {
  wireControls(store, lesson);
  wireSwitches(store, lesson);
  wireActions(store, lesson);
});
if (window.parent !== window) {
  void import("./embedded.js").then(({ wireEmbedding }) => wireEmbedding(store));
}
const engine = new Engine();
start(store, engine, labs).catch((error) => engine.fault(error) || report(error));
