/**
 * Which engine draws: one state machine owns every way from the CPU to the GPU and back.
 *
 *   cpu ──probe──▶ probing ──device──▶ starting ──first frame──▶ gpu
 *    ▲                │                   │                       │
 *    └────────────────┴── refused ────────┴──── lost, failed ─────┘
 *
 * The CPU draws in every state but `gpu`. An attempt that is overtaken (the reader chose anew, the
 * device went) finds a later `attempt` number when it wakes up, and gives up.
 */

import { bilingual } from "./i18n.js";
import { notify } from "./notice.js";
import { probe, within } from "./probe.js";
import { REASONS } from "./reasons.js";

/** @typedef {import("./bench.js").Bench} Bench */
/** @typedef {import("./types.js").AdapterInfo} AdapterInfo */
/** @typedef {import("./types.js").CanvasKind} CanvasKind */
/** @typedef {import("./types.js").Lab} Lab */
/** @typedef {"auto" | "cpu" | "gpu"} Wish */

const START_DEADLINE_MS = 10_000;
const RECOVERIES = 2;
const RECOVERY_WINDOW_MS = 30_000;

export class Engine {
  /**
   * @param {Lab} lab
   * @param {Bench[]} benches
   */
  constructor(lab, benches) {
    this.lab = lab;
    this.benches = benches;
    /** @type {"cpu" | "probing" | "starting" | "gpu"} */
    this.state = "cpu";
    /** @type {Wish} */
    this.wish = "auto";
    this.attempt = 0;
    /** Whether a GPU device is open that has to be closed. */
    this.open = false;
    /** @type {number[]} times of the recoveries */
    this.recoveries = [];
    this.reason = "starting";
  }

  /**
   * Takes in the figure of a lab; the engine of the moment draws it.
   * @param {Bench} bench
   */
  add(bench) {
    this.benches.push(bench);
    bench.mount(this.state === "gpu" ? "webgpu" : "canvas2d", true);
  }

  /** Draws by the CPU. The page starts here. */
  start() {
    this.#mount("canvas2d", true);
    this.#say("starting", null);
  }

  /**
   * Follows a wish, of the address or of the reader; resolves when it is settled which engine draws.
   * @param {Wish} wish
   * @param {"forced" | "chosen"} by
   */
  async choose(wish, by) {
    this.wish = wish;
    for (const radio of document.querySelectorAll('input[name="engine"]')) {
      if (radio instanceof HTMLInputElement) radio.checked = radio.value === wish;
    }
    notify("engine", null);
    if (wish === "cpu") {
      this.attempt += 1;
      this.#toCpu(by);
    } else if (this.state !== "gpu") {
      this.recoveries = [];
      await this.#try();
    }
  }

