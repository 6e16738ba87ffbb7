// Pages in a real Chromium, with the modules of page/ beside them under /page/, on loopback.

import { readFile } from "node:fs/promises";
import { createServer } from "node:http";

import { chromium } from "playwright-core";

const PAGE_FOLDER = new URL("../../page/", import.meta.url);
const FLAGS = [
  "--no-sandbox", "--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-quic", "--no-first-run",
];

/**
 * A Chromium whose pages can import the modules. Close it when done.
 * @returns {Promise<{ show: (html: string) => Promise<import("playwright-core").Page>, origin: string, close: () => Promise<void> }>}
 */
export async function openPages() {
  /** @type {Map<string, string>} */
  const shown = new Map();
  const server = createServer(async (request, response) => {
    const path = new URL(request.url ?? "/", "http://localhost").pathname;
    const html = shown.get(path);
    if (html !== undefined) {
      response.setHeader("content-type", "text/html; charset=utf-8");
      return response.end(html);
    }
    if (path.startsWith("/page/")) {
      response.setHeader("content-type", "text/javascript; charset=utf-8");
      return response.end(await readFile(new URL(path.slice("/page/".length), PAGE_FOLDER)));
    }
    response.statusCode = 404;
    return response.end();
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", () => done(undefined)));
  const address = /** @type {import("node:net").AddressInfo} */ (server.address());
  const origin = `http://127.0.0.1:${address.port}`;
  const browser = await chromium.launch({ executablePath: process.env.AITE_CHROME ?? "/usr/bin/chromium", args: FLAGS });
  const context = await browser.newContext();
  let count = 0;
  return {
    origin,
    async show(html) {
      count += 1;
      shown.set(`/${count}`, html);
      const page = await context.newPage();
      await page.goto(`${origin}/${count}`);
      return page;
    },
    async close() {
      await browser.close();
      server.close();
    },
  };
}
