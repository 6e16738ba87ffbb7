import assert from "node:assert/strict";
import { test } from "node:test";
import { MAX_FRAME_BYTES } from "../transport/types.js";
import { BACKOFF_MS, CLOSE, MESSAGE_LIMIT, PROTOCOL, REASONS, RESENT } from "../wire/types.js";
import { createNavigate } from "../worker/navigate.js";
import { pageCommands } from "../worker/page-commands.js";
import { createTabCommands } from "../worker/tab-commands.js";
import { checkAnswer, checkEvent, checkHello, samples } from "./wire.js";

test("the types' numbers and names are those of the samples", () => {
  const { protocol, limits, backoffMs, closeCodes, reasons, resent } = samples.protocol;
  assert.deepEqual([PROTOCOL, BACKOFF_MS, CLOSE, REASONS, RESENT], [protocol, backoffMs, closeCodes, reasons, resent]);
  assert.deepEqual([MESSAGE_LIMIT, MAX_FRAME_BYTES], [limits.messageBytes, limits.messageBytes]);
});

test("the worker has every command of the protocol, and no other", () => {
  const parts = /** @type {any} */ ({});
  const commands = { ...createNavigate(parts), ...createTabCommands(parts), ...pageCommands };
  assert.deepEqual(Object.keys(commands).sort(), samples.protocol.commands.toSorted());
});

test("every command has samples, and every sample passes the check that the tests in browser use", () => {
  for (const command of samples.protocol.commands) {
    for (const { request, answers } of samples[command]) {
      assert.equal(request.cmd, command);
      for (const answer of answers) checkAnswer(request, answer);
    }
  }
  for (const event of samples.frames.event) checkEvent(event);
  for (const hello of samples.frames.hello) checkHello(hello);
});

test("the check finds a field that is missing, unknown or of another type, and an unknown reason or event", () => {
  const request = { cmd: "navigate" };
  assert.throws(() => checkAnswer(request, { id: 1, ok: true, tab: 1 }), /lacks url/);
  assert.throws(() => checkAnswer(request, { id: 1, ok: true, tab: 1, url: "x", more: 1 }), /has more/);
  assert.throws(() => checkAnswer(request, { id: 1, ok: true, tab: "1", url: "x" }), /tab .* is string/);
  assert.throws(() => checkAnswer(request, { id: 1, ok: false, reason: "because", detail: {} }), /none of the protocol's reasons/);
  assert.throws(() => checkAnswer(request, { id: 1, ok: false, reason: "timeout", detail: { url: 1 } }), /detail url/);
  assert.throws(() => checkEvent({ type: "event", kind: "tab-painted", tab: 1 }), /none of the protocol's events/);
  assert.throws(() => checkHello({ type: "hello" }), /lacks extVersion/);
});
