/** The module of the labs and of the self-test: fetched when it is first asked for, and only once. */

/** @type {Promise<unknown> | undefined} */
let loading;

/** Resolves to the module, ready to be called. One that did not come is asked for again next time. */
export function loadLabs() {
  loading ??= (async () => {
    const module = await import(new URL("../../../skinlab-labs.js", import.meta.url).href);
    await module.default();
    return module;
  })();
  loading.catch(() => {
    loading = undefined;
  });
  return loading;
}
