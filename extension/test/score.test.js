import assert from "node:assert/strict";
import { test } from "node:test";

import { changesOf, wordsFor } from "../page/changes.js";
import { changedKind } from "../page/kinds.js";
import { countsOf, nameContradicts, quick, sameTarget, score } from "../page/score.js";

/** @typedef {import("../page/describe.js").Descriptor} Descriptor */

/** @param {string} text @param {Partial<Descriptor>} [more] @returns {Descriptor} */
const button = (text, more = {}) => ({
  tag: "button", role: "button", type: "button", name: text, text, classes: ["btn"],
  context: { heading: "Payment", form: "pay" },
  path: { xpath: "/html/body/main/form/div[2]/button[1]" },
  rect: { x: 100, y: 400, width: 90, height: 32 },
  siblings: { index: 1, of: 2 },
  ...more,
});

/** @param {string} text @param {Partial<Descriptor>} [more] @returns {Descriptor} */
const link = (text, more = {}) => ({
  tag: "a", role: "link", name: text, text, classes: ["nav-link"],
  path: { xpath: "/html/body/header/nav/ul/li[2]/a" },
  rect: { x: 300, y: 20, width: 70, height: 24 },
  siblings: { index: 1, of: 1 },
  ...more,
});

const beside = { path: { xpath: "/html/body/main/form/div[2]/button[2]" }, rect: { x: 200, y: 400, width: 90, height: 32 }, siblings: { index: 2, of: 2 } };
const filler = Array.from({ length: 60 }, (_, at) => ({ tag: "p", text: `Paragraph number ${at}`, classes: at % 2 ? ["btn", "nav-link"] : ["prose"] }));

/** The score on a page that has the element, some others and a filling. @param {Descriptor} was @param {Descriptor} now @param {Descriptor[]} others */
const scoreOn = (was, now, ...others) => score(was, now, countsOf([...filler, now, ...others]));

/** @param {Descriptor} was @param {Descriptor} now @param {Descriptor[]} others */
const accepted = (was, now, ...others) => {
  const { score: reached, held } = scoreOn(was, now, ...others);
  assert.equal(reached >= 0.85, true, `${reached} ${held ?? ""}`);
};

/** @param {Descriptor} was @param {Descriptor} now @param {number} under */
const refused = (was, now, under) => assert.equal(scoreOn(was, now).score < under, true, String(scoreOn(was, now).score));

test("an element that has not changed is the one remembered, and so is one that lost its class, its id or its place in the tree", () => {
  const was = button("Send", { id: "send" });
  accepted(was, was);
  accepted(was, button("Send", { id: "submit-7", classes: ["css-1x2y3z"] }));
  accepted(was, button("Send", { classes: undefined }));
  accepted(was, button("Send", { id: "send", path: { xpath: "/html/body/div/div/main/form/div/div[2]/button[1]" } }));
});

test("the points of the fields are the score, each with its similarity and its weight", () => {
  const found = scoreOn(button("Send"), button("Send now"));
  assert.equal(found.points, Math.round(found.fields.reduce((sum, { points }) => sum + points, 0) * 100) / 100);
  const text = found.fields.find(({ field }) => field === "text");
  assert.deepEqual([text?.was, text?.now], ["Send", "Send now"]);
  for (const { similarity } of found.fields) assert.equal(similarity >= 0 && similarity <= 1, true);
});

test("the same descriptors and counts give the same score, from JSON too", () => {
  const [was, now] = [button("Send"), button("Send now", { rect: { x: 103, y: 411, width: 120, height: 32 } })];
  const counts = countsOf([...filler, now]);
  const read = JSON.parse(JSON.stringify({ was, now, counts }));
  assert.deepEqual(score(read.was, read.now, read.counts), score(was, now, counts));
});

test("a text that is partly new is the same element where the rest agrees", () => {
  accepted(button("Send", { id: "send", testid: "send" }), button("Send now", { id: "send", testid: "send" }));
  accepted(button("Continue"), button("Continue to review", { rect: { x: 100, y: 400, width: 160, height: 32 } }));
});

test("other words with nothing else that names it are worth a look, not an act", () => {
  const found = scoreOn(button("Use a coupon", { id: "coupon" }), button("Use a voucher", { classes: ["chip"] }));
  assert.equal(found.score >= 0.6 && found.score < 0.85, true, String(found.score));
});

test("a neighbour is not taken for what is gone", () => {
  refused(button("Reset"), button("Submit", beside), 0.6);
  refused(button("Minimize"), button("Maximize", beside), 0.6);
  refused(button("Minimize"), button("Full screen", beside), 0.6);
  refused(button("Delete item"), button("Archive item", beside), 0.6);
});

