// Which labels a control has. The browser's own list is looked up anew for each control, through the whole document.

import { allIn } from "./lists.js";

/** @type {WeakMap<readonly Element[], Map<Element, HTMLLabelElement[]>>} by the list of a tree's labels, while that holds */
const byLabels = new WeakMap();

/**
 * @param {Element} control
 * @returns {readonly HTMLLabelElement[]}
 */
export function labelsFor(control) {
  const tree = control.getRootNode();
  if (!(tree instanceof Document || tree instanceof ShadowRoot)) return [];
  const labels = /** @type {readonly HTMLLabelElement[]} */ (allIn(tree, "label"));
  return (byLabels.get(labels) ?? byControl(labels)).get(control) ?? [];
}

/** @param {readonly HTMLLabelElement[]} labels */
function byControl(labels) {
  /** @type {Map<Element, HTMLLabelElement[]>} */
  const controls = new Map();
  let complete = true;
  for (const label of labels) {
    const { control } = label;
    if (control) controls.set(control, [...(controls.get(control) ?? []), label]);
    else complete = false;
  }
  // A label without a control may yet be one of a custom element that is only about to be defined.
  if (complete) byLabels.set(labels, controls);
  return controls;
}
