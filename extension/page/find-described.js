// The element a descriptor describes, if it is still the very same: at its place, or by a name of its own, saying what it said.

import { collapse, isEntered, textsOf } from "./text.js";
import { lastingNameOf } from "./names.js";
import { rootsUnder, shadowRootOf } from "./tree.js";

/**
 * @param {import("./describe.js").Descriptor} descriptor
 * @returns {Element | null}
 */
export function findDescribed(descriptor) {
  const places = [atPath(descriptor), byOwnName(descriptor, "data-testid", descriptor.testid), byOwnName(descriptor, "id", descriptor.id)];
  return places.find((element) => element !== null && isSame(element, descriptor)) ?? byWords(descriptor);
}

/** @param {import("./describe.js").Descriptor} descriptor */
export function atPath({ path }) {
  if (!path?.xpath && !path?.css) return null;
  /** @type {Document | ShadowRoot} */
  let root = document;
  for (const host of path.shadow ?? []) {
    const found = /** @type {Element | null} */ (root.querySelector(host));
    const inner = /** @type {ShadowRoot | null} */ (found && shadowRootOf(found));
    if (!inner) return null;
    root = inner;
  }
  // An absolute path starts at the document, so in a shadow root only the selector leads there.
  if (path.xpath && root === document) {
    const node = document.evaluate(path.xpath, document, null, XPathResult.FIRST_ORDERED_NODE_TYPE).singleNodeValue;
    if (node instanceof Element) return node;
  }
  return path.css ? root.querySelector(path.css) : null;
}

/** @param {import("./describe.js").Descriptor} descriptor @param {string} attribute @param {string | undefined} value */
export function byOwnName(descriptor, attribute, value) {
  if (!value) return null;
  const selector = `${CSS.escape(descriptor.tag)}[${attribute}="${CSS.escape(value)}"]`;
  const found = rootsUnder(document).flatMap((tree) => [...tree.querySelectorAll(selector)]);
  return found.length === 1 ? found[0] ?? null : null;
}

/** The only element of its tag that says the same. @param {import("./describe.js").Descriptor} descriptor */
function byWords(descriptor) {
  if (!descriptor.text && !descriptor.name) return null;
  const found = rootsUnder(document)
    .flatMap((tree) => [...tree.querySelectorAll(CSS.escape(descriptor.tag))])
    .filter((element) => collapse(element.textContent ?? "").includes((descriptor.text ?? "").slice(0, 20)) && isSame(element, descriptor));
  return found.length === 1 ? found[0] ?? null : null;
}

/** @param {Element} element @param {import("./describe.js").Descriptor} descriptor */
export function isSame(element, descriptor) {
  if (element.localName !== descriptor.tag) return false;
  if ((descriptor.name ?? "") !== "" && lastingNameOf(element).slice(0, 200) !== descriptor.name) return false;
  if ((descriptor.text ?? "") === "" || isEntered(element)) return true;
  const { shown } = textsOf(element, { limit: 400, values: false });
  return shown === descriptor.text || shown.startsWith(descriptor.text ?? "");
}
