/** The switches that break a lesson on purpose, and the flag in the figure that says so. */

import { bilingual } from "./i18n.js";

/** @typedef {import("./state.js").Store} Store */

/**
 * The words beside a switch, in one language.
 * @param {Element | undefined} input
 * @param {"en" | "zh"} lang
 */
function nameOf(input, lang) {
  return input?.closest("label")?.querySelector(`b [lang="${lang}"]`)?.textContent?.trim() ?? "";
}

/**
 * Wires the switches of one lesson or lab.
 * @param {Store} store
 * @param {number} lesson
 */
export function wireSwitches(store, lesson) {
  const spec = store.lessons[lesson];
  const section = document.getElementById(spec.id);
  /** @type {Map<number, HTMLInputElement>} */
  const inputs = new Map();
  for (const input of section?.querySelectorAll("input[data-switch]") ?? []) {
    const id = input.getAttribute("data-switch");
    const index = spec.switches.findIndex((one) => one.id === id);
    if (index < 0 || !(input instanceof HTMLInputElement)) continue;
    inputs.set(index, input);
    for (const type of ["input", "change"]) {
      input.addEventListener(type, () => store.flip(lesson, index, input.checked));
    }
  }
  const flag = section?.querySelector("[data-flag]");
  const show = () => {
    for (const [index, input] of inputs) input.checked = store.switches[lesson][index];
    const on = [...inputs].filter(([index]) => store.switches[lesson][index]);
    if (!flag) return;
    flag.toggleAttribute("hidden", on.length === 0);
    flag.replaceChildren(
      bilingual(
        `Broken on purpose: ${on.map(([, input]) => nameOf(input, "en").toLowerCase()).join(", ")}`,
        `故意弄坏：${on.map(([, input]) => nameOf(input, "zh")).join("、")}`,
      ),
    );
  };
  store.listen((changed, kind) => {
    if (changed === lesson && kind === "switch") show();
  });
  show();
}