  /** One attempt to get from the CPU to the GPU. */
  async #try() {
    const attempt = (this.attempt += 1);
    const overtaken = () => attempt !== this.attempt;
    this.state = "probing";
    const info = await probe();
    if (overtaken()) return;
    if (typeof info === "string") {
      this.#toCpu(info);
      return;
    }
    this.state = "starting";
    try {
      const starting = this.lab.startGpu(info);
      const device = await within(starting, START_DEADLINE_MS);
      if (overtaken() || device === "timeout") {
        // A device that nobody waits for any more is closed when it comes.
        starting.then(() => this.state === "cpu" && this.lab.stopGpu()).catch(() => {});
        if (!overtaken()) this.#toCpu("device");
        return;
      }
      this.open = true;
      this.lab.onGpuLost(() => {
        if (!overtaken()) void this.#lost();
      });
      this.#mount("webgpu", false);
      this.state = "gpu";
      this.#say("", info);
    } catch (error) {
      if (!overtaken()) this.#toCpu("device");
      console.info("WebGPU could not start:", error);
    }
  }

  /**
   * Something went wrong while the GPU drew or measured.
   * @param {unknown} error
   */
  fault(error) {
    if (this.state !== "gpu") return false;
    console.info("WebGPU failed:", error);
    void this.#lost("drawing");
    return true;
  }

  /**
   * The device went. The CPU takes over at once; then the device is asked for again, unless it has
   * gone too often.
   * @param {string} [reason]
   */
  async #lost(reason = "lost") {
    this.attempt += 1;
    const now = performance.now();
    this.recoveries = this.recoveries.filter((time) => now - time < RECOVERY_WINDOW_MS);
    if (this.recoveries.length >= RECOVERIES) {
      this.#toCpu("lost-often");
      return;
    }
    this.recoveries.push(now);
    this.#toCpu(reason);
    await this.#try();
  }

  /** @param {string} reason */
  #toCpu(reason) {
    const drawsAlready = this.state !== "gpu" && !this.open;
    this.state = "cpu";
    if (!drawsAlready) {
      try {
        this.lab.stopGpu();
      } catch (error) {
        console.info("closing the GPU device:", error);
      }
      this.open = false;
      this.#mount("canvas2d", true);
    }
    this.#say(reason, null);
  }

  /**
   * Gives every figure a fresh canvas of this kind.
   * @param {CanvasKind} kind
   * @param {boolean} atOnce whether the old canvas goes before the next frame
   */
  #mount(kind, atOnce) {
    for (const bench of this.benches) bench.mount(kind, atOnce);
  }

  /**
   * @param {string} reason "" while the GPU draws
   * @param {AdapterInfo | null} info
   */
  #say(reason, info) {
    this.reason = reason;
    const root = document.documentElement;
    const gpu = info !== null;
    const why = REASONS[reason] ?? { en: "", zh: "" };
    const name = info ? adapterName(info) : "–";
    root.dataset.backend = gpu ? "webgpu" : "canvas2d";
    root.dataset.backendReason = gpu ? `adapter: ${name}` : why.en;
    const chip = document.querySelector('[data-chip="engine"]');
    const soft = info?.isFallback === true;
    chip?.replaceChildren(
      gpu
        ? bilingual(
            `WebGPU draws: ${soft ? "software adapter" : name}`,
            `WebGPU 绘制：${soft ? "软件适配器" : name}`,
          )
        : bilingual(`CPU draws: ${why.en}`, `CPU 绘制：${why.zh}`),
    );
    document
      .querySelector('[data-engine="reason"]')
      ?.replaceChildren(
        gpu
          ? bilingual(
              `WebGPU computes and draws this page${soft ? ", on a software adapter" : ""}.`,
              `本页由 WebGPU 计算并绘制${soft ? "，用的是软件适配器" : ""}。`,
            )
          : bilingual(
              `The CPU computes and Canvas2D draws: ${why.en}.`,
              `由 CPU 计算、Canvas2D 绘制：${why.zh}。`,
            ),
      );
    const adapter = document.querySelector('[data-engine="adapter"]');
    if (adapter) adapter.textContent = name;
    // Whoever asked for the GPU by name is told loudly that there is none.
    if (this.wish === "gpu" && !gpu && reason !== "starting" && reason !== "lost") {
      notify("engine", {
        en: `WebGPU was asked for, but the CPU draws: ${why.en}.`,
        zh: `要求用 WebGPU，但现由 CPU 绘制：${why.zh}。`,
      });
    } else {
      notify("engine", null);
    }
  }
}

/** @param {AdapterInfo} info */
function adapterName({ vendor, architecture, device, description }) {
  const name = description || [vendor, architecture, device].filter(Boolean).join(" ");
  return name || "adapter";
}

/** @param {Engine} engine */
export function wireEngine(engine) {
  for (const radio of document.querySelectorAll('input[name="engine"]')) {
    radio.addEventListener("change", () => {
      if (!(radio instanceof HTMLInputElement) || !radio.checked) return;
      void engine.choose(/** @type {Wish} */ (radio.value), "chosen");
    });
  }
}
