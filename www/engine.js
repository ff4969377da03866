/**
 * Which engine draws: one state machine owns every way from the CPU to the GPU and back, and the two
 * states from which there is no way: a module that did not load, and one that has stopped.
 *
 *   loading ──▶ cpu ──▶ probing ──▶ starting ──▶ gpu
 *      │         ▲ ▲       │           │          │
 *      ▼         │ └───────┴─ refused ─┘          │        any ──▶ stopped
 *   absent       └─────── lost, failed ───────────┘
 *
 * The CPU draws in `cpu`, `probing` and `starting`. An attempt that is overtaken (the reader chose anew,
 * the device went) finds a later `attempt` number when it wakes up, and gives up.
 */

import { DEADLINE_MS, pause, probe, SECOND_TRY_MS, within } from "./probe.js";
import { halt, loud, say } from "./status.js";

/** @typedef {import("./bench.js").Bench} Bench */
/** @typedef {import("./types.js").AdapterInfo} AdapterInfo */
/** @typedef {import("./types.js").Lab} Lab */
/** @typedef {"auto" | "cpu" | "gpu"} Wish */
/** @typedef {keyof typeof WAYS} State */

/** Where each state leads; any other way is a mistake of this file. */
const WAYS = {
  loading: ["cpu", "absent", "stopped"],
  cpu: ["probing", "stopped"],
  probing: ["starting", "cpu", "stopped"],
  starting: ["gpu", "cpu", "stopped"],
  gpu: ["cpu", "stopped"],
  absent: [],
  stopped: [],
};

/** A first readback that takes longer is no help to a reader. */
const PROOF_DEADLINE_MS = 5000;
/** A failed call and the loss that caused it arrive in any order, on a loaded machine this far apart. */
const HINDSIGHT_MS = 1000;
const RECOVERIES = 2;
const RECOVERY_WINDOW_MS = 30_000;

/**
 * Whether the module has stopped for good: after a panic its memory cannot be trusted.
 * @param {unknown} error
 */
const isPanic = (error) =>
  typeof WebAssembly === "object" && error instanceof WebAssembly.RuntimeError;

export class Engine {
  constructor() {
    /** @type {State} */
    this.state = "loading";
    /** @type {Wish} */
    this.wish = "auto";
    this.reason = "loading";
    this.attempt = 0;
    /** @type {number[]} times of the recoveries */
    this.recoveries = [];
    /** Settles when the device that is open now has gone. */
    this.gone = /** @type {Promise<unknown>} */ (Promise.resolve());
    /** Whether a device is open, which then has to be closed. */
    this.open = false;
    /** @type {Bench[]} */
    this.benches = [];
    // A panic in a task of the module's own reaches nobody who could catch it.
    window.addEventListener("error", ({ error }) => isPanic(error) && this.fault(error));
    window.addEventListener("unhandledrejection", ({ reason }) => {
      if (isPanic(reason)) this.fault(reason);
    });
    window.addEventListener("pagehide", ({ persisted }) => {
      if (!persisted) this.#close();
    });
  }

