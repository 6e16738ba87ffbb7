// An editor for measuring: it speaks LSP with a server over standard input and output, and counts milliseconds.
import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";

/** @typedef {{ method?: string, id?: number, params?: any, result?: any, error?: any }} Message */

export class Editor {
  #child;
  #last = 0;
  /** @type {Map<number, (message: Message) => void>} */
  #answers = new Map();
  /** @type {((params: any) => boolean)[]} */
  #listeners = [];
  /** @type {Buffer} */
  #read = Buffer.alloc(0);

  /** @param {string} program @param {string[]} parameters */
  constructor(program, parameters) {
    this.#child = spawn(program, parameters, { stdio: ["pipe", "pipe", "ignore"] });
    this.#child.stdout.on("data", (chunk) => this.#take(chunk));
  }

  /** Starts the session; `milliseconds` it took. */
  async introduce() {
    const capabilities = {
      textDocument: { publishDiagnostics: { versionSupport: true }, completion: { completionItem: { snippetSupport: true } }, hover: { contentFormat: ["markdown"] } },
      general: { positionEncodings: ["utf-16"] },
    };
    const took = await timed(() => this.request("initialize", { processId: process.pid, rootUri: "file:///tmp", capabilities }));
    this.notify("initialized", {});
    return took;
  }

  /** @param {string} method @param {unknown} params */
  request(method, params) {
    this.#last += 1;
    const id = this.#last;
    this.#send({ jsonrpc: "2.0", id, method, params });
    return new Promise((resolve, reject) => {
      this.#answers.set(id, (message) => (message.error ? reject(new Error(JSON.stringify(message.error))) : resolve(message.result)));
    });
  }

  /** @param {string} method @param {unknown} params */
  notify(method, params) {
    this.#send({ jsonrpc: "2.0", method, params });
  }

  /** The diagnostics of a version of a document. @param {number} version @returns {Promise<any[]>} */
  diagnosticsOf(version) {
    return new Promise((resolve) => {
      this.#listeners.push((params) => {
        if (params.version !== version) return false;
        resolve(params.diagnostics);
        return true;
      });
    });
  }

  /** Resident memory in megabytes. */
  async memory() {
    const status = await readFile(`/proc/${this.#child.pid}/status`, "utf8");
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
  }

  async close() {
    const ended = new Promise((resolve) => this.#child.once("close", resolve));
    await this.request("shutdown", null);
    this.notify("exit", null);
    this.#child.stdin.end();
    await ended;
  }

  /** @param {object} message */
  #send(message) {
    const body = JSON.stringify(message);
    this.#child.stdin.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  }

  /** @param {Buffer} chunk */
  #take(chunk) {
    this.#read = Buffer.concat([this.#read, chunk]);
    for (;;) {
      const end = this.#read.indexOf("\r\n\r\n");
      if (end < 0) return;
      const length = Number(/Content-Length: (\d+)/i.exec(this.#read.toString("latin1", 0, end))?.[1]);
      if (this.#read.length < end + 4 + length) return;
      const message = JSON.parse(this.#read.toString("utf8", end + 4, end + 4 + length));
      this.#read = this.#read.subarray(end + 4 + length);
      this.#hear(message);
    }
  }

  /** @param {Message} message */
  #hear(message) {
    if (message.method && message.id !== undefined) this.#send({ jsonrpc: "2.0", id: message.id, result: null });
    else if (message.id !== undefined) this.#answers.get(message.id)?.(message);
    else if (message.method === "textDocument/publishDiagnostics") {
      const at = this.#listeners.findIndex((listener) => listener(message.params));
      if (at >= 0) this.#listeners.splice(at, 1);
    }
  }
}

/** @param {() => Promise<unknown>} work @returns {Promise<number>} milliseconds */
export async function timed(work) {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
