// What on the page a person could name: controls, and what says something worth verifying; and what each is and says in short.

import { HEADING_SELECTOR, isField, isPressed, roleOf } from "./roles.js";
import { flatParent } from "./tree.js";
import { collapse, isEntered, textsOf } from "./text.js";
import { elementsIn } from "./candidates.js";
import { isInert, isReachable } from "./visible.js";
import { lastingNameOf } from "./names.js";
import { memoName } from "./by-role.js";
import { once } from "./memo.js";
import { standsFor } from "./by-text.js";

/** Roles that hold others: they are named by their own label, or by the heading in them. */
const HOLDING = new Set(
  ("article complementary dialog feed figure form grid group list listbox log main menu menubar navigation radiogroup region search table tablist tabpanel " +
    "toolbar tree treegrid").split(" "),
);
/** The others of the script's role words. */
const SAYING = new Set(
  ("alert button cell checkbox columnheader combobox field heading image link menuitem meter note option progressbar radio row rowheader scrollbar slider " +
    "status switch tab timer treeitem").split(" "),
);

/** What holds most of a page, or other things than a heading says. */
const UNHEADED = /^(MAIN|NAV|UL|OL|MENU|TABLE|SEARCH)$/;

const TEXT_LONGEST = 200;
const NEVER = /^(HTML|HEAD|BODY|SCRIPT|STYLE|TEMPLATE|NOSCRIPT|LINK|META|TITLE|BR|WBR|SOURCE|TRACK|PARAM|COL|COLGROUP|LABEL|LEGEND|OPTION|OPTGROUP)$/;

/**
 * @typedef {object} Nameable
 * @property {Element} element
 * @property {string} role the script's word for it; empty where it has none
 * @property {string} name what the role is called by, without anything a person entered
 * @property {string} text what a person reads on it
 */

/**
 * All that may be named, in the page's order, whether or not it can be seen. What a control covers is part of it.
 * @param {import("./candidates.js").Area} area
 * @returns {Generator<Nameable>}
 */
export function* nameablesIn(area) {
  for (const element of elementsIn(area, "*")) {
    const nameable = nameableOf(element);
    if (nameable) yield nameable;
  }
}

/** Whether a person can see it and get at it. @param {Nameable} nameable */
export function isAtHand({ element }) {
  return isReachable(element) && !isInert(element);
}

/**
 * What an element is and says, where that is something to name.
 * @param {Element} element
 * @returns {Nameable | undefined}
 */
export function nameableOf(element) {
  if (NEVER.test(element.tagName) || element.namespaceURI !== "http://www.w3.org/1999/xhtml" && element.localName !== "svg") return undefined;
  const role = wordFor(element);
  const isControl = isPressed(element) || isUsed(element, role);
  const words = ownText(element);
  if (!role && !isControl && !words) return undefined;
  const outer = flatParent(element);
  // Text in a host is shown where its slot is.
  const shownIn = (words && flatParent(words)) ?? element;
  if (!isControl && isInControl(shownIn) && standsFor(element, shownIn) !== element) return undefined;
  if (outer && isInEntered(outer)) return undefined;
  const name = HOLDING.has(role) ? holderName(element) : role === "row" ? rowName(element) : saidName(element, role);
  const text = HOLDING.has(role) || role === "row" ? "" : textFor(element);
  if (!isControl && !name && !text) return undefined;
  if (!role && !isControl && outer && saysNoMore(outer, text)) return undefined;
  if (/^(cell|columnheader|rowheader)$/.test(role) && holdsControlAlone(element, text)) return undefined;
  return { element, role, name, text };
}

/** The script's word for what an element is; empty where it has none. @param {Element} element */
export function wordFor(element) {
  if (isField(element)) return "field";
  const role = roleOf(element);
  switch (role) {
    case "gridcell":
      return "cell";
    case "alertdialog":
      return "dialog";
    case "menuitemcheckbox":
    case "menuitemradio":
      return "menuitem";
    case "":
      if (element.tagName === "SECTION") return "region";
      return element.tagName === "FORM" ? "form" : "";
    default:
      return SAYING.has(role) || HOLDING.has(role) ? role : "";
  }
}

/** Whether it holds others that may be looked for within it. @param {Element} element @param {string} word */
export function isHolder(element, word = wordFor(element)) {
  return HOLDING.has(word) || word === "row";
}

/** Whether a person uses it otherwise than by pressing. @param {Element} element @param {string} word */
function isUsed(element, word) {
  if (element instanceof HTMLInputElement) return element.type !== "hidden";
  return /^(field|combobox|listbox|slider)$/.test(word);
}

/** The first text that stands in it and in no element of it. @param {Element} element */
function ownText(element) {
  for (let at = element.firstChild; at; at = at.nextSibling) {
    if (at.nodeType === Node.TEXT_NODE && /\S/.test(/** @type {Text} */ (at).data)) return at;
  }
  return null;
}

/** Whether it is in something that is pressed, or in a label. @param {Element} element @returns {boolean} */
function isInControl(element) {
  return once("in control", element, () => {
    if (isPressed(element) || element.tagName === "LABEL") return true;
    const outer = flatParent(element);
    return outer !== null && isInControl(outer);
  });
}

/** Whether it is in something that a person writes into. @param {Element} element @returns {boolean} */
function isInEntered(element) {
  return once("in entered", element, () => {
    if (isEntered(element)) return true;
    const outer = flatParent(element);
    return outer !== null && isInEntered(outer);
  });
}

/** Whether something to name around it holds nothing else and says just the same. @param {Element} outer @param {string} text */
function saysNoMore(outer, text) {
  for (let at = /** @type {Element | null} */ (outer); at && at.childElementCount <= 1; at = flatParent(at)) {
    const word = wordFor(at);
    if (SAYING.has(word)) return textFor(at) === text;
  }
  return false;
}

/** Whether all it says is on the control in it. @param {Element} cell @param {string} text */
function holdsControlAlone(cell, text) {
  const only = cell.childElementCount === 1 ? cell.firstElementChild : null;
  return only !== null && isPressed(only) && textFor(only) === text;
}

/** @param {Element} element */
function textFor(element) {
  return once("text", element, () => (isEntered(element) ? "" : textsOf(element, { limit: TEXT_LONGEST * 2, values: false }).shown));
}

const ENTERED = "input,select,textarea,[contenteditable],[role=textbox],[role=searchbox],[role=combobox],[role=spinbutton],[role=slider],[role=listbox]";

/** @param {Element} element @param {string} role */
function saidName(element, role) {
  if (!role) return "";
  const mayHoldValues = element.hasAttribute("aria-labelledby") || element.querySelector(ENTERED) !== null || element.matches(ENTERED);
  return mayHoldValues ? lastingNameOf(element) : memoName(element);
}

/** @param {Element} element */
function holderName(element) {
  const own = element.hasAttribute("aria-label") || element.hasAttribute("aria-labelledby") || element.hasAttribute("title") || /^(FIELDSET|FIGURE|TABLE)$/.test(element.tagName);
  const name = own ? lastingNameOf(element) : "";
  if (name || UNHEADED.test(element.tagName)) return name;
  const heading = element.querySelector(HEADING_SELECTOR);
  return heading ? textFor(heading) : "";
}

/** The first of its cells that says something. @param {Element} row */
function rowName(row) {
  for (const cell of row.querySelectorAll("th,td,[role=rowheader],[role=cell],[role=gridcell]")) {
    const text = collapse(textFor(cell));
    if (text) return text;
  }
  return "";
}
