/**
 * The labs that fold open inside the sections. A lab's text, its figure and the module behind it are
 * fetched when it is opened for the first time; from then on it is a lesson like the others.
 */

import { wireActions } from "./actions.js";
import { claim } from "./address.js";
import { Bench } from "./bench.js";
import { wireControls } from "./controls.js";
import { applyLanguage, bilingual } from "./i18n.js";
import { LabHost } from "./lab-host.js";
import { wirePlay } from "./play.js";
import { wireSwitches } from "./switches.js";

/** @typedef {import("./engine.js").Engine} Engine */
/** @typedef {import("./state.js").Store} Store */
/** @typedef {import("./types.js").Lab} Lab */
/** @typedef {import("./types.js").LabsModule} LabsModule */
/** @typedef {import("./types.js").Labs} Scenes */
/** @typedef {import("./types.js").WasmModule} WasmModule */

/**
 * What the page hands to its labs once its own module runs.
 * @typedef {object} Provided
 * @property {WasmModule} module
 * @property {Lab} lab
 * @property {Engine} engine
 * @property {(error: unknown) => void} onError
 */

/** One object of the module's scenes serves all labs.
 * @type {Promise<{ code: LabsModule, scenes: Scenes }> | undefined}
 */
let scenes;

/** @param {WasmModule} module */
function scenesOf(module) {
  scenes ??= module.labs().then((code) => ({ code, scenes: new code.Labs() }));
  scenes.catch(() => {
    scenes = undefined;
  });
  return scenes;
}

/** The labs' own style sheet goes into the page with the first of them. */
function addStyle() {
  if (document.querySelector("link[data-labs]")) return;
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = new URL("labs/lab.css", import.meta.url).href;
  link.dataset.labs = "";
  document.head.append(link);
}

/**
 * The static page of a lab. Its markup is this project's own, rendered when the page was built.
 * @param {string} name
 */
async function fetchPage(name) {
  const response = await fetch(new URL(`../labs/${name}.html`, import.meta.url));
  if (!response.ok) throw new Error(`labs/${name}.html: HTTP ${response.status}`);
  return new DOMParser().parseFromString(await response.text(), "text/html");
}

export class Labs {
  /** @param {Store} store */
  constructor(store) {
    this.store = store;
    /** @type {(provided: Provided) => void} */
    this.provide = () => {};
    /** @type {Promise<Provided>} */
    this.provided = new Promise((resolve) => {
      this.provide = resolve;
    });
    for (const lab of document.querySelectorAll("details[data-lab]")) {
      if (!(lab instanceof HTMLDetailsElement)) continue;
      lab.addEventListener("toggle", () => lab.open && void this.#open(lab));
      if (lab.open) void this.#open(lab);
    }
  }

  /** @param {HTMLDetailsElement} lab */
  async #open(lab) {
    if (lab.dataset.state) return;
    lab.dataset.state = "loading";
    addStyle();
    try {
      await this.#load(lab);
      lab.dataset.state = "ready";
    } catch (error) {
      console.warn(`The lab ${lab.id} did not load:`, error);
      this.#sayMissing(lab);
    }
  }

  /** @param {HTMLDetailsElement} lab */
  async #load(lab) {
    const name = lab.id.slice(lab.id.indexOf("/") + 1);
    const { module, lab: lessons, engine, onError } = await this.provided;
    const [page, figure, { code, scenes }] = await Promise.all([
      fetchPage(name),
      import(`./labs/${name}.js`),
      scenesOf(module),
    ]);
    const main = page.querySelector("main");
    const spec = main?.querySelector("[data-lab-spec]");
    const body = lab.querySelector("[data-lab-body]");
    if (!main || !spec || !body) throw new Error(`labs/${name}.html is not a lab`);
    /** @type {import("./types.js").LessonSpec} */
    const data = JSON.parse(spec.textContent ?? "");
    data.texts = figure.TEXTS ?? [];
    spec.remove();
    body.replaceChildren(...main.childNodes);
    applyLanguage();
    const lesson = this.store.add(data);
    wireControls(this.store, lesson);
    wireSwitches(this.store, lesson);
    wireActions(this.store, lesson);
    const host = new LabHost(module, lessons, code, scenes, this.store, lesson, onError);
    const bench = new Bench(host, this.store, lesson, figure.Figure, onError);
    host.figure = bench.figure;
    host.redraw = () => bench.request();
    claim(this.store, lesson);
    bench.relayout();
    wirePlay(bench);
    engine.add(bench);
    bench.render(true);
    await bench.tables.refresh();
  }

  /** @param {HTMLDetailsElement} lab */
  #sayMissing(lab) {
    delete lab.dataset.state;
    let line = lab.querySelector("[data-lab-missing]");
    if (!line) {
      line = document.createElement("p");
      line.setAttribute("data-lab-missing", "");
      line.setAttribute("role", "status");
      lab.querySelector("[data-lab-body]")?.prepend(line);
    }
    line.replaceChildren(
      bilingual(
        "This lab could not be fetched. Fold it and open it again to retry; its text is on the page linked here.",
        "这个实验没能取到。收起再展开可以重试；文字内容在下面链接的页面里。",
      ),
    );
  }
}
