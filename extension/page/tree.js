// The page as it is laid out: shadow roots, open and closed, are part of it, and what is slotted stands in its slot.

import { allIn } from "./lists.js";

/** @typedef {Document | ShadowRoot} Root */

// Only these may have a root attached by a script, besides custom elements (DOM standard, attachShadow).
const MAY_HOST = new Set([
  "ARTICLE", "ASIDE", "BLOCKQUOTE", "BODY", "DIV", "FOOTER", "H1", "H2", "H3", "H4", "H5", "H6", "HEADER", "MAIN", "NAV",
  "P", "SECTION", "SPAN",
]);

// The common elements that host nothing, left out before any of them has to become an object of this script.
const MAY_HOST_SELECTOR =
  ":not(a,b,br,button,code,em,i,img,input,label,li,link,meta,ol,option,path,pre,script,select,small,strong,style,svg,table,tbody,td,textarea,th,thead,tr,ul)";

/** Elements whose text is no text of the page. */
export const TEXTLESS = new Set(["SCRIPT", "STYLE", "TEMPLATE", "NOSCRIPT", "HEAD", "TITLE", "META", "LINK", "IFRAME", "OBJECT", "title", "desc"]);

/** @type {((element: HTMLElement) => ShadowRoot | null) | undefined} */
const openOrClosed = globalThis.chrome?.dom?.openOrClosedShadowRoot;

/** @type {WeakMap<Element, ShadowRoot>} */
const closedRoots = new WeakMap();
/** @type {WeakSet<Element>} elements with content of their own that had no closed root when they were first met */
const rootless = new WeakSet();

/**
 * The shadow root an element hosts; a closed one only where the extension may ask for it.
 *
 * Asking takes over a microsecond, which on a large page is most of a look. So an element that has content and had no
 * closed root once is not asked again: roots are attached when an element is made, or to one that is still empty.
 * @param {Element} element
 * @returns {ShadowRoot | null}
 */
export function shadowRootOf(element) {
  const open = element.shadowRoot;
  if (open || !openOrClosed) return open;
  const known = closedRoots.get(element);
  if (known || rootless.has(element)) return known ?? null;
  if (!(element instanceof HTMLElement) || !(MAY_HOST.has(element.tagName) || element.localName.includes("-"))) return null;
  const closed = openOrClosed(element);
  if (closed) closedRoots.set(element, closed);
  else if (element.firstChild) rootless.add(element);
  return closed;
}

/**
 * Every tree under a node: its own first, then the shadow roots in document order.
 * @param {Document | ShadowRoot | Element} top
 * @returns {(Document | ShadowRoot | Element)[]}
 */
export function rootsUnder(top) {
  const roots = [top];
  if (top instanceof Element) {
    const own = shadowRootOf(top);
    if (own) roots.push(own);
  }
  for (let at = 0; at < roots.length; at += 1) {
    const tree = /** @type {Document | ShadowRoot | Element} */ (roots[at]);
    for (const host of hostsIn(tree)) roots.push(host);
  }
  return roots;
}

/** @param {Document | ShadowRoot | Element} tree */
function hostsIn(tree) {
  /** @type {ShadowRoot[]} */
  const found = [];
  const elements = allIn(tree, MAY_HOST_SELECTOR);
  for (let at = 0; at < elements.length; at += 1) {
    const root = shadowRootOf(/** @type {Element} */ (elements[at]));
    if (root) found.push(root);
  }
  return found;
}

/**
 * The parent in the flat tree: of a slotted node its slot, of a root's child the host. `null` above the document element.
 * @param {Node} node
 * @returns {Element | null}
 */
export function flatParent(node) {
  const parent = node.parentNode;
  if (!parent) return null;
  if (parent instanceof ShadowRoot) return parent.host;
  if (!(parent instanceof Element)) return null;
  const slot = /** @type {Element | Text} */ (node).assignedSlot;
  if (slot) return slot;
  const root = shadowRootOf(parent);
  if (!root) return parent;
  return slotFor(node, root) ?? parent;
}

/**
 * @param {Node} node
 * @param {ShadowRoot} root
 * @returns {HTMLSlotElement | null}
 */
function slotFor(node, root) {
  const open = /** @type {Element | Text} */ (node).assignedSlot;
  if (open || root.mode === "open") return open ?? null;
  for (const slot of root.querySelectorAll("slot")) {
    if (slot.assignedNodes().includes(node)) return slot;
  }
  return null;
}

/**
 * The children in the flat tree.
 * @param {Element} element
 * @returns {ArrayLike<Node>}
 */
export function flatChildren(element) {
  if (element instanceof HTMLSlotElement) {
    const assigned = element.assignedNodes();
    if (assigned.length) return assigned;
  }
  return (shadowRootOf(element) ?? element).childNodes;
}

/**
 * @param {Node} outer
 * @param {Node} inner
 */
export function flatContains(outer, inner) {
  if (outer.contains(inner)) return true;
  for (let at = /** @type {Node | null} */ (inner); at; at = flatParent(at)) {
    if (at === outer) return true;
  }
  return false;
}

/**
 * The nearest element, itself included, that passes.
 * @template {Element} E
 * @param {Element | null} element
 * @param {(element: Element) => boolean} passes
 * @returns {Element | null}
 */
export function closestFlat(element, passes) {
  for (let at = element; at; at = flatParent(at)) {
    if (passes(at)) return at;
  }
  return null;
}

/**
 * The innermost element at a point of the viewport, through every shadow root.
 * @param {number} x
 * @param {number} y
 * @returns {Element | null}
 */
export function elementAt(x, y) {
  let hit = document.elementFromPoint(x, y);
  for (;;) {
    const root = /** @type {ShadowRoot | null} */ (hit && shadowRootOf(hit));
    if (!root) return hit;
    let inner = root.elementFromPoint(x, y);
    // For slotted text the host is named, as the text's parent; what it is slotted into lies right behind.
    if (inner === hit) inner = root.elementsFromPoint(x, y).find((element) => element.getRootNode() === root) ?? null;
    if (!inner) return hit;
    hit = inner;
  }
}

/**
 * Compares by place in the document; of nested elements the outer one comes first.
 * @param {Element} a
 * @param {Element} b
 */
export function byPlace(a, b) {
  if (a === b) return 0;
  const place = a.compareDocumentPosition(b);
  if (!(place & Node.DOCUMENT_POSITION_DISCONNECTED)) return place & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;
  const [hostA, hostB] = lightPair(a, b);
  if (hostA === hostB) return chainOf(a).length - chainOf(b).length;
  return hostA.compareDocumentPosition(hostB) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;
}

/**
 * The two nearest nodes that stand in one tree.
 * @param {Element} a
 * @param {Element} b
 * @returns {[Element, Element]}
 */
function lightPair(a, b) {
  const ofA = chainOf(a);
  const ofB = chainOf(b);
  for (const one of ofA) {
    const other = ofB.find((candidate) => candidate.getRootNode() === one.getRootNode());
    if (other) return [one, other];
  }
  return [a, b];
}

/**
 * An element, the host it stands in, that host's host …
 * @param {Element} element
 */
function chainOf(element) {
  const chain = [element];
  for (let root = element.getRootNode(); root instanceof ShadowRoot; root = root.host.getRootNode()) chain.push(root.host);
  return chain;
}
