// navigate in a real Chromium: when it answers, and with what.

import assert from "node:assert/strict";
import { test } from "node:test";
import { servePages, startAite } from "./harness.js";

/** @type {(title: string, body?: string) => string} */
const page = (title, body = "") => `<!doctype html><title>${title}</title>${body}`;

test("navigate", async (t) => {
  /** @type {import("node:http").ServerResponse[]} */
  const held = [];
  const hold = (/** @type {any} */ request, /** @type {import("node:http").ServerResponse} */ response) => void held.push(response);
  const origin = await servePages(t, {
    "/": page("Home", "<a href='#part'>part</a>"),
    "/two": page("Two"),
    "/away": (request, response) => response.writeHead(302, { location: "/two" }).end(),
    "/hop": page("Hop", "<script>location.replace('/two')</script>"),
    "/push": page("Push", "<script>history.pushState({}, '', '/pushed')</script>"),
    "/pictures": page("Pictures", "<img src='/held.png'>"),
    "/held.png": hold,
    "/held": hold,
    "/nothing": (request, response) => response.writeHead(204).end(),
    "/file": (request, response) => {
      response.writeHead(200, { "content-type": "application/zip", "content-disposition": "attachment" });
      response.end("zip");
    },
    "/empty404": (request, response) => response.writeHead(404).end(),
    "/teapot": (request, response) => response.writeHead(404, { "content-type": "text/html" }).end(page("No tea", "No tea")),
  });
  const { bridge, pipe, inWorker } = await startAite(t);
  await bridge.hellos.take();
  const navigate = (/** @type {any} */ request) => bridge.ask({ cmd: "navigate", ...request });
  const release = () => {
    for (const response of held.splice(0)) response.end();
  };

  const first = await navigate({ url: `${origin}/` });
  const { tab } = first;
  const ok = (/** @type {string} */ path) => ({ ok: true, tab, url: `${origin}${path}` });
  /**
   * @param {Record<string, unknown>} request
   * @param {any} expected the answer, without its id; a detail's own keys only where they are named
   */
  const check = async (request, expected) => {
    const { id, ...answer } = await navigate({ tab, ...request });
    assert.equal(typeof id, "number");
    if (expected.detail) {
      for (const [key, value] of Object.entries(expected.detail)) {
        if (value instanceof RegExp) assert.match(answer.detail[key], value);
        else assert.deepEqual(answer.detail[key], value);
      }
      delete answer.detail;
    }
    const { detail, ...rest } = expected;
    assert.deepEqual(answer, rest);
  };

  await t.test("opens a new tab, in front, and says which", async () => {
    assert.deepEqual(first, { id: first.id, ...ok("/") });
    const { tabs } = await bridge.ask({ cmd: "tabs" });
    assert.deepEqual(tabs.at(-1), { id: tab, url: `${origin}/`, title: "Home", active: true });
    await bridge.events.take((event) => event.kind === "tab-opened" && event.tab === tab);
    await bridge.events.take((event) => event.kind === "navigated" && event.url === `${origin}/`);
  });

  /** @type {[string, Record<string, unknown>, any][]} */
  const cases = [
    ["another page in a tab", { url: `${origin}/two` }, ok("/two")],
    ["a step back", { history: "back" }, ok("/")],
    ["a step forward", { history: "forward" }, ok("/two")],
    ["a reload", { history: "reload" }, ok("/two")],
    ["the page the tab is on already", { url: `${origin}/two` }, ok("/two")],
    ["a place within the page", { url: `${origin}/two#part` }, ok("/two#part")],
    ["a step back within the page", { history: "back" }, ok("/two")],
    ["a step forward within the page", { history: "forward" }, ok("/two#part")],
    ["the same place within the page again", { url: `${origin}/two#part` }, ok("/two#part")],
    ["a page that the server moved", { url: `${origin}/away` }, ok("/two")],
    ["a page that moves on by script", { url: `${origin}/hop` }, { ...ok("/two") }],
    ["a page that rewrites its own address", { url: `${origin}/push` }, ok("/pushed")],
    ["an address that is not normal yet", { url: `${origin}/./two?a b` }, ok("/two?a%20b")],
    ["a page with an error status", { url: `${origin}/teapot` }, ok("/teapot")],
    ["an error status without a page", { url: `${origin}/empty404` },
      { ok: false, reason: "load-failed", detail: { error: "net::ERR_HTTP_RESPONSE_CODE_FAILURE", url: `${origin}/empty404` } }],
    ["a reload of an error page", { history: "reload" },
      { ok: false, reason: "load-failed", detail: { error: "net::ERR_HTTP_RESPONSE_CODE_FAILURE" } }],
    ["a page after an error page", { url: `${origin}/` }, ok("/")],
    ["nobody at the port", { url: "http://127.0.0.1:9/" },
      { ok: false, reason: "load-failed", detail: { error: /^net::ERR_/, url: "http://127.0.0.1:9/" } }],
    ["a page again", { url: `${origin}/` }, ok("/")],
    ["an answer without content", { url: `${origin}/nothing` },
      { ok: false, reason: "load-failed", detail: { error: "net::ERR_ABORTED" } }],
    ["a download", { url: `${origin}/file` }, { ok: false, reason: "load-failed", detail: { error: "net::ERR_ABORTED" } }],
    ["a step forward where there is none", { history: "forward" }, { ok: false, reason: "load-failed", detail: { error: /no such page/ } }],
    ["a step that is none", { history: "sideways" }, { ok: false, reason: "unsupported", detail: { message: /back, forward or reload/ } }],
    ["a file", { url: "file:///etc/passwd" }, { ok: false, reason: "unsupported", detail: { message: /http and https/ } }],
    ["no address", { url: "nonsense" }, { ok: false, reason: "unsupported", detail: { message: /http and https/ } }],
    ["an origin outside the allow list", { url: "https://other.test/" },
      { ok: false, reason: "internal", detail: { message: /https:\/\/other\.test is not in the allow list.*127\.0\.0\.1/ } }],
    ["a tab that is not there", { tab: 1, url: `${origin}/` }, { ok: false, reason: "tab-closed", detail: { tab: 1 } }],
    ["a page that does not come", { url: `${origin}/held`, timeoutMs: 200 }, { ok: false, reason: "timeout", detail: {} }],
    ["a page after one that did not come", { url: `${origin}/two` }, ok("/two")],
  ];
  for (const [name, request, expected] of cases) await t.test(name, () => check(request, expected));

  await t.test("waits for the page's pictures", async () => {
    held.length = 0;
    const early = bridge.send({ cmd: "navigate", tab, url: `${origin}/pictures` });
    while (held.length === 0) await inWorker("0");
    const { targetInfos } = await pipe.send("Target.getTargets");
    assert.ok(targetInfos.some((/** @type {any} */ info) => info.url === `${origin}/pictures`), "the page itself is there");
    assert.ok(!bridge.hasAnswer(early));
    release();
    assert.deepEqual(await bridge.answer((answer) => answer.id === early), { id: early, ...ok("/pictures") });
  });

  await t.test("is not taken in by the page before, when that finishes loading late", async () => {
    await navigate({ tab, url: `${origin}/pictures`, timeoutMs: 300 });
    const pictures = held.splice(0);
    const id = bridge.send({ cmd: "navigate", tab, url: `${origin}/held` });
    while (held.length === 0) await inWorker("0");
    for (const response of pictures) response.end();
    await inWorker("new Promise((done) => setTimeout(done, 200))");
    assert.ok(!bridge.hasAnswer(id));
    for (const response of held.splice(0)) response.writeHead(200, { "content-type": "text/html" }).end(page("Held"));
    assert.deepEqual(await bridge.answer((answer) => answer.id === id), { id, ...ok("/held") });
  });

  await t.test("says that the tab was closed under it", async () => {
    held.length = 0;
    const { tab: doomed } = await navigate({ url: `${origin}/` });
    const id = bridge.send({ cmd: "navigate", tab: doomed, url: `${origin}/held` });
    while (held.length === 0) await inWorker("0");
    await inWorker(`chrome.tabs.remove(${doomed})`);
    const answer = await bridge.answer((answer) => answer.id === id);
    assert.deepEqual(answer, { id, ok: false, reason: "tab-closed", detail: { tab: doomed } });
  });

  await t.test("opens a window when there is none", async () => {
    const { tabs } = await bridge.ask({ cmd: "tabs" });
    for (const { id } of tabs) await bridge.ask({ cmd: "closeTab", tab: id });
    assert.deepEqual((await bridge.ask({ cmd: "tabs" })).tabs, []);
    const answer = await navigate({ url: `${origin}/two` });
    assert.equal(answer.url, `${origin}/two`);
  });
});
