// What was typed into a field, and what of it must never be told.

import { isField } from "./roles.js";

/** Fields that have been seen to take a password, also where the page shows it for a while. @type {WeakSet<Element>} */
const secretFields = new WeakSet();
/** What was typed into them: nothing told may hold it. @type {Set<string>} */
const secretTexts = new Set();

/** Shorter ones stand in any text. */
const SHORTEST_SECRET = 4;

/** Whether a person's text or choice of a value goes into it. @param {Element} element */
export function isTyped(element) {
  return isField(element) || (element instanceof HTMLInputElement && /^(range|color)$/.test(element.type));
}

/** Whether what it holds is a password, or was when it was asked before. @param {Element} element */
export function isSecretField(element) {
  if (!(element instanceof HTMLInputElement)) return false;
  const { type, autocomplete } = element;
  const isMasked = getComputedStyle(element).getPropertyValue("-webkit-text-security") !== "none";
  if (type === "password" || isMasked || /(current|new)-password|one-time-code|cc-csc/.test(autocomplete)) secretFields.add(element);
  return secretFields.has(element);
}

/** @param {Element} element @returns {{ kind: "fill", value: string } | { kind: "fill", secret: true }} */
export function fillStep(element) {
  if (isSecretField(element)) {
    const { value } = /** @type {HTMLInputElement} */ (element);
    if (value.length >= SHORTEST_SECRET) secretTexts.add(value);
    return { kind: "fill", secret: true };
  }
  if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) return { kind: "fill", value: element.value };
  return { kind: "fill", value: /** @type {HTMLElement} */ (element).innerText.replace(/\n$/, "") };
}

/**
 * The message without words that hold a password: pages sometimes show one.
 * @param {import("./recorder.js").Message} message
 * @returns {import("./recorder.js").Message | null} nothing for a step that cannot be told without one
 */
export function redacted(message) {
  const { step, used } = message;
  const says = (/** @type {unknown} */ value) => [...secretTexts].some((secret) => JSON.stringify(value).includes(JSON.stringify(secret).slice(1, -1)));
  if (says(step) && step.kind !== "fill") return null;
  const safe = says(step) ? { kind: step.kind, secret: true } : step;
  if (!used) return { step: safe };
  return { step: safe, used: { ...used, wordings: used.wordings.filter((wording) => !says(wording)) } };
}
