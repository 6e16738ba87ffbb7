// What is different about an element, in words.

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
  return {
    changed: different.map(([field]) => field),
    changes: different.map(([field, before, after]) => `${field} ${quoted(before)} -> ${quoted(after)}`),
  };
}

/** @param {string | undefined} value */
function quoted(value) {
  return value ? JSON.stringify(value) : "none";
}
