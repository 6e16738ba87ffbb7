// What a person can see, and what can be reached by the pointer although it cannot be seen.

import { labelsFor } from "./labels.js";
import { once } from "./memo.js";
import { elementAt, flatChildren, flatParent } from "./tree.js";

/** @typedef {{ x: number, y: number, width: number, height: number }} Box in CSS pixels of the frame's viewport */

/**
 * The boxes of an element that have a size, line box by line box; of `display: contents` those of what is in it.
 * @param {Element} element
 * @returns {DOMRect[]}
 */
export function boxesOf(element) {
  const own = sized(element.getClientRects());
  if (own.length || getComputedStyle(element).display !== "contents") return own;
  const boxes = [];
  const children = flatChildren(element);
  for (let at = 0; at < children.length; at += 1) {
    const child = /** @type {Node} */ (children[at]);
    if (child instanceof Element) boxes.push(...boxesOf(child));
    else if (child instanceof Text) boxes.push(...textBoxes(child));
  }
  return boxes;
}

/** @param {Text} text */
export function textBoxes(text) {
  const range = document.createRange();
  range.selectNodeContents(text);
  return sized(range.getClientRects());
}

/** @param {DOMRectList} list */
function sized(list) {
  const boxes = [];
  for (let at = 0; at < list.length; at += 1) {
    const box = /** @type {DOMRect} */ (list[at]);
    if (box.width > 0 && box.height > 0) boxes.push(box);
  }
  return boxes;
}

/**
 * Whether a person can see the element, or could by scrolling.
 * @param {Element} element
 */
export function isVisible(element) {
  return isShown(element, true);
}

/**
 * Whether the pointer can reach it: like visible, and restyled controls count, whose own box is transparent, or which a
 * visible label stands for.
 * @param {Element} element
 */
export function isReachable(element) {
  if (isShown(element, true)) return true;
  if (!(element instanceof HTMLInputElement || element instanceof HTMLSelectElement || element instanceof HTMLTextAreaElement)) return false;
  if (isShown(element, false) && receivesPointer(element)) return true;
  return isShownByLabel(element);
}

/**
 * Whether it is one of the controls that pages hide to draw their own, and a label that does what it does can be seen.
 * @param {Element} element
 */
export function isShownByLabel(element) {
  return element instanceof HTMLInputElement && /^(checkbox|radio|file)$/.test(element.type) && visibleLabel(element) !== null;
}

/**
 * A label that can be pressed in a control's stead.
 * @param {Element} control
 * @returns {HTMLLabelElement | null}
 */
export function visibleLabel(control) {
  return labelsFor(control).find((label) => isShown(label, true)) ?? null;
}

/** @param {Element} element */
function receivesPointer(element) {
  const box = boxesOf(element)[0];
  if (!box) return false;
  const x = box.x + box.width / 2;
  const y = box.y + box.height / 2;
  // Out of sight nothing can be tried: it may be scrolled to.
  if (x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) return true;
  return elementAt(x, y) === element;
}

/** @param {Element} element @param {boolean} opaque whether transparent is as good as hidden */
function isShown(element, opaque) {
  if (!element.isConnected) return false;
  if (!element.checkVisibility({ opacityProperty: opaque, visibilityProperty: true })) {
    return getComputedStyle(element).display === "contents" && hasVisiblePart(element, opaque);
  }
  const boxes = element.getClientRects();
  for (let at = 0; at < boxes.length; at += 1) {
    const box = /** @type {DOMRect} */ (boxes[at]);
    if (box.width > 0 && box.height > 0) return boxOnPage(box) && !isClippedAway(element);
  }
  return hasVisiblePart(element, opaque);
}

/** @param {Element} element @param {boolean} opaque */
function hasVisiblePart(element, opaque) {
  const children = flatChildren(element);
  for (let at = 0; at < children.length && at < 50; at += 1) {
    const child = /** @type {Node} */ (children[at]);
    if (child instanceof Element && isShown(child, opaque)) return true;
    if (child instanceof Text && textBoxes(child).some(boxOnPage) && !isClippedAway(element) && parentShows(element, opaque)) return true;
  }
  return false;
}

/** @param {Element} element of `display: contents` or without a size @param {boolean} opaque @returns {boolean} */
function parentShows(element, opaque) {
  if (getComputedStyle(element).visibility !== "visible") return false;
  const parent = flatParent(element);
  if (!parent) return true;
  const contents = getComputedStyle(parent).display === "contents";
  return contents ? parentShows(parent, opaque) : parent.checkVisibility({ opacityProperty: opaque });
}

/**
 * Whether scrolling could bring a box into view: what lies before the page's beginning stays out of sight.
 * @param {DOMRect} box
 */
function boxOnPage(box) {
  // Asking how far the page is scrolled takes longer than all the rest.
  if (box.bottom > 0 && box.right > 0) return true;
  if (box.bottom + scrollY <= 0) return false;
  return box.right + scrollX > 0 || getComputedStyle(document.documentElement).direction === "rtl";
}

/**
 * Whether an ancestor, or the element itself, cuts it down to nothing: a folded panel, or text for screen readers only.
 * @param {Element} element
 */
function isClippedAway(element) {
  for (let at = /** @type {Element | null} */ (element); at && at !== document.documentElement; at = flatParent(at)) {
    if (once("clips", at, () => clipsAway(/** @type {Element} */ (at)))) return true;
  }
  return false;
}

/** Whether it shows nothing of what is in it. @param {Element} element */
function clipsAway(element) {
  if (element.clientWidth > 1 && element.clientHeight > 1) return false;
  const style = getComputedStyle(element);
  if (style.display === "contents" || style.display === "inline") return false;
  if (style.overflowX !== "visible" && element.clientWidth <= 1 && element.scrollWidth > 1) return true;
  return style.overflowY !== "visible" && element.clientHeight <= 1 && element.scrollHeight > 1;
}

/**
 * Whether the user's input and reading are kept away from it: `inert`, or behind a modal dialog.
 * @param {Element} element
 */
export function isInert(element) {
  const modal = once("modal", document, topModal);
  if (!modal && !once("inert", document, () => document.querySelector("[inert]")) && !(element.getRootNode() instanceof ShadowRoot)) return false;
  for (let at = /** @type {Element | null} */ (element); at; at = flatParent(at)) {
    if (at === modal) return false;
    if (at instanceof HTMLElement && at.inert) return true;
  }
  return modal !== null;
}

/** @returns {Element | null} */
function topModal() {
  const open = document.querySelectorAll("dialog:modal");
  return open[open.length - 1] ?? null;
}

/**
 * Left out of the accessibility tree by `aria-hidden`.
 * @param {Element} element
 */
export function isAriaHidden(element) {
  for (let at = /** @type {Element | null} */ (element); at; at = flatParent(at)) {
    if (at.getAttribute("aria-hidden") === "true") return true;
  }
  return false;
}
