// Putting text into fields, as far as a script can do what a keyboard does.

import { isField } from "./roles.js";

/** Inputs whose value is set as a whole: what a person does in them is no typing of characters. */
const WHOLE = new Set(["date", "time", "datetime-local", "month", "week", "color", "range", "number"]);

/**
 * Focuses a field and selects what is in it, or puts the caret behind it.
 * @param {Element} element
 * @param {"all" | "end"} select
 * @returns {"text" | "contenteditable" | "native"}
 */
export function focusField(element, select) {
  /** @type {HTMLElement} */ (element).focus({ preventScroll: true });
  if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) {
    if (WHOLE.has(element.type)) return "native";
    if (select === "all") element.select();
    else putCaretAtEnd(element);
    return "text";
  }
  const range = document.createRange();
  range.selectNodeContents(element);
  if (select === "end") range.collapse(false);
  const selection = getSelection();
  selection?.removeAllRanges();
  selection?.addRange(range);
  return "contenteditable";
}

/** @param {HTMLInputElement | HTMLTextAreaElement} field */
function putCaretAtEnd(field) {
  try {
    field.setSelectionRange(field.value.length, field.value.length);
  } catch {
    // An email field has no caret that can be set; focus has put it where it was.
    field.select();
    getSelection()?.collapseToEnd();
  }
}

/**
 * Gives a field a value in place of the one it has.
 * @param {Element} element
 * @param {string} value
 * @returns {{ ok: true } | { ok: false, reason: "mismatch", detail: { expected: string, found: string } }}
 */
export function fillField(element, value) {
  if (focusField(element, "all") === "native") {
    setValue(/** @type {HTMLInputElement} */ (element), value);
    const { value: kept } = /** @type {HTMLInputElement} */ (element);
    if (kept !== value && Number(kept) !== Number(value)) return { ok: false, reason: "mismatch", detail: { expected: value, found: kept } };
    return { ok: true };
  }
  // These are edits of a person's to the page: its input events are trusted, and change comes when the field is left.
  insert(element, value);
  return { ok: true };
}

/**
 * Replaces what is selected in a focused field.
 * @param {Element} element
 * @param {string} text
 */
export function insert(element, text) {
  const field = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement ? element : null;
  const before = field?.value;
  const done = text === "" ? document.execCommand("delete") : document.execCommand("insertText", false, text);
  if (done && (field === null || field.value !== before || text === "" && before === "")) return;
  if (field) {
    const start = field.selectionStart ?? field.value.length;
    const end = field.selectionEnd ?? field.value.length;
    setValue(field, field.value.slice(0, start) + text + field.value.slice(end));
  }
}

/** @param {HTMLInputElement | HTMLTextAreaElement} field @param {string} value */
function setValue(field, value) {
  field.value = value;
  field.dispatchEvent(new InputEvent("input", { bubbles: true, composed: true, data: value, inputType: "insertReplacementText" }));
  field.dispatchEvent(new Event("change", { bubbles: true }));
}

/**
 * Types one character after the other, with the events of its key.
 * @param {Element} element
 * @param {string} text
 */
export function typeInto(element, text) {
  focusField(element, "end");
  for (const char of text) {
    const key = char === "\n" ? "Enter" : char;
    const goesOn = sendKey(element, "keydown", { key });
    if (goesOn && key === "Enter") enter(element);
    else if (goesOn) insert(element, char);
    sendKey(element, "keyup", { key });
  }
}

/** @param {Element} element */
function enter(element) {
  if (element instanceof HTMLInputElement) element.form?.requestSubmit();
  else if (isField(element)) insert(element, "\n");
  else /** @type {HTMLElement} */ (element).click?.();
}

/**
 * @param {Element} element
 * @param {string} type
 * @param {KeyboardEventInit} init
 */
function sendKey(element, type, init) {
  return element.dispatchEvent(new KeyboardEvent(type, { bubbles: true, cancelable: true, composed: true, ...init }));
}

/**
 * Presses a key with its modifiers, such as `Ctrl+A` or `Enter`.
 * @param {Element} element
 * @param {string} keys
 */
export function pressKeys(element, keys) {
  const parts = keys === "+" ? ["+"] : keys.split("+").map((part) => part || "+");
  const key = parts.pop() ?? "";
  const held = new Set(parts.map((part) => part.toLowerCase()));
  const init = {
    key,
    ctrlKey: held.has("ctrl") || held.has("control"),
    shiftKey: held.has("shift"),
    altKey: held.has("alt"),
    metaKey: held.has("meta") || held.has("cmd"),
  };
  /** @type {HTMLElement} */ (element).focus({ preventScroll: true });
  if (sendKey(element, "keydown", init)) defaultOf(element, init);
  sendKey(element, "keyup", init);
}

/** @param {Element} element @param {{ key: string, ctrlKey: boolean, metaKey: boolean, altKey: boolean }} init */
function defaultOf(element, { key, ctrlKey, metaKey, altKey }) {
  if (ctrlKey || metaKey) {
    if (key.toLowerCase() === "a") document.execCommand("selectAll");
    return;
  }
  if (altKey) return;
  if (key === "Enter") enter(element);
  else if (key === "Backspace") document.execCommand("delete");
  else if (key === "Delete") document.execCommand("forwardDelete");
  else if ((key === " " || key === "Space") && !isField(element)) /** @type {HTMLElement} */ (element).click();
  else if (key === "Space") insert(element, " ");
  else if ([...key].length === 1) insert(element, key);
}
