/**
 * The address of the page holds its whole state: `#cost?theta1=-90&switch=apart&fk.theta0=30`.
 * Keys without a prefix belong to the section named before the question mark.
 */

import { short } from "./format.js";
import { language } from "./i18n.js";
import { notify } from "./notice.js";
import { unitOf } from "./params.js";

/** @typedef {import("./state.js").Store} Store */
/** @typedef {import("./types.js").Bilingual} Bilingual */

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
const WRITE_EVERY_MS = 350;
const LISTED = 8;
const LONGEST_TEXT = 2000;

/** What the query may say; anything else under these keys is reported. */
const QUERY = {
  section: ["1", "2", "3", "4"],
  embed: ["1", "0", ""],
  lang: ["en", "zh"],
  theme: ["light", "dark"],
  backend: ["cpu", "gpu"],
  selftest: ["1", "0", ""],
};

/** @param {keyof typeof QUERY} key */
export function query(key) {
  const value = new URLSearchParams(location.search).get(key);
  return value !== null && QUERY[key].includes(value) ? value : null;
}

/**
 * @param {string} field
 * @param {string} why
 * @param {string} zhWhy
 * @returns {Bilingual}
 */
const refusal = (field, why, zhWhy) => {
  const name = field.length > 48 ? `${field.slice(0, 47)}…` : field;
  return { en: `${name} (${why})`, zh: `${name}（${zhWhy}）` };
};

/**
 * Fields for labs that nobody has opened yet: each lab's own word on them waits until it is loaded.
 * @type {Map<string, [string, string][]>}
 */
const waiting = new Map();

/** @param {string} id */
const isLab = (id) =>
  [...document.querySelectorAll("[data-lab]")].some((lab) => lab.getAttribute("data-lab") === id);

/**
 * Takes one `key=value` of the hash into the store, or says why not.
 * @param {Store} store
 * @param {number} lesson
 * @param {string} key
 * @param {string} value
 * @returns {Bilingual[]}
 */
function take(store, lesson, key, value) {
  const spec = store.lessons[lesson];
  const field = `${spec.id}.${key}=${value}`;
  if (key === "switch") {
    const unknown = [];
    for (const id of value.split(",").filter(Boolean)) {
      const index = spec.switches.findIndex((one) => one.id === id);
      if (index < 0)
        unknown.push(refusal(`${spec.id}.switch=${id}`, "no such switch", "没有这个开关"));
      else store.flip(lesson, index, true);
    }
    return unknown;
  }
  const text = spec.texts?.findIndex((one) => one.name === key) ?? -1;
  if (text >= 0) {
    if (value.length > LONGEST_TEXT) return [refusal(field, "too long", "太长")];
    store.write(lesson, text, value);
    return [];
  }
  const index = store.find(lesson, key);
  if (index < 0) return [refusal(field, "no such setting", "没有这一项")];
  const param = spec.params[index];
  const option = param.options?.indexOf(value) ?? -1;
  if (param.options && option < 0) return [refusal(field, "no such choice", "没有这个选项")];
  const number = param.options ? option : Number(value);
  if (!param.options && !NUMBER.test(value)) return [refusal(field, "not a number", "不是数字")];
  if (number < param.min || number > param.max) {
    const unit = unitOf(param.unit);
    const range = `${short(param.min, 2)}${unit} … ${short(param.max, 2)}${unit}`;
    return [refusal(field, `outside ${range}`, `超出 ${range}`)];
  }
  if (param.unit === "index" && !Number.isInteger(number)) {
    return [refusal(field, "not a whole number", "不是整数")];
  }
  store.set(lesson, index, number);
  return [];
}

/**
 * Reads a hash into the store. Fields it does not name get their initial values.
 * @param {Store} store
 * @param {string} hash with its leading "#"
 */
function readHash(store, hash) {
  /** @type {Bilingual[]} */
  const refused = [];
  const [name = "", fields] = hash.slice(1).split(/\?(.*)/s, 2);
  const place = store.lessons.some((lesson) => lesson.id === name) || isLab(name) ? name : "";
  if (fields === undefined) return { place, refused };
  if (!place && name) refused.push(refusal(`#${name}`, "no such section", "没有这一节"));
  store.lessons.forEach((_, lesson) => store.reset(lesson));
  waiting.clear();
  for (const [key, value] of new URLSearchParams(fields)) {
    const dot = key.indexOf(".");
    const id = dot < 0 ? place : key.slice(0, dot);
    const lesson = store.lessons.findIndex((one) => one.id === id);
    if (lesson >= 0) {
      refused.push(...take(store, lesson, key.slice(dot + 1), value));
    } else if (isLab(id)) {
      const fields = waiting.get(id) ?? [];
      fields.push([key.slice(dot + 1), value]);
      waiting.set(id, fields);
    } else {
      refused.push(refusal(`${key}=${value}`, "no such section", "没有这一节"));
    }
  }
  return { place, refused };
}

/**
 * Hands a lab that has just been loaded the fields that the address has for it.
 * @param {Store} store
 * @param {number} lesson
 */
export function claim(store, lesson) {
  const { id } = store.lessons[lesson];
  const fields = waiting.get(id) ?? [];
  waiting.delete(id);
  const refused = fields.flatMap(([key, value]) => take(store, lesson, key, value));
  if (refused.length > 0) report(refused);
}

