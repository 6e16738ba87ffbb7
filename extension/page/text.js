// When two texts are the same to a reader, and what an element's text is.

import { TEXTLESS, flatChildren, flatParent } from "./tree.js";

// Soft hyphen, zero-width and direction characters and variation selectors: there, but not to be read.
const IGNORED = "\\u00ad\\u034f\\u061c\\u180e\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u2064\\u2066-\\u2069\\ufe0e\\ufe0f\\ufeff";
const IGNORED_RUN = new RegExp(`[${IGNORED}]+`, "g");
const PLAIN = /^(?! )[ -~]*$/;
const ASCII = /^[\t-\r -~]*$/;

/**
 * A text as it reads: white space collapsed, characters without a width gone, composed.
 * @param {string} text
 */
export function collapse(text) {
  if (PLAIN.test(text)) return text.includes("  ") || text.endsWith(" ") ? text.replace(/ +/g, " ").trim() : text;
  if (ASCII.test(text)) return text.replace(/\s+/g, " ").trim();
  return text.normalize("NFC").replace(IGNORED_RUN, "").replace(/\s+/g, " ").trim();
}

/**
 * @typedef {object} Matcher
 * @property {(text: string) => boolean} test whether a collapsed text is the one meant
 * @property {"exact" | "part" | "regex"} match
 * @property {string} wanted collapsed; the source of a regular expression
 * @property {RegExp} loose finds, in raw text content, every place where the wanted text may stand (not for `regex`)
 */

/**
 * @param {string} wanted
 * @param {"exact" | "part" | "regex"} [match]
 * @param {string} [flags]
 * @returns {Matcher}
 */
export function matcherFor(wanted, match = "exact", flags = "") {
  if (match === "regex") {
    const pattern = new RegExp(wanted, flags.includes("u") || flags.includes("v") ? flags : `${flags}u`);
    return { match, wanted, loose: pattern, test: (text) => pattern.test(text) };
  }
  const plain = collapse(wanted);
  const test = match === "exact" ? /** @param {string} text */ (text) => text === plain : /** @param {string} text */ (text) => text.includes(plain);
  return { match, wanted: plain, loose: loosePattern(plain), test };
}

/**
 * Finds a collapsed text in raw text content, in any case, with ignored characters anywhere and white space as it likes.
 * It finds too much, never too little, as long as all of the text is in one tree.
 * @param {string} plain
 */
export function loosePattern(plain) {
  let source = "";
  for (const char of plain) {
    if (char === " ") source += "\\s*";
    else {
      const apart = char.normalize("NFD");
      const one = apart === char ? escapePattern(char) : `(?:${escapePattern(char)}|${escapePattern(apart)})`;
      source += source === "" ? one : `[${IGNORED}]*${one}`;
    }
  }
  // ß is shown as SS, and a few letters more change their length: the precise look decides.
  return new RegExp(source.replaceAll("ß", "(?:ß|ss)"), "giu");
}

/** @param {string} text */
export function escapePattern(text) {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}

/**
 * @typedef {object} Texts
 * @property {string} dom as written
 * @property {string} shown as `text-transform` shows it
 */

const CONTROLS = new Set(["BUTTON", "INPUT", "SELECT", "TEXTAREA"]);

/**
 * The visible text of an element, in the flat tree. Blocks, line breaks and controls stand apart from their neighbours.
 * A choice list's text is what is chosen; a text field's is none.
 * @param {Element} element
 * @param {{ limit?: number, skip?: Element, values?: boolean }} [options] how many characters are enough; a part to leave
 *   out; `values: false` leaves out whatever a person may have entered or chosen
 * @returns {Texts}
 */
export function textsOf(element, options = {}) {
  const { limit = Infinity, skip, values = true } = options;
  let dom = "";
  let shown = "";
  let differs = false;

  /** @param {string} text */
  const add = (text) => {
    dom += text;
    if (differs) shown += text;
  };

  /** @param {Element} parent @param {boolean} visible @param {string} transform */
  const walk = (parent, visible, transform) => {
    const children = flatChildren(parent);
    for (let at = 0; at < children.length && dom.length < limit; at += 1) {
      const child = /** @type {Node} */ (children[at]);
      if (child.nodeType === Node.TEXT_NODE) {
        if (!visible) continue;
        const data = /** @type {Text} */ (child).data;
        const changed = transform === "none" ? data : transformed(data, transform);
        if (changed !== data && !differs) {
          differs = true;
          shown = dom;
        }
        dom += data;
        if (differs) shown += changed;
      } else if (child.nodeType === Node.ELEMENT_NODE && child !== skip) {
        enter(/** @type {Element} */ (child));
      }
    }
  };

  /** @param {Element} child */
  const enter = (child) => {
    const tag = child.tagName;
    if (TEXTLESS.has(tag)) return;
    if (tag === "BR") return add(" ");
    const style = getComputedStyle(child);
    const { display } = style;
    if (display === "none" || style.opacity === "0" || style.contentVisibility === "hidden" || isFolded(child)) return;
    const apart = (!display.startsWith("inline") && display !== "contents") || CONTROLS.has(tag);
    if (apart) add(" ");
    if (!values && isEntered(child)) add(" ");
    else if (CONTROLS.has(tag) && tag !== "BUTTON") {
      if (style.visibility === "visible") add(controlText(child));
    } else walk(child, style.visibility === "visible", style.textTransform);
    if (apart) add(" ");
  };

  if (!values && isEntered(element)) return { dom: "", shown: "" };
  if (CONTROLS.has(element.tagName) && element.tagName !== "BUTTON") add(controlText(element));
  else {
    const style = getComputedStyle(element);
    if (style.display !== "none") walk(element, style.visibility === "visible", style.textTransform);
  }
  const plain = collapse(dom);
  return { dom: plain, shown: differs ? collapse(shown) : plain };
}

