// ARIA roles: what an element says it is, and what HTML makes of it (HTML-AAM).

import { closestFlat } from "./tree.js";

/** Everything that may be a heading. */
export const HEADING_SELECTOR = "h1,h2,h3,h4,h5,h6,[role=heading]";

const ROLES = new Set(
  ("alert alertdialog application article banner blockquote button caption cell checkbox code columnheader combobox " +
    "complementary contentinfo definition deletion dialog directory document emphasis feed figure form generic grid gridcell " +
    "group heading image img insertion link list listbox listitem log main mark marquee math menu menubar menuitem " +
    "menuitemcheckbox menuitemradio meter navigation none note option paragraph presentation progressbar radio radiogroup " +
    "region row rowgroup rowheader scrollbar search searchbox separator slider spinbutton status strong subscript suggestion " +
    "superscript switch tab table tablist tabpanel term textbox time timer toolbar tooltip tree treegrid treeitem").split(" "),
);

/** @type {Record<string, string>} */
const BY_TAG = {
  ADDRESS: "group", ARTICLE: "article", BLOCKQUOTE: "blockquote", BUTTON: "button", CAPTION: "caption", CODE: "code",
  DATALIST: "listbox", DD: "definition", DEL: "deletion", DETAILS: "group", DFN: "term", DIALOG: "dialog", DT: "term",
  EM: "emphasis", FIELDSET: "group", FIGURE: "figure", H1: "heading", H2: "heading", H3: "heading", H4: "heading",
  H5: "heading", H6: "heading", HGROUP: "group", HR: "separator", INS: "insertion", LI: "listitem", MAIN: "main",
  MARK: "mark", MATH: "math", MENU: "list", METER: "meter", NAV: "navigation", OL: "list", OPTGROUP: "group",
  OPTION: "option", OUTPUT: "status", P: "paragraph", PROGRESS: "progressbar", S: "deletion", SEARCH: "search",
  STRONG: "strong", SUB: "subscript", SUP: "superscript", TABLE: "table", TBODY: "rowgroup", TEXTAREA: "textbox",
  TFOOT: "rowgroup", THEAD: "rowgroup", TIME: "time", TR: "row", UL: "list",
};

/** @type {Record<string, string>} */
const BY_INPUT_TYPE = {
  button: "button", checkbox: "checkbox", image: "button", number: "spinbutton", radio: "radio", range: "slider",
  reset: "button", submit: "button", email: "textbox", tel: "textbox", text: "textbox", url: "textbox", search: "searchbox",
};

const SECTIONING = new Set(["ARTICLE", "ASIDE", "MAIN", "NAV", "SECTION"]);

/**
 * The role of an element; empty for one that has none.
 * @param {Element} element
 * @returns {string}
 */
export function roleOf(element) {
  const said = element.getAttribute("role");
  if (said) {
    for (const token of said.toLowerCase().split(/\s+/)) {
      if (!ROLES.has(token)) continue;
      if (token !== "none" && token !== "presentation") return token === "img" ? "image" : token;
      // A focusable element cannot be made to mean nothing (ARIA, presentational roles conflict resolution).
      return mayNotBePresentational(element) ? nativeRole(element) : "";
    }
  }
  return nativeRole(element);
}

/** @param {Element} element */
function mayNotBePresentational(element) {
  return element.hasAttribute("aria-label") || element.hasAttribute("aria-labelledby") || element.hasAttribute("aria-describedby") || isFocusable(element);
}

/** @param {Element} element */
export function isFocusable(element) {
  if (element.hasAttribute("tabindex")) return true;
  if (/** @type {HTMLElement} */ (element).isContentEditable) return true;
  const tag = element.tagName;
  if (tag === "A" || tag === "AREA") return element.hasAttribute("href");
  if (tag === "INPUT") return !(/** @type {HTMLInputElement} */ (element).disabled) && /** @type {HTMLInputElement} */ (element).type !== "hidden";
  if (tag === "BUTTON" || tag === "SELECT" || tag === "TEXTAREA") return !(/** @type {HTMLButtonElement} */ (element).disabled);
  return tag === "SUMMARY" || tag === "IFRAME";
}

/**
 * What HTML gives an element without a `role`.
 * @param {Element} element
 * @returns {string}
 */
function nativeRole(element) {
  const tag = element.tagName;
  switch (tag) {
    case "A":
    case "AREA":
      return element.hasAttribute("href") ? "link" : "";
    case "ASIDE":
      return inSection(element) && !hasLabel(element) ? "" : "complementary";
    case "FOOTER":
      return inSection(element) ? "" : "contentinfo";
    case "HEADER":
      return inSection(element) ? "" : "banner";
    case "FORM":
      return hasLabel(element) ? "form" : "";
    case "SECTION":
      return hasLabel(element) ? "region" : "";
    case "IMG":
      return element.getAttribute("alt") === "" && !hasLabel(element) && !isFocusable(element) ? "" : "image";
    case "INPUT":
      return inputRole(/** @type {HTMLInputElement} */ (element));
    case "SELECT": {
      const select = /** @type {HTMLSelectElement} */ (element);
      return select.multiple || select.size > 1 ? "listbox" : "combobox";
    }
    case "SUMMARY":
      return element.parentElement?.tagName === "DETAILS" ? "button" : "";
    case "TD":
    case "TH":
      return cellRole(element);
    case "svg":
      return hasLabel(element) || element.querySelector(":scope > title") ? "image" : "";
    case "TR":
    case "THEAD":
    case "TBODY":
    case "TFOOT":
      return BY_TAG[tag] ?? "";
    default:
      return BY_TAG[tag] ?? "";
  }
}

