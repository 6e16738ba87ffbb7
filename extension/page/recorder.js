// Tells what a person does in this page, in the words a script would use, while recording is on. What is told of an element is found out before the
// page hears of what is done with it.

import { checkedOf, fileInputFor } from "./ready.js";
import { collapse } from "./text.js";
import { elementAt, flatContains, shadowRootOf } from "./tree.js";
import { fillStep, isSecretField, isTyped, redacted } from "./recorded-field.js";
import { handleOf } from "./handles.js";
import { keysOf } from "./recorded-keys.js";
import { isReachable } from "./visible.js";
import { standsFor } from "./by-text.js";
import { usedElement, wordsForUse } from "./recorded-words.js";

/**
 * @typedef {Record<string, unknown> & { kind: string }} Told
 * @typedef {{ element: Element, wordings: import("./resolve.js").Target[] }} Used
 * @typedef {{ step: Told, used?: { handle: string, wordings: import("./resolve.js").Target[] } }} Message a step, and what it is done to
 */

/** @type {(message: Message) => void} */
let tellRecorded = () => {};
let isRecording = false;

/** What the pointer went down on, and what has become of it. @type {(Used & { before: boolean | undefined, told: boolean, again: boolean }) | null} */
let pointed = null;
/** What a key was pressed on that presses it. @type {Used | null} */
let keyed = null;
/** What was clicked last, if nothing was told since. @type {Used | null} */
let clickTold = null;
/** What is told as soon as the page has had its say. @type {(() => void) | null} */
let pending = null;
/** The field that is being typed into. @type {Used | null} */
let edited = null;

/** @type {Record<string, (event: any) => void>} */
const HEARD = { pointerdown: pointerDown, pointerup: pointerUp, click: clicked, dblclick: doubleClicked, contextmenu: rightClicked, keydown: keyDown, input: entered, focusout: left, pagehide: flushField };

/**
 * Listens ahead of the page. Called once, before any script of the page runs; nothing is told before recording begins.
 * @param {(message: Message) => void} tell
 */
export function installRecorder(tell) {
  tellRecorded = tell;
  for (const [type, hear] of Object.entries(HEARD)) {
    window.addEventListener(type, (event) => isRecording && event.isTrusted && hear(event), { capture: true, passive: true });
  }
}

/** Begins to tell. */
export function startRecorder() {
  isRecording = true;
}

/** Tells what is not told yet, and no more. */
export function stopRecorder() {
  if (isRecording) {
    tellPending();
    flushField();
  }
  isRecording = false;
  pointed = keyed = edited = clickTold = null;
}

/** @param {Told} step @param {Used} [used] */
function tellStep(step, used) {
  tellPending();
  clickTold = step.kind === "click" && used ? used : null;
  const message = redacted(used ? { step, used: { handle: handleOf(used.element), wordings: used.wordings } } : { step });
  if (message) tellRecorded(message);
}

function tellPending() {
  const tell = pending;
  pending = null;
  tell?.();
}

/** @param {Element} element @returns {Used} */
function use(element) {
  return { element, wordings: wordsForUse(element) };
}

/** @param {PointerEvent} event */
function pointerDown(event) {
  tellPending();
  keyed = null;
  const hit = hitBy(event);
  const element = hit && usedElement(hit);
  if (edited && element !== edited.element) flushField();
  if (!element || event.button > 2 || event.button === 1) return void (pointed = null);
  const last = pointed;
  pointed = { ...use(element), before: checkedOf(element), told: false, again: last?.told === true && last.element === element };
}

/** What the page took away under the pointer was pressed all the same. @param {PointerEvent} event */
function pointerUp(event) {
  if (pointed && event.button === 0 && !pointed.told && !pointed.element.isConnected) tellPressed(pointed);
}

/** @param {MouseEvent} event */
function clicked(event) {
  if (!pointed) return clickedByKey(event);
  if (pointed.told || event.button !== 0) return;
  const hit = hitBy(event);
  const isMeant = hit !== null && (flatContains(pointed.element, hit) || standsFor(hit) === pointed.element || usedElement(hit) === pointed.element);
  if (isMeant) tellPressed(pointed, event.detail);
}

