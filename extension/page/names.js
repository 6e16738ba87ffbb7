// Accessible names, by the rules of accname 1.2 and HTML-AAM.

import { collapse, DEFAULT_INSCRIPTION, isEntered, isFolded } from "./text.js";
import { labelsFor } from "./labels.js";
import { TEXTLESS, flatChildren } from "./tree.js";
import { isNamedByContent, roleOf } from "./roles.js";

/**
 * Where a computation has got to.
 * @typedef {object} Walk
 * @property {"self" | "label" | "reference" | "content"} from what led to this node
 * @property {boolean} referenced inside an `aria-labelledby` traversal, which follows no further reference
 * @property {boolean} hidden the label itself is hidden, so that its hidden parts count
 * @property {boolean} values whether what a person entered into a control may be part of another's name
 * @property {Set<Element>} visited
 */

/**
 * The accessible name, collapsed as every text is; empty for none. It is computed for hidden elements too.
 * @param {Element} element
 * @returns {string}
 */
export function nameOf(element) {
  return collapse(rawName(element, true));
}

/**
 * The accessible name without anything a person entered or chose.
 * @param {Element} element
 * @returns {string}
 */
export function lastingNameOf(element) {
  return collapse(rawName(element, false));
}

/**
 * The accessible name to the letter of the rules: none for a hidden element, and a no-break space is kept.
 * @param {Element} element
 * @returns {string}
 */
export function accessibleName(element) {
  // The options of a closed choice list have no box, but they are read.
  if (isHiddenAltogether(element.closest("select") ?? element)) return "";
  return rawName(element, true).replace(/[ \t\n\r\f]+/g, " ").replace(/^ | $/g, "");
}

/** @param {Element} element @param {boolean} values */
function rawName(element, values) {
  const hidden = getComputedStyle(element).visibility !== "visible";
  return compute(element, { from: "self", referenced: false, hidden, values, visited: new Set() });
}

/**
 * The texts of the labels an element has, `aria-labelledby` and `aria-label` included.
 * @param {Element} element
 * @returns {string[]}
 */
export function labelsOf(element) {
  const texts = [];
  /** @type {Walk} */
  const walk = { from: "self", referenced: false, hidden: false, values: false, visited: new Set([element]) };
  const referenced = collapse(byReference(element, walk));
  if (referenced) texts.push(referenced);
  const said = element.getAttribute("aria-label");
  if (said) texts.push(collapse(said));
  for (const label of labelsFor(element)) texts.push(collapse(labelText(label, walk)));
  return texts;
}

/**
 * @param {Element} element
 * @param {Walk} walk
 * @returns {string}
 */
function compute(element, walk) {
  if (TEXTLESS.has(element.tagName) && element.tagName !== "IFRAME") return "";
  if (walk.from !== "self" && !walk.hidden && isHidden(element)) return "";

  if (!walk.referenced) {
    const name = byReference(element, walk);
    if (name.trim()) return name;
  }
  // Behind the references: an element may name itself in its own.
  if (walk.from !== "self" && walk.visited.has(element)) return "";
  walk.visited.add(element);
  const role = roleOf(element);
  if (walk.from === "content") {
    const value = embeddedValue(element, role);
    if (value !== null) return walk.values ? value : "";
  }
  const said = element.getAttribute("aria-label");
  if (said?.trim() && !(walk.from === "content" && element instanceof HTMLSlotElement)) return said;

  const native = nativeName(element, role, walk);
  if (native?.trim()) return native;

  const entered = !walk.values && isEntered(element);
  if (!entered && (walk.from !== "self" || isNamedByContent(role) || isOwnContent(element))) {
    const content = contentOf(element, walk);
    if (walk.from === "self" && content.trim()) return content.trim();
    if (content.trim() || (walk.from === "content" && content)) return content;
  }
  if (role === "" && walk.from === "content" && !element.hasAttribute("title")) return "";
  return element.getAttribute("title") ?? lastResort(element);
}

/** @param {Element} element */
function isOwnContent(element) {
  return element.tagName === "SUMMARY" || element.tagName === "LEGEND" || element.tagName === "CAPTION";
}

