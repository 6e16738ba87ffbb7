// What a page finds of an element that is remembered: one page as it was, one as it is, and what is said of the second.

import assert from "node:assert/strict";
import { test } from "node:test";

import { ask, inChromium } from "./check.js";

const { show } = inChromium();

/**
 * @param {string} html
 * @param {Record<string, unknown>[]} targets
 * @returns {Promise<any[]>} what a lock would remember
 */
async function remembered(html, ...targets) {
  const page = await show(html);
  return Promise.all(targets.map(async (target) => (await ask(page, { call: "find", target })).visible[0].descriptor));
}

/** @param {string} html @param {Record<string, unknown>} request */
async function search(html, request) {
  return ask(await show(html), { call: "search", ...request });
}

/** What is said of each candidate that has an id. @param {any} answer */
function refusals(answer) {
  return Object.fromEntries(answer.candidates.flatMap((/** @type {any} */ { descriptor, refused, disqualified }) => (descriptor.id ? [[descriptor.id, refused ?? disqualified ?? "free"]] : [])));
}

/** The ids in their order. @param {any} answer @returns {string[]} */
function ids(answer) {
  return answer.candidates.map((/** @type {any} */ { descriptor }) => descriptor.id ?? descriptor.tag);
}

const NO_NAME = { by: "id", count: 0 };

test("the likest comes first, and says how it differs", async () => {
  const [descriptor] = await remembered(`<h1>Wallet</h1><form><input name=to><button class="btn main">Send</button><button class=btn>Cancel</button></form>`, { role: "button", name: "Send" });
  const answer = await search(`<h1>Wallet</h1><form><input name=to><button id=a class="btn main">Send now</button><button id=b class=btn>Cancel</button></form>`, { descriptor });
  const [best, next] = answer.candidates;
  assert.equal(best.descriptor.id, "a");
  assert.ok(best.score > next.score + 0.15, `${best.score} ${next.score}`);
  assert.equal(best.changed[0], "text");
  assert.equal(best.changes[0], 'text "Send" -> "Send now"');
  assert.ok(best.fields.every((/** @type {any} */ { field, similarity, points }) => field && similarity >= 0 && similarity <= 1 && Number.isFinite(points)));
  assert.equal(answer.counts.elements, answer.looked);
});

test("only what is visible and enabled is looked at", async () => {
  const html = `<button id=a hidden>Send it</button><button id=b disabled>Send it</button><fieldset disabled><button id=c>Send it</button></fieldset>
    <div aria-disabled=true><button id=d>Send it</button></div><div style="height:0;overflow:hidden"><button id=e>Send it</button></div>
    <a href=# id=f style="position:absolute;left:-9999px">Send it</a><div inert><button id=g>Send it</button></div><button id=h>Send it</button>
    <button id=i style="opacity:0">Send it</button><label><input type=checkbox id=j style="opacity:0;width:1px;height:1px">Send it</label>`;
  assert.deepEqual(ids(await search(html, { descriptor: { tag: "button", role: "button", text: "Send", name: "Send" } })).filter((id) => id.length === 1), ["h"]);
  const box = await search(html, { descriptor: { tag: "input", role: "checkbox", type: "checkbox", name: "Send" } });
  assert.equal(refusals(box).j, "free", "a restyled checkbox can be pressed by its label");
});

/** @type {[string, string, Record<string, unknown>, Record<string, unknown>][]} a page, the descriptor, and what each name leads to */
const NAMES = [
  ["each that leads to one", `<button id=a data-testid=t name=n aria-label=l>Go</button>`, { testid: "t", id: "a", ariaLabel: "l", nameAttr: "n" }, { testid: 1, id: 1, ariaLabel: 1, nameAttr: 1 }],
  ["to two", `<button data-testid=t>Go</button><button data-testid=t>Go</button>`, { testid: "t" }, { testid: 2 }],
  ["to one that is seen", `<button name=n hidden>Go</button><button name=n>Go</button>`, { nameAttr: "n" }, { nameAttr: 1 }],
  ["to one that is enabled", `<button name=n disabled>Go</button><button name=n>Go</button>`, { nameAttr: "n" }, { nameAttr: 1 }],
  ["to one that cannot be seen", `<button id=a hidden>Go</button>`, { id: "a" }, { id: 0 }],
  ["to one that is disabled", `<button id=a disabled>Go</button>`, { id: "a" }, { id: 0 }],
  ["to one in a shadow root", `<div id=h></div><script>h.attachShadow({mode:"open"}).innerHTML="<button id=a>Go</button>"</script>`, { id: "a" }, { id: 1 }],
  ["to one that says something else", `<button id=a>Archive</button>`, { id: "a", text: "Delete", name: "Delete" }, { id: "doubted" }],
  ["by a testid to one that says something else", `<button data-testid=a>Archive</button>`, { testid: "a", text: "Delete", name: "Delete" }, { testid: 1 }],
  ["to one whose text is another and whose name is the same", `<button id=a aria-label="Delete it">×</button>`, { id: "a", text: "🗑", name: "Delete it" }, { id: 1 }],
  ["with quotes and brackets in it", `<button id='a"]b\\c'>Go</button>`, { id: 'a"]b\\c' }, { id: 1 }],
];

