// Pages made at random: whatever is offered on them leads to its own element and no other.

import assert from "node:assert/strict";
import { test } from "node:test";

import { ask, inChromium } from "./check.js";

const { show } = inChromium();

const PAGES = 60;

/** The same numbers each time, so that a failure can be looked at (mulberry32). @param {number} seed */
function numbers(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const WORDS = ["Save", "Send", "Tea", "5", "save", "Très bien", "保存", "A  B", "Send now", " Go ", "“x”", "a\u00a0b", "12,50", "Delete", "Straße", "e\u0301"];
const LONG = "This is rather more than a person would like to say whole, so that it is said by its beginning.";

/** @param {() => number} random @param {number} depth @returns {string} */
function markup(random, depth) {
  /** @template T @param {T[]} all @returns {T} */
  const one = (all) => /** @type {T} */ (all[Math.floor(random() * all.length)]);
  const word = () => (random() < 0.05 ? LONG : one(WORDS));
  const attributes = () =>
    [["aria-label", 0.15], ["title", 0.1], ["data-testid", 0.1], ["class", 0.2], ["hidden", 0.04], ["aria-hidden", 0.04], ["inert", 0.02], ["placeholder", 0.05]]
      .map(([name, share]) => (random() < Number(share) ? ` ${name}="${name === "aria-hidden" ? "true" : word().replace(/"/g, "")}"` : ""))
      .join("");
  const inner = () => Array.from({ length: Math.floor(random() * 4) }, () => (random() < 0.4 ? word() : depth > 0 ? markup(random, depth - 1) : word())).join(" ");
  const kind = one(["button", "a", "input", "p", "span", "div", "section", "li", "h2", "label", "table", "select", "img", "role", "check", "shadow", "details", "dialog", "upper"]);
  switch (kind) {
    case "a":
      return `<a href="/x"${attributes()}>${inner()}</a>`;
    case "input":
      return `<input value="${one(WORDS)}"${attributes()} type=${one(["text", "password", "submit", "email", "range", "date"])}>`;
    case "label":
      return `<label${attributes()}>${word()} <input type=${one(["text", "checkbox", "radio"])}></label>`;
    case "li":
      return `<ul><li>${inner()}</li><li>${inner()}</li></ul>`;
    case "table":
      return `<table><tr><th>${word()}</th><td>${inner()}</td></tr><tr><td>${word()}</td><td>${inner()}</td></tr></table>`;
    case "select":
      return `<select${attributes()}><option>${word()}</option><option>${word()}</option></select>`;
    case "img":
      return `<img alt="${word()}" width=9 height=9 src="data:,"${attributes()}>`;
    case "role":
      return `<div role=${one(["button", "tab", "switch", "region", "dialog", "textbox", "option", "status", "grid", "heading"])}${attributes()}>${inner()}</div>`;
    case "check":
      return `<input type=checkbox${attributes()}>`;
    case "shadow":
      return `<div${attributes()}>${word()}<template shadowrootmode=${one(["open", "closed"])}><p>${inner()} <slot></slot></p></template></div>`;
    case "details":
      return `<details${random() < 0.5 ? " open" : ""}><summary>${word()}</summary>${inner()}</details>`;
    case "upper":
      return `<span style="text-transform:uppercase"${attributes()}>${inner()}</span>`;
    default:
      return `<${kind}${kind === "dialog" ? " open" : ""}${attributes()}>${inner()}</${kind}>`;
  }
}

test(`on ${PAGES} pages made at random`, async () => {
  let count = 0;
  for (let seed = 1; seed <= PAGES; seed += 1) {
    const random = numbers(seed);
    const html = Array.from({ length: 12 }, () => markup(random, 3)).join("\n");
    const page = await show(html);
    const { ok, offers, ...rest } = await ask(page, { call: "targets" });
    assert.ok(ok, `page ${seed}: ${JSON.stringify(rest)}`);
    const wrong = await page.evaluate(async (offers) => {
      const { answerTo } = await import(/** @type {any} */ ("/page.js"));
      const wrong = [];
      for (const { handle, wordings: [target] } of offers) {
        const { visible } = await answerTo({ call: "find", target });
        if (visible?.length !== 1 || visible[0].handle !== handle) wrong.push({ target, found: visible?.length });
      }
      return wrong;
    }, offers);
    assert.deepEqual(wrong, [], `page ${seed}`);
    count += offers.length;
  }
  assert.ok(count > PAGES * 10, `${count} were offered`);
});