  /** @param {State} state */
  #enter(state) {
    const from = this.state;
    if (from !== state && !(/** @type {string[]} */ (WAYS[from]).includes(state))) {
      throw new Error(`no way leads from ${from} to ${state}`);
    }
    this.state = state;
  }

  /**
   * The module did not load: text, formulas and still pictures are what there is.
   * @param {unknown} error
   */
  absent(error) {
    console.warn("The module did not load:", error);
    this.#enter("absent");
    this.#say("wasm", null);
  }

  /**
   * The module is there, and the CPU draws.
   * @param {Lab} lab
   * @param {Bench[]} benches
   */
  start(lab, benches) {
    this.lab = lab;
    this.benches = benches;
    this.#enter("cpu");
    this.#mount("canvas2d", this.benches);
    this.#say("starting", null);
  }

  /**
   * Takes in the figure of a lab; the engine of the moment draws it.
   * @param {Bench} bench
   */
  add(bench) {
    this.benches.push(bench);
    this.#mount(this.state === "gpu" ? "webgpu" : "canvas2d", [bench]);
    bench.settle();
  }

  /**
   * Follows a wish, of the address or of the reader; resolves when it is settled which engine draws.
   * @param {Wish} wish
   * @param {"forced" | "chosen"} by
   */
  async choose(wish, by) {
    if (!this.lab || this.state === "stopped") return;
    this.wish = wish;
    if (wish === "cpu") {
      this.#toCpu(by);
    } else if (this.state === "gpu") {
      loud(this);
    } else {
      this.recoveries = [];
      if (this.state !== "cpu") this.#toCpu("starting");
      await this.#try(this.lab);
    }
  }

  /**
   * One attempt to get from the CPU to the GPU. A device that cannot be opened is asked for once more,
   * since a GPU process that starts again refuses at first. One deadline holds for all that the browser is
   * asked on the way, so that a reader never waits for a sum of deadlines.
   * @param {Lab} lab
   * @param {number} [end] when to give up, on the clock of `performance`
   * @param {boolean} [last]
   */
  async #try(lab, end = performance.now() + DEADLINE_MS, last = false) {
    const attempt = (this.attempt += 1);
    const overtaken = () => attempt !== this.attempt;
    this.#enter("probing");
    this.#say(this.reason, null);
    const info = await probe(end);
    if (overtaken()) return;
    if (typeof info === "string") {
      this.#toCpu(info);
      return;
    }
    this.#enter("starting");
    this.#say(this.reason, null);
    try {
      const opening = this.#open(lab, info, overtaken);
      const opened = await within(opening, Math.max(0, end - performance.now()));
      if (overtaken()) return;
      const wrong = opened === "timeout" ? "late" : await this.#prove();
      if (overtaken()) return;
      if (wrong) {
        this.#toCpu(wrong);
        return;
      }
      this.#enter("gpu");
      // A lab that was opened meanwhile was given to the CPU.
      const late = this.benches.filter(({ kind }) => kind === "canvas2d");
      this.#mount("webgpu", late);
      for (const bench of this.benches) bench.settle();
      this.#say("", info);
    } catch (error) {
      console.info("WebGPU could not start:", error);
      if (overtaken() || this.fault(error)) return;
      const { attempt: mine } = this.#toCpu("device");
      if (last) return;
      await pause(SECOND_TRY_MS);
      if (mine === this.attempt) await this.#try(lab, end, true);
    }
  }

  /**
   * Opens a device; closes one that nobody waits for any more. The module itself gives up a device that
   * arrives after a later one was asked for.
   * @param {Lab} lab
   * @param {AdapterInfo} info
   * @param {() => boolean} overtaken
   */
  async #open(lab, info, overtaken) {
    await lab.startGpu(info);
    if (overtaken()) {
      lab.stopGpu();
      return;
    }
    this.open = true;
    this.gone = new Promise((resolve) => lab.onGpuLost(resolve));
    void this.gone.then(() => !overtaken() && this.#failed("failed"));
  }

  /**
   * Draws every figure by the GPU, under the CPU's pictures, and holds one mesh against the reference:
   * a device that draws nothing, or computes wrong, is not handed to a reader. Returns what is wrong.
   */
  async #prove() {
    this.#mount("webgpu", this.benches);
    const bench = this.benches.find(({ figure }) => figure.mesh);
    if (!bench) return "";
    const proof = await within(bench.host.difference(bench.lesson), PROOF_DEADLINE_MS);
    if (proof === "timeout") return "device";
    return proof[0] <= proof[1] ? "" : "wrong";
  }

  /**
   * Something went wrong in a call into the module. Returns whether this was the engine's affair.
   * @param {unknown} error
   */
  fault(error) {
    if (this.state === "stopped") return true;
    if (isPanic(error)) {
      console.error(error);
      this.attempt += 1;
      this.#enter("stopped");
      this.#say("stopped", null);
      halt();
      return true;
    }
    // What a device leaves behind that is on its way out is known already.
    if (!this.open || this.state === "cpu") return this.open;
    console.info("WebGPU failed:", error);
    this.#failed("failed");
    return true;
  }

  /**
   * The device failed or went. The CPU takes over at once; what happened is asked in hindsight, and a
   * device that was lost is asked for again, unless it has gone too often.
   * @param {string} reason unless it was a loss
   */
  #failed(reason) {
    const { attempt, lab } = this.#toCpu(reason, true);
    void within(this.gone, HINDSIGHT_MS).then(() => {
      const fault = this.open ? lab?.gpuFault() : undefined;
      this.#close();
      if (fault !== "lost" || attempt !== this.attempt || !lab) return;
      const now = performance.now();
      this.recoveries = this.recoveries.filter((time) => now - time < RECOVERY_WINDOW_MS);
      if (this.recoveries.length >= RECOVERIES) {
        this.#toCpu("lost-often");
        return;
      }
      this.recoveries.push(now);
      this.#say("lost", null);
      return this.#try(lab);
    });
  }

  /**
   * @param {string} reason
   * @param {boolean} [keepDevice] whether somebody still has a question to it
   */
  #toCpu(reason, keepDevice = false) {
    this.attempt += 1;
    this.#enter("cpu");
    if (this.open) this.#mount("canvas2d", this.benches);
    if (!keepDevice) this.#close();
    this.#say(reason, null);
    return { attempt: this.attempt, lab: this.lab };
  }

  #close() {
    if (!this.open) return;
    this.open = false;
    try {
      this.lab?.stopGpu();
    } catch (error) {
      console.info("closing the GPU device:", error);
    }
  }

  /**
   * Gives figures a fresh canvas and draws on it. The GPU's lies under the old one until it has proved
   * itself, the CPU's takes its place at once.
   * @param {import("./types.js").CanvasKind} kind
   * @param {Bench[]} benches
   */
  #mount(kind, benches) {
    for (const bench of benches) bench.mount(kind, kind === "canvas2d");
  }

  /**
   * @param {string} reason "" while the GPU draws
   * @param {AdapterInfo | null} info
   */
  #say(reason, info) {
    this.reason = reason;
    say(this, info);
  }
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
