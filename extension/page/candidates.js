// What on the page may be the element remembered: all that is visible and enabled, looked at quickly, without a layout or a name computed for each.

import { isInert, isReachable } from "./visible.js";
import { collapse, controlText, isEntered } from "./text.js";
import { flatContains, rootsUnder } from "./tree.js";
import { isEnabled } from "./ready.js";
import { kindOf } from "./kinds.js";
import { labelsFor } from "./labels.js";
import { pathOf, typeOf } from "./describe.js";
import { roleOf } from "./roles.js";

const MOST_LOOKED_AT = 2000;

/** Elements that are nothing to a person by themselves, the inside of drawings among them. */
const PASSED_OVER = new Set(
  ("html head body script style template noscript link meta title base br wbr source track param col colgroup path g circle rect line polygon polyline ellipse use " +
    "defs symbol desc stop").split(" "),
);

/**
 * @typedef {import("./telling.js").Brief} Brief
 * @typedef {{ element: Element, brief: Brief }} Looked
 * @typedef {{ looked: Looked[], more: boolean }} Sight `more`: there is more to be seen than was looked at
 * @typedef {{ trees: (Document | ShadowRoot | Element)[], scopes: Element[] | null }} Area of the page; without scopes all of it
 */

/** @param {Element[] | null} scopes @returns {Area} */
export function areaOf(scopes) {
  return { trees: rootsUnder(document), scopes };
}

/**
 * @param {import("./describe.js").Descriptor} was where there is too much, what is of its tag or kind is looked at first
 * @param {Area} area
 * @param {number} [limit]
 * @returns {Sight}
 */
export function lookAround(was, area, limit = MOST_LOOKED_AT) {
  const all = elementsIn(area, "*").filter((element) => !PASSED_OVER.has(element.localName));
  const order = all.length > limit ? likeliestFirst(all, was) : all.keys();
  const anyDisabled = has(area, ":disabled,[aria-disabled=true]");
  const anyEntered = has(area, "[contenteditable],[role=textbox],[role=searchbox],[role=combobox],[role=spinbutton]");
  /** @type {number[]} */
  const chosen = [];
  let more = false;
  for (const at of order) {
    const element = /** @type {Element} */ (all[at]);
    if (!mayBeSeen(element) || (anyDisabled && !isEnabled(element))) continue;
    more = chosen.length === limit;
    if (more) break;
    chosen.push(at);
  }
  // In the page's order, because what stands in an element alone says the same as it.
  const looked = chosen.sort((a, b) => a - b).map((at) => {
    const element = /** @type {Element} */ (all[at]);
    return { element, brief: briefOf(element, anyEntered && isEntered(element)) };
  });
  return { looked, more };
}

/** @param {Area} area @param {string} selector */
export function elementsIn({ trees, scopes }, selector) {
  const all = trees.flatMap((tree) => [...tree.querySelectorAll(selector)]);
  if (!scopes) return all;
  const plain = trees.length === 1;
  return all.filter((element) => scopes.some((scope) => scope !== element && (plain ? scope.contains(element) : flatContains(scope, element))));
}

/** Whether there is any on the whole page. @param {Area} area @param {string} selector */
function has({ trees }, selector) {
  return trees.some((tree) => tree.querySelector(selector) !== null);
}

/**
 * Which elements a person can see and use, looked at closely.
 * @param {Area} area
 * @returns {(element: Element) => boolean}
 */
export function candidateCheck(area) {
  const anyInert = has(area, "[inert],dialog:modal");
  return (element) => isReachable(element) && isEnabled(element) && !(anyInert && isInert(element));
}

/** @param {Element[]} all @param {import("./describe.js").Descriptor} was */
function* likeliestFirst(all, was) {
  const kind = kindOf(was);
  const later = [];
  for (const [at, element] of all.entries()) {
    if (element.localName === was.tag || (kind !== "" && kind === kindOf({ tag: element.localName, role: roleOf(element), type: typeOf(element) }))) yield at;
    else later.push(at);
  }
  yield* later;
}

