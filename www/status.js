/** What the page says of its engine: attributes for tests and hosts, chip and panel for readers. */

import { bilingual } from "./i18n.js";
import { notify } from "./notice.js";
import { REASONS } from "./reasons.js";

/** @typedef {import("./engine.js").Engine} Engine */
/** @typedef {import("./types.js").AdapterInfo} AdapterInfo */
/** @typedef {import("./types.js").Bilingual} Bilingual */

const root = document.documentElement;

/** @type {Record<"wasm" | "stopped", Bilingual>} */
const SENTENCES = {
  wasm: {
    en: "The figures stand still and the measured columns are empty: this browser did not load the page’s WebAssembly module. Text and formulas are complete.",
    zh: "插图是静止的，实测列是空的：浏览器没有载入本页的 WebAssembly 模块。正文和公式是完整的。",
  },
  stopped: {
    en: "The calculation stopped with an error, and the figures stand still. What you have set is kept.",
    zh: "计算出错中断，插图不再更新。你设好的数值都还在。",
  },
};

/** @param {AdapterInfo} info */
function adapterName({ vendor, architecture, device, description }) {
  const name = description || [vendor, architecture, device].filter(Boolean).join(" ");
  return name || "adapter";
}

/**
 * The chip, the sentence in the panel.
 * @param {string} reason
 * @param {AdapterInfo | null} info
 * @returns {[Bilingual, Bilingual]}
 */
function words(reason, info) {
  const why = REASONS[reason] ?? { en: "", zh: "" };
  if (info) {
    const name = adapterName(info);
    const soft = info.isFallback;
    return [
      {
        en: `WebGPU draws: ${soft ? "software adapter" : name}`,
        zh: `WebGPU 绘制：${soft ? "软件适配器" : name}`,
      },
      {
        en: `WebGPU computes and draws this page${soft ? ", on a software adapter" : ""}.`,
        zh: `本页由 WebGPU 计算并绘制${soft ? "，用的是软件适配器" : ""}。`,
      },
    ];
  }
  if (reason === "wasm") {
    return [{ en: "engine: not loaded", zh: "引擎：没有载入" }, SENTENCES.wasm];
  }
  if (reason === "stopped") {
    return [{ en: "engine: stopped", zh: "引擎：已停止" }, SENTENCES.stopped];
  }
  return [
    { en: `CPU draws: ${why.en}`, zh: `CPU 绘制：${why.zh}` },
    { en: `The CPU computes and draws: ${why.en}.`, zh: `由 CPU 计算并绘制：${why.zh}。` },
  ];
}

/**
 * Says which engine draws and why.
 * @param {Engine} engine
 * @param {AdapterInfo | null} info of the adapter while the GPU draws
 */
export function say(engine, info) {
  const { reason, state, wish } = engine;
  const none = state === "absent" || state === "stopped";
  if (none) delete root.dataset.backend;
  else root.dataset.backend = info ? "webgpu" : "canvas2d";
  root.dataset.engine = state;
  root.dataset.backendReason = info
    ? `adapter: ${adapterName(info)}`
    : (REASONS[reason]?.en ?? reason);
  // Where nothing has ever drawn, the still pictures stand in.
  root.dataset.figures = none && root.dataset.ready !== "true" ? "still" : "live";

  const [chip, sentence] = words(reason, info);
  document.querySelector('[data-chip="engine"]')?.replaceChildren(bilingual(chip.en, chip.zh));
  document
    .querySelector('[data-engine="reason"]')
    ?.replaceChildren(bilingual(sentence.en, sentence.zh));
  const adapter = document.querySelector('[data-engine="adapter"]');
  if (adapter) adapter.textContent = info ? adapterName(info) : "–";
  for (const radio of document.querySelectorAll('input[name="engine"]')) {
    if (!(radio instanceof HTMLInputElement)) continue;
    radio.checked = radio.value === wish;
    radio.disabled = none;
  }
  notify("module", reason === "wasm" ? SENTENCES.wasm : null);
  loud(engine);
}

/**
 * Whoever asked for the GPU by name is told loudly that there is none.
 * @param {Engine} engine
 */
export function loud({ reason, state, wish }) {
  const missed = wish === "gpu" && state === "cpu" && reason !== "starting" && reason !== "lost";
  const why = REASONS[reason] ?? { en: reason, zh: reason };
  notify(
    "engine",
    missed
      ? {
          en: `WebGPU was asked for, but the CPU draws: ${why.en}.`,
          zh: `要求用 WebGPU，但现由 CPU 绘制：${why.zh}。`,
        }
      : null,
  );
}

/** The module has stopped: every figure says so where the reader looks, with a way to start again. */
export function halt() {
  for (const stage of document.querySelectorAll("[data-figure]")) {
    const box = document.createElement("div");
    box.className = "halt";
    box.setAttribute("role", "alert");
    const text = document.createElement("p");
    text.append(bilingual(SENTENCES.stopped.en, SENTENCES.stopped.zh));
    const button = document.createElement("button");
    button.type = "button";
    button.className = "btn";
    button.dataset.action = "start-again";
    button.append(bilingual("Start again", "重新开始"));
    // The address holds the state, and reading it anew starts a fresh module.
    button.addEventListener("click", () => {
      document.dispatchEvent(new CustomEvent("skinlab-keep"));
      location.reload();
    });
    box.append(text, button);
    stage.append(box);
  }
}
