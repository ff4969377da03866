/** The play button: sweeps an angle through its range until the reader does anything, or looks elsewhere. */

import { bilingual } from "./i18n.js";

/** @typedef {import("./bench.js").Bench} Bench */

const DEGREES_PER_SECOND = 60;
/** One press, where the reader's system asks for less motion. */
const STEP = 15;

/** @param {Bench} bench */
export function wirePlay(bench) {
  const { store, lesson, section } = bench;
  const button = section?.querySelector('[data-action="play"]');
  if (!button) return;
  const words = [...button.childNodes];
  const index = store.find(lesson, button.getAttribute("data-play") ?? "theta1");
  const { min, max } = store.lessons[lesson].params[index];
  const still = window.matchMedia("(prefers-reduced-motion: reduce)");
  let direction = -1;
  let frame = 0;
  let last = 0;
  let mine = false;
  let seen = false;

  /** @param {number} degrees */
  const advance = (degrees) => {
    let next = store.values[lesson][index] + direction * degrees;
    if (next <= min || next >= max) direction = next <= min ? 1 : -1;
    next = Math.min(max, Math.max(min, next));
    mine = true;
    store.set(lesson, index, Math.round(next * 10) / 10);
    mine = false;
  };
  const stop = () => {
    if (!frame) return;
    cancelAnimationFrame(frame);
    frame = 0;
    button.setAttribute("aria-pressed", "false");
    button.replaceChildren(...words);
  };
  /** @param {number} now */
  const tick = (now) => {
    // Just after a scroll the page has not yet been told that the figure is in sight.
    seen ||= bench.visible;
    if ((seen && !bench.visible) || document.hidden) {
      stop();
      return;
    }
    // Less than a tenth of a degree would be rounded away: the time is then left for the next frame.
    const degrees = Math.min(6, (DEGREES_PER_SECOND * (now - last)) / 1000);
    if (degrees >= 0.1) {
      last = now;
      advance(degrees);
    }
    frame = requestAnimationFrame(tick);
  };
  button.addEventListener("click", () => {
    if (frame) {
      stop();
    } else if (still.matches) {
      advance(STEP);
    } else {
      button.setAttribute("aria-pressed", "true");
      button.replaceChildren(bilingual("Stop", "停"));
      last = performance.now();
      seen = false;
      frame = requestAnimationFrame(tick);
    }
  });
  store.listen((changed) => {
    if (changed === lesson && !mine) stop();
  });
  section?.addEventListener("pointerdown", (event) => {
    if (event.target instanceof Node && !button.contains(event.target)) stop();
  });
  document.addEventListener("visibilitychange", stop);
}
