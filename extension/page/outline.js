// Boxes around elements for a screenshot. Nothing of the page is touched, and nothing stays.

/** @typedef {{ element: Element | null, label?: string, tone?: string }} Outlined */

/** @type {Record<string, string>} */
const COLOURS = { wanted: "#1a73e8", candidate: "#e0218a" };
const OTHER_COLOUR = "#f29900";
const MOST = 10;
const LABEL_LIMIT = 80;
const LIFETIME = 15_000;
const MARK = "data-aite-overlay";

/** @type {ReturnType<typeof setTimeout> | undefined} */
let removal;

/**
 * Replaces the boxes that are there.
 * @param {Outlined[]} items
 * @returns {number} how many were drawn
 */
export function drawOutlines(items) {
  clearOutlines();
  let drawn = 0;
  for (const { element, label, tone } of items.slice(0, MOST)) {
    if (!element) continue;
    const box = element.getBoundingClientRect();
    const colour = COLOURS[tone ?? ""] ?? OTHER_COLOUR;
    const frame = document.createElement("div");
    frame.setAttribute(MARK, "");
    // Set through the object model, which a page's content security policy leaves alone.
    frame.style.cssText =
      `all:initial;position:fixed;z-index:2147483647;pointer-events:none;box-sizing:border-box;border:3px solid ${colour};border-radius:3px;` +
      `left:${box.x - 3}px;top:${box.y - 3}px;width:${box.width + 6}px;height:${box.height + 6}px`;
    document.documentElement.append(frame);
    drawn += 1;
    if (!label) continue;
    const side = box.y > 22 ? "bottom:100%" : "top:100%";
    const tag = document.createElement("div");
    tag.style.cssText = `all:initial;position:absolute;left:-3px;${side};padding:1px 5px;background:${colour};color:#fff;font:12px/16px sans-serif;white-space:nowrap;pointer-events:none`;
    tag.textContent = label.slice(0, LABEL_LIMIT);
    frame.append(tag);
  }
  if (drawn) removal = setTimeout(clearOutlines, LIFETIME);
  return drawn;
}

/** @returns {{ removed: number, remaining: number }} */
export function clearOutlines() {
  clearTimeout(removal);
  const boxes = document.querySelectorAll(`[${MARK}]`);
  for (const box of boxes) box.remove();
  return { removed: boxes.length, remaining: document.querySelectorAll(`[${MARK}]`).length };
}
