/** Which engine draws and why, each in one plain sentence. The key is `data-backend-reason`. */

/** @typedef {import("./types.js").Bilingual} Bilingual */

/** @type {Record<string, Bilingual>} */
export const REASONS = {
  loading: { en: "the calculation module is on its way", zh: "计算模块正在载入" },
  starting: { en: "asking for a graphics adapter", zh: "正在询问图形适配器" },
  forced: { en: "the address asks for it (backend=cpu)", zh: "地址里指定了 backend=cpu" },
  chosen: { en: "you chose it", zh: "由你选定" },
  insecure: {
    en: "WebGPU needs https or localhost, and this page came over plain http",
    zh: "WebGPU 要求 https 或 localhost，而本页经普通 http 打开",
  },
  absent: { en: "this browser offers no WebGPU", zh: "这个浏览器不提供 WebGPU" },
  null: { en: "the browser found no graphics adapter", zh: "浏览器没有找到图形适配器" },
  threw: {
    en: "the browser failed when asked for a graphics adapter",
    zh: "询问图形适配器时浏览器出了错",
  },
  rejected: {
    en: "the browser refused to give a graphics adapter",
    zh: "浏览器拒绝提供图形适配器",
  },
  timeout: {
    en: "the browser did not answer within 5 seconds when asked for a graphics adapter",
    zh: "询问图形适配器后，浏览器 5 秒内没有回答",
  },
  device: { en: "the graphics device could not be opened", zh: "图形设备打不开" },
  late: {
    en: "the graphics device did not open within 5 seconds; choose WebGPU to try once more",
    zh: "图形设备 5 秒内没有打开；要再试，请重新选择 WebGPU",
  },
  wrong: {
    en: "the graphics device computed other numbers than the CPU",
    zh: "图形设备算出的数与 CPU 不符",
  },
  failed: {
    en: "the graphics device failed; choose WebGPU to try once more",
    zh: "图形设备出错；要再试，请重新选择 WebGPU",
  },
  lost: {
    en: "the graphics device was lost; trying to get it back",
    zh: "图形设备丢失，正在尝试恢复",
  },
  "lost-often": {
    en: "the graphics device was lost again and again; choose WebGPU to try once more",
    zh: "图形设备屡次丢失；要再试，请重新选择 WebGPU",
  },
  wasm: {
    en: "the calculation module could not be loaded",
    zh: "计算模块没有载入",
  },
  stopped: {
    en: "the calculation stopped with an error",
    zh: "计算出错中断",
  },
};
