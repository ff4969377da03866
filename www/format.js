/** Numbers as readers see them. The value at full precision goes into `data-value` beside them. */

/**
 * A number with a fixed count of decimals, a real minus sign, and never "−0.000".
 * @param {number} value
 * @param {number} digits
 */
export function fixed(value, digits) {
  if (!Number.isFinite(value)) return "–";
  const text = value.toFixed(digits);
  if (!text.startsWith("-")) return text;
  return Number(text) === 0 ? text.slice(1) : `\u2212${text.slice(1)}`;
}

/**
 * A number with as many decimals as it needs, at most `digits`.
 * @param {number} value
 * @param {number} digits
 */
export function short(value, digits) {
  const text = fixed(value, digits);
  return text.includes(".") ? text.replace(/\.?0+$/, "") : text;
}

/**
 * A point, "(1.469, −0.129)".
 * @param {number} x
 * @param {number} y
 */
export function point(x, y) {
  return `(${fixed(x, 3)}, ${fixed(y, 3)})`;
}

/**
 * Writes text only where it differs, so that an unchanged number costs no layout.
 * @param {Element} element
 * @param {string} text
 */
export function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/**
 * Writes a small quantity as m × 10ⁿ with a raised exponent.
 * @param {Element} element
 * @param {number} value
 */
export function writeScientific(element, value) {
  if (value === 0 || !Number.isFinite(value)) {
    write(element, value === 0 ? "0" : "–");
    return;
  }
  const [mantissa = "", exponent = ""] = value.toExponential(1).split("e");
  const raised = document.createElement("sup");
  raised.textContent = exponent.replace("+", "").replace("-", "\u2212");
  const text = `${mantissa.replace("-", "\u2212")} × 10`;
  if (element.textContent !== text + raised.textContent) element.replaceChildren(text, raised);
}