for (const [name, html, fields, expected] of NAMES) {
  test(`a remembered name leads ${name}`, async () => {
    const { named } = await search(html, { descriptor: { tag: "button", role: "button", ...fields } });
    assert.deepEqual(Object.fromEntries(named.map((/** @type {any} */ { by, count, doubted }) => [by, doubted ? "doubted" : count])), expected);
  });
}

test("a testid that each row has is doubted where it leads to another row", async () => {
  const row = (/** @type {string} */ name) => `<li>${name} <button data-testid=delete>Delete</button></li>`;
  const [descriptor] = await remembered(`<ul>${row("Milk")}${row("Bread")}</ul>`, { text: "Delete", nth: 1 });
  const [left] = (await search(`<ul>${row("Bread")}</ul>`, { descriptor })).named;
  assert.deepEqual([left.count, left.doubted], [1, true]);
  const [same] = (await search(`<ul>${row("Milk, 1 l")}</ul>`, { descriptor })).named;
  assert.deepEqual([same.count, same.doubted], [1, undefined]);
});

test("what a name leads to is among the candidates, however unlike", async () => {
  const many = Array.from({ length: 90 }, (_, at) => `<button class=btn>Send ${at}</button>`).join("");
  const answer = await search(`${many}<a href=/x data-testid=t>Home</a>`, { descriptor: { tag: "button", role: "button", text: "Send", name: "Send", testid: "t", classes: ["btn"] } });
  assert.ok(answer.candidates.some((/** @type {any} */ { handle }) => handle === answer.named[0].handle));
  assert.ok(answer.candidates.length <= 60, String(answer.candidates.length));
});

test("what another target means is no candidate, nor what is pressed with it", async () => {
  const old = `<menu><li><b class=item>Delete item</b><li><button class=item>Archive item</button></menu>`;
  const [descriptor, other] = await remembered(old, { text: "Delete item" }, { text: "Archive item" });
  const now = `<menu><li><button class=item id=a><span id=b>Archive item</span></button></menu>`;
  assert.deepEqual(refusals(await search(now, { descriptor })), { a: "free", b: "free" });
  assert.deepEqual(refusals(await search(now, { descriptor, others: [other] })), { a: "another target means it", b: "another target means it" });
});

test("what stands around another target's element, or in it, is a candidate", async () => {
  const [descriptor, other] = await remembered(`<div role=dialog aria-label=Cart><button>Buy</button></div>`, { text: "Buy" }, { role: "dialog", name: "Cart" });
  const answer = await search(`<div role=dialog aria-label=Cart id=d style="padding:40px"><button id=a>Buy now</button></div>`, { descriptor, others: [other] });
  assert.equal(refusals(answer).a, "free");
  const [dialog, button] = await remembered(`<div role=dialog aria-label=Cart style="padding:40px"><button>Buy</button></div>`, { role: "dialog", name: "Cart" }, { text: "Buy" });
  assert.equal(refusals(await search(`<div role=dialog aria-label=Basket id=d style="padding:40px"><button>Buy</button></div>`, { descriptor: dialog, others: [button] })).d, "free");
});

test("two targets of one element do not keep it from each other", async () => {
  const old = `<button id=send class=btn>Send</button>`;
  const [byCss, byName] = await remembered(old, { css: "#send" }, { role: "button", name: "Send" });
  assert.equal(refusals(await search(`<button id=a class=btn>Send</button>`, { descriptor: byCss, others: [byName] })).a, "free");
  const changed = { ...byName, text: "Send 5", name: "Send 5" };
  assert.equal(refusals(await search(`<button id=send class=btn>Send 5</button>`, { descriptor: byCss, others: [changed] })).send, "free");
});

