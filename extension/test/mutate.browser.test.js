// What would become of an element on a changed page, through the whole extension: the answers of `mutate`, and that the page stays as it is.

import assert from "node:assert/strict";
import { test } from "node:test";

import { startPages } from "./in-pages.js";

const FORM = `<h1>Wallet</h1><form onsubmit="return false"><p>Amount</p><input name=amount aria-label=Amount><button id=a class="btn main">Send</button><button class=btn type=button>Cancel</button></form>`;
const SEND = { role: "button", name: "Send" };

test("an element on a page that changes, in a real browser", async (t) => {
  const { origin, other, open, ask, inPage } = await startPages(t);

  /** Shows a page's body. @param {string} html */
  const show = async (html) => {
    await open("/plain");
    await inPage(`document.body.innerHTML = ${JSON.stringify(html)}`);
  };
  /** @param {Record<string, unknown>} target @param {string} mutation @param {Record<string, unknown>} [more] */
  const mutate = async (target, mutation, more = {}) => {
    const { handle, descriptor } = await ask({ cmd: "resolve", target });
    assert.ok(handle, `nothing is ${JSON.stringify(target)}`);
    const before = await inPage("document.documentElement.outerHTML");
    const answer = await ask({ cmd: "mutate", handle, mutation, target, descriptor, ...more });
    assert.equal(await inPage("document.documentElement.outerHTML"), before);
    return { ...answer, meant: handle };
  };

  await t.test("found again, and it is the one meant", async () => {
    await show(FORM);
    const { ok, change, same, answer, meant } = await mutate(SEND, "add-word");
    assert.deepEqual([ok, change, same], [true, '"Send" -> "Send now"', true]);
    assert.deepEqual([answer.repaired, answer.via, answer.handle], [true, "descriptor", meant]);
    assert.equal(answer.scored.candidates[0].score, answer.repair.score);
  });

  await t.test("exactly, by itself", async () => {
    const { same, answer } = await mutate(SEND, "wrap-and-move");
    assert.deepEqual([same, answer.via, answer.repaired], [true, "exact", false]);
  });

  await t.test("not at all, when it is gone", async () => {
    const others = [(await ask({ cmd: "resolve", target: { text: "Cancel" } })).descriptor];
    for (const mutation of ["remove", "remove-and-rename-neighbour"]) {
      const { answer } = await mutate(SEND, mutation, { others });
      assert.equal(answer.ok, false);
      assert.equal(answer.detail.repairTried, true, JSON.stringify(answer.detail.refused));
    }
  });

  await t.test("another one, where the page deceives", async () => {
    await show(`<style>.spare { display: none } .spare:first-child { display: inline }</style><p><button data-testid=send>Send</button><a href="#" class=spare data-testid=send>Throw away</a></p>`);
    const { same, answer } = await mutate(SEND, "remove");
    assert.deepEqual([same, answer.via, answer.descriptor.text], [false, "descriptor", "Throw away"]);
  });

  await t.test("nothing to change, and no such element", async () => {
    await show(FORM);
    assert.equal((await mutate(SEND, "drop-testid")).lacks, "it has no data-testid");
    const gone = await ask({ cmd: "mutate", handle: "0:gone.1", mutation: "remove", target: SEND });
    assert.deepEqual([gone.ok, gone.reason], [false, "not-found"]);
    assert.equal((await ask({ cmd: "mutate", handle: "999:gone.1", mutation: "remove", target: SEND })).reason, "not-found");
  });

  await t.test("in a frame, and with frames beside it", async () => {
    await show(`<iframe src="${other}/framed"></iframe><iframe src="${origin}/plain"></iframe><button>Outside</button>`);
    const frame = { role: "button", name: "In the frame" };
    const again = await mutate(frame, "add-word");
    assert.deepEqual([again.change, again.same, again.answer.repaired], ['"In the frame" -> "In the frame now"', true, true], JSON.stringify(again.answer));
    const gone = await mutate(frame, "remove");
    assert.equal(gone.answer.ok, false);
    const outside = await mutate({ text: "Outside" }, "add-word");
    assert.deepEqual([outside.same, outside.answer.repaired], [true, true], JSON.stringify(outside.answer));
  });

  await t.test("in a closed root", async () => {
    await open("/closed");
    const { answer, meant } = await mutate({ text: "Deep" }, "add-word");
    assert.deepEqual([answer.reason, answer.detail?.handle, answer.detail?.candidate.text], ["drifted", meant, "Deep now"], JSON.stringify(answer));
  });
});