/** @param {HTMLInputElement} input */
function inputRole(input) {
  if (input.type === "checkbox" && input.hasAttribute("switch")) return "switch";
  const role = BY_INPUT_TYPE[input.type] ?? "";
  return input.list && (role === "textbox" || role === "searchbox") ? "combobox" : role;
}

/** @param {Element} cell */
function cellRole(cell) {
  const table = cell.closest("table");
  const grid = table ? /^(grid|treegrid)$/.test(table.getAttribute("role") ?? "") : false;
  if (cell.tagName === "TD") return grid ? "gridcell" : "cell";
  const scope = cell.getAttribute("scope");
  if (scope === "row" || scope === "rowgroup") return "rowheader";
  if (scope === "col" || scope === "colgroup") return "columnheader";
  const row = cell.parentElement;
  const besideData = row ? [...row.children].some((other) => other.tagName === "TD") : false;
  return besideData && !cell.closest("thead") ? "rowheader" : "columnheader";
}

/** @param {Element} element */
function hasLabel(element) {
  return element.hasAttribute("aria-label") || element.hasAttribute("aria-labelledby") || element.hasAttribute("title");
}

/** @param {Element} element */
function inSection(element) {
  return closestFlat(element.parentElement, (outer) => SECTIONING.has(outer.tagName) || /^(article|complementary|main|navigation|region)$/.test(outer.getAttribute("role") ?? "")) !== null;
}

const TEXT_TYPES = new Set(["text", "search", "email", "url", "tel", "password", "number", "date", "time", "datetime-local", "month", "week", "color"]);

/**
 * Anything text can be entered into: a script's `field`.
 * @param {Element} element
 */
export function isField(element) {
  if (element instanceof HTMLInputElement) return TEXT_TYPES.has(element.type);
  if (element instanceof HTMLTextAreaElement) return true;
  const role = element.getAttribute("role");
  if (role === "textbox" || role === "searchbox" || role === "spinbutton") return true;
  return isEditingHost(element) && element instanceof HTMLElement && element.isContentEditable;
}

/** @param {Element} element */
export function isEditingHost(element) {
  const said = element.getAttribute("contenteditable");
  return said !== null && said !== "false";
}

/**
 * Whether an element has the role a script asks for.
 * @param {Element} element
 * @param {string} role
 */
export function hasRole(element, role) {
  if (role === "field") return isField(element);
  const own = roleOf(element);
  const asked = role === "img" ? "image" : role;
  if (own === asked) return true;
  switch (asked) {
    case "cell":
      return own === "gridcell" || own === "rowheader" || own === "columnheader";
    case "table":
      return own === "grid" || own === "treegrid";
    case "dialog":
      return own === "alertdialog";
    case "menuitem":
      return own === "menuitemcheckbox" || own === "menuitemradio";
    case "textbox":
      return own === "searchbox";
    case "region":
      return element.tagName === "SECTION" && own === "";
    case "form":
      return element.tagName === "FORM";
    default:
      return false;
  }
}

/** @type {Record<string, string>} */
const NATIVE = {
  article: "article", banner: "header", blockquote: "blockquote", button: "button,summary,input[type=button],input[type=submit],input[type=reset],input[type=image]",
  caption: "caption", cell: "td,th", checkbox: "input[type=checkbox]", code: "code", columnheader: "th", combobox: "select,input[list]",
  complementary: "aside", contentinfo: "footer", definition: "dd", deletion: "del,s", dialog: "dialog", emphasis: "em",
  field: "input,textarea,[contenteditable]", figure: "figure", form: "form", gridcell: "td", group: "address,details,fieldset,hgroup,optgroup",
  heading: "h1,h2,h3,h4,h5,h6", image: "img,svg", insertion: "ins", link: "a[href],area[href]", list: "ul,ol,menu", listbox: "select,datalist",
  listitem: "li", main: "main", mark: "mark", math: "math", meter: "meter", navigation: "nav", option: "option", paragraph: "p",
  progressbar: "progress", radio: "input[type=radio]", region: "section", row: "tr", rowgroup: "tbody,thead,tfoot", rowheader: "th",
  search: "search", searchbox: "input[type=search]", separator: "hr", slider: "input[type=range]", spinbutton: "input[type=number]",
  status: "output", strong: "strong", subscript: "sub", superscript: "sup", switch: "input[switch]", table: "table", term: "dfn,dt",
  textbox: "input,textarea", time: "time",
};

/** @type {Record<string, string[]>} */
const ALSO = {
  cell: ["cell", "gridcell", "rowheader", "columnheader"], table: ["table", "grid", "treegrid"], dialog: ["dialog", "alertdialog"],
  menuitem: ["menuitem", "menuitemcheckbox", "menuitemradio"], textbox: ["textbox", "searchbox"],
  field: ["textbox", "searchbox", "spinbutton"], image: ["image", "img"],
};

/**
 * A selector for every element that may have the role; `hasRole` decides.
 * @param {string} role
 */
export function selectorFor(role) {
  const asked = role === "img" ? "image" : role;
  const said = (ALSO[asked] ?? [asked]).map((token) => `[role~="${CSS.escape(token)}" i]`).join(",");
  const native = NATIVE[asked];
  return native ? `${native},${said}` : said;
}

const FROM_CONTENT = new Set(
  "button cell checkbox columnheader gridcell heading link menuitem menuitemcheckbox menuitemradio option radio row rowheader switch tab tooltip treeitem".split(" "),
);

/** Roles that are named by what is in them. @param {string} role */
export function isNamedByContent(role) {
  return FROM_CONTENT.has(role);
}

const PRESSED = new Set("button link checkbox radio switch tab option menuitem menuitemcheckbox menuitemradio treeitem".split(" "));

/**
 * Something made to be pressed, which stands for the texts and pictures in it.
 * @param {Element} element
 */
export function isPressed(element) {
  return PRESSED.has(roleOf(element));
}
