// An element found again by what the lock remembers, through the whole extension: every answer the protocol has for it.

import assert from "node:assert/strict";
import { test } from "node:test";

import { score } from "../page/score.js";
import { startPages } from "./in-pages.js";

const OLD = `<h1>Wallet</h1><form onsubmit="return false"><p>Amount</p><input name=amount aria-label=Amount><button class="btn main">Send</button><button class=btn type=button>Cancel</button></form>`;
const SEND = { role: "button", name: "Send" };

/** Whether what was scored gives the same numbers again, offline. @param {any} old @param {any} scored */
function checkScores(old, { candidates, counts }) {
  for (const { descriptor, refused, ...said } of candidates) {
    const { points, ...again } = score(old, descriptor, counts);
    assert.deepEqual(again, said);
  }
}

test("what the lock remembers, in a real browser", async (t) => {
  const { origin, other, open, ask, inPage, press } = await startPages(t);

  /** Shows a page's body. @param {string} html */
  const show = async (html) => {
    await open("/plain");
    await inPage(`document.body.innerHTML = ${JSON.stringify(html)}`);
  };
  /** What a lock would hold of a target. @param {string} html @param {Record<string, unknown>} target */
  const remembered = async (html, target) => {
    await show(html);
    const { descriptor } = await ask({ cmd: "resolve", target });
    assert.ok(descriptor, `nothing is ${JSON.stringify(target)}`);
    return descriptor;
  };
  /** @param {Record<string, unknown>} target @param {any} descriptor @param {Record<string, unknown>} [more] */
  const resolve = (target, descriptor, more = {}) => ask({ cmd: "resolve", target, descriptor, accepted: true, timeoutMs: 150, ...more });

  const send = await remembered(OLD, SEND);

  await t.test("by scoring: acted on, with how it differs and all that was scored", async () => {
    await show(OLD.replace(">Send<", ">Send now<"));
    const answer = await resolve(SEND, send);
    const { handle, descriptor, repair, scored, ...rest } = answer;
    assert.deepEqual(rest, { ok: true, matches: 1, repaired: true, via: "repair" }, JSON.stringify(answer));
    assert.equal(descriptor.text, "Send now");
    assert.ok(repair.score >= 0.85 && repair.runnerUp < repair.score - 0.15, JSON.stringify(repair));
    assert.deepEqual(repair.old, send);
    assert.equal(repair.changed[0], "text");
    assert.equal(repair.changes[0], 'text "Send" -> "Send now"');
    assert.equal(scored.candidates[0].score, repair.score);
    assert.deepEqual(scored.candidates[0].descriptor, descriptor);
    assert.equal(scored.looked, scored.counts.elements);
    assert.ok(!("handle" in scored.candidates[0]));
    checkScores(send, scored);
  });

  await t.test("by a remembered name, whatever the score", async () => {
    const old = await remembered(`<div data-testid=pay class=x>Pay</div>`, { text: "Pay" });
    await show(`<header><h2>Checkout</h2><a href="/pay" class=link data-testid=pay>Go to the till</a></header><p>Pay soon</p>`);
    const { via, repaired, repair, descriptor } = await resolve({ text: "Pay" }, old);
    assert.deepEqual([via, repaired, repair.by, descriptor.tag], ["descriptor", true, "testid", "a"]);
    assert.ok(repair.score < 0.6, String(repair.score));
  });

  await t.test("an id that moved to a neighbour is not believed", async () => {
    const menu = `<ul><li><button id=m1>Rename</button><li><button id=m2>Duplicate</button><li><button id=m3>Archive</button></ul>`;
    const old = await remembered(menu, { text: "Rename" });
    await show(`<ul><li><button id=m1>Duplicate</button><li><button id=m2>Archive</button></ul>`);
    const answer = await resolve({ text: "Rename" }, old);
    assert.equal(answer.ok, false, JSON.stringify(answer));
    assert.equal(answer.reason, "not-found");
  });

  await t.test("drifted: shown and not acted on", async () => {
    const old = await remembered(OLD, SEND);
    await show(`<h1>Wallet</h1><form onsubmit="return false"><p>Amount</p><input name=amount aria-label=Amount><button class="btn main">Transfer</button><button class=btn type=button>Cancel</button></form>`);
    const answer = await resolve(SEND, old, { for: "press" });
    assert.equal(answer.reason, "drifted", JSON.stringify(answer));
    const { target, candidate, score, runnerUp, old: was, changed, changes, handle, scored } = answer.detail;
    assert.deepEqual([target, candidate.text, was], [SEND, "Transfer", old]);
    assert.ok(score >= 0.6 && score < 0.85 && runnerUp < score, `${score} ${runnerUp}`);
    assert.deepEqual([changed[0], changes[0]], ["text", 'text "Send" -> "Transfer"']);
    assert.match(handle, /^0:/);
    assert.ok(scored.candidates.length >= 2);
    assert.deepEqual(await ask({ cmd: "outline", items: [{ handle, descriptor: candidate, tone: "candidate" }] }), { ok: true, drawn: 1 });
    await ask({ cmd: "outline", clear: true });
  });

  await t.test("ambiguous: two that are as like", async () => {
    await show(`<h1>Wallet</h1><form><p>Amount</p><button class="btn main">Send now</button><button class="btn main">Send all</button></form>`);
    const answer = await resolve(SEND, send);
    assert.equal(answer.reason, "ambiguous", JSON.stringify({ ...answer, detail: { ...answer.detail, scored: 0 } }));
    const { target, repair, candidates, old } = answer.detail;
    assert.deepEqual([target, repair, old], [SEND, true, send]);
    assert.deepEqual(candidates.map((/** @type {any} */ { descriptor }) => descriptor.text).sort(), ["Send all", "Send now"]);
    assert.ok(candidates.every((/** @type {any} */ { score }) => score >= 0.6));
  });

  await t.test("not found: what came closest, and why it was not taken", async () => {
    const old = `<form><button type=submit class=btn>Submit</button><button type=reset class=btn>Reset</button></form>`;
    const reset = await remembered(old, { text: "Reset" });
    const submit = await remembered(old, { text: "Submit" });
    await show(`<form><button type=submit class=btn>Submit</button></form>`);
    const answer = await resolve({ text: "Reset" }, reset, { others: [submit] });
    assert.equal(answer.reason, "not-found");
    const { target, near, repairTried, bestScore, refused, scored, ...rest } = answer.detail;
    assert.deepEqual([target, near, repairTried, rest], [{ text: "Reset" }, [], true, {}]);
    assert.ok(bestScore < 0.6, String(bestScore));
    assert.deepEqual([refused[0].descriptor.text, refused[0].why], ["Submit", "another target means it"]);
    assert.equal(scored.candidates.find((/** @type {any} */ { descriptor }) => descriptor.text === "Submit").refused, "another target means it");
  });

  await t.test("a person's no", async () => {
    await show(OLD.replace(">Send<", ">Send now<"));
    const { descriptor } = await resolve(SEND, send);
    const answer = await resolve(SEND, send, { rejected: [descriptor] });
    assert.equal(answer.reason, "not-found", JSON.stringify(answer.detail?.refused));
    assert.deepEqual([answer.detail.refused[0].descriptor.text, answer.detail.refused[0].why], ["Send now", "a person said no to it"]);
  });

  await t.test("more than two thousand elements get a note", async () => {
    await show(`<p>Row</p>`.repeat(2100));
    const answer = await resolve(SEND, send);
    assert.match(answer.detail.note, /more than 2000/);
    assert.equal(answer.detail.scored.looked, 2000);
    await show(`<p>Row</p>`);
    assert.equal((await resolve(SEND, send)).detail.note, undefined);
  });

  await t.test("never for what is there twice or hidden, nor without a memory", async () => {
    const now = `<button class="btn main" id=now>Send now</button>`;
    await show(`<button class=btn>Send</button><button class=btn>Send</button>${now}`);
    const twice = await resolve(SEND, send);
    assert.deepEqual([twice.reason, twice.detail.repair, twice.detail.scored], ["ambiguous", undefined, undefined]);
    await show(`<button class=btn hidden>Send</button>${now}`);
    const hidden = await resolve({ text: "Send" }, send);
    assert.deepEqual([hidden.reason, hidden.detail.repairTried], ["not-visible", undefined]);
    await show(OLD.replace(">Send<", ">Send now<"));
    const plain = await ask({ cmd: "resolve", target: SEND, timeoutMs: 50 });
    assert.deepEqual([plain.reason, plain.detail.repairTried], ["not-found", undefined]);
  });

  await t.test("an exact match comes first, at any time", async () => {
    await show(OLD.replace(">Send<", ">Send now<"));
    await inPage(`document.querySelector("p").insertAdjacentHTML("beforebegin", "<button>Send</button>")`);
    const { via, repaired, scored } = await resolve(SEND, send);
    assert.deepEqual([via, repaired, scored], ["exact", false, undefined]);
  });

  await t.test("pressed as an exact one would be: made ready, aimed at, guarded", async () => {
    const deep = OLD.replace('"btn main">', '"btn main" style="margin-top:3000px" onclick="document.title = event.isTrusted">');
    const old = await remembered(deep, SEND);
    await show(deep.replace(">Send<", ">Send now<"));
    const answer = await resolve(SEND, old, { for: "press", timeoutMs: 1500 });
    assert.ok(answer.at && answer.repaired, JSON.stringify(answer.detail?.refused ?? answer));
    await press(answer.at);
    assert.deepEqual(await ask({ cmd: "hit", handle: answer.handle }), { ok: true, delivered: true });
    assert.equal(await inPage("document.title"), "true");
  });

  await t.test("not pressed while something covers it", async () => {
    await show(`${OLD.replace(">Send<", ">Send now<")}<div class=glass style="position:fixed;inset:0">Please wait</div>`);
    const answer = await resolve(SEND, send, { for: "press", timeoutMs: 300 });
    assert.deepEqual([answer.reason, answer.detail.coveredBy], ["not-visible", 'div.glass "Please wait"'], JSON.stringify(answer));
  });

  await t.test("a field, found again and filled in one visit", async () => {
    const target = { text: "Amount" };
    const field = await remembered(`<form><label>Amount <input name=amount class=field></label></form>`, target);
    await show(`<form><label>How much <input name=amount class=field value=1></label></form>`);
    const act = { cmd: "act", action: "fill", target, value: "20", descriptor: field, accepted: true, timeoutMs: 300 };
    const unbelieved = await ask({ ...act, rejected: [{ ...field, label: "How much", name: "How much" }] });
    assert.deepEqual([unbelieved.ok, await inPage("document.querySelector('input').value")], [false, "1"]);
    await inPage(`document.querySelector("label").firstChild.data = "Amount due "`);
    const filled = await ask(act);
    assert.ok(filled.ok && filled.repaired && filled.repair && filled.scored, JSON.stringify(filled));
    assert.equal(await inPage("document.querySelector('input').value"), "20");
  });

  await t.test("a field that is only drifted is not filled", async () => {
    const target = { text: "Amount" };
    const field = await remembered(`<form><label>Amount <input class=field></label></form>`, target);
    await show(`<form><label>Reference <input class=field value=1></label></form>`);
    const answer = await ask({ cmd: "act", action: "fill", target, value: "20", descriptor: field, accepted: true, timeoutMs: 150 });
    assert.deepEqual([answer.ok, await inPage("document.querySelector('input').value")], [false, "1"], JSON.stringify(answer));
  });

  await t.test("in the part of the page to look within, and on the whole page once that is gone", async () => {
    const part = (/** @type {string} */ name, /** @type {string} */ text) => `<section aria-label=${name}><p>${name}</p><button class="btn main">${text}</button></section>`;
    const target = { ...SEND, within: { role: "region", name: "One" } };
    const old = await remembered(part("One", "Send") + part("Two", "Other"), target);
    await show(part("One", "Wait") + part("Two", "Send now"));
    const inside = await resolve(target, old);
    assert.deepEqual(inside.detail?.scored.candidates.map((/** @type {any} */ { descriptor }) => descriptor.text).filter((/** @type {string} */ text) => text.startsWith("Send")), []);
    await show(part("First", "Send now") + part("Two", "Other"));
    const found = await resolve(target, old);
    assert.equal(found.descriptor?.text, "Send now", JSON.stringify(found));
  });

  await t.test("nth of fewer than there are", async () => {
    const old = await remembered(`<button class="btn main">Send</button><button class=x>Send</button>`, { ...SEND, nth: 1 });
    await show(`<button class="btn main">Send now</button><button class=x>Other</button>`);
    assert.equal((await resolve({ ...SEND, nth: 1 }, old)).via, "repair");
  });

  await t.test("in closed roots", async () => {
    await show(`<div id=h></div>`);
    const root = (/** @type {string} */ html) => `h.attachShadow({ mode: "closed" }).innerHTML = ${JSON.stringify(html)}`;
    await inPage(root(OLD));
    const { descriptor } = await ask({ cmd: "resolve", target: SEND });
    await show(`<div id=h></div>`);
    await inPage(root(OLD.replace(">Send<", ">Send now<")));
    const found = await resolve(SEND, descriptor);
    assert.deepEqual([found.via, found.descriptor?.path.shadow], ["repair", ["#h"]], JSON.stringify(found));
  });

  for (const [whose, from] of [["same-origin", origin], ["cross-origin", other]]) {
    await t.test(`in a frame, ${whose}`, async () => {
      const frame = `<h1>Around</h1><iframe src="${from}/framed"></iframe>`;
      const target = { text: "In the frame" };
      const old = await remembered(frame, target);
      await show(frame);
      assert.equal((await ask({ cmd: "verify", kind: "exists", target })).ok, true);
      const before = { ...old, text: "In the frame now", name: "In the frame now" };
      const found = await ask({ cmd: "resolve", target: { text: "In the frame now" }, descriptor: before, accepted: true, timeoutMs: 2000 });
      assert.deepEqual([found.repaired, found.descriptor?.text, found.descriptor?.path.frame], [true, "In the frame", `${from}/framed`], JSON.stringify(found.detail ?? found));
      assert.equal(found.scored.looked, found.scored.counts.elements);
      assert.ok(found.scored.looked > 3, "both documents are looked at");
      checkScores(before, found.scored);
      const both = await resolve({ text: "In the frame now" }, { tag: "button", text: "In the frame now" });
      assert.notEqual(both.ok, true);
    });
  }

  await t.test("a name that stands in page and frame is none", async () => {
    await show(`<button id=in>Elsewhere</button><iframe src="${other}/framed"></iframe>`);
    assert.equal((await ask({ cmd: "verify", kind: "exists", target: { text: "In the frame" } })).ok, true);
    const old = { tag: "button", id: "in" };
    assert.notEqual((await resolve({ text: "Gone" }, old)).via, "descriptor");
    await inPage("document.querySelector('button').remove()");
    assert.equal((await resolve({ text: "Gone" }, old)).via, "descriptor");
  });

  await t.test("what is in a frame that cannot be seen is no candidate", async () => {
    await show(`<iframe style="visibility:hidden" src="${other}/framed"></iframe>`);
    const answer = await resolve({ text: "Gone" }, { tag: "button", id: "in", text: "In the frame" }, { timeoutMs: 1500 });
    assert.equal(answer.reason, "not-found", JSON.stringify(answer));
  });

  await t.test("an exact match that is something else altogether", async () => {
    await show(OLD.replace(/<button class="btn main">Send<\/button>/, "") + `<footer><p>Send</p></footer>`);
    const { via, repaired, unlike } = await resolve({ text: "Send" }, send);
    assert.deepEqual([via, repaired, unlike?.old], ["exact", false, send]);
    assert.ok(unlike.score < 0.6 && unlike.changed.includes("tag") && unlike.changes.length, JSON.stringify(unlike));
  });

  await t.test("an exact match as it was, or changed in the common way, is not unlike", async () => {
    await show(OLD);
    assert.equal((await resolve(SEND, send)).unlike, undefined);
    const count = await remembered(`<p>Balance <b class=total>5</b></p>`, { css: ".total" });
    await show(`<section><p>Balance <b class=total>1,204</b></p></section>`);
    const answer = await resolve({ css: ".total" }, count);
    assert.deepEqual([answer.ok, answer.unlike], [true, undefined]);
  });
});

