// What is asked again and again while the page is looked at many times in one turn, in which it cannot change.

/** @type {Map<string, Map<unknown, unknown>> | null} */
let kept = null;

/**
 * Makes a look of many, within which what `once` makes is made once.
 * @template T
 * @param {() => T} look it must not wait for anything
 * @returns {T}
 */
export function inOneTurn(look) {
  const outer = kept;
  kept ??= new Map();
  try {
    return look();
  } finally {
    kept = outer;
  }
}

export function isInOneTurn() {
  return kept !== null;
}

/**
 * @template T
 * @param {string} what
 * @param {unknown} about
 * @param {() => T} make
 * @returns {T}
 */
export function once(what, about, make) {
  if (!kept) return make();
  const known = kept.get(what) ?? new Map();
  kept.set(what, known);
  if (!known.has(about)) known.set(about, make());
  return /** @type {T} */ (known.get(about));
}
