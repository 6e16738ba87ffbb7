// What is different about an element, in words.

import { TOGETHER } from "./weights.js";

const SAID = /** @type {const} */ (["text", "name", "label", "placeholder", "alt", "title", "ariaLabel", "testid", "id", "nameAttr", "href", "role", "type", "tag"]);
const AROUND = /** @type {const} */ (["heading", "landmark", "form", "row"]);

/**
 * @param {import("./describe.js").Descriptor} was
 * @param {import("./describe.js").Descriptor} now
 * @returns {{ changed: string[], changes: string[] }} the fields, and a line for each: `text "Send" -> "Send now"`
 */
export function changesOf(was, now) {
  /** @type {[string, string | undefined, string | undefined][]} */
  const pairs = [
    ...SAID.map((field) => /** @type {[string, string | undefined, string | undefined]} */ ([field, was[field], now[field]])),
    ["classes", was.classes?.join(" "), now.classes?.join(" ")],
    ...AROUND.map((field) => /** @type {[string, string | undefined, string | undefined]} */ ([field, was.context?.[field], now.context?.[field]])),
    ["path", was.path?.xpath, now.path?.xpath],
  ];
  const different = pairs.filter(([, before, after]) => (before ?? "") !== (after ?? ""));
  // The accessible name mostly is the text: one line tells both.
  const told = different.filter(([, before, after], at) => different.findIndex(([, old, fresh]) => old === before && fresh === after) === at);
  return {
    changed: different.map(([field]) => field),
    changes: told.map(([field, before, after]) => `${field} ${quoted(before)} -> ${quoted(after)}`),
  };
}

/** @param {string | undefined} value */
function quoted(value) {
  return value ? JSON.stringify(value) : "none";
}

/**
 * A score in words: `text "Send" -> "Send now" (0.84), same testid, same heading`.
 * @param {import("./score.js").Score} score
 */
export function wordsFor({ fields, held, disqualified }) {
  const told = fields
    .filter(({ points }) => Math.abs(points) >= 2)
    .map(({ field, was, now, similarity, points }) => {
      if (field in TOGETHER) return points > 0 && /^(same|part)/.test(field) ? "" : field;
      return similarity === 1 ? `same ${field}` : `${field} ${quoted(was)} -> ${quoted(now)} (${similarity.toFixed(2)})`;
    })
    .filter(Boolean);
  return [...told, ...[held, disqualified].filter(Boolean)].join(", ");
}
