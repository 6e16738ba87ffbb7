// The elements a person could name, each with the shortest words that mean it and no other.

import { areaOf } from "./candidates.js";
import { framesWithin } from "./frames.js";
import { handleOf } from "./handles.js";
import { inOneTurn } from "./memo.js";
import { likeness } from "./near.js";
import { isAtHand, nameablesIn } from "./nameable.js";
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

/** A page stands still meanwhile, so that on a huge one not all is looked at: in milliseconds. */
const LOOK_LONGEST = 1000;

/**
 * @param {{ query?: string, limit?: number, within?: string | Target, alone?: boolean }} request `alone`: there is no other frame, so the best words are enough
 * @returns {{ offers: Offer[], frames: string[], more: boolean }} with a `query` those most like it first, else in the page's order; `frames`: those that stand in
 *   the part to look within
 */
export function targetsFor({ query = "", limit = 200, within, alone = true }) {
  return inOneTurn(() => {
    const part = typeof within === "string" ? { text: within } : within;
    const scopes = part ? scopesOf(part) : null;
    const frames = scopes ? framesWithin(scopes) : [];
    const offers = [];
    const end = performance.now() + LOOK_LONGEST;
    for (const { nameable, score } of rankedBy(query, nameablesIn(areaOf(scopes)))) {
      if (performance.now() > end) return { offers, frames, more: true };
      if (!isAtHand(nameable)) continue;
      const offer = offerOf(nameable, { score, part, tried: alone ? 1 : WORDINGS_TRIED });
      if (!offer.wordings.length) continue;
      if (offers.length === limit) return { offers, frames, more: true };
      offers.push(offer);
    }
    return { offers, frames, more: false };
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

/**
 * @param {string} query
 * @param {Iterable<Nameable>} all
 * @returns {Iterable<{ nameable: Nameable, score: number }>}
 */
function rankedBy(query, all) {
  const asked = query.replace(/["~]/g, " ").replace(/\s+/g, " ").trim().toLowerCase();
  const scored = withScores(asked, all);
  return asked ? [...scored].sort((a, b) => b.score - a.score) : scored;
}

/** @param {string} asked @param {Iterable<Nameable>} all */
function* withScores(asked, all) {
  for (const nameable of all) yield { nameable, score: asked ? likenessTo(asked, nameable) : 0 };
}

/** From 0 to 2: how well what is typed begins, or resembles, what the element is called. @param {string} asked @param {Nameable} nameable */
function likenessTo(asked, { role, name, text }) {
  const said = (name || text).slice(0, 80).toLowerCase();
  const forms = [said, `${role} ${said}`];
  for (const form of forms) if (form.startsWith(asked)) return 1 + asked.length / form.length;
  if (forms.some((form) => form.includes(asked)) || text.toLowerCase().includes(asked)) return 0.9;
  return said === "" ? 0 : likeness(asked, said) * 0.8;
}
