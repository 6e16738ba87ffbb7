// Names for elements that can cross the wire. A handle is good for the document it was made in and no other.

/** Tells this document's handles from those of the one that stood in the frame before. */
const DOCUMENT_MARK = Math.floor(Math.random() * 36 ** 6).toString(36);

/** @type {Map<string, WeakRef<Element>>} */
const byHandle = new Map();
/** @type {WeakMap<Element, string>} */
const handles = new WeakMap();

/**
 * @param {Element} element
 * @returns {string}
 */
export function handleOf(element) {
  const known = handles.get(element);
  if (known) return known;
  const handle = `${DOCUMENT_MARK}.${byHandle.size + 1}`;
  handles.set(element, handle);
  byHandle.set(handle, new WeakRef(element));
  return handle;
}

/**
 * The element of a handle while it is part of the document.
 * @param {string | undefined} handle with or without the frame before a colon
 * @returns {Element | null}
 */
export function elementOf(handle) {
  if (!handle) return null;
  const element = byHandle.get(handle.slice(handle.indexOf(":") + 1))?.deref();
  return element?.isConnected ? element : null;
}
