import assert from "node:assert/strict";
import { test } from "node:test";

import { judge } from "../worker/repair-bands.js";

/** @param {number} score @param {Record<string, unknown>} [more] */
function candidate(score, more = {}) {
  return /** @type {any} */ ({ handle: `h${score}`, descriptor: { tag: "a", text: String(score) }, score, fields: [], changed: [], changes: [], ...more });
}

/**
 * A verdict in a word and the scores it names.
 * @param {any[]} candidates
 * @param {any[]} [named]
 */
function verdict(candidates, named = []) {
  const said = /** @type {any} */ (judge(candidates, named));
  if (said.took) return `took ${said.took.score}${said.by ? ` by ${said.by}` : ""}, then ${said.runnerUp}`;
  if (said.drifted) return `drifted ${said.drifted.score}, then ${said.runnerUp}`;
  if (said.rivals) return `rivals ${said.rivals.map((/** @type {any} */ { score }) => score).join(" ")}`;
  return `nothing ${said.bestScore}`;
}

/** @type {[string, any[], any[], string][]} */
const CASES = [
  ["no candidate at all", [], [], "nothing 0"],
  ["0.85 is acted on", [candidate(0.85)], [], "took 0.85, then 0"],
  ["just under it is drifted", [candidate(0.8499)], [], "drifted 0.8499, then 0"],
  ["0.6 is drifted", [candidate(0.6), candidate(0.2)], [], "drifted 0.6, then 0.2"],
  ["just under it is nothing", [candidate(0.5999)], [], "nothing 0.5999"],
  ["two within 0.15", [candidate(0.95), candidate(0.81)], [], "rivals 0.95 0.81"],
  ["0.15 apart, to the digit, is within", [candidate(0.9), candidate(0.75)], [], "rivals 0.9 0.75"],
  ["further apart", [candidate(0.9), candidate(0.7499)], [], "took 0.9, then 0.7499"],
  ["two that are only shown", [candidate(0.7), candidate(0.65)], [], "rivals 0.7 0.65"],
  ["one that would not be shown is no rival", [candidate(0.65), candidate(0.59)], [], "drifted 0.65, then 0.59"],
  ["five rivals are enough", [1, 0.99, 0.98, 0.97, 0.96, 0.95].map((score) => candidate(score)), [], "rivals 1 0.99 0.98 0.97 0.96"],
  ["what is pressed with the best is no rival", [candidate(0.9), candidate(0.89, { pressedWith: "h0.9" }), candidate(0.3)], [], "took 0.9, then 0.3"],
  ["what is pressed with another is one", [candidate(0.9), candidate(0.8), candidate(0.79, { pressedWith: "h0.8" })], [], "rivals 0.9 0.8 0.79"],
  ["what is refused is not taken and no rival", [candidate(0.99, { refused: "no" }), candidate(0.9)], [], "took 0.9, then 0"],
  ["what is disqualified is not taken", [candidate(0.99, { disqualified: "no" })], [], "nothing 0"],
  ["a name, whatever the score", [candidate(0.9), candidate(0.1)], [{ by: "id", count: 1, handle: "h0.1" }], "took 0.1 by id, then 0.9"],
  ["a testid before an id", [candidate(0.9), candidate(0.1)], [{ by: "id", count: 1, handle: "h0.1" }, { by: "testid", count: 1, handle: "h0.9" }], "took 0.9 by testid, then 0.1"],
  ["a name with two elements is none", [candidate(0.9), candidate(0.1)], [{ by: "id", count: 2 }], "took 0.9, then 0.1"],
  ["a name in two frames is none", [candidate(0.9), candidate(0.1)], [{ by: "id", count: 1, handle: "h0.1" }, { by: "id", count: 1, handle: "h0.9" }], "took 0.9, then 0.1"],
  ["a frame without the name does not matter", [candidate(0.9), candidate(0.1)], [{ by: "id", count: 0 }, { by: "id", count: 1, handle: "h0.1" }], "took 0.1 by id, then 0.9"],
  ["a name that the words speak against is only scored", [candidate(0.9), candidate(0.1)], [{ by: "id", count: 1, handle: "h0.1", doubted: true }], "took 0.9, then 0.1"],
  ["a name of what is refused falls through to the next", [candidate(0.9, { refused: "no" }), candidate(0.2)], [{ by: "testid", count: 1, handle: "h0.9" }, { by: "nameAttr", count: 1, handle: "h0.2" }], "took 0.2 by nameAttr, then 0"],
  ["a name of what is of another kind falls through to scoring", [candidate(0.9), candidate(0, { disqualified: "no" })], [{ by: "testid", count: 1, handle: "h0" }], "took 0.9, then 0"],
];

for (const [name, candidates, named, expected] of CASES) {
  test(name, () => assert.equal(verdict(candidates, named), expected));
}

test("what was refused is named with its reason, the barred first", () => {
  const said = /** @type {any} */ (judge([candidate(0.95, { refused: "a person said no to it" }), candidate(0.5), candidate(0.4), candidate(0.3), candidate(0, { disqualified: "a link never becomes a field" })], []));
  assert.deepEqual(said.refused.map((/** @type {any} */ { score, why }) => [score, why]), [
    [0.95, "a person said no to it"],
    [0, "a link never becomes a field"],
    [0.5, "too unlike the one remembered"],
    [0.4, "too unlike the one remembered"],
  ]);
  assert.equal(said.bestScore, 0.5);
});

test("what is of the same tag and role is named though it is not like it at all", () => {
  const submit = candidate(0, { descriptor: { tag: "button", role: "button", text: "Submit" } });
  const link = candidate(0, { descriptor: { tag: "a", role: "link", text: "Help" } });
  const said = /** @type {any} */ (judge([link, submit], [], { tag: "button", role: "button", text: "Reset" }));
  assert.deepEqual(said.refused.map((/** @type {any} */ { descriptor }) => descriptor.text), ["Submit"]);
});
