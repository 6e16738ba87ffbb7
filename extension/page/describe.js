// One element as the lock file remembers it: what it is, says and stands beside. Never what a person entered.

import { allIn } from "./lists.js";
import { collapse, isEntered, textsOf } from "./text.js";
import { closestFlat, flatParent } from "./tree.js";
import { labelsOf, lastingNameOf } from "./names.js";
import { HEADING_SELECTOR, isEditingHost, roleOf } from "./roles.js";

const TEXT_LIMIT = 200;
const NEAR_LIMIT = 80;

/**
 * Fields that would be empty are left out; see data-formats' Descriptor.
 * @typedef {object} Descriptor
 * @property {string} tag
 * @property {string} [role]
 * @property {string} [name] accessible name
 * @property {string} [text] its own visible text
 * @property {string} [label]
 * @property {string} [placeholder]
 * @property {string} [alt]
 * @property {string} [title]
 * @property {string} [type]
 * @property {string} [testid]
 * @property {string} [id]
 * @property {string} [nameAttr]
 * @property {string} [ariaLabel]
 * @property {string} [href] path and query
 * @property {string[]} [classes]
 * @property {{ heading?: string, landmark?: string, form?: string, row?: string, before?: string, after?: string }} [context]
 * @property {{ xpath?: string, css?: string, frame?: string, shadow?: string[] }} [path] within the innermost shadow root;
 *   `shadow` has the hosts from the outermost in, `frame` the address of a frame that is not the page
 * @property {{ x: number, y: number, width: number, height: number }} [rect] whole CSS pixels from the top left of the document, as a lock keeps them
 * @property {{ index: number, of: number }} [siblings] among those of the same tag, from 1
 */

/**
 * @param {Element} element
 * @param {typeof siblingsOf} [placeAmong]
 * @returns {Descriptor}
 */
export function describe(element, placeAmong = remembering(siblingsOf)) {
  /** @param {string} name */
  const attribute = (name) => collapse(element.getAttribute(name) ?? "") || undefined;
  const box = element.getBoundingClientRect();
  return compact({
    tag: element.localName,
    role: roleOf(element),
    name: cut(lastingNameOf(element), TEXT_LIMIT),
    text: isEntered(element) ? "" : cut(textsOf(element, { limit: TEXT_LIMIT * 2, values: false }).shown, TEXT_LIMIT),
    label: cut(labelsOf(element)[0] ?? "", TEXT_LIMIT),
    placeholder: attribute("placeholder"),
    alt: attribute("alt"),
    title: attribute("title"),
    type: typeOf(element),
    testid: attribute("data-testid"),
    id: attribute("id"),
    nameAttr: attribute("name"),
    ariaLabel: attribute("aria-label"),
    href: pathOf(element),
    classes: [...element.classList].slice(0, 20),
    context: contextOf(element),
    path: placeOf(element, placeAmong),
    rect: { x: Math.round(box.x + scrollX), y: Math.round(box.y + scrollY), width: Math.round(box.width), height: Math.round(box.height) },
    siblings: placeAmong(element),
  });
}

/** @param {Element[]} elements of one page at one moment @returns {Descriptor[]} */
export function describeAll(elements) {
  const placeAmong = placesByParent();
  return elements.map((element) => describe(element, placeAmong));
}

/**
 * Without the fields that say nothing.
 * @template {object} T
 * @param {T} fields
 * @returns {T}
 */
function compact(fields) {
  const kept = Object.entries(fields).filter(([, value]) => {
    if (value === undefined || value === null || value === "") return false;
    return typeof value !== "object" || Object.keys(value).length > 0;
  });
  return /** @type {T} */ (Object.fromEntries(kept));
}

/** @param {string} text @param {number} limit */
function cut(text, limit) {
  return text.length <= limit ? text : [...text].slice(0, limit).join("").trimEnd();
}

