// Elements by selector, remembered from look to look: a large page is searched anew only when its elements have changed.

/** The attributes that a selector given to `allIn` may ask for; every one more makes more changes forget. */
const WATCHED = ["role", "type", "for", "id", "alt", "title", "placeholder", "aria-placeholder", "aria-label", "aria-labelledby"];

/** @typedef {Document | ShadowRoot} Root */
/** @typedef {{ observer: MutationObserver, bySelector: Map<string, Element[]> }} Lists */

/** @type {WeakMap<Node, Lists>} */
const byTree = new WeakMap();

/**
 * All elements in a tree that fit a selector, in document order. Not to be changed by who asks.
 * @param {Root | Element} tree
 * @param {string} selector of elements' names and of {@link WATCHED}
 * @returns {readonly Element[]}
 */
export function allIn(tree, selector) {
  if (tree instanceof Element) return [...tree.querySelectorAll(selector)];
  const { bySelector } = listsOf(tree);
  let found = bySelector.get(selector);
  if (!found) {
    found = [...tree.querySelectorAll(selector)];
    bySelector.set(selector, found);
  }
  return found;
}

/** @param {Root} tree @returns {Lists} those that still hold */
function listsOf(tree) {
  let lists = byTree.get(tree);
  if (!lists) {
    const bySelector = new Map();
    const observer = new MutationObserver((records) => forget(bySelector, records));
    observer.observe(tree, { subtree: true, childList: true, attributeFilter: WATCHED });
    lists = { observer, bySelector };
    byTree.set(tree, lists);
  }
  // What has changed in this very task has not been told yet.
  forget(lists.bySelector, lists.observer.takeRecords());
  return lists;
}

/** @param {Map<string, Element[]>} bySelector @param {MutationRecord[]} records */
function forget(bySelector, records) {
  if (bySelector.size && records.some(changesElements)) bySelector.clear();
}

/** @param {MutationRecord} record */
function changesElements({ type, addedNodes, removedNodes }) {
  return type === "attributes" || holdsElement(addedNodes) || holdsElement(removedNodes);
}

/** @param {NodeList} nodes */
function holdsElement(nodes) {
  for (let at = 0; at < nodes.length; at += 1) {
    if (nodes[at]?.nodeType === Node.ELEMENT_NODE) return true;
  }
  return false;
}