test("a neighbour that has moved up into the empty place is not taken for what is gone either", () => {
  const alone = { siblings: { index: 1, of: 1 } };
  refused(button("Reset"), button("Submit", alone), 0.6);
  refused(button("Delete item"), button("Archive item", alone), 0.6);
  refused(button("Edit"), button("Edit history", alone), 0.85);
  const was = button("Delete item", { context: { before: "Rename item", after: "Archive item", form: "pay" } });
  refused(was, button("Archive item", { context: { before: "Rename item", form: "pay" } }), 0.6);
});

test("the name that choices of a group share is none of one of them", () => {
  const radio = (/** @type {string} */ name) => button(name, {
    tag: "input", role: "radio", type: "radio", text: undefined, label: name, classes: undefined, nameAttr: "looks",
    context: { heading: "Your account", landmark: "form", form: "Profile", before: "Looks", after: name },
    path: { xpath: "/html/body/main/form/fieldset/label[1]/input" }, siblings: { index: 1, of: 1 },
  });
  accepted(radio("Light"), radio("Light mode"));
  refused(radio("Light"), radio("Dark"), 0.85);
  refused(button("Delete", { nameAttr: "action" }), button("Archive", { nameAttr: "action" }), 0.85);
  const field = { tag: "input", role: "textbox", type: "text", text: undefined, nameAttr: "email" };
  accepted(button("Email", field), button("Your address", field));
});

test("the same button in another row or card is another button", () => {
  const inRow = (/** @type {string} */ row, /** @type {number} */ at) =>
    button("Delete", { context: { row }, path: { xpath: `/html/body/main/table/tbody/tr[${at}]/td[4]/button` }, rect: { x: 600, y: 100 + 40 * at, width: 60, height: 28 } });
  refused(inRow("Anna Berg anna@example.org", 2), inRow("Bob Marsh bob@example.org", 3), 0.85);
  refused(inRow("Anna Berg anna@example.org", 2), inRow("Bob Marsh bob@example.org", 2), 0.85);
  accepted(inRow("Anna Berg anna@example.org", 2), inRow("Anna Berg anna@example.org", 5), inRow("Bob Marsh bob@example.org", 3));
  const inCard = (/** @type {string} */ heading, /** @type {number} */ at) =>
    button("Add to cart", { context: { heading }, path: { xpath: `/html/body/main/div[${at}]/button` }, rect: { x: 250 * at, y: 300, width: 110, height: 32 } });
  refused(inCard("Blue kettle", 2), inCard("Garden chair", 3), 0.85);
  refused(inCard("Blue kettle", 2), inCard("Garden chair", 2), 0.85);
  accepted(inCard("Blue kettle", 2), inCard("Blue kettle", 3), inCard("Garden chair", 2));
});

test("a unique text with its address is found at the other end of the page", () => {
  const footer = { path: { xpath: "/html/body/footer/div[2]/ul/li[5]/a" }, rect: { x: 320, y: 2400, width: 70, height: 24 } };
  accepted(link("Imprint", { href: "/imprint" }), link("Imprint", { href: "/imprint", ...footer }));
  refused(link("Imprint", { href: "/imprint" }), link("Contact", { href: "/contact", ...footer }), 0.3);
});

test("two siblings that changed places are told apart by what they say", () => {
  const [home, help] = [link("Home", { href: "/home" }), link("Help", { href: "/help", path: { xpath: "/html/body/header/nav/ul/li[3]/a" }, rect: { x: 380, y: 20, width: 70, height: 24 } })];
  const there = link("Home", { href: "/home", path: help.path, rect: help.rect });
  const here = link("Help", { href: "/help", path: home.path, rect: home.rect });
  accepted(home, there, here);
  assert.equal(scoreOn(home, here, there).score < 0.6, true);
});

test("words that are each other's contrary, and other numbers, weigh against", () => {
  for (const [was, now] of [["Next", "Previous"], ["Sign in", "Sign out"], ["Page 1", "Page 2"], ["Minimize", "Maximize"], ["Add user", "Remove user"]]) {
    refused(button(was ?? ""), button(now ?? ""), 0.85);
  }
});

test("other words and another address are never acted on, even in the very same place", () => {
  const found = scoreOn(link("Women’s Clothing", { href: "/women" }), link("Women’s Shoes", { href: "/shoes" }));
  assert.equal(found.score < 0.85, true);
});

test("icons without any text or name are told apart only by a class of their own", () => {
  const icon = (/** @type {string} */ name, more = {}) => button("", { text: undefined, name: undefined, classes: ["icon", name], context: undefined, ...more });
  const others = [icon("icon-pin", beside), icon("icon-share"), icon("icon-copy")];
  accepted(icon("icon-trash"), icon("icon-trash"), ...others);
  assert.equal(scoreOn(icon("icon-trash"), icon("icon-pin"), ...others).score < 0.85, true);
  refused(icon("icon-trash"), icon("icon-trash", { siblings: { index: 1, of: 1 }, classes: ["icon"] }), 0.85);
});

