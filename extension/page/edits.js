// Changes to the page that are taken back in the same turn, so that the page's own scripts never run in between: nodes keep who they are, and
// with the places go focus, selection and scrolling.

import { flatContains, flatParent, rootsUnder, shadowRootOf } from "./tree.js";

/** How many elements in a moved part are asked whether they are scrolled. */
const SCROLLERS_ASKED = 500;

export class Edits {
  /** @type {(() => void)[]} */
  #undo = [];

  /** @param {Element} element about which things will change */
  constructor(element) {
    this.#undo.push(keptScrolling(element), keptFocus(), keptSelection());
  }

  /** @param {Element} element @param {string} name @param {string} value */
  attribute(element, name, value) {
    const before = element.getAttribute(name);
    element.setAttribute(name, value);
    this.#undo.push(() => (before === null ? element.removeAttribute(name) : element.setAttribute(name, before)));
  }

  /** @param {Text} node @param {string} text */
  text(node, text) {
    const before = node.data;
    node.data = text;
    this.#undo.push(() => (node.data = before));
  }

  /** @param {Element} element @param {ParentNode} parent @param {Node | null} before */
  move(element, parent, before) {
    const from = /** @type {ParentNode} */ (element.parentNode);
    const next = element.nextSibling;
    parent.insertBefore(element, before);
    this.#undo.push(() => from.insertBefore(element, next));
  }

  /** @param {Element} added @param {ParentNode} parent @param {Node | null} before */
  insert(added, parent, before) {
    parent.insertBefore(added, before);
    this.#undo.push(() => added.remove());
  }

  /** @param {Element} element */
  remove(element) {
    const from = /** @type {ParentNode} */ (element.parentNode);
    const next = element.nextSibling;
    element.remove();
    this.#undo.push(() => from.insertBefore(element, next));
  }

  undo() {
    for (let back = this.#undo.pop(); back; back = this.#undo.pop()) back();
  }
}

/**
 * Why an element has to stay where it is: what is in it would start anew, or tell the page.
 * @param {Element} element
 * @returns {string | undefined}
 */
export function unmovable(element) {
  if (/^(BODY|HTML|HEAD|OPTION|OPTGROUP)$/.test(element.tagName)) return `a ${element.localName} cannot be moved`;
  const focused = deepFocus();
  if (focused !== document.body && flatContains(element, /** @type {Element} */ (focused))) return "the focus is in it";
  const all = [element, ...rootsUnder(element).flatMap((tree) => [...tree.querySelectorAll("*")])];
  const sensitive = all.find((part) => part.matches(STARTS_ANEW) || (part.localName.includes("-") && part.matches(":defined")));
  return sensitive && `the ${sensitive.localName} in it would start anew`;
}

/** Where it leaves the document and comes back, it is not as it was. */
const STARTS_ANEW = "iframe,frame,object,embed,video,audio,link,style,dialog[open],:popover-open,:fullscreen";

/** Puts the focus back where it is, if it leaves. */
function keptFocus() {
  const focused = deepFocus();
  return () => {
    if (focused !== deepFocus() && focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  };
}

function deepFocus() {
  let focused = document.activeElement;
  for (let root = focused && shadowRootOf(focused); root?.activeElement; root = shadowRootOf(root.activeElement)) focused = root.activeElement;
  return focused;
}

function keptSelection() {
  const selection = getSelection();
  if (!selection?.anchorNode || !selection.focusNode) return () => {};
  const { anchorNode, anchorOffset, focusNode, focusOffset } = selection;
  return () => {
    const isSame = selection.anchorNode === anchorNode && selection.anchorOffset === anchorOffset && selection.focusNode === focusNode && selection.focusOffset === focusOffset;
    if (!isSame) selection.setBaseAndExtent(anchorNode, anchorOffset, focusNode, focusOffset);
  };
}

/**
 * A page that gets shorter is scrolled less, and Chrome scrolls after what it has anchored the page to.
 * @param {Element} about
 */
function keptScrolling(about) {
  const around = about.parentElement ?? about;
  /** @type {Element[]} */
  const scrollers = [...around.querySelectorAll("*")].slice(0, SCROLLERS_ASKED).filter(({ scrollTop, scrollLeft }) => scrollTop || scrollLeft);
  for (let at = /** @type {Element | null} */ (about); at; at = flatParent(at)) scrollers.push(at);
  const places = scrollers.map((element) => ({ element, top: element.scrollTop, left: element.scrollLeft }));
  const mayScroll = around.contains(document.activeElement) || places.some(({ top, left }) => top || left);
  const roots = new Set(mayScroll ? scrollers.map((element) => /** @type {Document | ShadowRoot} */ (element.getRootNode())) : []);
  const sheet = new CSSStyleSheet();
  if (mayScroll) sheet.insertRule("* { overflow-anchor: none !important; scroll-behavior: auto !important }");
  for (const root of roots) root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
  return () => {
    for (const { element, top, left } of places) {
      if (element.scrollTop !== top || element.scrollLeft !== left) element.scrollTo({ top, left });
    }
    for (const root of roots) root.adoptedStyleSheets = root.adoptedStyleSheets.filter((other) => other !== sheet);
  };
}
