// Whether an element can be acted on now, and where.

import { closestFlat, elementAt, flatChildren, flatContains, flatParent } from "./tree.js";
import { boxesOf, isReachable, isVisible, textBoxes, visibleLabel } from "./visible.js";
import { collapse } from "./text.js";
import { isField, isPressed, roleOf } from "./roles.js";

/**
 * @typedef {"press" | "hover" | "edit" | "file" | "scroll"} Purpose
 * @typedef {{ ok: true, x: number, y: number, rect: import("./visible.js").Box, tag: string, editable: boolean,
 *   kind?: "checkbox" | "radio", checked?: boolean, pulsing?: true }} Aim in CSS pixels of the frame's viewport
 * @typedef {{ ok: false, reason: "not-visible" | "not-enabled" | "timeout", detail: Record<string, unknown> }} Unready
 */

/** Boxes of a broken or many-part element that are tried. */
const BOXES_TRIED = 12;

/**
 * @param {Element} element
 * @param {Purpose} purpose
 * @returns {Promise<Aim | Unready>}
 */
export async function aimAt(element, purpose) {
  if (purpose === "file") return aimForFile(element);
  if (purpose === "edit") return aimForEdit(element);
  if (!isReachable(element)) return { ok: false, reason: "not-visible", detail: {} };
  if (purpose === "press" && !isEnabled(element)) return { ok: false, reason: "not-enabled", detail: {} };
  if (purpose === "scroll") {
    if (!inView(element)) scrollTo(element, "center");
    return aimed(element, middleOf(element));
  }
  const found = pointOn(element);
  if (!found.point) return { ok: false, reason: "not-visible", detail: found.coveredBy ? { coveredBy: found.coveredBy } : {} };
  const stays = await settled(element, found.point);
  if (stays === "moving") return { ok: false, reason: "timeout", detail: { moving: true } };
  const aim = aimed(element, found.point);
  return stays === "pulsing" ? { ...aim, pulsing: true } : aim;
}

/** @param {Element} element @returns {Aim | Unready} */
function aimForEdit(element) {
  if (!isReachable(element)) return { ok: false, reason: "not-visible", detail: {} };
  if (!isEnabled(element)) return { ok: false, reason: "not-enabled", detail: {} };
  if (!isField(element) && !(element instanceof HTMLInputElement && element.type === "range")) {
    return { ok: false, reason: "not-enabled", detail: { message: `a ${roleOf(element) || element.localName} takes no text` } };
  }
  if (isReadOnly(element)) return { ok: false, reason: "not-enabled", detail: { readonly: true } };
  if (!inView(element)) scrollTo(element, "center");
  return aimed(element, middleOf(element));
}

/** @param {Element} element @returns {Aim | Unready} */
function aimForFile(element) {
  const input = fileInputFor(element);
  // Without an input the button may ask for a file by script: it is pressed and the browser's chooser answered.
  if (!input) return isEnabled(element) ? aimed(element, middleOf(element)) : { ok: false, reason: "not-enabled", detail: {} };
  return input.disabled ? { ok: false, reason: "not-enabled", detail: {} } : aimed(input, middleOf(input));
}

/**
 * The file input that an element is, stands for or stands beside.
 * @param {Element} element
 * @returns {HTMLInputElement | null}
 */
export function fileInputFor(element) {
  /** @param {Element | null} one @returns {HTMLInputElement | null} */
  const file = (one) => (one instanceof HTMLInputElement && one.type === "file" ? one : null);
  const label = closestFlat(element, (outer) => outer instanceof HTMLLabelElement);
  const direct = file(element) ?? file(/** @type {HTMLLabelElement | null} */ (label)?.control ?? null) ?? file(element.querySelector("input[type=file]"));
  if (direct) return direct;
  for (let at = flatParent(element), up = 0; at && up < 3; at = flatParent(at), up += 1) {
    const inputs = at.querySelectorAll("input[type=file]");
    if (inputs.length === 1) return file(inputs[0] ?? null);
    if (inputs.length > 1) return null;
  }
  return null;
}

/** Neither it, nor a fieldset, nor an ancestor's `aria-disabled` keeps it from working. @param {Element} element */
export function isEnabled(element) {
  if (element.matches(":disabled")) return false;
  return closestFlat(element, (outer) => outer.getAttribute("aria-disabled") === "true") === null;
}

/** @param {Element} element */
export function isReadOnly(element) {
  const native = /** @type {HTMLInputElement} */ (element).readOnly === true && !/^(checkbox|radio|range|color|file|button|submit|reset|image)$/.test(/** @type {HTMLInputElement} */ (element).type);
  return native || element.getAttribute("aria-readonly") === "true";
}

