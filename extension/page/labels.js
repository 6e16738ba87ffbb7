// Which labels a control has. The browser's own list is looked up anew for each control, through the whole document.

/** @type {Map<Node, Map<Element, HTMLLabelElement[]>>} by tree, for the look that is going on */
let byTree = new Map();

/** Forgets what the look before has seen. */
export function beginLook() {
  byTree = new Map();
}

/**
 * @param {Element} control
 * @returns {HTMLLabelElement[]}
 */
export function labelsFor(control) {
  const tree = control.getRootNode();
  let known = byTree.get(tree);
  if (!known) {
    known = labelsIn(tree);
    byTree.set(tree, known);
  }
  return known.get(control) ?? [];
}

/** @param {Node} tree */
function labelsIn(tree) {
  /** @type {Map<Element, HTMLLabelElement[]>} */
  const labels = new Map();
  if (!(tree instanceof Document || tree instanceof ShadowRoot)) return labels;
  for (const label of tree.querySelectorAll("label")) {
    const control = label.control;
    if (control) labels.set(control, [...(labels.get(control) ?? []), label]);
  }
  return labels;
}