/** @param {Element} element */
export function typeOf(element) {
  if (element instanceof HTMLInputElement || element instanceof HTMLButtonElement) return element.type;
  if (isEditingHost(element) && element instanceof HTMLElement && element.isContentEditable) return "editable";
  return element.getAttribute("type") ?? undefined;
}

/** A path that resolves to itself: most are, and resolving each takes long. */
const PLAIN_PATH = /^(\/[\w-]+)+(\?[\w=&-]*)?$/;

/** @param {Element} element */
export function pathOf(element) {
  const href = element.getAttribute("href");
  if (href === null) return undefined;
  if (PLAIN_PATH.test(href)) return href;
  const url = URL.parse(href, element.baseURI);
  return url ? url.pathname + url.search : href;
}

const LANDMARKS = new Set("banner complementary contentinfo dialog alertdialog form main navigation region search".split(" "));

/** @param {Element} element */
function contextOf(element) {
  const landmark = closestFlat(flatParent(element), (outer) => LANDMARKS.has(roleOf(outer)));
  const form = closestFlat(flatParent(element), (outer) => outer.tagName === "FORM");
  return compact({
    heading: cut(headingOver(element), NEAR_LIMIT),
    landmark: landmark ? landmarkName(landmark) : "",
    form: form ? cut(lastingNameOf(form) || form.getAttribute("name") || form.id, NEAR_LIMIT) : "",
    row: rowTextOf(element),
    before: cut(textBeside(element, "previousNode"), NEAR_LIMIT),
    after: cut(textBeside(element, "nextNode"), NEAR_LIMIT),
  });
}

/** What else the row or list item says that the element stands in. @param {Element} element */
export function rowTextOf(element) {
  const row = closestFlat(flatParent(element), (outer) => /^(TR|LI)$/.test(outer.tagName) || /^(row|listitem)$/.test(outer.getAttribute("role") ?? ""));
  return row ? cut(textsOf(row, { limit: NEAR_LIMIT * 2, skip: element, values: false }).shown, NEAR_LIMIT) : "";
}

/** @param {Element} landmark */
function landmarkName(landmark) {
  const name = landmark.getAttribute("aria-label") || landmark.hasAttribute("aria-labelledby") ? lastingNameOf(landmark) : "";
  return name ? `${roleOf(landmark)} ${JSON.stringify(cut(name, NEAR_LIMIT))}` : roleOf(landmark);
}

/** The heading that stands last before an element. @param {Element} element */
function headingOver(element) {
  for (let at = element; ; ) {
    const root = /** @type {Document | ShadowRoot} */ (at.getRootNode());
    const headings = allIn(root, HEADING_SELECTOR);
    let low = 0;
    let high = headings.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const heading = /** @type {Element} */ (headings[middle]);
      const before = heading !== at && (heading.compareDocumentPosition(at) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
      if (before) low = middle + 1;
      else high = middle;
    }
    for (let index = low - 1; index >= 0 && index > low - 6; index -= 1) {
      const text = textsOf(/** @type {Element} */ (headings[index]), { limit: NEAR_LIMIT * 2 }).shown;
      if (text) return text;
    }
    if (!(root instanceof ShadowRoot)) return "";
    at = root.host;
  }
}

/** @param {Element} element @param {"previousNode" | "nextNode"} direction */
function textBeside(element, direction) {
  const walker = document.createTreeWalker(element.getRootNode(), NodeFilter.SHOW_TEXT);
  walker.currentNode = direction === "nextNode" ? lastWithin(element) : element;
  for (let tries = 0; tries < 30; tries += 1) {
    const node = /** @type {Text | null} */ (walker[direction]());
    const parent = node?.parentElement;
    if (!node || !parent) return "";
    const text = collapse(node.data);
    if (text && !isEntered(parent) && parent.tagName !== "OPTION" && parent.checkVisibility({ visibilityProperty: true })) return text;
  }
  return "";
}

/** @param {Element} element */
function lastWithin(element) {
  /** @type {Node} */
  let last = element;
  while (last.lastChild) last = last.lastChild;
  return last;
}