const CONTROL = /^(A|BUTTON|INPUT|SELECT|TEXTAREA|LABEL|SUMMARY)$/;

const SEEN = { opacityProperty: true, visibilityProperty: true };

/** A look that errs only on the side of yes. @param {Element} element */
function mayBeSeen(element) {
  if (!element.checkVisibility(SEEN)) return CONTROL.test(element.tagName) && isReachable(element);
  if (beginsWithText(element)) return true;
  if (element instanceof HTMLElement ? element.offsetWidth > 0 : element.getClientRects().length > 0) return true;
  return CONTROL.test(element.tagName) && isReachable(element);
}

/** What says something has a size: asking for it takes longer than all the rest of the look. @param {Element} element */
function beginsWithText(element) {
  const first = element.firstChild;
  return first !== null && first.nodeType === Node.TEXT_NODE && /\S/.test(/** @type {Text} */ (first).data);
}

/** @type {Record<string, "testid" | "id" | "nameAttr" | "ariaLabel" | "placeholder" | "alt" | "title">} */
const ATTRIBUTE_FIELDS = { "data-testid": "testid", id: "id", name: "nameAttr", "aria-label": "ariaLabel", placeholder: "placeholder", alt: "alt", title: "title" };

/**
 * Part of a descriptor, without style or layout.
 * @param {Element} element
 * @param {boolean} entered whether a person enters what it says
 * @returns {Brief}
 */
function briefOf(element, entered) {
  /** @type {Brief} */
  const brief = { tag: element.localName };
  const role = roleOf(element);
  if (role) brief.role = role;
  const text = entered ? "" : textOf(element);
  if (text) brief.text = text;
  for (const attribute of element.getAttributeNames()) {
    if (attribute === "class") brief.classes = (element.getAttribute("class") ?? "").split(/\s+/).filter(Boolean);
    else if (attribute === "href") brief.href = pathOf(element);
    const field = Object.hasOwn(ATTRIBUTE_FIELDS, attribute) ? ATTRIBUTE_FIELDS[attribute] : undefined;
    const value = field && collapse(element.getAttribute(attribute) ?? "");
    if (field && value) brief[field] = value;
  }
  const type = typeOf(element);
  if (type) brief.type = type;
  const name = text ? "" : brief.ariaLabel || labelOf(element) || brief.title;
  if (name) brief.name = name;
  return brief;
}

/** How much of a text is enough to tell it from others. */
const TEXT_ENOUGH = 100;

const UNREAD = new Set(["SCRIPT", "STYLE", "TEMPLATE", "TEXTAREA", "OPTION"]);

/** About what the element says. @param {Element} element */
function textOf(element) {
  if (element.tagName === "INPUT" || element.tagName === "SELECT" || element.tagName === "TEXTAREA") return isEntered(element) ? "" : controlText(element);
  const first = element.firstChild;
  if (!first) return "";
  if (first === element.lastChild && first.nodeType === Node.TEXT_NODE) return collapse(/** @type {Text} */ (first).data.slice(0, TEXT_ENOUGH * 4));
  let text = "";
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let node = /** @type {Text | null} */ (walker.nextNode()); node && text.length < TEXT_ENOUGH; node = /** @type {Text | null} */ (walker.nextNode())) {
    const parent = node.parentElement;
    if (parent && !UNREAD.has(parent.tagName) && /\S/.test(node.data)) text += `${node.data.slice(0, TEXT_ENOUGH * 4)} `;
  }
  return collapse(text);
}

const LABELLED = /^(INPUT|SELECT|TEXTAREA|BUTTON|METER|OUTPUT|PROGRESS)$|-/;

/** @param {Element} element */
function labelOf(element) {
  const [label] = LABELLED.test(element.tagName) ? labelsFor(element) : [];
  if (label) return collapse((label.textContent ?? "").slice(0, TEXT_ENOUGH * 4));
  const picture = element.firstElementChild && element.querySelector("img[alt],[aria-label],title");
  return picture ? picture.getAttribute("alt") || picture.getAttribute("aria-label") || picture.textContent : "";
}
