// Routes each request to the command it names and makes sure it gets exactly one answer.

import { failure } from "./answers.js";

/**
 * @typedef {{ id: number, cmd: string, tab?: number, timeoutMs?: number, [field: string]: any }} Request
 * @typedef {import("./answers.js").Answer} Answer
 */

/**
 * What a command may use besides its request.
 * @typedef {object} Context
 * @property {import("./tabs.js").Tabs} tabs
 * @property {(kind: "tab-opened" | "tab-closed" | "navigated" | "console", fields: Record<string, unknown>) => void} emit
 *   sends an event to the bridge; what happens while there is no bridge is kept for a short while
 */

/**
 * @typedef {(request: Request, context: Context) => Promise<Answer>} Command
 * @typedef {Record<string, Command>} Commands the commands by the protocol's `cmd`
 */

/** How many finished requests are remembered, to know a repeated one. */
const REMEMBERED = 64;

/** @param {{ commands: Commands, context: Context }} parts */
export function createDispatcher({ commands, context }) {
  /** @type {Map<number, Promise<Answer>>} */
  const known = new Map();

  /**
   * @param {Request} request
   * @returns {Promise<Answer>}
   */
  async function perform(request) {
    const command = Object.hasOwn(commands, request.cmd) ? commands[request.cmd] : undefined;
    if (!command) {
      return failure("unsupported", { message: `this extension has no command "${request.cmd}"` });
    }
    try {
      return await command(request, context);
    } catch (error) {
      return failure("internal", { message: error instanceof Error ? error.message : String(error) });
    }
  }

  return {
    /**
     * The answer to a request, with its id. A request seen before gets the answer of the first time, so that
     * nothing is done to a page twice.
     * @param {Request} request
     * @returns {Promise<Answer & { id: number }>}
     */
    async answer(request) {
      let answer = known.get(request.id);
      if (!answer) {
        answer = perform(request);
        known.set(request.id, answer);
        forgetOldest(known);
      }
      return { id: request.id, ...(await answer) };
    },

    /** Forgets the requests of the run before: a new run counts its ids anew. */
    forget() {
      known.clear();
    },
  };
}

/** @param {Map<number, unknown>} known */
function forgetOldest(known) {
  for (const id of known.keys()) {
    if (known.size <= REMEMBERED) return;
    known.delete(id);
  }
}