test("when a repair is tried", async (t) => {
  const { open, ask, inPage } = await startPages(t);

  /** @param {string} html */
  const show = async (html) => {
    await open("/plain");
    await inPage(`document.body.innerHTML = ${JSON.stringify(html)}`);
  };
  await show(OLD);
  const { descriptor } = await ask({ cmd: "resolve", target: SEND });
  const now = OLD.replace(">Send<", ">Send now<");
  /** @param {Record<string, unknown>} more */
  const timed = async (more) => {
    const start = performance.now();
    const answer = await ask({ cmd: "resolve", target: SEND, descriptor, ...more });
    return { answer, took: performance.now() - start };
  };

  await t.test("at once, where a person accepted it", async () => {
    await show(now);
    const { answer, took } = await timed({ accepted: true, timeoutMs: 8000 });
    assert.equal(answer.repaired, true);
    assert.ok(took < 450, String(took));
  });

  await t.test("else once the page has been quiet", async () => {
    await show(now);
    const { answer, took } = await timed({ timeoutMs: 8000 });
    assert.equal(answer.repaired, true);
    assert.ok(took >= 500 && took < 3500, String(took));
  });

  await t.test("on a page that never rests, after half the time", async () => {
    await show(now);
    await inPage(`setInterval(() => document.querySelector("p").textContent = Math.random(), 50), 0`);
    const { answer, took } = await timed({ timeoutMs: 3000 });
    assert.equal(answer.repaired, true);
    assert.ok(took >= 1500 && took < 2900, String(took));
  });

  await t.test("a change of attributes, of text and in a root is no rest", async () => {
    for (const change of ["document.body.dataset.n = Math.random()", "document.querySelector('p').firstChild.data = Math.random()", "root.firstChild.title = Math.random()"]) {
      await show(`${now}<div id=h></div>`);
      await inPage(`root = h.attachShadow({ mode: "closed" }); root.innerHTML = "<b>x</b>"; setInterval(() => { ${change} }, 50), 0`);
      const { answer, took } = await timed({ timeoutMs: 2400 });
      assert.equal(answer.repaired, true, change);
      assert.ok(took >= 1200, `${change}: ${took}`);
    }
  });

  await t.test("what comes over the network is no rest", async () => {
    await show(now);
    await inPage(`setInterval(() => fetch("/plain?" + Math.random()), 50), 0`);
    const { answer, took } = await timed({ timeoutMs: 2400 });
    assert.equal(answer.repaired, true);
    assert.ok(took >= 1200, String(took));
  });

  await t.test("the element itself, when it comes late, and not what is like it", async () => {
    await show(now.replace(">Send now<", " id=wrong>Send now<"));
    await inPage(`setTimeout(() => document.querySelector("form").insertAdjacentHTML("afterbegin", "<button id=right>Send</button>"), 400), 0`);
    const { answer } = await timed({ timeoutMs: 4000 });
    assert.deepEqual([answer.via, answer.descriptor?.id], ["exact", "right"]);
  });

  await t.test("a page still being read is left to it", async () => {
    await open("/plain");
    await inPage("location = '/unread'");
    assert.equal((await ask({ cmd: "verify", kind: "exists", target: { text: "Send now" } })).ok, true);
    const { answer } = await timed({ timeoutMs: 900, accepted: true });
    assert.deepEqual([answer.reason, answer.detail.repairTried], ["not-found", undefined], JSON.stringify(answer));
  });

  await t.test("the page that comes after is given its time", async () => {
    await show(now);
    await inPage(`setInterval(() => document.body.dataset.n = Math.random(), 20); setTimeout(() => location = "/after", 1200), 0`);
    const { answer, took } = await timed({ timeoutMs: 3000 });
    assert.equal(answer.repaired, true, JSON.stringify(answer));
    assert.ok(took >= 1600, String(took));
  });

  await t.test("what is only drifted or as like as another is waited on to the end", async () => {
    await show(now.replace("Send now", "Transfer"));
    const late = await timed({ timeoutMs: 1200 });
    assert.equal(late.answer.reason, "drifted");
    assert.ok(late.took >= 1200, String(late.took));
    await show(now.replace("Send now", "Transfer"));
    await inPage(`setTimeout(() => document.querySelector(".main").textContent = "Send", 900), 0`);
    assert.equal((await timed({ timeoutMs: 4000 })).answer.via, "exact");
  });
});