/** @param {Element} element */
export function isEditable(element) {
  return isField(element) && isEnabled(element) && !isReadOnly(element);
}

/**
 * Whether a control that can be on or off is on; `undefined` for any other element.
 * @param {Element} element
 * @returns {boolean | undefined}
 */
export function checkedOf(element) {
  if (element instanceof HTMLInputElement && (element.type === "checkbox" || element.type === "radio")) return element.checked;
  if (!/^(checkbox|radio|switch|menuitemcheckbox|menuitemradio)$/.test(roleOf(element)) && !element.hasAttribute("aria-pressed")) return undefined;
  return (element.getAttribute("aria-checked") ?? element.getAttribute("aria-pressed")) === "true";
}

/** @param {Element} element @param {{ x: number, y: number }} point @returns {Aim} */
function aimed(element, point) {
  const box = element.getBoundingClientRect();
  /** @type {Aim} */
  const aim = {
    ok: true,
    x: point.x,
    y: point.y,
    rect: { x: box.x, y: box.y, width: box.width, height: box.height },
    tag: element.localName,
    editable: isEditable(element),
  };
  const checked = checkedOf(element);
  if (checked !== undefined) {
    aim.kind = /radio$/.test(roleOf(element)) ? "radio" : "checkbox";
    aim.checked = checked;
  }
  return aim;
}

