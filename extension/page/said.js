// A target as a script says it, for a person to read beside the element.

const LOCATOR_WORDS = /** @type {const} */ ({ label: "label", placeholder: "placeholder", alt: "alt", title: "tooltip", testid: "testid", css: "css", xpath: "xpath" });

/**
 * @param {import("./resolve.js").Target} target
 * @returns {string}
 */
export function saidTarget(target) {
  const { role, name, text, match, nth, within } = target;
  const quoted = (/** @type {string} */ said) => `${match === "part" ? "~" : ""}${JSON.stringify(said)}`;
  const place = nth === undefined ? "" : `${ordinalOf(nth)} `;
  const part = within === undefined ? "" : ` within ${typeof within === "string" ? JSON.stringify(within) : saidTarget(within)}`;
  if (role !== undefined) return `${place}${role} ${quoted(name ?? "")}${part}`;
  if (text !== undefined) return `${place}${quoted(text)}${part}`;
  for (const [field, word] of Object.entries(LOCATOR_WORDS)) {
    const said = target[/** @type {keyof typeof LOCATOR_WORDS} */ (field)];
    if (said !== undefined) return `${place}${word} ${quoted(said)}${part}`;
  }
  return "";
}

/** @param {number} nth */
function ordinalOf(nth) {
  if (nth === 1) return "first";
  if (nth === -1) return "last";
  const ending = nth % 100 > 10 && nth % 100 < 14 ? "th" : { 1: "st", 2: "nd", 3: "rd" }[nth % 10] ?? "th";
  return `${nth}${ending}`;
}
