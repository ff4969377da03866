/** Light or dark, and the colours of the mesh, which come from the style sheet alone. */

import { keepInQuery } from "./i18n.js";

/** Order of `Lab.colours`; each token is a registered colour in the style sheet. */
const TOKENS = [
  "--mesh-parent",
  "--mesh-middle",
  "--mesh-child",
  "--mesh-edge",
  "--mesh-hatch",
  "--mesh-parent-marker",
  "--mesh-child-marker",
  "--mesh-surface",
];

/** @type {Set<() => void>} */
const listeners = new Set();
const dark = window.matchMedia("(prefers-color-scheme: dark)");

function isDark() {
  const { theme } = document.documentElement.dataset;
  return theme ? theme === "dark" : dark.matches;
}

/**
 * The mesh colours as sRGB 0..1, four numbers a colour. One pixel of a canvas resolves every notation
 * that a browser may give a computed colour.
 */
export function meshColours() {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 1;
  const pen = canvas.getContext("2d", { willReadFrequently: true });
  const style = getComputedStyle(document.documentElement);
  const rgba = new Float32Array(4 * TOKENS.length);
  TOKENS.forEach((token, index) => {
    if (!pen) return;
    pen.clearRect(0, 0, 1, 1);
    pen.fillStyle = style.getPropertyValue(token).trim();
    pen.fillRect(0, 0, 1, 1);
    const pixel = pen.getImageData(0, 0, 1, 1).data;
    for (let channel = 0; channel < 4; channel += 1) {
      rgba[4 * index + channel] = pixel[channel] / 255;
    }
  });
  return rgba;
}

function apply() {
  const button = document.querySelector('[data-action="theme"]');
  button?.setAttribute("aria-pressed", String(isDark()));
  for (const listener of listeners) listener();
}

/** @param {() => void} listener called after the colours of the page have changed */
export function onTheme(listener) {
  listeners.add(listener);
}

/** @param {"light" | "dark" | "auto"} theme "auto" follows the reader's system */
export function setTheme(theme) {
  keepInQuery("theme", theme === "auto" ? null : theme);
  const now = theme === "auto" ? (dark.matches ? "dark" : "light") : theme;
  if (document.documentElement.dataset.theme === now) return;
  document.documentElement.dataset.theme = now;
  apply();
}

export function wireTheme() {
  document
    .querySelector('[data-action="theme"]')
    ?.addEventListener("click", () => setTheme(isDark() ? "light" : "dark"));
  dark.addEventListener("change", () => {
    if (!new URLSearchParams(location.search).has("theme")) setTheme("auto");
  });
  apply();
}
