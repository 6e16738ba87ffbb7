// The commands that ask the page: resolve, locate, act, verify, wait, read, outline, hit, beacon.

/** @type {import("./dispatch.js").Commands} */
export const pageCommands = {};

/**
 * Listens for the pages' ports. Called once, synchronously, when the worker starts: a listener that is added later
 * misses the event that woke the worker.
 * @param {import("./dispatch.js").Context} context
 */
export function registerPages(context) {
  void context;
}
