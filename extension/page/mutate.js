// The page as it would be after a change, for the length of one look: what a redesign does to an element, done and taken back in one turn.

import { Edits, unmovable } from "./edits.js";
import { closestFlat } from "./tree.js";
import { inWords } from "./ready.js";
import { isPressed } from "./roles.js";
import { labelsFor } from "./labels.js";
import { renameElement } from "./renaming.js";

/**
 * @typedef {import("../wire/types.js").Mutation} Mutation
 * @typedef {import("./resolve.js").Target} Target
 * @typedef {{ change: string } | { lacks: string }} Made what was changed, or what is lacking for it, in words
 */

/** How far out something that stands beside the element is looked for. */
const LEVELS = 4;

/** @type {Record<Mutation, (element: Element, target: Target | undefined, edits: Edits) => Made>} */
const MUTATIONS = {
  "add-word": (element, target, edits) => made(renameElement(element, { target, how: "add" }, edits), "it has no name of its own"),
  "replace-word": (element, target, edits) => made(renameElement(element, { target, how: "replace" }, edits), "there is no word in its name"),
  "drop-id": (element, _, edits) => emptied(element, "id", edits),
  "drop-testid": (element, _, edits) => emptied(element, "data-testid", edits),
  "change-classes": changeClasses,
  "wrap-and-move": wrapAndMove,
  "swap-siblings": swapSiblings,
  remove: (element, _, edits) => removeWhole(element, edits),
  "remove-and-rename-neighbour": removeAndRename,
};

/**
 * Changes the page, looks at it, and puts all back as it was before anything else can run.
 * @template T
 * @param {Element} element
 * @param {{ mutation: Mutation, target?: Target }} how
 * @param {() => T} look at the changed page; it must not wait for anything
 * @returns {{ change: string, seen: T } | { lacks: string }}
 */
export function whileMutated(element, { mutation, target }, look) {
  const mutate = Object.hasOwn(MUTATIONS, mutation) ? MUTATIONS[mutation] : undefined;
  if (!mutate) return { lacks: `this extension has no mutation "${mutation}"` };
  const edits = new Edits(element);
  try {
    const outcome = mutate(element, target, edits);
    return "lacks" in outcome ? outcome : { ...outcome, seen: look() };
  } finally {
    edits.undo();
  }
}

/** @param {string | undefined} change @param {string} lacks @returns {Made} */
function made(change, lacks) {
  return change === undefined ? { lacks } : { change };
}

/**
 * An empty id is as good as none, and unlike one that was taken away keeps its place among the attributes.
 * @param {Element} element
 * @param {string} name
 * @param {Edits} edits
 * @returns {Made}
 */
function emptied(element, name, edits) {
  const value = element.getAttribute(name);
  if (!value) return { lacks: `it has no ${name}` };
  edits.attribute(element, name, "");
  return { change: `${name} ${JSON.stringify(value)} dropped` };
}

/** @param {Element} element @param {Target | undefined} _ @param {Edits} edits @returns {Made} */
function changeClasses(element, _, edits) {
  const before = [...element.classList];
  if (!before.length) return { lacks: "it has no class" };
  const after = before.map((name) => `is-${[...name].reverse().join("")}`).join(" ");
  edits.attribute(element, "class", after);
  return { change: `classes ${JSON.stringify(before.join(" "))} -> ${JSON.stringify(after)}` };
}

/** Elements whose parents take no other children. */
const UNWRAPPABLE = /^(TR|TD|TH|TBODY|THEAD|TFOOT|CAPTION|LI|DT|DD|LEGEND|SUMMARY|AREA)$/;