/** @param {Element} element */
function middleOf(element) {
  const box = boxesOf(element)[0] ?? element.getBoundingClientRect();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** @param {Element} element */
function inView(element) {
  const { x, y } = middleOf(element);
  return x >= 0 && y >= 0 && x < innerWidth && y < innerHeight;
}

/** @param {Element} element @param {ScrollLogicalPosition} block */
function scrollTo(element, block) {
  element.scrollIntoView({ block, inline: "center", behavior: "instant" });
}

/**
 * The middle of the first box that the pointer would meet the element in, scrolled into view and clear of what sticks.
 * @param {Element} element
 * @returns {{ point: { x: number, y: number } | null, coveredBy: string }}
 */
function pointOn(element) {
  const surface = surfaceOf(element);
  let { point, cover } = tryBoxes(element, surface);
  if (point) return { point, coveredBy: "" };
  const first = cover;
  if (!cover || !fillsView(cover)) {
    for (const block of /** @type {const} */ (["center", "end", "start"])) {
      scrollTo(surface, block);
      ({ point, cover } = tryBoxes(element, surface));
      if (point) return { point, coveredBy: "" };
    }
  }
  const named = first ?? cover;
  return { point: null, coveredBy: named ? inWords(coverOf(named, element)) : "" };
}

/**
 * What is pressed: the element, or the label that stands for a control which cannot be seen.
 * @param {Element} element
 */
export function surfaceOf(element) {
  const label = visibleLabel(element);
  return label && !isVisible(element) ? label : element;
}

/** @param {Element} element @param {Element} surface @returns {{ point: { x: number, y: number } | null, cover: Element | null }} */
function tryBoxes(element, surface) {
  let cover = null;
  for (const box of boxesToTry(element, surface)) {
    const x = (Math.max(box.left, 0) + Math.min(box.right, innerWidth)) / 2;
    const y = (Math.max(box.top, 0) + Math.min(box.bottom, innerHeight)) / 2;
    if (box.right <= 0 || box.bottom <= 0 || box.left >= innerWidth || box.top >= innerHeight) continue;
    const hit = elementAt(x, y);
    if (hit && meets(element, hit)) return { point: { x, y }, cover: null };
    cover ??= hit;
  }
  return { point: null, cover };
}

/** @param {Element} element @param {Element} surface */
function boxesToTry(element, surface) {
  const boxes = surface === element ? [] : looseTextBoxes(surface);
  boxes.push(...boxesOf(surface).slice(0, BOXES_TRIED));
  if (surface !== element) boxes.push(...boxesOf(element));
  const children = flatChildren(surface);
  for (let at = 0; at < children.length && boxes.length < BOXES_TRIED * 2; at += 1) {
    const child = children[at];
    if (child instanceof Element) boxes.push(...boxesOf(child).slice(0, 2));
  }
  const label = surface === element ? visibleLabel(element) : null;
  if (label) boxes.push(...looseTextBoxes(label));
  return boxes;
}

/** The boxes of a label's text that is in no link or button of its own. @param {Element} label */
function looseTextBoxes(label) {
  const boxes = [];
  const walker = document.createTreeWalker(label, NodeFilter.SHOW_TEXT);
  for (let node = /** @type {Text | null} */ (walker.nextNode()); node; node = /** @type {Text | null} */ (walker.nextNode())) {
    const parent = node.parentElement;
    if (node.data.trim() && parent && innerControl(parent, label) === null) boxes.push(...textBoxes(node).slice(0, 2));
  }
  return boxes;
}

/** A control between an element and the label it stands in. @param {Element} element @param {Element} label */
function innerControl(element, label) {
  const control = closestFlat(element, (outer) => outer === label || isPressed(outer) || isField(outer));
  return control === label ? null : control;
}

/**
 * Whether a press on `hit` is a press on the element: on it, in it, or on its label.
 * @param {Element} element
 * @param {Element} hit
 */
export function meets(element, hit) {
  if (flatContains(element, hit)) return true;
  const label = closestFlat(hit, (outer) => outer instanceof HTMLLabelElement);
  if (label && /** @type {HTMLLabelElement} */ (label).control === element) return innerControl(hit, label) === null || innerControl(hit, label) === element;
  // Text that lets the pointer through is pressed by pressing what is under it.
  return flatContains(hit, element) && getComputedStyle(element).pointerEvents === "none";
}

/** @param {Element} cover */
function fillsView(cover) {
  for (let at = /** @type {Element | null} */ (cover); at; at = flatParent(at)) {
    if (!/fixed|absolute/.test(getComputedStyle(at).position)) continue;
    const box = at.getBoundingClientRect();
    return box.width >= innerWidth * 0.9 && box.height >= innerHeight * 0.9;
  }
  return false;
}

/** The part of the page that lies over the element, as a whole. @param {Element} hit @param {Element} element */
function coverOf(hit, element) {
  const layer = closestFlat(hit, (outer) => outer.tagName === "DIALOG" || /fixed|absolute|sticky/.test(getComputedStyle(outer).position));
  return layer && !flatContains(layer, element) ? layer : hit;
}

/**
 * Where the pointer met `hit` instead of the element: what to call it.
 * @param {Element} hit
 * @param {Element} [element]
 */
export function coverInWords(hit, element) {
  return inWords(element ? coverOf(hit, element) : hit);
}

/** An element in a few words: tag, id or class, and how its text begins. @param {Element} element */
export function inWords(element) {
  const mark = element.id ? `#${element.id}` : element.classList[0] ? `.${element.classList[0]}` : "";
  const text = collapse(element.textContent?.slice(0, 400) ?? "") || collapse(element.getAttribute("aria-label") ?? "");
  const excerpt = text.length > 40 ? `${text.slice(0, 39).trimEnd()}…` : text;
  return excerpt ? `${element.localName}${mark} ${JSON.stringify(excerpt)}` : element.localName + mark;
}

/** @type {WeakMap<Element, DOMRect>} where each element was when it was last looked at */
const lastSeen = new WeakMap();

/** Remembers where an element is, so that the next look can tell whether it moved. @param {Element} element */
export function noticePlace(element) {
  lastSeen.set(element, element.getBoundingClientRect());
}

/**
 * Whether the element stays where it is. A frame is waited for only where something moves or is animated.
 * @param {Element} element
 * @param {{ x: number, y: number }} point
 * @returns {Promise<"still" | "pulsing" | "moving">}
 */
async function settled(element, point) {
  const before = lastSeen.get(element);
  const now = element.getBoundingClientRect();
  const motion = motionOf(element);
  lastSeen.set(element, now);
  if (motion === "none" && (!before || sameBox(before, now))) return "still";
  await nextFrame();
  if (!element.isConnected) return "moving";
  const after = element.getBoundingClientRect();
  lastSeen.set(element, after);
  if (sameBox(now, after)) return "still";
  const hit = elementAt(point.x, point.y);
  return motion === "endless" && hit && meets(element, hit) ? "pulsing" : "moving";
}

/** @param {DOMRect} a @param {DOMRect} b */
function sameBox(a, b) {
  return Math.abs(a.x - b.x) < 0.5 && Math.abs(a.y - b.y) < 0.5 && Math.abs(a.width - b.width) < 0.5 && Math.abs(a.height - b.height) < 0.5;
}

/** Whether a running animation or transition carries the element. @param {Element} element @returns {"none" | "ending" | "endless"} */
function motionOf(element) {
  /** @type {"none" | "ending" | "endless"} */
  let motion = "none";
  for (const animation of document.getAnimations()) {
    const effect = /** @type {KeyframeEffect | null} */ (animation.effect);
    if (animation.playState !== "running" || !effect?.target || !flatContains(effect.target, element)) continue;
    if (effect.getTiming().iterations !== Infinity) return "ending";
    motion = "endless";
  }
  return motion;
}

function nextFrame() {
  // A tab in the background draws no frames.
  return new Promise((done) => {
    const timer = setTimeout(done, 50);
    requestAnimationFrame(() => {
      clearTimeout(timer);
      done(undefined);
    });
  });
}
