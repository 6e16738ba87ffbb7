// What the page has that is close to what was asked for, for the message of a target that was not found.

import { collapse, textsOf } from "./text.js";
import { roleOf } from "./roles.js";
import { isVisible } from "./visible.js";
import { nameOf } from "./names.js";
import { rootsUnder } from "./tree.js";
import { standsFor } from "./by-text.js";

/** @typedef {{ text: string, role: string, name: string }} Near */

const LOOKED_AT = 4000;
const LONGEST = 120;
const KEPT = 5;

/**
 * At most five, the closest first.
 * @param {string} wanted
 * @returns {Near[]}
 */
export function nearTo(wanted) {
  const asked = collapse(wanted).toLowerCase();
  if (!asked) return [];
  /** @type {Map<Element, number>} */
  const scores = new Map();
  for (const { element, text } of shortTexts()) {
    const score = likeness(asked, text.toLowerCase());
    if (score < 0.4) continue;
    const owner = standsFor(element);
    if (score > (scores.get(owner) ?? 0)) scores.set(owner, score);
  }
  const best = [...scores].sort((a, b) => b[1] - a[1]);
  /** @type {Near[]} */
  const near = [];
  /** @type {Element[]} */
  const kept = [];
  for (const [element] of best) {
    if (near.length === KEPT) break;
    if (!isVisible(element) || kept.some((closer) => element.contains(closer))) continue;
    const one = { text: textsOf(element, { limit: LONGEST, values: false }).shown.slice(0, LONGEST), role: roleOf(element), name: nameOf(element).slice(0, LONGEST) };
    if (near.some((other) => other.text === one.text && other.name === one.name && other.role === one.role)) continue;
    near.push(one);
    kept.push(element);
  }
  return near;
}

/**
 * The visible text closest to a wanted one; empty when nothing resembles it.
 * @param {string} wanted
 * @param {Element[]} scopes
 */
export function closestText(wanted, scopes) {
  const asked = collapse(wanted).toLowerCase();
  let best = "";
  let score = 0.4;
  for (const { element, text } of shortTexts(scopes)) {
    const own = likeness(asked, text.toLowerCase());
    if (own > score && isVisible(element)) {
      best = text;
      score = own;
    }
  }
  return best;
}

/** @param {Element[]} [scopes] */
function* shortTexts(scopes) {
  let looked = 0;
  const tops = scopes ?? [document.documentElement];
  for (const top of tops) {
    for (const tree of rootsUnder(top)) {
      const walker = document.createTreeWalker(tree, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node && looked < LOOKED_AT; node = walker.nextNode()) {
        const element = node.parentElement;
        const { data } = /** @type {Text} */ (node);
        if (!element || data.length > LONGEST * 2 || /^(SCRIPT|STYLE|TEXTAREA|TITLE|NOSCRIPT)$/.test(element.tagName)) continue;
        const text = collapse(data);
        if (text === "" || text.length > LONGEST) continue;
        looked += 1;
        yield { element, text };
        const block = element.childNodes.length === 1 ? element.parentElement : element;
        if (block && block.childNodes.length < 8 && (block.textContent ?? "").length < LONGEST) {
          const whole = collapse(block.textContent ?? "");
          if (whole !== text) yield { element: block, text: whole };
        }
      }
      for (const element of tree.querySelectorAll("[aria-label],[alt],[title],[placeholder],input[type=submit],input[type=button]")) {
        const text = collapse(element.getAttribute("aria-label") ?? element.getAttribute("alt") ?? element.getAttribute("placeholder") ?? element.getAttribute("title") ?? element.getAttribute("value") ?? "");
        if (text && text.length <= LONGEST) yield { element, text };
      }
    }
  }
}

/**
 * From 0 to 1. Words in common count, and so do letters.
 * @param {string} a
 * @param {string} b
 */
export function likeness(a, b) {
  if (a === b) return 1;
  const length = Math.max(a.length, b.length);
  const within = a.includes(b) || b.includes(a) ? 0.5 + 0.5 * (Math.min(a.length, b.length) / length) : 0;
  const words = a.split(" ");
  const others = new Set(b.split(" "));
  const shared = words.filter((word) => others.has(word)).length;
  const byWords = (2 * shared) / (words.length + others.size);
  const byLetters = 1 - distance(a.slice(0, 80), b.slice(0, 80)) / Math.min(length, 80);
  return Math.max(within, byWords * 0.9, byLetters);
}

/** Edit distance. @param {string} a @param {string} b */
function distance(a, b) {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const same = a.charCodeAt(i - 1) === b.charCodeAt(j - 1) ? 0 : 1;
      next[j] = Math.min(/** @type {number} */ (next[j - 1]) + 1, /** @type {number} */ (row[j]) + 1, /** @type {number} */ (row[j - 1]) + same);
    }
    row = next;
  }
  return /** @type {number} */ (row[b.length]);
}

/** What a target asks for, in its own words. @param {import("./resolve.js").Target} target */
export function wordsOf(target) {
  return target.text ?? target.name ?? target.label ?? target.placeholder ?? target.alt ?? target.title ?? "";
}
