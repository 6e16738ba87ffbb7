// What a person does, told in the words of a script: by real input, across pages, frames, closed roots and tabs.

import assert from "node:assert/strict";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

import { startPages } from "./in-pages.js";

test("what a person does, in a real browser", async (t) => {
  const { bridge, pipe, killWorker, origin, other, open, ask, inPage, session, press, pressOn, tab } = await startPages(t);

  /** @param {string} html */
  const show = async (html) => {
    await open("/plain");
    await inPage(`document.body.innerHTML = ${JSON.stringify(html)}`);
  };
  const start = async () => {
    assert.deepEqual(await ask({ cmd: "record", on: true }), { ok: true, on: true, tab: tab() });
    return step();
  };
  const step = async () => (await bridge.events.take(({ kind }) => kind === "recorded")).step;
  /** What was told up to the end. */
  const stop = async () => {
    assert.deepEqual(await ask({ cmd: "record", on: false }), { ok: true, on: false });
    const told = bridge.events.items.filter(({ kind }) => kind === "recorded").map(({ step }) => step);
    bridge.events.items.length = 0;
    return told;
  };
  /** @param {string} text */
  const type = async (text) => pipe.send("Input.insertText", { text }, await session());
  /** @param {string} key @param {Record<string, unknown>} [more] */
  const key = async (key, more = {}) => {
    const id = await session();
    const how = { key, code: key, windowsVirtualKeyCode: { Enter: 13, Escape: 27, Tab: 9, " ": 32, ArrowDown: 40, k: 75 }[key] ?? 0, ...(key === "Enter" ? { text: "\r" } : key === " " ? { text: " " } : {}), ...more };
    await pipe.send("Input.dispatchKeyEvent", { type: "keyDown", ...how }, id);
    await pipe.send("Input.dispatchKeyEvent", { type: "keyUp", ...how, text: undefined }, id);
  };
  const button = (/** @type {string} */ name) => ({ role: "button", name });
  const field = (/** @type {string} */ name) => ({ role: "field", name });
  /** Clicks into something that takes no guard of a press. @param {Record<string, unknown>} target */
  const clickInto = async (target) => press((await ask({ cmd: "resolve", target, for: "hover" })).at);

  await t.test("the page that is open, clicks, and what is typed once it is whole", async () => {
    await show(`<h1>Wallet</h1><label>To <input id=to></label><label>Note <textarea></textarea></label><button onclick="this.textContent = 'Sent'">Send</button><span onclick="this.remove()">Gone</span>`);
    assert.deepEqual(await start(), { kind: "open", url: `${origin}/plain` });
    await clickInto(field("To"));
    await type("Zo");
    await type("ë");
    await clickInto(field("Note"));
    await type("for tea");
    await pressOn(button("Send"));
    await pressOn({ text: "Gone" });
    assert.deepEqual(await stop(), [
      { kind: "fill", target: field("To"), value: "Zoë" },
      { kind: "fill", target: field("Note"), value: "for tea" },
      { kind: "click", target: button("Send") },
      { kind: "click", target: { text: "Gone" } },
    ]);
  });

  await t.test("nothing before it begins and nothing after it ends", async () => {
    await show(`<button>Send</button>`);
    await pressOn(button("Send"));
    await start();
    await stop();
    await pressOn(button("Send"));
    assert.deepEqual(await stop(), []);
  });

  await t.test("never a password, whatever shows it", async () => {
    await show(`<label>Password <input type=password id=p oninput="e.textContent = p.value"></label><button id=e onclick="p.type = 'text'">Show</button><button>Next</button>`);
    await start();
    await clickInto(field("Password"));
    await type("open sesame");
    await pressOn({ css: "#e" });
    await clickInto(field("Password"));
    await type("!");
    await pressOn(button("Next"));
    const told = await stop();
    assert.deepEqual(told, [
      { kind: "fill", target: field("Password"), secret: true },
      { kind: "click", target: { css: "#e" } },
      { kind: "fill", target: field("Password"), secret: true },
      { kind: "click", target: button("Next") },
    ]);
  });

  await t.test("checks, by the pointer, by a label and by a key", async () => {
    await show(`<label><input type=checkbox> Gift</label><label><input type=radio name=c> Red</label><div role=switch aria-checked=false tabindex=0 aria-label=Express onclick="this.ariaChecked = 'true'">x</div><label><input type=checkbox onclick="return false"> Never</label>`);
    await start();
    await pressOn({ role: "checkbox", name: "Gift" });
    await key(" ");
    await pressOn({ text: "Red" });
    await pressOn({ role: "switch", name: "Express" });
    await pressOn({ role: "checkbox", name: "Never" });
    assert.deepEqual(await stop(), [
      { kind: "check", target: { role: "checkbox", name: "Gift" } },
      { kind: "uncheck", target: { role: "checkbox", name: "Gift" } },
      { kind: "check", target: { role: "radio", name: "Red" } },
      { kind: "check", target: { role: "switch", name: "Express" } },
      { kind: "click", target: { role: "checkbox", name: "Never" } },
    ]);
  });

  await t.test("keys that are no text", async () => {
    await show(`<form onsubmit="event.preventDefault(); this.reset()"><label>To <input></label><button>Send</button></form><select aria-label=Size><option>Small<option>Large</select><input aria-label=Pin style="-webkit-text-security:disc">`);
    await start();
    await clickInto(field("To"));
    await type("bob");
    await key("Enter");
    await key("Escape");
    await key("k", { modifiers: 2 });
    await key("Tab");
    await key("Enter");
    await key("Tab");
    await key("ArrowDown");
    await key("Tab");
    await type("4711");
    assert.deepEqual(await stop(), [
      { kind: "fill", target: field("To"), value: "bob" },
      { kind: "press", keys: "Enter", target: field("To") },
      { kind: "press", keys: "Escape" },
      { kind: "press", keys: "Ctrl+K", target: field("To") },
      { kind: "click", target: button("Send") },
      { kind: "select", target: { role: "combobox", name: "Size" }, option: "Large" },
      { kind: "fill", target: field("Pin"), secret: true },
    ]);
  });

  await t.test("double and right clicks", async () => {
    await show(`<button>Twice</button><button>Other</button>`);
    await start();
    const twice = (await ask({ cmd: "resolve", target: button("Twice"), for: "hover" })).at;
    const id = await session();
    for (const clickCount of [1, 2]) {
      for (const type of ["mousePressed", "mouseReleased"]) await pipe.send("Input.dispatchMouseEvent", { type, ...twice, rect: undefined, button: "left", buttons: 1, clickCount }, id);
    }
    const at = (await ask({ cmd: "resolve", target: button("Other"), for: "hover" })).at;
    for (const type of ["mousePressed", "mouseReleased"]) await pipe.send("Input.dispatchMouseEvent", { type, ...at, rect: undefined, button: "right", buttons: 2, clickCount: 1 }, id);
    assert.deepEqual(await stop(), [
      { kind: "click", target: button("Twice") },
      { kind: "doubleClick", target: button("Twice") },
      { kind: "rightClick", target: button("Other") },
    ]);
  });

  await t.test("on the page that a click leads to, and not the way there; but an address typed by a person", async () => {
    await show(`<a href="/plain">On</a>`);
    await start();
    await pressOn({ role: "link", name: "On" });
    await ask({ cmd: "wait", kind: "visible", target: { text: "5 MALLBUCKS" } });
    await pressOn(button("Send"));
    await pipe.send("Page.navigate", { url: `${origin}/after`, transitionType: "typed" }, await session());
    await ask({ cmd: "wait", kind: "visible", target: button("Cancel") });
    await pressOn(button("Cancel"));
    assert.deepEqual(await stop(), [
      { kind: "click", target: { role: "link", name: "On" } },
      { kind: "click", target: button("Send") },
      { kind: "open", url: `${origin}/after` },
      { kind: "click", target: button("Cancel") },
    ]);
  });

  await t.test("in frames and closed roots", async () => {
    await show(`<iframe src="${other}/framed"></iframe><iframe src="${origin}/closed"></iframe><button>Deep</button>`);
    await ask({ cmd: "resolve", target: { text: "Deep text" } });
    await start();
    await pressOn(button("In the frame"));
    await pressOn({ ...button("Deep"), nth: 2 });
    assert.deepEqual(await stop(), [{ kind: "click", target: button("In the frame") }, { kind: "click", target: { ...button("Deep"), nth: 2 } }]);
  });

  await t.test("files, by the button that asks for them", async () => {
    await open("/upload");
    await inPage(`document.querySelector("button").onclick = () => f.click()`);
    const id = await session();
    await pipe.send("Page.enable", {}, id);
    await pipe.send("Page.setInterceptFileChooserDialog", { enabled: true }, id);
    await start();
    await pressOn(button("Upload"));
    const { backendNodeId } = (await pipe.events.take(({ method }) => method === "Page.fileChooserOpened")).params;
    await pipe.send("DOM.setFileInputFiles", { files: [fileURLToPath(import.meta.url)], backendNodeId }, id);
    assert.deepEqual(await stop(), [
      { kind: "click", target: button("Upload") },
      { kind: "upload", target: button("Upload"), files: ["record.browser.test.js"] },
    ]);
  });

  await t.test("after the worker was stopped", async () => {
    await show(`<button>Send</button>`);
    await start();
    await killWorker();
    await bridge.hellos.take();
    await pressOn(button("Send"));
    assert.deepEqual(await stop(), [{ kind: "click", target: button("Send") }]);
  });

  await t.test("in the tab a click opens, and back", async () => {
    await show(`<a href="/plain" target=_blank>New</a><button>Send</button>`);
    await start();
    await pressOn({ role: "link", name: "New" });
    const taken = await ask({ cmd: "switchTab", match: { new: true }, tab: tab() });
    assert.ok(taken.ok, JSON.stringify(taken));
    assert.deepEqual(await stop(), [{ kind: "click", target: { role: "link", name: "New" } }]);
  });
});