/** @param {NonNullable<typeof pointed>} press @param {number} [detail] how many clicks there were at this place */
function tellPressed(press, detail = 1) {
  press.told = true;
  const { element, before } = press;
  if (isEnteredInto(element)) return;
  // Of two clicks on the same, the double click tells.
  if (detail === 2 && press.again) return;
  if (before === undefined || !isChecked(element)) return tellStep({ kind: "click" }, press);
  const wanted = isRadio(element) || !before;
  // Whether the page lets it be is seen only afterwards.
  pending = () => tellStep({ kind: checkedOf(element) === wanted || !element.isConnected ? (wanted ? "check" : "uncheck") : "click" }, press);
  setTimeout(tellPending);
}

/** Enter and Space press what has the focus; arrows choose among radio buttons. @param {MouseEvent} event */
function clickedByKey(event) {
  const element = innermost(event);
  if (!element) return;
  if (element instanceof HTMLInputElement && /^(checkbox|radio)$/.test(element.type)) tellStep({ kind: element.checked ? "check" : "uncheck" }, use(element));
  else if (keyed && (keyed.element === element || flatContains(keyed.element, element))) tellStep({ kind: "click" }, keyed);
  keyed = null;
}

function doubleClicked() {
  if (pointed?.again && !isEnteredInto(pointed.element)) tellStep({ kind: "doubleClick" }, pointed);
}

/** @param {MouseEvent} event */
function rightClicked(event) {
  if (event.button === 2 && pointed) tellStep({ kind: "rightClick" }, pointed);
}

/** @param {KeyboardEvent} event */
function keyDown(event) {
  tellPending();
  pointed = null;
  keyed = null;
  const focused = innermost(event);
  const keys = focused && keysOf(event, focused);
  if (!focused || !keys) return;
  if (keys === "presses") return void (keyed = use(usedElement(focused) ?? focused));
  flushField();
  tellStep({ kind: "press", keys: keys.keys }, keys.on ? use(focused) : undefined);
}

/** @param {InputEvent} event */
function entered(event) {
  const element = innermost(event);
  if (!element) return;
  if (element instanceof HTMLSelectElement) {
    const used = use(element);
    for (const { label } of element.selectedOptions) tellStep({ kind: "select", option: collapse(label) }, used);
  }
  else if (element instanceof HTMLInputElement && element.type === "file") {
    // The button that asked for the file stands for a field that cannot be seen.
    const asked = clickTold && !isReachable(element) && fileInputFor(clickTold.element) === element ? clickTold : null;
    tellStep({ kind: "upload", files: [...(element.files ?? [])].map(({ name }) => name) }, asked ?? use(element));
  } else if (isTyped(element) && edited?.element !== element) {
    flushField();
    edited = use(element);
  }
  if (edited) isSecretField(edited.element);
}

/** @param {FocusEvent} event */
function left(event) {
  const element = innermost(event);
  if (edited && (element === edited.element || !edited.element.isConnected || event.composedPath()[0] === hostOf(edited.element))) flushField();
}

/** Tells what was typed, once it is whole. */
function flushField() {
  if (!edited) return;
  const used = edited;
  edited = null;
  tellStep(fillStep(used.element), used);
}

/** Fields are filled, lists chosen from and files given: the click into them says nothing. @param {Element} element */
function isEnteredInto(element) {
  if (element instanceof HTMLSelectElement || (element instanceof HTMLInputElement && element.type === "file")) return true;
  if (isChecked(element) || (isTyped(element) && /** @type {HTMLInputElement} */ (element).readOnly)) return false;
  return isTyped(element);
}

/** @param {Element} element */
function isChecked(element) {
  if (element instanceof HTMLInputElement) return element.type === "checkbox" || element.type === "radio";
  return /^(checkbox|switch|radio)$/.test(element.getAttribute("role") ?? "");
}

/** @param {Element} element */
function isRadio(element) {
  return element instanceof HTMLInputElement ? element.type === "radio" : element.getAttribute("role") === "radio";
}

/** @param {MouseEvent} event */
function hitBy(event) {
  const [first] = event.composedPath();
  if (!(first instanceof Element)) return null;
  // The path of an event ends at a closed root.
  return shadowRootOf(first) ? elementAt(event.clientX, event.clientY) ?? first : first;
}

/** What has the focus inside of what an event names. @param {Event} event @returns {Element | null} */
function innermost(event) {
  const [first] = event.composedPath();
  let at = first instanceof Element ? first : document.body;
  for (let root = shadowRootOf(at); root?.activeElement; root = shadowRootOf(at)) at = root.activeElement;
  return at;
}

/** @param {Element} element */
function hostOf(element) {
  const root = element.getRootNode();
  return root instanceof ShadowRoot ? root.host : null;
}
