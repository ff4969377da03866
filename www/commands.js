/** What a host page may ask of an embedded lesson. Anything that is not exactly one of these is nothing. */

/**
 * @typedef {{ command: "set", state: string }
 *   | { command: "reset" }
 *   | { command: "selftest" }
 *   | { command: "theme", theme: "light" | "dark" | "auto" }
 *   | { command: "lang", lang: "en" | "zh" }} Command
 */

export const TYPE = "skinlab";
export const VERSION = 1;
/** No state of the page comes near this length. */
const MOST_STATE = 4096;

/**
 * Reads a message. Fields that this version does not know are left alone, so that later ones may add some.
 * @param {unknown} data
 * @returns {Command | null}
 */
export function commandOf(data) {
  if (typeof data !== "object" || data === null) return null;
  const message = /** @type {Record<string, unknown>} */ (data);
  if (message.type !== TYPE || message.v !== VERSION) return null;
  const { command, state, theme, lang } = message;
  switch (command) {
    case "set":
      return typeof state === "string" && state.length <= MOST_STATE ? { command, state } : null;
    case "theme":
      return theme === "light" || theme === "dark" || theme === "auto" ? { command, theme } : null;
    case "lang":
      return lang === "en" || lang === "zh" ? { command, lang } : null;
    case "reset":
    case "selftest":
      return { command };
    default:
      return null;
  }
}

/**
 * The hash that a host's state stands for: `theta1=-90` belongs to the shown section, `cost?theta1=-90`
 * names its own, and nothing at all is the initial state.
 * @param {string} state
 * @param {string} section the id of the section that is shown
 */
export function hashOfState(state, section) {
  const text = state.replace(/^#/, "");
  if (/^[a-z-]+(\/[a-z-]+)?$/.test(text)) return `#${text}?`;
  return /^[a-z-]+(\/[a-z-]+)?\?/.test(text) ? `#${text}` : `#${section}?${text}`;
}
