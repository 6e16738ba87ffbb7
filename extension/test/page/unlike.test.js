// An exact match held against what is remembered: when it is probably another element, and when only the page's texts have changed.

import assert from "node:assert/strict";
import { test } from "node:test";

import { ask, inChromium } from "./check.js";

const { show } = inChromium();

/** @param {string[]} names */
const list = (...names) => `<ul>${names.map((name) => `<li>${name} <button>Delete</button></li>`).join("")}</ul>`;
/** @param {string[]} names */
const table = (...names) => `<table>${names.map((name) => `<tr><td>${name}</td><td><a href=#>Open</a></td></tr>`).join("")}</table>`;
/** @param {string[]} names */
const menu = (...names) => `<nav>${names.map((name) => `<button>${name}</button>`).join("")}</nav>`;
const SECOND = { css: "nav > :nth-child(2)" };
const FIRST = { role: "button", name: "Delete", nth: 1 };

/** @type {[string, string, string, Record<string, unknown>, boolean][]} before, now, the target, whether it is unlike */
const CASES = [
  ["the same page", list("Milk", "Bread"), list("Milk", "Bread"), FIRST, false],
  ["a list sorted anew under the first", list("Milk", "Bread"), list("Bread", "Milk"), FIRST, true],
  ["a table sorted anew under the last", table("Ann Smith", "Bob Miller"), table("Bob Miller", "Ann Smith"), { text: "Open", nth: -1 }, true],
  ["a row sorted anew", table("Ann Smith", "Bob Miller"), table("Bob Miller", "Ann Smith"), { role: "row", nth: 1 }, true],
  ["other rows altogether", list("Milk", "Bread"), list("Eggs", "Flour"), FIRST, false],
  ["a row whose price has changed", list("Milk 2 €", "Bread 3 €"), list("Milk 4 €", "Bread 3 €"), FIRST, false],
  ["rows of numbers, counted on", list("17", "16"), list("18", "17"), FIRST, false],
  ["the remembered row hidden", list("Milk", "Bread"), list("Bread", "Milk").replace("Milk <button", "Milk <button hidden"), FIRST, false],
  ["the remembered row done with", list("Milk", "Bread"), list("Bread", "Milk").replace("Milk <button>Delete", "Milk <button>Restore"), FIRST, false],
  ["a menu in another order", menu("Copy", "Share"), menu("Share", "Copy"), SECOND, true],
  ["a menu of other words", menu("Copy", "Share"), menu("Copy", "Send a link"), SECOND, false],
  ["a menu with words of its own twice", menu("Copy", "Share"), menu("Share", "Print", "Share"), SECOND, false],
  ["a number that is another", `<b class=total>5</b>`, `<b class=total>7</b>`, { css: ".total" }, false],
  ["a number that now stands elsewhere", `<b class=total>5</b><b class=left>7</b>`, `<b class=total>7</b><b class=left>5</b>`, { css: ".total" }, false],
  ["a text that is another", `<p id=state>Waiting</p>`, `<div><div id=state class=done>Delivered at last</div></div>`, { css: "#state" }, false],
  ["a button's text that is now a mere text", `<form><button class=btn>Send</button></form>`, `<footer><p>Send</p></footer>`, { text: "Send" }, true],
  ["a field's label that is now a link", `<label>Email <input></label>`, `<nav><a href=/email>Email</a></nav>`, { text: "Email" }, true],
  ["a button that is now a link", `<form><button class=btn>Send</button></form>`, `<nav><a href=/send>Send</a></nav>`, { text: "Send" }, false],
  ["a heading of another rank, or none", `<h2>Orders</h2>`, `<div><b>Orders</b></div>`, { text: "Orders" }, false],
  ["a text that is now a button", `<p>Send</p>`, `<button>Send</button>`, { text: "Send" }, false],
  ["a testid that another has now", `<button data-testid=pay>Send</button><button>Pay</button>`, `<button>Send</button><button data-testid=pay>Pay</button>`, { text: "Send" }, true],
  ["a testid that is gone", `<button data-testid=pay>Send</button>`, `<button>Send</button>`, { text: "Send" }, false],
  ["a testid that went to what stands around it", `<button data-testid=pay>Send</button>`, `<div data-testid=pay><button>Send</button></div>`, { text: "Send" }, false],
  ["ids made anew in another order", `<button id=:r1:>Send</button><button id=:r2:>Pay</button>`, `<button id=:r2:>Send</button><button id=:r1:>Pay</button>`, { text: "Send" }, false],
];

for (const [name, before, now, target, unlike] of CASES) {
  test(name, async () => {
    const [was] = (await ask(await show(before), { call: "find", target })).visible;
    assert.ok(was, "nothing is remembered");
    const answer = await ask(await show(now), { call: "find", target, was: was.descriptor });
    assert.equal(answer.visibleCount, 1);
    assert.equal(answer.unlike !== undefined, unlike, JSON.stringify(answer.unlike));
    if (!unlike) return;
    assert.deepEqual(answer.unlike.old, was.descriptor);
    assert.ok(answer.unlike.score >= 0 && answer.unlike.changes.length > 0);
  });
}
