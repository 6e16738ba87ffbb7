import assert from "node:assert/strict";
import { test } from "node:test";

import { ask, inChromium } from "./check.js";

const { show } = inChromium();

/** @param {import("playwright-core").Page} page @param {Record<string, unknown>} target */
async function described(page, target) {
  return (await ask(page, { call: "find", target })).visible[0].descriptor;
}

test("every field, in the lock's order, empty ones left out", async () => {
  const page = await show(`<style>body{margin:0}</style><main><form aria-label=Transfer><h2>Wallet</h2><p>Amount</p>
    <button type=submit id=send name=send data-testid=go class="btn primary" aria-label="Send money" title="Now" style="width:90px;height:20px">Send</button>
    <button type=button>Cancel</button></form></main>`);
  const { rect, ...rest } = await described(page, { testid: "go" });
  assert.deepEqual([rect.width, rect.height], [90, 20]);
  assert.deepEqual(Object.entries(rest), Object.entries({
    tag: "button", role: "button", name: "Send money", text: "Send", label: "Send money", title: "Now", type: "submit", testid: "go", id: "send",
    nameAttr: "send", ariaLabel: "Send money", classes: ["btn", "primary"],
    context: { heading: "Wallet", landmark: 'form "Transfer"', form: "Transfer", before: "Amount", after: "Cancel" },
    path: { xpath: "/html/body/main/form/button[1]", css: "#send" },
    siblings: { index: 1, of: 2 },
  }));
});

test("nothing a person has entered or chosen is in it", async () => {
  const page = await show(`<div><label>Password <input type=password id=a value=hunter2></label><label>Name <input id=b value=hunter2></label>
    <label>Notes <textarea id=c>hunter2</textarea></label><label>Pick <select id=d><option>hunter2</select></label>
    <div contenteditable aria-label=Body id=e>hunter2</div><label><input type=checkbox id=f> after <input value=hunter2> days</label><button id=g>Go</button></div>
    <ul><li><button id=h>Row</button><input value=hunter2><select><option>hunter2</select></li></ul>`);
  for (const id of ["a", "b", "c", "d", "e", "f", "g", "h"]) {
    const descriptor = await described(page, { css: `#${id}` });
    assert.ok(!JSON.stringify(descriptor).includes("hunter2"), JSON.stringify(descriptor));
  }
});

test("the way into a shadow root", async () => {
  const page = await show(`<x-brand id=h></x-brand><script>h.attachShadow({mode:"open"}).innerHTML="<p><x-logo></x-logo></p>";
    h.shadowRoot.querySelector("x-logo").attachShadow({mode:"open"}).innerHTML="<div><b>x</b><img alt=Logo src='data:,' width=9 height=9></div>"</script>`);
  const { path } = await described(page, { alt: "Logo" });
  assert.deepEqual(path, { xpath: "/div/img", css: "div > img", shadow: ["#h", "p > x-logo"] });
});

test("path and query of a link, a row, and a long text cut", async () => {
  const page = await show(`<table><tr><td>Alice</td><td><a href="https://else.test/a/b?c=1#d">${"long ".repeat(100)}</a></td></tr></table>`);
  const { href, context, text } = await described(page, { role: "link" });
  assert.equal(href, "/a/b?c=1");
  assert.equal(context.row, "Alice");
  assert.ok(text.length <= 200 && text.startsWith("long long"));
});

test("what the page has that is close", async () => {
  const page = await show(`<button>Send money</button><p>Sand</p><a href=#>Home</a><input placeholder="Send to">`);
  const { near } = await ask(page, { call: "find", target: { text: "Send" }, near: true });
  assert.deepEqual(near, [
    { text: "", role: "textbox", name: "Send to" },
    { text: "Sand", role: "paragraph", name: "" },
    { text: "Send money", role: "button", name: "Send money" },
  ]);
});