/** @param {Element} element */
function isHidden(element) {
  if (element.getAttribute("aria-hidden") === "true") return true;
  const style = getComputedStyle(element);
  if (style.display === "none" || style.contentVisibility === "hidden") return true;
  if (isFolded(element)) return true;
  // A child may be made visible again, so only what holds no element is judged here.
  return style.visibility !== "visible" && element.firstElementChild === null;
}

/**
 * @param {Element} element
 * @param {Walk} walk
 */
function byReference(element, walk) {
  const referred = referencesOf(element, "aria-labelledby");
  if (!referred.length) return "";
  const parts = referred.map((target) =>
    compute(target, { from: "reference", referenced: true, hidden: isHiddenAltogether(target), values: walk.values, visited: walk.visited }),
  );
  return parts.filter((part) => part.trim()).join(" ");
}

/** @param {Element} element */
function isHiddenAltogether(element) {
  return element.closest("[aria-hidden=true]") !== null || !element.checkVisibility({ visibilityProperty: true }) && getComputedStyle(element).display !== "contents";
}

/**
 * The elements an attribute names by id, in its order.
 * @param {Element} element
 * @param {"aria-labelledby" | "aria-owns"} attribute
 * @returns {Element[]}
 */
export function referencesOf(element, attribute) {
  const ids = element.getAttribute(attribute);
  if (ids === null) return [];
  const root = /** @type {Document | ShadowRoot} */ (element.getRootNode());
  const found = [];
  if (ids.trim() && "getElementById" in root) {
    for (const id of ids.trim().split(/\s+/)) {
      const target = root.getElementById(id);
      if (target) found.push(target);
    }
  }
  if (!found.length && attribute === "aria-labelledby") {
    const set = /** @type {{ ariaLabelledByElements?: Element[] | null }} */ (element).ariaLabelledByElements;
    if (set) found.push(...set);
  }
  return found;
}

/**
 * The value of a control that stands inside another's label.
 * @param {Element} element
 * @param {string} role
 * @returns {string | null}
 */
function embeddedValue(element, role) {
  switch (role) {
    case "textbox":
    case "searchbox":
      if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) return element.value;
      return element.textContent ?? "";
    case "combobox":
    case "listbox": {
      if (element instanceof HTMLSelectElement) return [...element.selectedOptions].map((option) => option.text).join(" ");
      if (element instanceof HTMLInputElement) return element.value;
      const chosen = [...element.querySelectorAll("[role=option][aria-selected=true]")];
      const parts = chosen.map((option) => option.textContent ?? "");
      return parts.length || role === "listbox" ? parts.join(" ") : element.textContent ?? "";
    }
    case "slider":
    case "spinbutton":
    case "scrollbar":
    case "progressbar":
    case "meter": {
      const said = element.getAttribute("aria-valuetext") ?? element.getAttribute("aria-valuenow");
      if (said !== null) return said;
      if (element instanceof HTMLInputElement) return element.value;
      if (element instanceof HTMLMeterElement || element instanceof HTMLProgressElement) return String(element.value);
      return null;
    }
    default:
      return null;
  }
}

/**
 * What HTML and SVG name an element by.
 * @param {Element} element
 * @param {string} role
 * @param {Walk} walk
 * @returns {string | null}
 */
function nativeName(element, role, walk) {
  const tag = element.tagName;
  const presentational = role === "" && /^(none|presentation)/.test(element.getAttribute("role") ?? "");
  if (presentational) return null;
  const labels = labelsFor(element);
  if (labels.length && tag !== "OUTPUT") {
    const name = labels.map((label) => labelText(label, walk)).filter((text) => text.trim()).join(" ");
    if (name) return name;
  }
  switch (tag) {
    case "INPUT":
      return inputName(/** @type {HTMLInputElement} */ (element));
    case "TEXTAREA":
      return element.getAttribute("title") || element.getAttribute("placeholder") || element.getAttribute("aria-placeholder");
    case "IMG":
    case "AREA":
      return element.getAttribute("alt");
    case "FIELDSET":
      return childName(element, "LEGEND", walk);
    case "FIGURE":
      return childName(element, "FIGCAPTION", walk);
    case "TABLE":
      return childName(element, "CAPTION", walk) ?? element.getAttribute("summary");
    case "OPTGROUP":
    case "OPTION":
      return element.getAttribute("label");
    default:
      if (element.namespaceURI !== "http://www.w3.org/2000/svg") return null;
      return childName(element, "title", walk) ?? (tag === "a" ? element.getAttribute("xlink:title") : null);
  }
}

