// A real Chromium with the extension loaded, a bridge small enough to read, and pages to open: what the tests in
// browser share. The extension is written to its folder as the runner writes it.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { WebSocketServer } from "ws";
import { checkAnswer, checkEvent, checkHello } from "./wire.js";

const SOURCE = fileURLToPath(new URL("..", import.meta.url));
const FOLDERS = ["transport", "worker", "wire", "page"];
const TOKEN = "0123456789abcdef0123456789abcdef";

export const LOOPBACK = ["http://127.0.0.1:*/*", "http://localhost:*/*"];

/**
 * Writes the extension to a folder: one page.js joined from page/files.json, and the allow list in the manifest.
 * @param {string} folder
 * @param {string[]} allow match patterns
 */
export async function writeExtension(folder, allow) {
  for (const name of FOLDERS) {
    await cp(join(SOURCE, name), join(folder, name), { recursive: true, force: true }).catch(ignoreMissing);
  }
  const manifest = JSON.parse(await readFile(join(SOURCE, "manifest.json"), "utf8"));
  manifest.host_permissions = allow;
  for (const script of manifest.content_scripts) script.matches = allow;
  await writeFile(join(folder, "page.js"), await joinPageScripts());
  await mkdir(join(folder, "page"), { recursive: true });
  await writeFile(join(folder, "page/console.js"), "", { flag: "a" });
  await writeFile(join(folder, "manifest.json"), JSON.stringify(manifest));
}

/** @returns {Promise<string>} the page's modules as one classic script that does nothing when it is there already */
async function joinPageScripts() {
  const list = await readFile(join(SOURCE, "page/files.json"), "utf8").catch(ignoreMissing);
  const parts = [];
  for (const name of JSON.parse(list ?? "[]")) {
    const text = await readFile(join(SOURCE, "page", name), "utf8");
    parts.push(text.replace(/^import .*$/gm, "").replace(/^export /gm, ""));
  }
  return `"use strict";\n(() => {\nif (globalThis.aitePageScript) return;\nglobalThis.aitePageScript = true;\n${parts.join("\n")}\n})();\n`;
}

/**
 * Serves pages on loopback until the test ends.
 * @param {import("node:test").TestContext} test
 * @param {Record<string, string | import("node:http").RequestListener>} pages by path: HTML, or a handler
 * @returns {Promise<string>} the origin
 */
