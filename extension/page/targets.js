// The elements a person could name, each with the shortest words that mean it and no other.

import { areaOf } from "./candidates.js";
import { handleOf } from "./handles.js";
import { inOneTurn } from "./memo.js";
import { likeness } from "./near.js";
import { nameablesIn } from "./nameable.js";
import { scopesOf } from "./resolve.js";
import { wordingsOf } from "./wording.js";

/**
 * @typedef {import("./resolve.js").Target} Target
 * @typedef {import("./nameable.js").Nameable} Nameable
 * @typedef {{ handle: string, tag: string, role?: string, name?: string, text?: string, rect: { x: number, y: number, width: number, height: number },
 *   wordings: Target[], score: number }} Offer `wordings`: the first is the best that means it alone in this document, the last one always does
 */

/** Wordings of one element that are tried against the other frames. */
const WORDINGS_TRIED = 4;
const SAID_LONGEST = 200;

/**
 * @param {{ query?: string, limit?: number, within?: string | Target, alone?: boolean }} request `alone`: there is no other frame, so the best words are enough
 * @returns {{ offers: Offer[], more: boolean }} with a `query` those most like it first, else in the page's order
 */
export function targetsFor({ query = "", limit = 200, within, alone = true }) {
  return inOneTurn(() => {
    const part = typeof within === "string" ? { text: within } : within;
    const all = nameablesIn(areaOf(part ? scopesOf(part) : null));
    const ranked = rankedBy(query, all);
    const chosen = ranked.slice(0, limit);
    const offers = chosen.map(({ nameable, score }) => offerOf(nameable, { score, part, tried: alone ? 1 : WORDINGS_TRIED }));
    return { offers: offers.filter(({ wordings }) => wordings.length > 0), more: ranked.length > chosen.length };
  });
}

/**
 * @param {Nameable} nameable
 * @param {{ score: number, part: Target | undefined, tried: number }} how
 * @returns {Offer}
 */
function offerOf(nameable, { score, part, tried }) {
  const { element, role, name, text } = nameable;
  const box = element.getBoundingClientRect();
  const wordings = [];
  for (const target of wordingsOf(nameable, part)) {
    wordings.push(target);
    if (wordings.length === tried) break;
  }
  return {
    handle: handleOf(element),
    tag: element.localName,
    ...(role ? { role } : {}),
    ...(name ? { name: name.slice(0, SAID_LONGEST) } : {}),
    ...(text ? { text: text.slice(0, SAID_LONGEST) } : {}),
    rect: { x: box.x, y: box.y, width: box.width, height: box.height },
    wordings,
    score,
  };
}

/** @param {string} query @param {Nameable[]} all @returns {{ nameable: Nameable, score: number }[]} */
function rankedBy(query, all) {
  const asked = query.replace(/["~]/g, " ").replace(/\s+/g, " ").trim().toLowerCase();
  if (!asked) return all.map((nameable) => ({ nameable, score: 0 }));
  return all.map((nameable) => ({ nameable, score: likenessTo(asked, nameable) })).sort((a, b) => b.score - a.score);
}

/** From 0 to 2: how well what is typed begins, or resembles, what the element is called. @param {string} asked @param {Nameable} nameable */
function likenessTo(asked, { role, name, text }) {
  const said = (name || text).slice(0, 80).toLowerCase();
  return Math.max(...[said, text.slice(0, 80).toLowerCase(), `${role} ${said}`].map((words) => {
    if (words.startsWith(asked)) return 1 + asked.length / Math.max(words.length, 1);
    if (words === "") return 0;
    return words.includes(asked) ? 0.9 : likeness(asked, words) * 0.8;
  }));
}