/**
 * Whether an element's text is what a person entered or chose.
 * @param {Element} element
 */
export function isEntered(element) {
  if (element instanceof HTMLInputElement) return !["submit", "button", "reset", "image"].includes(element.type);
  if (element instanceof HTMLSelectElement || element instanceof HTMLTextAreaElement) return true;
  if (/^(textbox|searchbox|combobox|spinbutton)$/.test(element.getAttribute("role") ?? "")) return true;
  return element instanceof HTMLElement && element.isContentEditable;
}

/**
 * What can be read on a control that holds no text of the page: a button's inscription, what is chosen.
 * @param {Element} control
 */
export function controlText(control) {
  if (control instanceof HTMLSelectElement) {
    const chosen = control.size > 1 || control.multiple ? [...control.options] : [...control.selectedOptions];
    return chosen.map((option) => option.label).join(" ");
  }
  if (control instanceof HTMLInputElement) {
    if (["submit", "button", "reset"].includes(control.type)) return control.value || DEFAULT_INSCRIPTION[control.type] || "";
  }
  return "";
}

/** @type {Record<string, string>} */
export const DEFAULT_INSCRIPTION = { submit: "Submit", reset: "Reset" };

/**
 * Inside a closed `details`, behind its summary.
 * @param {Element} element
 */
export function isFolded(element) {
  const parent = element.parentElement;
  return parent instanceof HTMLDetailsElement && !parent.open && element !== parent.querySelector(":scope > summary");
}

/**
 * @param {string} text
 * @param {string} transform the computed `text-transform`
 */
export function transformed(text, transform) {
  if (transform.includes("uppercase")) return text.toUpperCase();
  if (transform.includes("lowercase")) return text.toLowerCase();
  if (transform.includes("capitalize")) return text.replace(/(^|[\s\p{P}])(\p{L})/gu, (_, before, letter) => before + letter.toUpperCase());
  return text;
}

const LATIN = /[\p{Script=Latin}]/u;
const DIGIT = /\p{Nd}/u;

/**
 * Whether a text stands in another, neither beginning nor ending inside a number or a Latin word.
 * Both are collapsed.
 * @param {string} text
 * @param {string} wanted
 */
export function holdsWhole(text, wanted) {
  if (wanted === "") return true;
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
    const end = at + wanted.length;
    if (!joined(text, at) && !joined(text, end)) return true;
  }
  return false;
}

/**
 * Whether the characters on both sides of a place belong to one word or number.
 * @param {string} text
 * @param {number} at
 */
function joined(text, at) {
  if (at <= 0 || at >= text.length) return false;
  const before = charBefore(text, at);
  const after = String.fromCodePoint(/** @type {number} */ (text.codePointAt(at)));
  if (LATIN.test(before) && LATIN.test(after)) return true;
  if (DIGIT.test(before) && DIGIT.test(after)) return true;
  // 1.5 and 1,500 are one number.
  if (DIGIT.test(before) && /[.,]/.test(after)) return DIGIT.test(text.charAt(at + 1));
  if (DIGIT.test(after) && /[.,]/.test(before)) return DIGIT.test(text.charAt(at - 2));
  return false;
}

/** @param {string} text @param {number} at */
function charBefore(text, at) {
  const unit = text.charCodeAt(at - 1);
  return unit >= 0xdc00 && unit <= 0xdfff ? text.slice(at - 2, at) : text.charAt(at - 1);
}

/**
 * The nearest element around a text that is no piece of a line.
 * @param {Element} element
 */
export function blockAround(element) {
  for (let at = element; ; ) {
    const display = getComputedStyle(at).display;
    const parent = flatParent(at);
    if ((display !== "inline" && display !== "contents") || !parent) return at;
    at = parent;
  }
}

/**
 * The first number in a text: 1,234.50, 1 234,50 and 1'234.5 are understood.
 * @param {string} text
 * @returns {number | null}
 */
export function numberIn(text) {
  const found = /(?:(?<![\p{L}\d])[-−]\s?\p{Sc}?)?\d[\d.,'’\s]*/u.exec(text);
  if (!found) return null;
  let digits = found[0].replace(/^[-−]\s?\p{Sc}?/u, "-").replace(/['’]/g, "").replace(/\s/g, " ");
  digits = digits.trim().replace(/[.,]+$/, "");
  // A space only groups: what follows must be three digits.
  const grouped = /^-?\d{1,3}(?: \d{3})+(?!\d)/.exec(digits);
  digits = grouped ? digits.replace(/ (?=\d{3})/g, "") : (digits.split(" ")[0] ?? "").replace(/[.,]+$/, "");
  const point = digits.lastIndexOf(".");
  const comma = digits.lastIndexOf(",");
  if (point >= 0 && comma >= 0) {
    const decimal = point > comma ? "." : ",";
    digits = digits.replaceAll(decimal === "." ? "," : ".", "").replace(decimal, ".");
  } else if (comma >= 0) digits = digits.split(",").length > 2 || /^-?[1-9]\d{0,2},\d{3}$/.test(digits) ? digits.replaceAll(",", "") : digits.replace(",", ".");
  else if (digits.split(".").length > 2) digits = digits.replaceAll(".", "");
  const value = Number(digits);
  return Number.isFinite(value) ? value : null;
}
