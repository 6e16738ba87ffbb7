// What kind of thing an element is to the person who uses it. A repair never changes that.

const BY_ROLE = {
  button: "button", menuitem: "button", link: "link", tab: "tab", option: "option", checkbox: "checkbox", menuitemcheckbox: "checkbox",
  switch: "checkbox", radio: "radio", menuitemradio: "radio", textbox: "field", searchbox: "field", spinbutton: "field", combobox: "choice",
  listbox: "choice", slider: "slider", heading: "heading", image: "image", img: "image",
};
const BY_INPUT = {
  checkbox: "checkbox", radio: "radio", range: "slider", file: "file", color: "color", submit: "button", button: "button", reset: "button", image: "button",
  password: "password",
};

/**
 * @param {Pick<import("./describe.js").Descriptor, "tag" | "role" | "type">} element
 * @returns {string} empty for an element of no kind of its own
 */
export function kindOf({ tag, role, type }) {
  const said = /** @type {Record<string, string>} */ (BY_ROLE)[role ?? ""];
  if (tag === "input") return /** @type {Record<string, string>} */ (BY_INPUT)[type ?? ""] ?? "field";
  if (said) return said;
  if (tag === "textarea" || type === "editable") return "field";
  if (tag === "select") return "choice";
  if (tag === "button" || tag === "summary") return "button";
  if (tag === "a" || tag === "area") return "link";
  if (/^h[1-6]$/.test(tag)) return "heading";
  if (tag === "img" || tag === "svg") return "image";
  return "";
}

/** Kinds a person presses, which a new design turns into each other. */
const PRESSED_KINDS = new Set(["button", "link", "tab", "option"]);
/** Kinds a person enters something into; nothing else becomes one of them, nor they anything else. */
const ENTERED_KINDS = new Set(["field", "password", "choice", "checkbox", "radio", "slider", "file", "color"]);

/** @param {Pick<import("./describe.js").Descriptor, "tag" | "role" | "type">} element */
export function isPressedKind(element) {
  return PRESSED_KINDS.has(kindOf(element));
}

/**
 * Why an element cannot be the one remembered, in words, if its kind has changed. What was pressed may be pressed in another form, and
 * what was none may have become a control; what was a control is never the plain text or box around it.
 * @param {Pick<import("./describe.js").Descriptor, "tag" | "role" | "type">} was
 * @param {Pick<import("./describe.js").Descriptor, "tag" | "role" | "type">} now
 * @returns {string | undefined}
 */
export function changedKind(was, now) {
  const before = kindOf(was);
  const after = kindOf(now);
  if (before === after || (PRESSED_KINDS.has(before) && PRESSED_KINDS.has(after))) return undefined;
  if (ENTERED_KINDS.has(before) || ENTERED_KINDS.has(after) || PRESSED_KINDS.has(before)) {
    return `${withArticle(before, was.tag)} never becomes ${withArticle(after, now.tag)}`;
  }
  return undefined;
}

/** @param {string} kind @param {string} tag */
function withArticle(kind, tag) {
  const name = kind || `<${tag}>`;
  return `${/^[aeiou]/.test(name) ? "an" : "a"} ${name}`;
}

/** One of several that a person may choose. @param {import("./telling.js").Brief} element */
export function isChosen(element) {
  return /^(radio|checkbox|switch)$/.test(kindOf(element));
}
