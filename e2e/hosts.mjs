/**
 * Servers as hosts run them: static files under a path, with the headers that a test asks for. Every server
 * has a port of its own, and so an origin of its own.
 */
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";

export const DIST = process.env.SKINLAB_DIST ?? fileURLToPath(new URL("../dist", import.meta.url));
export const SAMPLE = fileURLToPath(new URL("../examples/host", import.meta.url));
/** What the sample page calls the place of Skinlab. */
export const PLACE = "http://127.0.0.1:8080/";

/** The policy that the page promises to live with. */
export const STRICT =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; style-src 'self'; img-src 'self'";

/** @type {Record<string, string>} */
const TYPES = {
  ".css": "text/css",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
};

/**
 * @typedef {object} Place
 * @property {string} folder what is served, on disk
 * @property {Record<string, string>} [headers] on every answer
 * @property {(text: string, name: string) => string} [rewrite] of pages
 */

/**
 * Serves folders under paths such as "/" or "/lab/"; the longest that fits is taken.
 * @param {(url: string) => Record<string, Place>} layout from the address of the server
 */
export async function serve(layout) {
  /** @type {Record<string, Place>} */
  let places = {};
  /** @type {string[]} */
  let paths = [];
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    if (pathname === "/favicon.ico") {
      response.writeHead(204).end();
      return;
    }
    const path = paths.find((start) => pathname.startsWith(start));
    const place = path === undefined ? undefined : places[path];
    if (path === undefined || !place) {
      response.writeHead(404).end();
      return;
    }
    const rest = normalize(decodeURIComponent(pathname.slice(path.length))).replace(
      /^(\.\.\/)+/,
      "",
    );
    const name = rest === "." || rest.endsWith("/") ? join(rest, "index.html") : rest;
    try {
      const bytes = await readFile(join(place.folder, name));
      const type = TYPES[extname(name)] ?? "application/octet-stream";
      response.writeHead(200, { "content-type": type, ...place.headers });
      const rewrites = place.rewrite && type.startsWith("text/html");
      response.end(rewrites ? place.rewrite?.(bytes.toString(), name) : bytes);
    } catch {
      response.writeHead(404, place.headers).end("not found");
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  const url = `http://127.0.0.1:${address.port}/`;
  places = layout(url);
  paths = Object.keys(places).sort((a, b) => b.length - a.length);
  return {
    url,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/**
 * A host page: the sample, with Skinlab at `place` and an attribute more on its lessons.
 * @param {string} place
 * @param {string} [sandbox] the value of the attribute; none when absent
 * @returns {Place}
 */
export function sample(place, sandbox) {
  return {
    folder: SAMPLE,
    rewrite: (text) => {
      const origin = new URL(place).origin;
      const page = text
        .replaceAll(/(content="[^"]*")/g, (policy) => policy.replaceAll(PLACE.slice(0, -1), origin))
        .replaceAll(PLACE, place);
      if (sandbox === undefined) return page;
      return page
        .replace("<iframe", `<iframe sandbox="${sandbox}"`)
        .replace("<skin-lesson", `<skin-lesson sandbox="${sandbox}"`);
    },
  };
}
