// What an element is called, said in other words: everywhere it is said, or only there.

import { collapse, isEntered, matcherFor } from "./text.js";
import { TEXTLESS, flatChildren } from "./tree.js";
import { labelsFor } from "./labels.js";
import { lastingNameOf, referencesOf } from "./names.js";

/**
 * One place where words about an element stand.
 * @typedef {object} Inscription
 * @property {string} text
 * @property {boolean} isText of the page, and no attribute
 * @property {(edits: import("./edits.js").Edits, text: string) => void} write
 */

/** What says more than this is no name. */
const NAME_LIMIT = 100;

const ADDED = "now";

/** Words of pages and what others write for the same. */
const OTHER_WORDS = /** @type {[string, string][]} */ ([
  ["log in", "sign in"], ["log out", "sign out"], ["check out", "pay"], ["user name", "member"], ["send", "transfer"], ["save", "keep"], ["delete", "remove"],
  ["remove", "take out"], ["buy", "order"], ["continue", "proceed"], ["next", "forward"], ["cancel", "dismiss"], ["close", "shut"], ["add", "put"], ["cart", "basket"],
  ["search", "find"], ["open", "show"], ["edit", "change"], ["submit", "apply"], ["reset", "clear"], ["help", "support"], ["settings", "preferences"], ["account", "profile"],
  ["wallet", "purse"], ["amount", "sum"], ["message", "note"], ["password", "passphrase"], ["email", "mail"], ["name", "title"], ["details", "facts"], ["reviews", "opinions"],
  ["minimize", "shrink"], ["maximize", "enlarge"], ["archive", "store"], ["subscribe", "sign up"], ["accept", "agree"],
]);

/**
 * Adds a word to what an element is called, or puts another in the place of one.
 * @param {Element} element
 * @param {{ target?: import("./resolve.js").Target, how: "add" | "replace" }} wanted `target`: as it names the element
 * @param {import("./edits.js").Edits} edits
 * @returns {string | undefined} what changed, in words; nothing where there is no word to change
 */
export function renameElement(element, { target, how }, edits) {
  const { all, whole } = nameInscriptions(element, target);
  const reworded = all.flatMap((inscription) => {
    const text = how === "add" ? withWordAdded(inscription.text) : withOtherWord(inscription.text);
    return text === undefined || text === inscription.text ? [] : [{ inscription, text }];
  });
  // A name in pieces changes in one of them: it grows at its end, another word stands where the first is.
  const changed = whole ? reworded : how === "add" ? reworded.slice(-1) : reworded.slice(0, 1);
  for (const { inscription, text } of changed) inscription.write(edits, text);
  const [first] = changed;
  return first && `${JSON.stringify(collapse(first.inscription.text))} -> ${JSON.stringify(collapse(first.text))}`;
}

/**
 * Where an element's name stands: in places that say all of it, else in the pieces of its text.
 * @param {Element} element
 * @param {import("./resolve.js").Target} [target]
 * @returns {{ all: Inscription[], whole: boolean }}
 */
function nameInscriptions(element, target) {
  const all = [...textInscriptions(element), ...attributeInscriptions(element)];
  const sought = target && (target.text ?? target.name ?? target.label ?? target.placeholder ?? target.alt ?? target.title);
  const tests = [sought === undefined ? undefined : matcherFor(sought, target?.match, target?.flags), matcherFor(lastingNameOf(element))];
  for (const matcher of tests) {
    if (!matcher?.wanted) continue;
    const wholes = all.filter(({ text }) => matcher.test(collapse(text)));
    if (wholes.length) return { all: wholes, whole: true };
  }
  const texts = all.filter(({ isText }) => isText);
  const length = texts.reduce((sum, { text }) => sum + collapse(text).length, 0);
  return { all: length <= NAME_LIMIT ? texts : [], whole: false };
}

/** @param {Element} element @returns {Inscription[]} */
function textInscriptions(element) {
  const own = isEntered(element) ? [] : [element];
  const sources = new Set([...own, ...labelsFor(element), ...referencesOf(element, "aria-labelledby")]);
  return [...new Set([...sources].flatMap((source) => textNodesIn(source)))].map((node) => ({
    text: node.data,
    isText: true,
    write: (edits, text) => edits.text(node, text),
  }));
}

/** @param {Element} element @returns {Text[]} those that a person reads and nobody enters */
function textNodesIn(element) {
  if (TEXTLESS.has(element.tagName) || isEntered(element) || !(element.checkVisibility() || getComputedStyle(element).display === "contents")) return [];
  return [...Array.from(flatChildren(element))].flatMap((child) => {
    if (child instanceof Text) return collapse(child.data) ? [child] : [];
    return child instanceof Element ? textNodesIn(child) : [];
  });
}

const NAME_ATTRIBUTES = ["aria-label", "placeholder", "alt", "title"];

/** @param {Element} element @returns {Inscription[]} */
function attributeInscriptions(element) {
  const names = element instanceof HTMLInputElement && !isEntered(element) ? [...NAME_ATTRIBUTES, "value"] : NAME_ATTRIBUTES;
  const pictures = isEntered(element) ? [] : [...element.querySelectorAll("img[alt],svg[aria-label]")];
  return [element, ...pictures].flatMap((carrier) =>
    names.flatMap((name) => {
      const text = carrier.getAttribute(name);
      return text && collapse(text) ? [{ text, isText: false, write: (/** @type {import("./edits.js").Edits} */ edits, /** @type {string} */ other) => edits.attribute(carrier, name, other) }] : [];
    }),
  );
}

/** @param {string} text @returns {string | undefined} nothing where there is no letter */
export function withWordAdded(text) {
  return /[\p{L}\p{N}]/u.test(text) ? text.replace(/(\s*)$/, ` ${ADDED}$1`) : undefined;
}

/** @param {string} text @returns {string | undefined} nothing where there is no word */
export function withOtherWord(text) {
  for (const [word, other] of OTHER_WORDS) {
    const found = new RegExp(`(?<!\\p{L})${word.replace(" ", "\\s+")}(?!\\p{L})`, "iu").exec(text);
    if (found) return replaced(text, found, other);
  }
  const words = [...text.matchAll(/\p{L}[\p{L}\p{M}]+/gu)].sort((a, b) => b[0].length - a[0].length);
  const [longest] = words;
  return longest && replaced(text, longest, longest[0].toLowerCase() === "item" ? "entry" : "item");
}

/** @param {string} text @param {RegExpExecArray} found @param {string} other */
function replaced(text, found, other) {
  const [word] = found;
  const isLoud = word.length > 1 && word === word.toUpperCase() && word !== word.toLowerCase();
  const isCapital = word.charAt(0) !== word.charAt(0).toLowerCase();
  const cased = isLoud ? other.toUpperCase() : isCapital ? other.charAt(0).toUpperCase() + other.slice(1) : other;
  return text.slice(0, found.index) + cased + text.slice(found.index + word.length);
}
