// What the page tests share: one Chromium a file, a page a case, the page calls asked directly.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { openPages } from "./pages.js";

/**
 * @typedef {{ call: string, [field: string]: unknown }} PageCall
 * @typedef {(html: string, headers?: Record<string, string>) => Promise<import("playwright-core").Page>} Show
 */

/**
 * Opens a Chromium for the file's tests.
 * @returns {{ show: Show }}
 */
export function inChromium() {
  /** @type {Awaited<ReturnType<typeof openPages>> | undefined} */
  let pages;
  before(async () => {
    pages = await openPages();
  });
  after(() => pages?.close());
  return {
    show: async (html, headers) => {
      if (!pages) throw new Error("a page is shown from inside a test");
      return pages.show(`<!doctype html><meta charset="utf-8"><title>Case</title>${html}`, headers);
    },
  };
}

/**
 * @param {import("playwright-core").Page | import("playwright-core").Frame} page
 * @param {PageCall} request
 * @returns {Promise<any>}
 */
export function ask(page, request) {
  return page.evaluate(async (request) => {
    const { answerTo } = await import(/** @type {any} */ ("/page.js"));
    return answerTo(request);
  }, request);
}

/**
 * The ids of what a target means, or what was found instead.
 * @param {import("playwright-core").Page} page
 * @param {Record<string, unknown>} target
 * @returns {Promise<string[] | string>}
 */
export async function idsOf(page, target) {
  const answer = await ask(page, { call: "find", target, limit: 20 });
  if (!answer.ok) return `${answer.reason}: ${answer.detail.message}`;
  if (answer.visible.length) return answer.visible.map((/** @type {any} */ { descriptor }) => descriptor.id ?? descriptor.tag);
  return answer.hiddenCount ? `hidden ${answer.hiddenCount}` : answer.missingWithin ? "nothing to look within" : "nothing";
}

/**
 * A case: what it shows, the page, the target, and the ids it means.
 * @typedef {[string, string, Record<string, unknown>, string[] | string]} FindCase
 */

/**
 * @param {Show} show
 * @param {FindCase[]} cases
 */
export function checkFinds(show, cases) {
  for (const [name, html, target, expected] of cases) {
    test(name, async () => {
      const page = await show(html);
      assert.deepEqual(await idsOf(page, target), expected);
    });
  }
}