test("another target's element is known by its row, wherever that has gone", async () => {
  const rows = (/** @type {string[]} */ ...names) => `<ul>${names.map((name) => `<li>${name} <button id=${name}>Delete</button></li>`).join("")}</ul>`;
  const [milk, bread] = await remembered(rows("Milk", "Bread", "Eggs").replace(/ id=\w+/g, ""), { text: "Delete", nth: 1 }, { text: "Delete", nth: 2 });
  const answer = await search(rows("Bread", "Eggs"), { descriptor: milk, others: [bread] });
  assert.deepEqual(refusals(answer), { Bread: "another target means it", Eggs: "free" });
});

test("another target's element is known by a name of its own, when its text has changed", async () => {
  const [cart, home] = await remembered(`<a href=/cart data-testid=cart>Cart (3)</a><a href=/>Home</a>`, { testid: "cart" }, { text: "Home" });
  assert.deepEqual(refusals(await search(`<a href=/cart data-testid=cart id=a>Cart (4)</a>`, { descriptor: home, others: [cart] })), { a: "another target means it" });
});

test("another target's element that says nothing is not simply what stands in its place", async () => {
  const [edit, icon] = await remembered(`<div><button>Edit</button><button class=icon title="More"></button></div><style>button{width:50px;height:20px}</style>`, { text: "Edit" }, { css: ".icon" });
  const answer = await search(`<div><button id=x>New</button><button id=a>Edit it</button></div>`, { descriptor: edit, others: [{ ...icon, name: undefined, title: undefined, label: undefined }] });
  assert.equal(refusals(answer).a, "free");
});

test("another target's element in another frame is none of this page", async () => {
  const other = { tag: "button", role: "button", text: "Send now", name: "Send now", path: { xpath: "/html/body/button", css: "body > button", frame: "https://pay.test/card" } };
  const answer = await search(`<button id=a>Send now</button>`, { descriptor: { tag: "button", text: "Send" }, others: [other] });
  assert.equal(refusals(answer).a, "free");
});

test("a lock's broken path or selector spoils nothing", async () => {
  const answer = await search(`<button id=a>Go on</button>`, { descriptor: { tag: "button", text: "Go" }, others: [{ tag: "button", path: { xpath: "/html[", css: "a[" } }] });
  assert.equal(refusals(answer).a, "free");
});

test("a change of kind is shown, and never free", async () => {
  const answer = await search(`<a href=/x id=a>Remember me</a><input type=radio id=b aria-label="Remember me"><input type=checkbox id=c aria-label="Remember it">`, {
    descriptor: { tag: "input", role: "checkbox", type: "checkbox", name: "Remember me" },
  });
  const said = refusals(answer);
  assert.match(said.a, /never becomes/);
  assert.match(said.b, /never becomes/);
  assert.equal(said.c, "free");
  const link = await search(`<a href=/x id=a class=btn>Send</a>`, { descriptor: { tag: "button", role: "button", text: "Send", name: "Send" } });
  assert.equal(refusals(link).a, "free", "a button may become a link");
});

test("a person's no stays, whatever has changed about it since", async () => {
  const old = `<form><button class=btn>Send</button></form>`;
  const [descriptor] = await remembered(old, { text: "Send" });
  const html = `<form><button class=btn id=a>Send later</button><button class=btn id=b>Send all of it</button></form>`;
  const [no] = await remembered(html.replace("id=a", ""), { text: "Send later" });
  assert.deepEqual(refusals(await search(html, { descriptor, rejected: [no] })), { a: "a person said no to it", b: "free" });
  assert.deepEqual(refusals(await search(html.replace("Send later", "Send Later"), { descriptor, rejected: [no] })).a, "a person said no to it");
  assert.deepEqual(refusals(await search(html, { descriptor, rejected: [{ ...no, text: "Once another", name: "Once another", testid: "t" }] })).a, "free");
});

test("a person's no holds for what says the same, wherever that has gone", async () => {
  const html = `<form><button class=btn id=a>Send now</button></form>`;
  const no = { tag: "button", role: "button", name: "Send later", text: "Send later", classes: ["x"], path: { xpath: "/html/body/footer/button" }, rect: { x: 0, y: 4000, width: 300, height: 90 } };
  const answer = await search(`${html}<button id=b>Send later</button>`, { descriptor: { tag: "button", role: "button", text: "Send", name: "Send" }, rejected: [no] });
  assert.deepEqual(refusals(answer), { a: "free", b: "a person said no to it" });
});

