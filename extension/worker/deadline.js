// A command's time limit.

/** What a request without `timeoutMs` gets, as a script without a setting does. */
const DEFAULT_MS = 5000;

/** @param {{ timeoutMs?: number }} request */
export function deadlineOf({ timeoutMs = DEFAULT_MS }) {
  const end = performance.now() + timeoutMs;
  return {
    /**
     * @template T
     * @param {Promise<T>} work
     * @returns {Promise<T | "late">} "late" when the deadline comes first
     */
    race(work) {
      /** @type {any} */
      let timer;
      /** @type {Promise<"late">} */
      const late = new Promise((resolve) => {
        timer = setTimeout(() => resolve("late"), Math.max(0, end - performance.now()));
      });
      return Promise.race([work, late]).finally(() => clearTimeout(timer));
    },
  };
}
