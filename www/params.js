/** How a parameter is stepped by keys and how it is read out. */

import { short } from "./format.js";
import { say } from "./i18n.js";

/** @typedef {import("./types.js").Param} Param */

const UNITS = { deg: "°", m: " m", ratio: "", choice: "", index: "" };

/** @param {Param["unit"]} unit */
export const unitOf = (unit) => UNITS[unit];

/**
 * The value with its unit in words, for screen readers.
 * @param {Param} param
 * @param {number} value
 */
export function valueText(param, value) {
  const number = short(value, 4);
  if (param.unit === "deg") return say(`${number} degrees`, `${number} 度`);
  if (param.unit === "m") return say(`${number} metres`, `${number} 米`);
  return param.options ? param.options[value] : number;
}

/**
 * The value that a key leads to, or NaN where the key means nothing here.
 * @param {Param} param
 * @param {number} value
 * @param {KeyboardEvent} event
 */
export function stepped(param, value, event) {
  if (event.ctrlKey || event.altKey || event.metaKey) return NaN;
  const fine = event.shiftKey && param.unit !== "index" ? param.grain : param.step;
  const page = param.unit === "deg" ? 15 : 10 * param.step;
  const moves = {
    ArrowUp: fine,
    ArrowRight: fine,
    ArrowDown: -fine,
    ArrowLeft: -fine,
    PageUp: page,
    PageDown: -page,
    Home: -Infinity,
    End: Infinity,
  };
  if (!Object.hasOwn(moves, event.key)) return NaN;
  const moved = value + moves[/** @type {keyof typeof moves} */ (event.key)];
  const inside = Math.min(param.max, Math.max(param.min, moved));
  // Sums of decimal steps carry a tail of binary rounding that nobody typed.
  return Number(inside.toFixed(9));
}
