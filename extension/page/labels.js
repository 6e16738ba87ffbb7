// Which labels a control has. The browser's own list is looked up anew for each control, through the whole document.

import { oncePerLook } from "./look.js";

const labelsByControl = oncePerLook(labelsIn);

/**
 * @param {Element} control
 * @returns {HTMLLabelElement[]}
 */
export function labelsFor(control) {
  return labelsByControl(control.getRootNode()).get(control) ?? [];
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
