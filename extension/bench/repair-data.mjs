// The recorded pages and cases of a repair benchmark, in the page's own terms.

import { readFile } from "node:fs/promises";
import { gunzipSync } from "node:zlib";

const TEXT_LIMIT = 200;
const ARCHIVED = /^https?:\/\/web\.archive\.org\/web\/[^/]*\//;

/**
 * @typedef {import("../page/describe.js").Descriptor} Descriptor
 * @typedef {{ page: string, site: string, candidates: Descriptor[] }} Page
 * @typedef {{ id: string, site: string, page: Page, was: Descriptor, right: Set<number>, twins: Set<number>, suspect: boolean }} Case
 */

/** @param {string} file JSON Lines, with gzip or without @returns {Promise<Case[]>} */
export async function readCases(file) {
  const bytes = await readFile(file);
  const text = (bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes).toString("utf8");
  const records = text.split("\n").filter(Boolean).map((line) => JSON.parse(line));
  /** @type {Map<string, Page>} */
  const pages = new Map();
  for (const record of records) {
    if (record.kind === "page") pages.set(record.page, { page: record.page, site: record.site, candidates: record.candidates.map(descriptorOf) });
  }
  return records
    .filter((record) => record.kind === "case")
    .map(({ id, site, page, old, expected, equiv = [], twins = [], suspect = false }) => ({
      id,
      site,
      page: /** @type {Page} */ (pages.get(page)),
      was: descriptorOf(old),
      right: new Set([expected, ...equiv]),
      twins: new Set(twins),
      suspect,
    }));
}

/** @param {any} element @returns {Descriptor} */
function descriptorOf(element) {
  const { tag, id, name, href, alt, class: classes, text, near, button, xpath, x, y, w, h } = element;
  const said = text?.slice(0, TEXT_LIMIT);
  // A field's text is its value or its placeholder; the page would remember only the latter.
  const entered = tag === "select" || tag === "textarea" || (tag === "input" && !button);
  const fields = {
    tag,
    text: entered ? undefined : said,
    placeholder: entered ? said : undefined,
    alt,
    type: tag === "input" && button ? "submit" : undefined,
    id,
    nameAttr: name,
    href: href === undefined ? undefined : pathOf(href),
    classes,
    context: near ? { before: near.slice(0, TEXT_LIMIT) } : undefined,
    path: { xpath },
    rect: { x, y, width: w, height: h },
  };
  return /** @type {any} */ (Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== "")));
}

/** @param {string} href */
function pathOf(href) {
  const plain = href.replace(ARCHIVED, "");
  const url = URL.parse(plain, "http://site.test/");
  return url ? url.pathname + url.search : plain;
}
