// Checks what the extension says against the wire's golden samples: the fields that every sample of its kind has are
// there, none is of another type than in the samples, and none is unknown.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";

const FOLDER = new URL("../wire/samples/", import.meta.url);

/** @type {Record<string, any>} */
export const samples = Object.fromEntries(
  readdirSync(FOLDER)
    .filter((name) => name.endsWith(".json"))
    .map((name) => [name.slice(0, -".json".length), JSON.parse(readFileSync(new URL(name, FOLDER), "utf8"))]),
);

/** @type {any[]} */
const answers = Object.values(samples)
  .flat()
  .flatMap((entry) => entry?.answers ?? []);
const details = answers.flatMap(({ detail }) => (detail ? [detail] : []));

/**
 * @param {{ cmd?: unknown }} request
 * @param {any} answer
 */
export function checkAnswer({ cmd }, answer) {
  assert.equal(typeof answer.id, "number");
  if (answer.ok === true) {
    const known = samples[String(cmd)]
      .flatMap((/** @type {any} */ entry) => entry.answers)
      .filter((/** @type {any} */ sample) => sample.ok);
    checkFields(answer, known, `an answer to ${cmd}`, ["retries"]);
    return;
  }
  assert.deepEqual(Object.keys(answer).filter((key) => key !== "retries"), ["id", "ok", "reason", "detail"]);
  assert.ok(samples.protocol.reasons.includes(answer.reason), `${answer.reason} is none of the protocol's reasons`);
  for (const [key, value] of Object.entries(answer.detail)) {
    const types = typesOf(details, key);
    if (types.size) assert.ok(types.has(typeOf(value)), `the detail ${key} of ${cmd} is ${typeOf(value)}`);
  }
}

/** @param {any} event */
export function checkEvent(event) {
  const known = samples.frames.event.filter((/** @type {any} */ sample) => sample.kind === event.kind);
  assert.ok(known.length, `${event.kind} is none of the protocol's events`);
  checkFields(event, known, `the event ${event.kind}`);
}

/** @param {any} hello */
export function checkHello(hello) {
  checkFields(hello, samples.frames.hello, "hello");
}

/**
 * @param {Record<string, unknown>} message
 * @param {Record<string, unknown>[]} known the samples of its kind
 * @param {string} name
 * @param {string[]} [optional] fields that any message of the kind may have
 */
function checkFields(message, known, name, optional = []) {
  const [first = {}, ...others] = known;
  for (const key of Object.keys(first)) {
    if (others.every((sample) => key in sample) && !optional.includes(key)) assert.ok(key in message, `${name} lacks ${key}`);
  }
  for (const [key, value] of Object.entries(message)) {
    const types = typesOf(known, key);
    if (!types.size && optional.includes(key)) continue;
    assert.ok(types.size, `no sample of ${name} has ${key}`);
    assert.ok(types.has(typeOf(value)), `${key} in ${name} is ${typeOf(value)}, and in the samples ${[...types].join(" or ")}`);
  }
}

/**
 * @param {Record<string, unknown>[]} known
 * @param {string} key
 */
function typesOf(known, key) {
  return new Set(known.filter((sample) => Object.hasOwn(sample, key)).map((sample) => typeOf(sample[key])));
}

/** @param {unknown} value */
function typeOf(value) {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}