/** @param {HTMLInputElement} input */
function inputName(input) {
  switch (input.type) {
    case "submit":
    case "reset":
    case "button":
      return input.value || input.getAttribute("title") || DEFAULT_INSCRIPTION[input.type] || "";
    case "image":
      return input.getAttribute("alt") || input.getAttribute("value") || input.getAttribute("title") || "Submit";
    case "hidden":
      return null;
    case "checkbox":
    case "radio":
    case "range":
    case "color":
    case "file":
      return input.getAttribute("title");
    default:
      return input.getAttribute("title") || input.getAttribute("placeholder") || input.getAttribute("aria-placeholder");
  }
}

/** @param {Element} element */
function lastResort(element) {
  return element.getAttribute("aria-placeholder") ?? "";
}

/**
 * @param {Element} parent
 * @param {string} tag
 * @param {Walk} walk
 */
function childName(parent, tag, walk) {
  for (const child of parent.children) {
    if (child.tagName !== tag) continue;
    if (tag === "title") return child.textContent;
    return compute(child, { ...walk, from: "label", hidden: false });
  }
  return null;
}

/**
 * @param {HTMLLabelElement} label
 * @param {Walk} walk
 */
function labelText(label, walk) {
  return compute(label, { from: "label", referenced: walk.referenced, hidden: walk.from === "self" && !label.checkVisibility(), values: walk.values, visited: walk.visited });
}

/**
 * @param {Element} element
 * @param {Walk} walk
 */
function contentOf(element, walk) {
  /** @type {Walk} */
  const inner = { ...walk, from: "content" };
  const shown = walk.hidden || getComputedStyle(element).visibility === "visible";
  let text = pseudoText(element, "::before");
  const children = flatChildren(element);
  for (let at = 0; at < children.length; at += 1) {
    const child = /** @type {Node} */ (children[at]);
    if (child instanceof Text) {
      if (shown) text += child.data;
    } else if (child instanceof Element) text += spaced(child, inner);
  }
  for (const owned of referencesOf(element, "aria-owns")) text += ` ${compute(owned, inner)} `;
  return text + pseudoText(element, "::after");
}

/**
 * @param {Element} child
 * @param {Walk} walk
 */
function spaced(child, walk) {
  if (child.tagName === "BR") return " ";
  const { display } = getComputedStyle(child);
  const text = compute(child, walk);
  return display === "inline" || display === "contents" ? text : ` ${text} `;
}

/**
 * The text CSS puts before or behind an element's content; its alternative text where it has one.
 * @param {Element} element
 * @param {"::before" | "::after"} pseudo
 */
function pseudoText(element, pseudo) {
  const style = getComputedStyle(element, pseudo);
  const { content } = style;
  if (content === "none" || content === "normal" || style.display === "none" || style.visibility !== "visible") return "";
  const [shown = "", alternative] = splitAlternative(content);
  let text = "";
  for (const [, quoted, attribute] of (alternative ?? shown).matchAll(/"((?:[^"\\]|\\.)*)"|attr\(([\w-]+)\)/g)) {
    text += attribute ? element.getAttribute(attribute) ?? "" : (quoted ?? "").replace(/\\(.)/g, "$1");
  }
  return style.display === "inline" ? text : ` ${text} `;
}

/** @param {string} content a computed `content`, parts and maybe `/ "alternative"` */
function splitAlternative(content) {
  const slash = /\s\/\s(?=(?:[^"]*"[^"]*")*[^"]*$)/.exec(content);
  return slash ? [content.slice(0, slash.index), content.slice(slash.index + slash[0].length)] : [content];
}