export async function servePages(test, pages) {
  const server = createServer((request, response) => {
    const page = pages[new URL(request.url ?? "/", "http://host").pathname];
    if (typeof page === "function") return page(request, response);
    response.writeHead(page === undefined ? 404 : 200, { "content-type": "text/html; charset=utf-8" });
    response.end(page ?? "<!doctype html><title>Not here</title><p>Not here");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  test.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${portOf(server)}`;
}

/** @param {{ address(): any }} server */
function portOf(server) {
  return server.address().port;
}

/** A queue whose readers wait. */
class Inbox {
  /** @type {any[]} */
  items = [];
  /** @type {Set<() => void>} */
  #waiting = new Set();

  /** @param {any} item */
  push(item) {
    this.items.push(item);
    for (const look of [...this.#waiting]) look();
  }

  /**
   * The first item that fits, taken out.
   * @param {(item: any) => boolean} fits
   * @param {number} [withinMs]
   * @returns {Promise<any>}
   */
  take(fits = () => true, withinMs = 15_000) {
    return new Promise((resolve, reject) => {
      const look = () => {
        const index = this.items.findIndex(fits);
        if (index < 0) return;
        clearTimeout(timer);
        this.#waiting.delete(look);
        resolve(this.items.splice(index, 1)[0]);
      };
      const timer = setTimeout(() => {
        this.#waiting.delete(look);
        reject(new Error(`nothing that fits came in ${withinMs} ms; there were ${JSON.stringify(this.items)}`));
      }, withinMs);
      this.#waiting.add(look);
      look();
    });
  }
}

/** A bridge that answers what a test tells it to. */
export class TestBridge {
  hellos = new Inbox();
  closes = new Inbox();
  events = new Inbox();
  #answers = new Inbox();
  /** @type {import("ws").WebSocket | undefined} */
  socket;
  #nextId = 1;
  welcome = { runId: "2026-10-09T13-00-00Z-ab12", protocol: 1 };

  /** @param {WebSocketServer} server */
  constructor(server) {
    this.server = server;
    server.on("connection", (socket, request) => {
      this.socket = socket;
      this.token = new URL(request.url ?? "", "ws://host").searchParams.get("token");
      socket.on("message", (data) => this.#receive(socket, JSON.parse(String(data))));
      socket.on("close", (code) => this.closes.push(code));
    });
  }

  /**
   * @param {import("ws").WebSocket} socket
   * @param {any} frame
   */
  #receive(socket, frame) {
    if (frame.type === "hello") {
      checkHello(frame);
      this.hellos.push(frame);
      socket.send(JSON.stringify({ type: "welcome", ...this.welcome }));
    } else if (frame.type === "event") {
      checkEvent(frame);
      this.events.push(frame);
    } else this.#answers.push(frame);
  }

  /**
   * Sends a request and waits for its answer, which is held to the wire's samples.
   * @param {Record<string, unknown>} request without its id
   * @returns {Promise<any>}
   */
  async ask(request) {
    const id = this.send(request);
    const answer = await this.#answers.take((answer) => answer.id === id, 30_000);
    checkAnswer(request, answer);
    return answer;
  }

  /**
   * Sends a request, or any frame that has an id, and waits for nothing.
   * @param {Record<string, unknown>} request
   * @returns {number} its id
   */
  send(request) {
    const id = this.#nextId++;
    this.socket?.send(JSON.stringify({ id, ...request }));
    return id;
  }

  /**
   * Answers that nobody asked `ask` for, and pongs.
   * @param {(answer: any) => boolean} [fits]
   */
  answer(fits) {
    return this.#answers.take(fits);
  }

  /** @param {number} id */
  hasAnswer(id) {
    return this.#answers.items.some((answer) => answer.id === id);
  }

  get card() {
    return { address: `ws://127.0.0.1:${portOf(this.server)}/ext`, token: TOKEN, profile: "test" };
  }
}

/**
 * @param {import("node:test").TestContext} test
 * @returns {Promise<TestBridge>}
 */
export async function startBridge(test) {
  const server = new WebSocketServer({ host: "127.0.0.1", port: 0, path: "/ext" });
  await once(server, "listening");
  test.after(() => {
    for (const socket of server.clients) socket.terminate();
    server.close();
  });
  return new TestBridge(server);
}

/** Chrome's debugging protocol over its private pipe. */
class Pipe {
  #nextId = 1;
  #rest = "";
  events = new Inbox();
  /** @type {Map<number, { resolve: (result: any) => void, reject: (error: Error) => void }>} */
  #pending = new Map();

  /**
   * @param {import("node:stream").Writable} output
   * @param {import("node:stream").Readable} input
   */
  constructor(output, input) {
    this.output = output;
    input.setEncoding("utf8").on("data", (chunk) => this.#receive(chunk));
  }

  /**
   * @param {string} method
   * @param {object} [params]
   * @param {string} [sessionId]
   * @returns {Promise<any>}
   */
  send(method, params = {}, sessionId) {
    const id = this.#nextId++;
    this.output.write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    return new Promise((resolve, reject) => this.#pending.set(id, { resolve, reject }));
  }

  /** @param {string} chunk */
  #receive(chunk) {
    const messages = (this.#rest + chunk).split("\0");
    this.#rest = messages.pop() ?? "";
    for (const text of messages) {
      const { id, result, error, ...event } = JSON.parse(text);
      if (id === undefined) {
        this.events.push(event);
        continue;
      }
      const waiting = this.#pending.get(id);
      this.#pending.delete(id);
      if (error) waiting?.reject(new Error(error.message));
      else waiting?.resolve(result);
    }
  }
}

/**
 * @param {import("node:test").TestContext} test
 * @param {string} profile the user data folder
 * @returns {Promise<Pipe>}
 */
async function launchChromium(test, profile) {
  const flags = [
    "--headless",
    "--remote-debugging-pipe",
    "--enable-unsafe-extension-debugging",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-quic",
    "--no-first-run",
    `--user-data-dir=${profile}`,
    ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
  ];
  const program = process.env.AITE_CHROME ?? "chromium";
  const child = spawn(program, flags, { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"], detached: true });
  const failure = once(child, "error").then(([error]) => {
    throw new Error(`Chromium did not start (${error.message}); install it, or name it in AITE_CHROME`);
  });
  test.after(async () => {
    const exit = once(child, "exit");
    if (child.exitCode === null && child.pid) process.kill(-child.pid, "SIGKILL");
    await exit;
  });
  const [, , , output, input] = child.stdio;
  const pipe = new Pipe(/** @type {any} */ (output), /** @type {any} */ (input));
  await Promise.race([pipe.send("Browser.getVersion"), failure]);
  return pipe;
}

/**
 * @typedef {object} Aite
 * @property {TestBridge} bridge
 * @property {Pipe} pipe
 * @property {string} folder the extension's own
 * @property {string} extension its id
 * @property {() => Promise<void>} writeCard
 * @property {() => Promise<void>} killWorker
 * @property {(code: string) => Promise<any>} inWorker evaluates an expression in the worker
 */

/**
 * Starts Chromium with the extension and the bridge; the extension is on its way to say hello when this resolves.
 * @param {import("node:test").TestContext} test
 * @param {{ allow?: string[], card?: "written" | "missing", welcome?: { runId: string, protocol: number }, openFirst?: string[] }} [options]
 *   `openFirst`: addresses of tabs that are open before the extension is loaded
 * @returns {Promise<Aite>}
 */
export async function startAite(test, { allow = LOOPBACK, card = "written", welcome, openFirst = [] } = {}) {
  const root = await mkdtemp(join(tmpdir(), "aite-extension-"));
  test.after(() => rm(root, { recursive: true, force: true, maxRetries: 5 }));
  const folder = join(root, "aite-extension");
  await mkdir(folder);
  await writeExtension(folder, allow);
  const bridge = await startBridge(test);
  if (welcome) bridge.welcome = welcome;
  const writeCard = () => writeFile(join(folder, "bridge.json"), JSON.stringify(bridge.card), { mode: 0o600 });
  if (card === "written") await writeCard();

  const pipe = await launchChromium(test, join(root, "profile"));
  for (const url of openFirst) await pipe.send("Target.createTarget", { url });
  const { id: extension } = await pipe.send("Extensions.loadUnpacked", { path: folder });
  const worker = () => findWorker(pipe, extension);
  return {
    bridge,
    pipe,
    folder,
    extension,
    writeCard,
    killWorker: async () => void (await pipe.send("Target.closeTarget", { targetId: (await worker()).targetId })),
    inWorker: async (code) => evaluate(pipe, (await worker()).targetId, code),
  };
}

/**
 * @param {Pipe} pipe
 * @param {string} extension
 */
async function findWorker(pipe, extension) {
  for (let tries = 0; tries < 200; tries += 1) {
    const { targetInfos } = await pipe.send("Target.getTargets");
    const worker = targetInfos.find(
      (/** @type {any} */ info) => info.type === "service_worker" && info.url.includes(extension),
    );
    if (worker) return worker;
  }
  throw new Error("the extension's service worker is not running");
}

/**
 * @param {Pipe} pipe
 * @param {string} targetId
 * @param {string} expression
 */
async function evaluate(pipe, targetId, expression) {
  const { sessionId } = await pipe.send("Target.attachToTarget", { targetId, flatten: true });
  // A worker that is only just starting has no chrome object yet.
  const look = { expression: "typeof chrome", returnByValue: true };
  while ((await pipe.send("Runtime.evaluate", look, sessionId)).result.value !== "object");
  const params = { expression, awaitPromise: true, returnByValue: true };
  const { result, exceptionDetails } = await pipe.send("Runtime.evaluate", params, sessionId);
  await pipe.send("Target.detachFromTarget", { sessionId });
  if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
  return result.value;
}

/** @param {any} error */
function ignoreMissing(error) {
  if (error.code !== "ENOENT") throw error;
  return undefined;
}
