// Pages in a real Chromium, with the modules of page/ joined to one beside them under /page.js, on loopback.

import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { delimiter, join } from "node:path";

import { chromium } from "playwright-core";

const PAGE_FOLDER = new URL("../../page/", import.meta.url);
const FLAGS = [
  "--no-sandbox", "--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-quic", "--no-first-run",
];

/** The browser that AITE_CHROME names, or the `chromium` on the search path. @returns {string} */
function findChromium() {
  const folders = (process.env.PATH ?? "").split(delimiter);
  const found = process.env.AITE_CHROME ?? folders.map((folder) => join(folder, "chromium")).find(existsSync);
  if (!found) throw new Error("there is no Chromium: install it, or name it in AITE_CHROME");
  return found;
}

/** All modules but the one that needs the extension. */
async function joinedModules() {
  const names = JSON.parse(await readFile(new URL("files.json", PAGE_FOLDER), "utf8"));
  const texts = await Promise.all(names.filter((/** @type {string} */ name) => name !== "main.js").map((/** @type {string} */ name) => readFile(new URL(name, PAGE_FOLDER), "utf8")));
  return texts.map((text) => text.replace(/^import .*$/gm, "")).join("\n");
}

/**
 * A Chromium whose page can import the modules; each `show` replaces what it shows. Close it when done.
 * @returns {Promise<{ show: (html: string, headers?: Record<string, string>) => Promise<import("playwright-core").Page>, origin: string, close: () => Promise<void> }>}
 */
export async function openPages() {
  /** @type {Map<string, { html: string, headers: Record<string, string> }>} */
  const shown = new Map();
  const browser = await chromium.launch({ executablePath: findChromium(), args: FLAGS });
  const page = await browser.newPage();
  const script = await joinedModules();
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? "/", "http://localhost").pathname;
    const document = shown.get(path);
    if (document) {
      response.writeHead(200, { "content-type": "text/html; charset=utf-8", ...document.headers });
      return response.end(document.html);
    }
    if (path === "/page.js") {
      response.setHeader("content-type", "text/javascript; charset=utf-8");
      return response.end(script);
    }
    response.statusCode = 404;
    return response.end();
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", () => done(undefined)));
  const address = /** @type {import("node:net").AddressInfo} */ (server.address());
  const origin = `http://127.0.0.1:${address.port}`;
  let count = 0;
  return {
    origin,
    async show(html, headers = {}) {
      count += 1;
      shown.set(`/${count}`, { html, headers });
      await page.goto(`${origin}/${count}`);
      return page;
    },
    async close() {
      await browser.close();
      server.close();
    },
  };
}
