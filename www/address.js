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
  const section = store.lessons.findIndex((lesson) => lesson.id === name);
  if (fields === undefined) return { section, refused };
  if (section < 0 && name) refused.push(refusal(`#${name}`, "no such section", "没有这一节"));
  store.lessons.forEach((_, lesson) => store.reset(lesson));
  for (const [key, value] of new URLSearchParams(fields)) {
    const dot = key.indexOf(".");
    const lesson =
      dot < 0 ? section : store.lessons.findIndex((one) => one.id === key.slice(0, dot));
    if (lesson < 0) refused.push(refusal(`${key}=${value}`, "no such section", "没有这一节"));
    else refused.push(...take(store, lesson, key.slice(dot + 1), value));
  }
  return { section, refused };
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
  report(readHash(store, hash).refused);
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
  const on = switches.filter((_, index) => store.switches[lesson][index]);
  if (on.length > 0) fields.push(`${prefix}switch=${on.map((one) => one.id).join(",")}`);
  return fields;
}

/**
 * The hash that restores the present state, opened at `section`.
 * @param {Store} store
 * @param {number} section
 */
export function hashOf(store, section) {
  const fields = fieldsOf(store, section, "");
  store.lessons.forEach((lesson, index) => {
    if (index !== section) fields.push(...fieldsOf(store, index, `${lesson.id}.`));
  });
  const { id } = store.lessons[section];
  return fields.length > 0 ? `#${id}?${fields.join("&")}` : `#${id}`;
}

/**
 * Brings a section that a hash with fields names into view: the browser itself would look for an
 * element whose id is the whole hash.
 * @param {Store} store
 * @param {number} section
 */
function scrollTo(store, section) {
  // Inside a frame this would scroll the article around it as well.
  if (document.documentElement.dataset.embed) return;
  if (section >= 0) document.getElementById(store.lessons[section].id)?.scrollIntoView();
}

/**
 * Reads the address once, follows it when the reader edits it, and writes it as the reader plays.
 * @param {Store} store
 */
export function wireAddress(store) {
  const first = readHash(store, location.hash);
  report(first.refused);
  if (location.hash.includes("?")) scrollTo(store, first.section);

  let section = Math.max(0, first.section);
  let timer = 0;
  let written = -Infinity;
  const write = () => {
    timer = 0;
    written = performance.now();
    try {
      history.replaceState(history.state, "", hashOf(store, section));
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
    section = lesson;
    later();
  });
  window.addEventListener("hashchange", () => {
    reading = true;
    const next = readHash(store, location.hash);
    reading = false;
    if (location.hash.includes("?")) {
      report(next.refused);
      scrollTo(store, next.section);
    } else if (next.section >= 0) {
      // A link to a section is a move, not a state: what the reader has set goes along.
      section = next.section;
      later();
    }
  });
}

/**
 * The link that "copy link" hands out.
 * @param {Store} store
 * @param {number} section
 */
export function linkTo(store, section) {
  const url = new URL(location.href);
  url.hash = hashOf(store, section);
  url.searchParams.set("lang", language());
  return url.href;
}
