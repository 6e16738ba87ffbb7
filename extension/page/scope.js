// What "within" means for a text: the part of the page that the text is the heading, caption or first word of.

import { closestFlat, flatParent } from "./tree.js";
import { collapse } from "./text.js";
import { HEADING_SELECTOR, isField, roleOf } from "./roles.js";

const CONTAINERS = new Set(
  ("alertdialog article cell complementary dialog figure form grid gridcell group list listbox listitem menu navigation radiogroup region row " +
    "table tablist tabpanel toolbar tree treegrid treeitem option").split(" "),
);

/**
 * The part of the page an element that was named by a text stands for.
 * @param {Element} element
 * @returns {Element}
 */
export function scopeOf(element) {
  if (CONTAINERS.has(roleOf(element)) || /^(FORM|SECTION|MAIN|BODY)$/.test(element.tagName)) {
    return element.matches("td,th,[role=cell],[role=gridcell]") ? rowOf(element) : element;
  }
  const heading = closestFlat(element, (outer) => roleOf(outer) === "heading");
  if (heading) return sectionOf(heading);
  if (isField(element)) return element;
  const own = collapse(element.textContent ?? "").length;
  for (let at = flatParent(element); at; at = flatParent(at)) {
    if (CONTAINERS.has(roleOf(at)) || at.tagName === "BODY" || at.tagName === "SECTION" || at.tagName === "FORM") return rowOf(at);
    if (collapse(at.textContent ?? "").length > own || at.querySelector("input,select,textarea,img,button")) return at;
  }
  return element;
}

/** A cell's text names its row. @param {Element} element */
function rowOf(element) {
  if (!/^(cell|gridcell|rowheader|columnheader)$/.test(roleOf(element))) return element;
  return closestFlat(element, (outer) => roleOf(outer) === "row") ?? element;
}

/**
 * From a heading outward, until there is another heading of its rank or above.
 * @param {Element} heading
 */
function sectionOf(heading) {
  const rank = rankOf(heading);
  let section = heading;
  for (let at = flatParent(heading); at && at.tagName !== "BODY" && at.tagName !== "HTML"; at = flatParent(at)) {
    const others = [...at.querySelectorAll(HEADING_SELECTOR)].filter((other) => other !== heading && rankOf(other) <= rank);
    if (others.length) break;
    section = at;
    if (CONTAINERS.has(roleOf(at)) || /^(FORM|SECTION|MAIN)$/.test(at.tagName)) break;
  }
  if (section !== heading) return section;
  return flatParent(heading) ?? heading;
}

/** @param {Element} heading */
function rankOf(heading) {
  const said = Number(heading.getAttribute("aria-level"));
  return said || Number(/^H([1-6])$/.exec(heading.tagName)?.[1] ?? 2);
}
