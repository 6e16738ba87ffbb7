// What comes of a search for the element remembered: acted on, shown as drifted or as several, or nothing.

/** From here on a candidate is acted on. */
const ACT = 0.85;
/** From here on it is shown. */
const SHOW = 0.6;
/** Two that are not further apart are not told apart. */
const APART = 0.15;

/** How many are named where none is taken. */
const SHOWN = 5;
/** And of those how many that are just not like it. */
const UNLIKE_SHOWN = 2;

const NAMES = /** @type {const} */ (["testid", "id", "ariaLabel", "nameAttr"]);

/**
 * A candidate with the handle that the wire has for it; of several frames, their best first.
 * @typedef {object} Candidate
 * @property {string} handle
 * @property {any} descriptor
 * @property {number} score
 * @property {unknown[]} fields
 * @property {string} [disqualified]
 * @property {string} [held]
 * @property {string} [refused]
 * @property {string} [pressedWith]
 * @property {string[]} changed
 * @property {string[]} changes
 */

/** @typedef {{ by: string, count: number, handle?: string, doubted?: true }} Named in one frame */

/**
 * @typedef {{ took: Candidate, runnerUp: number, by?: string }
 *   | { drifted: Candidate, runnerUp: number }
 *   | { rivals: Candidate[] }
 *   | { nothing: true, bestScore: number, refused: { descriptor: any, score: number, why: string }[] }} Verdict
 */

/**
 * @param {Candidate[]} candidates
 * @param {Named[]} named
 * @param {any} [was] the descriptor remembered; what is of its tag and role is named even where it is not like it at all
 * @returns {Verdict}
 */
export function judge(candidates, named, was) {
  const free = candidates.filter(({ refused, disqualified }) => refused === undefined && disqualified === undefined);
  for (const by of NAMES) {
    const all = named.filter((one) => one.by === by && one.count > 0);
    const [only] = all;
    if (!only || all.length > 1 || only.count > 1 || only.doubted) continue;
    const took = free.find(({ handle }) => handle === only.handle);
    if (took) return { took, runnerUp: rivalsOf(took, free)[0]?.score ?? 0, by };
  }
  const [best] = free;
  if (!best || best.score < SHOW) return { nothing: true, bestScore: best?.score ?? 0, refused: refusedOf(candidates, was) };
  const rivals = rivalsOf(best, free);
  const runnerUp = rivals[0]?.score ?? 0;
  // Rounded, or 0.9 and 0.75 would be further apart than they are.
  const close = rivals.filter(({ score }) => score >= SHOW && Math.round((best.score - score) * 1e4) / 1e4 <= APART);
  if (close.length) return { rivals: [best, ...close].slice(0, SHOWN) };
  return best.score >= ACT ? { took: best, runnerUp } : { drifted: best, runnerUp };
}

/** Those that are not pressed with it. @param {Candidate} best @param {Candidate[]} free */
function rivalsOf(best, free) {
  const place = best.pressedWith ?? best.handle;
  return free.filter((other) => other !== best && (other.pressedWith ?? other.handle) !== place);
}

/** @param {Candidate[]} candidates @param {any} was */
function refusedOf(candidates, was) {
  const barred = candidates.filter(({ refused, disqualified }) => refused !== undefined || disqualified !== undefined);
  const isWorthNaming = (/** @type {Candidate} */ { score, descriptor }) => score > 0 || (was && descriptor.tag === was.tag && descriptor.role === was.role);
  const unlike = candidates.filter((candidate) => !barred.includes(candidate) && candidate.pressedWith === undefined && isWorthNaming(candidate));
  return [...barred.slice(0, SHOWN - UNLIKE_SHOWN), ...unlike.slice(0, UNLIKE_SHOWN)].map(({ descriptor, score, refused, disqualified }) => ({
    descriptor,
    score,
    why: refused ?? disqualified ?? "too unlike the one remembered",
  }));
}
