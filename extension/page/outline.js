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
    const frame = overlay(`left:${box.x - 3}px;top:${box.y - 3}px;width:${box.width + 6}px;height:${box.height + 6}px;border:3px solid ${colour};border-radius:3px;box-sizing:border-box`);
    document.documentElement.append(frame);
    drawn += 1;
    if (!label) continue;
    const above = box.y > 22;
    const tag = overlay(
      `left:${Math.max(box.x - 3, 0)}px;top:${above ? box.y - 22 : box.bottom + 4}px;padding:1px 5px;background:${colour};color:#fff;font:12px/16px sans-serif;white-space:nowrap`,
    );
    tag.textContent = label.slice(0, LABEL_LIMIT);
    document.documentElement.append(tag);
  }
  if (drawn) removal = setTimeout(clearOutlines, LIFETIME);
  return drawn;
}

/** @param {string} style */
function overlay(style) {
  const box = document.createElement("div");
  box.setAttribute(MARK, "");
  // Set through the object model, which a page's content security policy leaves alone.
  box.style.cssText = `all:initial;position:fixed;z-index:2147483647;pointer-events:none;${style}`;
  return box;
}

/** @returns {{ removed: number, remaining: number }} */
export function clearOutlines() {
  clearTimeout(removal);
  const boxes = document.querySelectorAll(`[${MARK}]`);
  for (const box of boxes) box.remove();
  return { removed: boxes.length, remaining: document.querySelectorAll(`[${MARK}]`).length };
}