test("a no to one row's button is none to another's", async () => {
  const [milk, bread] = await remembered(`<ul><li>Milk <button>Delete</button><li>Bread <button>Delete</button></ul>`, { text: "Delete", nth: 1 }, { text: "Delete", nth: 2 });
  const answer = await search(`<ul><li>Bread <button id=a>Delete</button><li>Milk <button id=b>Delete it</button></ul>`, { descriptor: milk, rejected: [bread] });
  assert.deepEqual(refusals(answer), { a: "a person said no to it", b: "free" });
});

test("a button and the text in it are no rivals", async () => {
  const answer = await search(`<button id=a style="padding:2px"><span id=b>Send now</span></button><button id=c>Cancel</button>`, { descriptor: { tag: "span", text: "Send", path: { xpath: "/html/body/button[1]/span" } } });
  const [button, span, cancel] = ["a", "b", "c"].map((id) => answer.candidates.find((/** @type {any} */ { descriptor }) => descriptor.id === id));
  const [better, lesser] = answer.candidates.indexOf(button) < answer.candidates.indexOf(span) ? [button, span] : [span, button];
  assert.deepEqual([better.pressedWith, lesser.pressedWith, cancel.pressedWith], [undefined, better.handle, undefined]);
});

test("within a part of the page, and nowhere else", async () => {
  const html = `<section aria-label=One><button id=a>Send now</button></section><section aria-label=Two><button id=b>Send now</button></section>`;
  const descriptor = { tag: "button", role: "button", text: "Send", name: "Send", id: "b" };
  const within = { role: "region", name: "One" };
  const answer = await search(html, { descriptor, within });
  assert.deepEqual(ids(answer), ["a"]);
  assert.deepEqual(answer.named, [NO_NAME]);
});

test("open and closed roots, and what is slotted", async () => {
  const html = `<div id=h><button id=s>Send it</button></div><script>
    const root = h.attachShadow({ mode: "open" }); root.innerHTML = "<button id=a>Send on</button><slot></slot><p id=p></p>";
    root.getElementById("p").attachShadow({ mode: "open" }).innerHTML = "<button id=b>Send now</button>"</script>`;
  const answer = await search(html, { descriptor: { tag: "button", role: "button", text: "Send", name: "Send" } });
  assert.deepEqual(ids(answer).sort(), ["a", "b", "s"]);
});

test("two thousand are looked at, what is like the remembered one first", async () => {
  const html = `<ol>${"<li>Row</li>".repeat(2500)}</ol><button id=a>Send now</button>`;
  const answer = await search(html, { descriptor: { tag: "button", role: "button", text: "Send", name: "Send" } });
  assert.equal(answer.looked, 2000);
  assert.equal(answer.more, true);
  assert.equal(answer.candidates[0].descriptor.id, "a");
  const few = await search(`<ol>${"<li>Row</li>".repeat(1998)}</ol><button id=a>Send now</button>`, { descriptor: { tag: "button", text: "Send" } });
  assert.deepEqual([few.looked, few.more], [2000, false]);
  const hidden = await search(`<ol>${"<li>Row</li>".repeat(1998)}</ol><button id=a>Send now</button>${"<b hidden>x</b>".repeat(50)}`, { descriptor: { tag: "button", text: "Send" } });
  assert.deepEqual([hidden.looked, hidden.more], [2000, false], "what cannot be seen does not count");
});

test("nothing a person has entered leaves the page", async () => {
  const answer = await search(`<input id=a value=hunter2><input type=password id=b value=hunter2><textarea id=c>hunter2</textarea><div contenteditable id=d>hunter2</div>
    <select id=e><option>hunter2</select><div role=textbox id=f tabindex=0>hunter2</div>`, { descriptor: { tag: "input", role: "textbox", type: "text", name: "Name" } });
  assert.ok(answer.candidates.length > 2);
  assert.ok(!JSON.stringify(answer).includes("hunter2"));
});

test("the same page and memory give the same numbers", async () => {
  const html = `<form><button id=a>Send now</button><a href=/x id=b>Send it</a><p id=c>Send</p></form>`;
  const request = { descriptor: { tag: "button", role: "button", text: "Send", name: "Send" } };
  assert.deepEqual(strip(await search(html, request)), strip(await search(html, request)));
});

/** Without the handles, which are a document's own. @param {any} answer */
function strip({ candidates, ...answer }) {
  return { ...answer, candidates: candidates.map((/** @type {any} */ { handle, pressedWith, ...one }) => one) };
}
