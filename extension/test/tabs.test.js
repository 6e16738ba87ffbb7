// The orders in which Chrome may tell of a tab, which a real one cannot be made to take on demand.

import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { createLoads } from "../worker/loads.js";
import { createRunState } from "../worker/state.js";
import { createTabs } from "../worker/tabs.js";
import { FakeEvent, FakeStorage, settle } from "./fakes.js";

const EVENTS = ["onBeforeNavigate", "onCommitted", "onCompleted", "onHistoryStateUpdated", "onReferenceFragmentUpdated", "onErrorOccurred"];

/** @type {any} */
let chrome;
/** @type {ReturnType<typeof createLoads>} */
let loads;
/** @type {ReturnType<typeof createTabs>} */
let keeper;

beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout"] });
  chrome = {
    tabs: {
      onCreated: new FakeEvent(),
      onRemoved: new FakeEvent(),
      onUpdated: new FakeEvent(),
      status: "complete",
      get: async () => ({ status: chrome.tabs.status }),
    },
    windows: { getAll: async () => [{}] },
    webNavigation: Object.fromEntries(EVENTS.map((name) => [name, new FakeEvent()])),
  };
  /** @type {any} */ (globalThis).chrome = chrome;
  loads = createLoads();
  keeper = createTabs({ state: createRunState(/** @type {any} */ (new FakeStorage())), loads, allow: /** @type {any} */ ({}) });
  loads.register();
  keeper.register();
});

/**
 * @param {string} name
 * @param {Record<string, unknown>} [fields]
 */
function happen(name, fields) {
  chrome.webNavigation[name].fire({ tabId: 1, frameId: 0, documentId: "A", url: "http://a.test/", ...fields });
}

/** @param {Promise<any>} promise */
async function stateOf(promise) {
  mock.timers.tick(10_000);
  await settle();
  return Promise.race([promise, Promise.resolve("pending")]);
}

const watch = (/** @type {object} */ how = {}) =>
  loads.after(1, { start: async () => {}, accepts: () => false, until: new AbortController().signal, ...how });

test("a tab is ours also when Chrome tells of it before it answers", async () => {
  /** @type {(tab: any) => void} */
  let answer = () => {};
  chrome.tabs.create = () => new Promise((resolve) => (answer = resolve));
  const opening = keeper.open("http://a.test/");
  await settle();
  chrome.tabs.onCreated.fire({ id: 1 });
  await settle();
  answer({ id: 1 });
  assert.equal(await opening, 1);
  await settle();
  assert.deepEqual(await keeper.opened(), []);
  chrome.tabs.onCreated.fire({ id: 2 });
  await settle();
  assert.deepEqual(await keeper.opened(), [2]);
});

test("a tab that Chrome did not open holds nothing up", async () => {
  chrome.tabs.create = async () => {
    throw new Error("no");
  };
  await assert.rejects(keeper.open("http://a.test/"), /no/);
  chrome.tabs.onCreated.fire({ id: 2 });
  await settle();
  assert.deepEqual(await keeper.opened(), [2]);
});

test("a new tab's load is known also when it was over before its id was", async () => {
  for (const name of ["onBeforeNavigate", "onCommitted", "onCompleted"]) happen(name);
  assert.deepEqual(await stateOf(loads.first(1)), { kind: "loaded" });
});

test("an abort is no end while another navigation is on its way", async () => {
  const load = watch();
  happen("onBeforeNavigate");
  chrome.tabs.status = "loading";
  happen("onErrorOccurred", { error: "net::ERR_ABORTED" });
  assert.equal(await stateOf(load), "pending");
  happen("onCommitted", { documentId: "B" });
  happen("onCompleted", { documentId: "A" });
  assert.equal(await stateOf(load), "pending");
  happen("onCompleted", { documentId: "B" });
  assert.deepEqual(await stateOf(load), { kind: "loaded" });
});

test("an abort is no end when it was the tab that was closed", async () => {
  const load = watch();
  happen("onBeforeNavigate");
  happen("onErrorOccurred", { error: "net::ERR_ABORTED" });
  chrome.tabs.onRemoved.fire(1);
  assert.deepEqual(await stateOf(load), { kind: "gone" });
});

test("a page that stops its own loading has loaded", async () => {
  const load = watch();
  happen("onBeforeNavigate");
  happen("onCommitted");
  happen("onErrorOccurred", { error: "net::ERR_ABORTED" });
  assert.deepEqual(await stateOf(load), { kind: "loaded" });
});

test("a frame's navigation is none of the tab's", async () => {
  const load = watch();
  for (const name of ["onBeforeNavigate", "onCommitted", "onCompleted"]) happen(name, { frameId: 3 });
  assert.equal(await stateOf(load), "pending");
});

test("an error of the page before is not the new page's", async () => {
  const load = watch();
  happen("onErrorOccurred", { error: "net::ERR_FAILED" });
  assert.equal(await stateOf(load), "pending");
});

test("only a move that is the one asked for ends a navigation, and none once a document is on its way", async () => {
  const load = watch({ accepts: (/** @type {string} */ url) => url.endsWith("#part") });
  happen("onHistoryStateUpdated", { url: "http://a.test/other" });
  assert.equal(await stateOf(load), "pending");
  happen("onReferenceFragmentUpdated", { url: "http://a.test/#part" });
  assert.deepEqual(await stateOf(load), { kind: "loaded" });

  const another = watch({ accepts: () => true });
  happen("onBeforeNavigate");
  happen("onHistoryStateUpdated");
  assert.equal(await stateOf(another), "pending");
});

test("a start that is never answered does not hold up a load that ended", async () => {
  const load = watch({ start: () => new Promise(() => {}) });
  for (const name of ["onBeforeNavigate", "onCommitted", "onCompleted"]) happen(name);
  assert.deepEqual(await stateOf(load), { kind: "loaded" });
});
