/** Handles: dragged with a pointer, moved with the same keys as the sliders, read out as sliders. */

import { short } from "./format.js";
import { say } from "./i18n.js";
import { stepped, valueText } from "./params.js";
import { make, move, set } from "./svg.js";

/** @typedef {import("./bench.js").Bench} Bench */
/** @typedef {import("./pane.js").Pane} Pane */
/** @typedef {import("./types.js").Bilingual} Bilingual */

/** Half of the least target that a finger hits. */
export const HIT = 22;

const CORES = {
  c0: "M0-8.5A8.5 8.5 0 0 1 0 8.5A8.5 8.5 0 0 1 0-8.5Z",
  c1: "M0-10.5L10.5 0 0 10.5-10.5 0Z",
};

export class Handle {
  /**
   * @param {Pane} pane
   * @param {Bench} bench
   * @param {number} id of `Lab.drag`
   * @param {"c0" | "c1"} bone
   * @param {string} param
   * @param {Bilingual} name
   * @param {"" | "was" | "quiet"} [manner] "was" moves the pose that the mesh was modelled in, "quiet"
   *   leaves the view of what lies under it free
   */
  constructor(pane, bench, id, bone, param, name, manner = "") {
    this.pane = pane;
    this.bench = bench;
    this.id = id;
    this.index = bench.store.find(bench.lesson, param);
    this.param = bench.spec.params[this.index];
    this.x = 0;
    this.y = 0;
    /** How far labels keep away. */
    this.clear = manner ? 14 : HIT;
    this.grip = make(pane.grips, "g", {
      class: `h ${bone} ${manner}`.trim(),
      role: "slider",
      tabindex: 0,
      "data-handle": param,
      "aria-valuemin": this.param.min,
      "aria-valuemax": this.param.max,
      "data-label-en": name.en,
      "data-label-zh": name.zh,
      "aria-label": say(name.en, name.zh),
    });
    this.grip.style.touchAction = "none";
    make(this.grip, "circle", { class: "hit", r: HIT, fill: "transparent" });
    const halo = make(this.grip, "circle", { class: "halo", r: manner ? 13 : HIT });
    const core = make(this.grip, "path", { class: "core", d: CORES[bone] });
    if (manner === "quiet") {
      halo.style.fillOpacity = "0";
      core.style.transform = "scale(0.6)";
    }
    this.grip.addEventListener("keydown", (event) => this.onKey(event));
    // A touch on a handle is a drag and never the start of a scroll.
    this.grip.addEventListener("touchstart", (event) => event.preventDefault(), { passive: false });
  }

  get value() {
    return this.bench.store.values[this.bench.lesson][this.index];
  }

  /**
   * @param {number} x in px
   * @param {number} y in px
   */
  stand(x, y) {
    this.x = x;
    this.y = y;
    move(this.grip, x, y);
    set(this.grip, "aria-valuenow", short(this.value, 4).replace("\u2212", "-"));
    set(this.grip, "aria-valuetext", valueText(this.param, this.value));
    this.pane.labels.spare(x, y, this.clear);
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    const next = stepped(this.param, this.value, event);
    if (Number.isNaN(next)) return;
    event.preventDefault();
    this.bench.store.set(this.bench.lesson, this.index, next);
  }

  /**
   * @param {number} x world
   * @param {number} y world
   */
  drag(x, y) {
    const value = this.bench.call((host) => host.drag(this.bench.lesson, this.id, x, y));
    if (value === undefined || Number.isNaN(value)) return;
    this.bench.store.set(this.bench.lesson, this.index, value);
  }
}

/**
 * Lets a pointer drag the handles of a pane. Only a hit on a handle claims the pointer: everywhere
 * else a finger scrolls the page and a click goes to `onClick`.
 * @param {Pane} pane
 * @param {Handle[]} handles
 * @param {(x: number, y: number) => void} [onClick] world point
 */
export function wireHandles(pane, handles, onClick) {
  /** @type {{ handle: Handle, pointer: number, dx: number, dy: number } | null} */
  let held = null;
  let claimed = false;

  /** @param {PointerEvent} event */
  const nearest = (event) => {
    const box = pane.root.getBoundingClientRect();
    let best = HIT + 2;
    let found = null;
    for (const handle of handles) {
      const far = Math.hypot(
        event.clientX - box.left - handle.x,
        event.clientY - box.top - handle.y,
      );
      // Of two at one place the later one lies on top.
      if (far <= best) {
        best = far;
        found = handle;
      }
    }
    return found;
  };
  pane.over.addEventListener("pointerdown", (event) => {
    if (held || event.button !== 0) return;
    const handle = nearest(event);
    claimed = handle !== null;
    if (!handle) return;
    event.preventDefault();
    handle.grip.focus({ preventScroll: true });
    handle.grip.setPointerCapture(event.pointerId);
    const at = pane.world(event);
    held = {
      handle,
      pointer: event.pointerId,
      dx: (handle.x - pane.originX) / pane.scale - at.x,
      dy: (pane.originY - handle.y) / pane.scale - at.y,
    };
    pane.root.toggleAttribute("data-dragging", true);
  });
  pane.over.addEventListener("pointermove", (event) => {
    if (event.pointerId !== held?.pointer) return;
    const at = pane.world(event);
    held.handle.drag(at.x + held.dx, at.y + held.dy);
  });
  for (const type of /** @type {const} */ (["pointerup", "pointercancel", "lostpointercapture"])) {
    pane.over.addEventListener(type, (event) => {
      if (event.pointerId !== held?.pointer) return;
      held = null;
      pane.root.toggleAttribute("data-dragging", false);
    });
  }
  pane.over.addEventListener("click", (event) => {
    if (claimed || !onClick) return;
    const at = pane.world(event);
    onClick(at.x, at.y);
  });
}
