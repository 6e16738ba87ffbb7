// One look at a page: while it goes on, nothing of the page changes, so what it has found once need not be found again.

/** @type {(() => void)[]} */
const forgets = [];

/** Forgets what the look before has found. */
export function beginLook() {
  for (const forget of forgets) forget();
}

/**
 * The function, asked once for each node in a look.
 * @template {Node} N
 * @template T
 * @param {(node: N) => T} find
 * @returns {(node: N) => T}
 */
export function oncePerLook(find) {
  /** @type {Map<N, T>} */
  let found = new Map();
  forgets.push(() => {
    if (found.size) found = new Map();
  });
  return (node) => {
    const known = found.get(node);
    if (known !== undefined) return known;
    const answer = find(node);
    found.set(node, answer);
    return answer;
  };
}
