import assert from "node:assert/strict";
import { test } from "node:test";

import { countsOf, score } from "../page/score.js";

test("an element that has not changed is sure to be the one remembered", () => {
  const send = { tag: "button", role: "button", name: "Send", text: "Send", id: "send" };
  assert.equal(score(send, send, countsOf([send])).score >= 0.85, true);
});
