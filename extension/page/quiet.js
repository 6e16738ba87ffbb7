// Whether the page has come to rest, as far as a page can tell.

import { rootsUnder } from "./tree.js";

/**
 * @typedef {object} Calm
 * @property {boolean} parsed whether all of the document is there
 * @property {boolean} loaded whether all that it names has come, too
 * @property {number} quietMs for how long nothing has changed and nothing come
 * @property {number} watchedMs for how long it has been watched
 */

/** A watch that nobody asks about any more ends after this many milliseconds. */
const WATCH_KEPT = 3000;

/** @type {{ since: number, changed: number, seen: WeakSet<Node>, mutations: MutationObserver, arrivals: PerformanceObserver, end: ReturnType<typeof setTimeout> | undefined } | undefined} */
let watch;

/** Begins to watch the page, where it is not watched yet, and says what was seen. @returns {Calm} */
export function calmOfPage() {
  watch ??= beginWatch();
  const now = performance.now();
  for (const tree of rootsUnder(document)) {
    if (watch.seen.has(tree)) continue;
    watch.seen.add(tree);
    watch.changed = now;
    watch.mutations.observe(tree, { subtree: true, childList: true, attributes: true, characterData: true });
  }
  if (watch.mutations.takeRecords().length) watch.changed = now;
  clearTimeout(watch.end);
  watch.end = setTimeout(endWatch, WATCH_KEPT);
  const { readyState } = document;
  return { parsed: readyState !== "loading", loaded: readyState === "complete", quietMs: now - watch.changed, watchedMs: now - watch.since };
}

function beginWatch() {
  const now = performance.now();
  const noteChange = () => {
    if (watch) watch.changed = performance.now();
  };
  const arrivals = new PerformanceObserver(noteChange);
  arrivals.observe({ entryTypes: ["resource"] });
  return { since: now, changed: now, seen: new WeakSet(), mutations: new MutationObserver(noteChange), arrivals, end: undefined };
}

function endWatch() {
  watch?.mutations.disconnect();
  watch?.arrivals.disconnect();
  watch = undefined;
}