/** @param {Bilingual[]} refused */
function report(refused) {
  for (const [key, allowed] of Object.entries(QUERY)) {
    const value = new URLSearchParams(location.search).get(key);
    if (value === null || allowed.includes(value)) continue;
    refused.push(refusal(`${key}=${value}`, "no such choice", "没有这个选项"));
  }
  if (refused.length === 0) {
    notify("address", null);
    return;
  }
  const listed = refused.slice(0, LISTED);
  const rest = refused.length - listed.length;
  notify("address", {
    en: `Ignored in the address: ${listed.map((one) => one.en).join(", ")}${rest ? ` and ${rest} more` : ""}.`,
    zh: `地址里没有采用的部分：${listed.map((one) => one.zh).join("、")}${rest ? `，另有 ${rest} 项` : ""}。`,
  });
}

/**
 * Takes a state from elsewhere than the address of this page, as strictly as from there.
 * @param {Store} store
 * @param {string} hash
 */
export function takeState(store, hash) {
  const { place, refused } = readHash(store, hash);
  report(refused);
  visit(place);
}

/**
 * The fields of one lesson. One that differs from its initial state anywhere is written out whole,
 * so that a link keeps its meaning when an initial value changes later.
 * @param {Store} store
 * @param {number} lesson
 * @param {string} prefix
 */
function fieldsOf(store, lesson, prefix) {
  if (store.isInitial(lesson)) return [];
  const { params, switches } = store.lessons[lesson];
  const fields = [];
  params.forEach((param, index) => {
    const value = store.values[lesson][index];
    if (prefix && value === param.initial) return;
    fields.push(`${prefix}${param.name}=${param.options ? param.options[value] : value}`);
  });
  store.lessons[lesson].texts?.forEach((text, index) => {
    const value = store.texts[lesson][index];
    if (value !== text.initial) fields.push(`${prefix}${text.name}=${encodeURIComponent(value)}`);
  });
  const on = switches.filter((_, index) => store.switches[lesson][index]);
  if (on.length > 0) fields.push(`${prefix}switch=${on.map((one) => one.id).join(",")}`);
  return fields;
}

/**
 * The hash that restores the present state, opened at the section or lab `place`.
 * @param {Store} store
 * @param {string} place
 */
export function hashOf(store, place) {
  const prefix = (/** @type {string} */ id) => (id === place ? "" : `${id}.`);
  const lessons = store.lessons.map(({ id }, index) => ({ id, index }));
  lessons.sort((a, b) => Number(b.id === place) - Number(a.id === place));
  const fields = lessons.flatMap(({ id, index }) => fieldsOf(store, index, prefix(id)));
  for (const [id, kept] of waiting) {
    for (const [key, value] of kept)
      fields.push(`${prefix(id)}${key}=${encodeURIComponent(value)}`);
  }
  return fields.length > 0 ? `#${place}?${fields.join("&")}` : `#${place}`;
}

/**
 * Brings what a hash names into view, a lab unfolded: the browser itself would look for an element whose
 * id is the whole hash, fields and all.
 * @param {string} place
 */
function visit(place) {
  const target = document.getElementById(place);
  if (target instanceof HTMLDetailsElement) target.open = true;
  else if (!location.hash.includes("?")) return;
  // Inside a frame this would scroll the article around it as well.
  if (!document.documentElement.dataset.embed) target?.scrollIntoView();
}

/**
 * Reads the address once, follows it when the reader edits it, and writes it as the reader plays.
 * @param {Store} store
 */
export function wireAddress(store) {
  const first = readHash(store, location.hash);
  report(first.refused);
  visit(first.place);

  let place = first.place || store.lessons[0].id;
  let timer = 0;
  let written = -Infinity;
  const write = () => {
    timer = 0;
    written = performance.now();
    try {
      history.replaceState(history.state, "", hashOf(store, place));
    } catch {
      // A sandboxed frame may refuse; "copy link" still builds the address itself.
    }
  };
  const later = () => {
    if (timer) return;
    timer = window.setTimeout(write, Math.max(0, written + WRITE_EVERY_MS - performance.now()));
  };
  document.addEventListener("skinlab-keep", () => timer && write());
  let reading = false;
  store.listen((lesson) => {
    if (reading) return;
    place = store.lessons[lesson].id;
    later();
  });
  for (const lab of document.querySelectorAll("details[data-lab]")) {
    lab.addEventListener("toggle", () => {
      if (lab instanceof HTMLDetailsElement && lab.open && place !== lab.id) {
        place = lab.id;
        later();
      }
    });
  }
  window.addEventListener("hashchange", () => {
    reading = true;
    const next = readHash(store, location.hash);
    reading = false;
    if (location.hash.includes("?")) report(next.refused);
    visit(next.place);
    if (!location.hash.includes("?") && next.place) {
      // A link to a section is a move, not a state: what the reader has set goes along.
      place = next.place;
      later();
    }
  });
}

/**
 * The link that "copy link" hands out.
 * @param {Store} store
 * @param {number} lesson
 */
export function linkTo(store, lesson) {
  const url = new URL(location.href);
  url.hash = hashOf(store, store.lessons[lesson].id);
  url.searchParams.set("lang", language());
  return url.href;
}