/** @param {Element} element @param {Target | undefined} _ @param {Edits} edits @returns {Made} */
function wrapAndMove(element, _, edits) {
  const parent = element.parentNode;
  const obstacle = unmovable(element);
  if (obstacle || !parent) return { lacks: obstacle ?? "it stands in nothing" };
  const isLast = parent.lastElementChild === element;
  const isOnly = isLast && parent.firstElementChild === element;
  const place = isLast ? parent.firstChild : null;
  const where = isOnly ? "" : ` and moved to the ${isLast ? "start" : "end"} of what it stands in`;
  if (!UNWRAPPABLE.test(element.tagName)) {
    const isInline = getComputedStyle(element).display.startsWith("inline");
    const wrapper = document.createElement(isInline ? "span" : "div");
    edits.insert(wrapper, parent, isOnly ? element : place);
    edits.move(element, wrapper, null);
    return { change: `wrapped in a ${wrapper.localName}${where}` };
  }
  if (isOnly) return { lacks: "it can be neither wrapped nor moved" };
  edits.move(element, parent, place);
  return { change: where.replace(" and ", "") };
}

/** @param {Element} element @param {Target | undefined} _ @param {Edits} edits @returns {Made} */
function swapSiblings(element, _, edits) {
  let obstacle;
  for (const at of outward(element)) {
    const sibling = siblingOf(at, (other) => other.tagName === at.tagName) ?? (at === element ? siblingOf(at, () => true) : undefined);
    const parent = at.parentNode;
    if (!sibling || !parent) continue;
    obstacle ??= unmovable(at);
    if (obstacle) break;
    const isBefore = (at.compareDocumentPosition(sibling) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
    edits.move(at, parent, isBefore ? sibling.nextSibling : sibling);
    return { change: `${at === element ? "" : `its ${at.localName} `}swapped with ${inWords(sibling)}` };
  }
  return { lacks: obstacle ?? "nothing stands beside it" };
}

/**
 * The nearest visible element beside another, those behind it first.
 * @param {Element} element
 * @param {(other: Element) => boolean} fits
 */
function siblingOf(element, fits) {
  for (const direction of /** @type {const} */ (["nextElementSibling", "previousElementSibling"])) {
    for (let at = element[direction]; at; at = at[direction]) if (fits(at) && at.checkVisibility()) return at;
  }
  return undefined;
}

/** @param {Element} element */
function* outward(element) {
  let at = /** @type {Element | null} */ (element);
  for (let level = 0; at && level < LEVELS && !/^(BODY|HTML)$/.test(at.tagName); level += 1, at = at.parentElement) yield at;
}

/** Takes away what a person sees as the thing: all of what is pressed, and a control's labels. @param {Element} element @param {Edits} edits @returns {Made} */
function removeWhole(element, edits) {
  const thing = closestFlat(element, isPressed) ?? element;
  const parts = [thing, ...labelsFor(thing)];
  const outermost = parts.filter((part) => !parts.some((other) => other !== part && other.contains(part)));
  const obstacle = outermost.map(unmovable).find(Boolean);
  if (obstacle) return { lacks: obstacle };
  for (const part of outermost) edits.remove(part);
  return { change: "removed" };
}

/** @param {Element} element @param {Target | undefined} _ @param {Edits} edits @returns {Made} */
function removeAndRename(element, _, edits) {
  const neighbour = likeNeighbour(closestFlat(element, isPressed) ?? element);
  if (!neighbour) return { lacks: "nothing of its kind stands beside it" };
  const called = inWords(neighbour);
  const renamed = renameElement(neighbour, { how: "replace" }, edits) ?? renameElement(neighbour, { how: "add" }, edits);
  if (!renamed) return { lacks: "what stands beside it has no name" };
  const removed = removeWhole(element, edits);
  return "lacks" in removed ? removed : { change: `removed, and ${called} renamed: ${renamed}` };
}

/** @param {Element} one @param {Element} other of the same tag */
function isSameInput(one, other) {
  return one.localName !== "input" || one.getAttribute("type") === other.getAttribute("type");
}

/** The nearest of the same tag and type, those behind it first. @param {Element} element */
function likeNeighbour(element) {
  for (const at of outward(element)) {
    const alike = [...(at.parentNode?.querySelectorAll(CSS.escape(element.localName)) ?? [])].filter(
      (other) => other !== element && !other.contains(element) && !element.contains(other) && isSameInput(element, other) && other.checkVisibility(),
    );
    const behind = alike.find((other) => (element.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0);
    const found = behind ?? alike.at(-1);
    if (found) return found;
  }
  return undefined;
}
