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
 * @property {(kind: "tab-opened" | "tab-closed" | "navigated" | "console" | "recorded" | "picked", fields: Record<string, unknown>) => void} emit
 *   sends an event to the bridge; what happens while there is no bridge is kept for a short while
 */

/**
 * @typedef {(request: Request, context: Context) => Promise<Answer>} Command
 * @typedef {Record<string, Command>} Commands the commands by the protocol's `cmd`
 */

/** The commands that change something, and so must never be carried out twice. */
const ACTING = new Set(["act", "navigate", "switchTab", "closeTab"]);

/** How many finished requests are remembered, to know a repeated one. */
const REMEMBERED = 64;

/** @param {{ commands: Commands, context: Context, state: import("./state.js").State }} parts */
export function createDispatcher({ commands, context, state }) {
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
      if (ACTING.has(request.cmd) && !(await begin(request.id))) {
        const message = "this was begun before Chrome restarted the extension's worker, and is not done twice";
        return failure("connection-lost", { message });
      }
      return await command(request, context);
    } catch (error) {
      return failure("internal", { message: error instanceof Error ? error.message : String(error) });
    }
  }

  /**
   * Notes that an acting request is begun; false when it was already.
   * @param {number} id
   */
  async function begin(id) {
    if ((await state.read()).begun.includes(id)) return false;
    // Not waited for: Chrome takes this message and those to the page in the order they are sent.
    void state.update((now) => void (now.begun = [...now.begun, id].slice(-REMEMBERED)));
    return true;
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
