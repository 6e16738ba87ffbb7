// Looks for the element remembered when the target itself finds nothing: what stands where its names lead, and what is most like it. What
// comes of it, for all frames together, the worker says.

import { changesOf } from "./changes.js";
import { countsOf, nameContradicts, quick, sameTarget, score } from "./score.js";
import { describeAll } from "./describe.js";
import { handleOf } from "./handles.js";
import { areaOf, candidateCheck, lookAround } from "./candidates.js";
import { isPressedWith, ownedElements, rejectedAmong } from "./owners.js";
import { namedElements } from "./remembered.js";
import { scopesOf } from "./resolve.js";

const DESCRIBED = 60;
/** Of another kind, but with the words or a name of the one remembered: described only to be shown as refused. */
const OF_OTHER_KIND = 3;

/**
 * @typedef {import("./describe.js").Descriptor} Descriptor
 * @typedef {import("./candidates.js").Looked} Looked
 */

/**
 * @typedef {object} Search
 * @property {Descriptor} descriptor as the lock remembers it
 * @property {Descriptor[]} [others]
 * @property {Descriptor[]} [rejected]
 * @property {string | import("./resolve.js").Target} [within]
 * @property {import("./telling.js").Counts} [counts] of all frames together
 * @property {number} [limit] how many elements are looked at
 */

/**
 * @typedef {object} Candidate
 * @property {string} handle
 * @property {Descriptor} descriptor
 * @property {number} score
 * @property {number} [points] orders those of one score
 * @property {import("./evidence.js").FieldScore[]} fields
 * @property {string} [disqualified]
 * @property {string} [held] why it scores less than its points
 * @property {string} [refused] why it is none of ours to take
 * @property {string} [pressedWith] the handle of a better one in whose place this stands
 * @property {string[]} changed
 * @property {string[]} changes
 */

/**
 * @typedef {object} SearchResult
 * @property {number} looked
 * @property {boolean} more
 * @property {import("./telling.js").Counts} counts
 * @property {Candidate[]} candidates the best first
 * @property {{ by: import("./remembered.js").NameField, count: number, handle?: string, doubted?: true }[]} named
 */

/** How many elements this frame has to look at, and what stands on them. @param {Search} search */
export function surveyFor({ descriptor, within, limit }) {
  const { looked } = lookAround(descriptor, areaOf(within === undefined ? null : scopesOf(within)), limit);
  return { looked: looked.length, counts: countsOf(looked.map(({ brief }) => brief)) };
}

/** @param {Search} search @returns {SearchResult} */
export function searchFor(search) {
  const { descriptor: was, others = [], rejected = [], within, limit } = search;
  const area = areaOf(within === undefined ? null : scopesOf(within));
  const { looked, more } = lookAround(was, area, limit);
  const counts = search.counts ?? countsOf(looked.map(({ brief }) => brief));
  const isCandidate = candidateCheck(area);
  const names = namedElements(was, area, isCandidate);
  const elements = new Set([...names.flatMap(({ elements }) => (elements.length === 1 ? elements : [])), ...likest(looked, was, counts, isCandidate)]);
  const descriptors = describeAll([...elements]);
  const described = [...elements].map((element, at) => ({ element, descriptor: /** @type {Descriptor} */ (descriptors[at]) }));
  const owned = ownedElements(others, was);
  const no = rejectedAmong(described, rejected, counts);

  const candidates = described
    .map(({ element, descriptor }) => {
      const refused = no.has(element) ? "a person said no to it" : owned.some((other) => isPressedWith(other, element)) ? "another target means it" : undefined;
      /** @type {Candidate} */
      const candidate = { handle: handleOf(element), descriptor, ...score(was, descriptor, counts), ...(refused ? { refused } : {}), ...changesOf(was, descriptor) };
      return candidate;
    })
    .sort((a, b) => b.score - a.score || (b.points ?? 0) - (a.points ?? 0));
  joinPressed(candidates);

  const named = names.map(({ by, elements }) => {
    const [only] = elements;
    if (!only || elements.length > 1) return { by, count: elements.length };
    const handle = handleOf(only);
    const one = candidates.find((candidate) => candidate.handle === handle);
    // An id moves to a neighbour; a testid is given on purpose. But where each row has one, it may be the last row left that has it.
    const doubted = one && ((by !== "testid" && nameContradicts(was, one.descriptor)) || isOfAnotherRow(one));
    return { by, count: 1, handle, ...(doubted ? { doubted: /** @type {const} */ (true) } : {}) };
  });
  return { looked: looked.length, more, counts, candidates, named };
}

/** @param {Candidate} candidate */
function isOfAnotherRow({ fields }) {
  return fields.some(({ field, similarity }) => field === "another row" && similarity >= 0.75);
}

/** Where one press means two candidates, the lesser is no rival of the better. @param {Candidate[]} candidates the best first */
function joinPressed(candidates) {
  /** @type {Candidate[]} */
  const apart = [];
  for (const candidate of candidates) {
    const better = candidate.disqualified ? undefined : apart.find((other) => isInOneRoot(other.descriptor, candidate.descriptor) && sameTarget(other.descriptor, candidate.descriptor));
    if (better) candidate.pressedWith = better.handle;
    else apart.push(candidate);
  }
}

/** @param {Descriptor} one @param {Descriptor} other */
function isInOneRoot(one, other) {
  return String(one.path?.shadow ?? "") === String(other.path?.shadow ?? "");
}

/**
 * The elements worth a full description.
 * @param {Looked[]} looked
 * @param {Descriptor} was
 * @param {import("./telling.js").Counts} counts
 * @param {(element: Element) => boolean} isCandidate
 */
function likest(looked, was, counts, isCandidate) {
  const ranked = looked.map(({ element, brief }) => ({ element, brief, rough: quick(was, brief, counts) }));
  const alike = ranked.filter(({ rough }) => rough >= 0).sort((a, b) => b.rough - a.rough);
  const others = ranked.filter(({ brief, rough }) => rough < 0 && sharesName(was, brief));
  return [...firstOf(alike, DESCRIBED - OF_OTHER_KIND, isCandidate), ...firstOf(others, OF_OTHER_KIND, isCandidate)];
}

/** @param {Looked[]} looked @param {number} many @param {(element: Element) => boolean} isCandidate */
function firstOf(looked, many, isCandidate) {
  const found = [];
  for (const { element } of looked) {
    if (found.length === many) break;
    if (isCandidate(element)) found.push(element);
  }
  return found;
}

/** @param {Descriptor} was @param {import("./telling.js").Brief} now */
function sharesName(was, now) {
  if ((was.testid && was.testid === now.testid) || (was.id && was.id === now.id) || (was.nameAttr && was.nameAttr === now.nameAttr)) return true;
  const said = was.text || was.name;
  return said !== undefined && (said === now.text || said === now.name);
}