test("what says the same and stands nowhere near is not enough alone", () => {
  const found = score({ tag: "button", text: "Send" }, { tag: "button", text: "Send" });
  assert.equal(found.score < 0.85, true);
});

test("a telling text counts for more than one all over the page", () => {
  const [was, now] = [button("Details"), button("Details")];
  const many = Array.from({ length: 30 }, () => button("Details"));
  assert.equal(scoreOn(was, now).points > scoreOn(was, now, ...many).points, true);
});

test("a missing field is no evidence, and a rect may be left out", () => {
  const { rect, ...placeless } = button("Send");
  accepted(button("Send"), placeless);
  assert.equal(scoreOn(button("Send"), placeless).fields.some(({ field }) => field === "position" || field === "size"), false);
});

test("a change of kind disqualifies, and a button may become a link", () => {
  assert.equal(changedKind(button("Go"), link("Go")), undefined);
  assert.equal(changedKind({ tag: "input", type: "submit" }, button("Go")), undefined);
  assert.equal(changedKind({ tag: "div" }, button("Go")), undefined);
  assert.equal(changedKind({ tag: "input", type: "checkbox", role: "checkbox" }, button("Go")), "a checkbox never becomes a button");
  assert.equal(changedKind({ tag: "input", type: "text" }, link("Go")), "a field never becomes a link");
  assert.equal(changedKind({ tag: "input", type: "text" }, { tag: "input", type: "password" }), "a field never becomes a password");
  assert.equal(changedKind(link("Go"), { tag: "li" }), "a link never becomes a <li>");
  const { score: reached, disqualified } = score({ tag: "input", type: "checkbox", id: "a" }, button("Go", { id: "a" }));
  assert.deepEqual([reached, disqualified], [0, "a checkbox never becomes a button"]);
});

test("a name is no proof where text and accessible name say something else", () => {
  assert.equal(nameContradicts(link("Orders"), link("Invoices")), true);
  assert.equal(nameContradicts(link("Orders"), link("Orders")), false);
  assert.equal(nameContradicts(button("×", { name: "Close" }), button("✕", { name: "Close" })), false);
  assert.equal(nameContradicts({ tag: "input", id: "q" }, { tag: "input", id: "q" }), false);
});

test("the quick comparison puts the element first and leaves other kinds out", () => {
  const was = link("Help", { href: "/help" });
  const page = [link("Home", { href: "/" }), link("Help centre", { href: "/help" }), link("Jobs", { href: "/jobs" }), { tag: "input", type: "text" }];
  const counts = countsOf(page);
  const rough = page.map((brief) => quick(was, brief, counts));
  assert.equal(Math.max(...rough), rough[1]);
  assert.equal(rough[3], -1);
});

test("the counts leave out what stands once, and count a wrapper and what it holds alone as one", () => {
  const counts = countsOf([{ tag: "li", text: "News" }, { tag: "a", text: "News", href: "/news" }, { tag: "a", text: "Jobs", href: "/news" }]);
  assert.deepEqual(counts, { elements: 3, text: {}, word: {}, href: { "/news": 2 }, class: {} });
  assert.deepEqual(countsOf([{ tag: "a", text: "News" }, { tag: "a", text: "News" }]).text, { news: 2 });
});

test("nested elements that cover the same place are one target", () => {
  const box = { x: 0, y: 0, width: 100, height: 30 };
  const outer = { tag: "li", text: "Home", path: { xpath: "/html/body/ul/li[1]" }, rect: box };
  const inner = { tag: "a", text: "Home", path: { xpath: "/html/body/ul/li[1]/a" }, rect: { x: 10, y: 5, width: 80, height: 20 } };
  assert.equal(sameTarget(outer, inner), true);
  assert.equal(sameTarget(inner, outer), true);
  assert.equal(sameTarget(outer, { ...outer, path: { xpath: "/html/body/ul/li[2]" }, rect: { ...box, x: 100 } }), false);
});

test("changes are told field by field", () => {
  const { changed, changes } = changesOf({ tag: "button", text: "Send", name: "Send", id: "send" }, { tag: "button", text: "Send now", name: "Send now" });
  assert.deepEqual(changed, ["text", "name", "id"]);
  assert.deepEqual(changes, ['text "Send" -> "Send now"', 'id "send" -> none']);
});

test("a score is told in words", () => {
  const found = scoreOn(button("Send", { testid: "send" }), button("Send now", { testid: "send" }));
  assert.match(wordsFor(found), /^text "Send" -> "Send now" \(0\.\d\d\), same testid, /);
  assert.match(wordsFor(scoreOn(button("Reset"), button("Submit", beside))), /text "Reset" -> "Submit" \(0\.00\)/);
});