/** The address of this document without query; empty for the page itself. */
export function frameAddress() {
  if (window === window.top) return "";
  return location.origin === "null" ? location.href : location.origin + location.pathname;
}

/** @param {Element} element @param {typeof siblingsOf} placeAmong */
function placeOf(element, placeAmong) {
  const hosts = [];
  for (let root = element.getRootNode(); root instanceof ShadowRoot; root = root.host.getRootNode()) hosts.unshift(cssOf(root.host));
  return compact({
    xpath: xpathOf(element, placeAmong),
    css: cssOf(element, placeAmong),
    frame: frameAddress(),
    shadow: hosts,
  });
}

/**
 * The way from the root of the element's own tree.
 * @param {Element} element
 * @param {typeof siblingsOf} [placeAmong]
 */
export function xpathOf(element, placeAmong = siblingsOf) {
  const steps = [];
  for (let at = /** @type {Element | null} */ (element); at; at = at.parentElement) {
    const { index, of } = placeAmong(at);
    const name = at.namespaceURI === "http://www.w3.org/1999/xhtml" ? at.localName : `*[name()='${at.nodeName}']`;
    steps.unshift(of > 1 ? `${name}[${index}]` : name);
  }
  return `/${steps.join("/")}`;
}

/**
 * A selector that leads to the element alone in its own tree.
 * @param {Element} element
 * @param {typeof siblingsOf} [placeAmong]
 */
export function cssOf(element, placeAmong = siblingsOf) {
  const root = /** @type {Document | ShadowRoot} */ (element.getRootNode());
  const steps = [];
  for (let at = /** @type {Element | null} */ (element); at; at = at.parentElement) {
    if (at.id && root.querySelectorAll(`#${CSS.escape(at.id)}`).length === 1) {
      steps.unshift(`#${CSS.escape(at.id)}`);
      break;
    }
    const { index, of } = placeAmong(at);
    steps.unshift(CSS.escape(at.localName) + (of > 1 ? `:nth-of-type(${index})` : ""));
  }
  return steps.join(" > ");
}

/**
 * The same function, asked once for each element.
 * @param {typeof siblingsOf} count
 * @returns {typeof siblingsOf}
 */
function remembering(count) {
  /** @type {Map<Element, ReturnType<typeof siblingsOf>>} */
  const known = new Map();
  return (element) => {
    const place = known.get(element) ?? count(element);
    known.set(element, place);
    return place;
  };
}

/** @param {Element} element @returns {{ index: number, of: number }} */
function siblingsOf(element) {
  const parent = element.parentNode;
  if (!parent) return { index: 1, of: 1 };
  let index = 0;
  let of = 0;
  for (let at = parent.firstElementChild; at; at = at.nextElementSibling) {
    if (at.nodeName !== element.nodeName) continue;
    of += 1;
    if (at === element) index = of;
  }
  return { index, of };
}

/** Each element's place, for many of them: the children of one parent are counted once. @returns {typeof siblingsOf} */
function placesByParent() {
  /** @type {Map<Node, Map<Element, { index: number, of: number }>>} */
  const known = new Map();
  return (element) => {
    const parent = element.parentNode;
    if (!parent) return { index: 1, of: 1 };
    const places = known.get(parent) ?? placesUnder(parent);
    known.set(parent, places);
    return places.get(element) ?? { index: 1, of: 1 };
  };
}

/** @param {ParentNode} parent */
function placesUnder(parent) {
  /** @type {Map<string, Element[]>} */
  const byName = new Map();
  for (let at = parent.firstElementChild; at; at = at.nextElementSibling) {
    const same = byName.get(at.nodeName);
    if (same) same.push(at);
    else byName.set(at.nodeName, [at]);
  }
  const places = new Map();
  for (const same of byName.values()) same.forEach((element, at) => places.set(element, { index: at + 1, of: same.length }));
  return places;
}
