// How alike two values of one field are, from 0 to 1. Pure: no page is needed.

const WORDS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{M}\p{N}]+/gu;
const NUMBER = /^\p{N}+$/u;

/** Word pairs that turn a label into another one, however much the rest agrees. @type {Map<string, Set<string>>} */
const CONTRARY = new Map();
for (const pair of (
  "next previous,next back,forward back,forward backward,in out,on off,up down,left right,yes no,start stop,start end,open close,show hide,add remove," +
  "add delete,create delete,minimize maximize,minimise maximise,expand collapse,enable disable,accept reject,accept decline,allow deny,approve reject," +
  "login logout,signin signout,login signup,signin signup,first last,more less,buy sell,send receive,upload download,import export,lock unlock,mute unmute," +
  "follow unfollow,subscribe unsubscribe,check uncheck,select deselect,undo redo,save cancel,submit cancel,submit reset,ok cancel,confirm cancel," +
  "play pause,increase decrease,zoomin zoomout,before after,old new,public private,archive delete,edit delete,from to"
).split(",")) {
  const [one = "", other = ""] = pair.split(" ");
  CONTRARY.set(one, (CONTRARY.get(one) ?? new Set()).add(other));
  CONTRARY.set(other, (CONTRARY.get(other) ?? new Set()).add(one));
}

const PLAIN_ASCII = /^[ -~]*$/;
const MARKS = /[’‘'`´]/g;

/** @param {string} text */
export function foldedText(text) {
  if (PLAIN_ASCII.test(text)) {
    const lower = text.toLowerCase();
    return (lower.includes("'") || lower.includes("`") ? lower.replace(MARKS, "") : lower).trim();
  }
  return text.normalize("NFKC").toLowerCase().replace(MARKS, "").replace(/\s+/g, " ").trim();
}

const ASCII_WORDS = /[a-z0-9]+/g;

/** @type {Map<string, { folded: string, words: string[] }>} */
const READINGS = new Map();
const READINGS_KEPT = 4096;

/**
 * A text without case and marks, and its words. The last ones are kept, as every text of a page is compared with the same one.
 * @param {string} text
 */
export function readingOf(text) {
  const known = READINGS.get(text);
  if (known) return known;
  const folded = foldedText(text);
  const reading = { folded, words: folded.match(PLAIN_ASCII.test(folded) ? ASCII_WORDS : WORDS) ?? [] };
  if (READINGS.size >= READINGS_KEPT) READINGS.clear();
  READINGS.set(text, reading);
  return reading;
}

/**
 * The same words in any order and case are the same text; a text that holds the other is nearly that. A number or a word turned into
 * its contrary is another text.
 * @param {string} was
 * @param {string} now
 * @param {(word: string) => number} [weightOf] how telling a word is, from 0 to 1
 */
export function textAlike(was, now, weightOf = () => 1) {
  const { folded: before, words: old } = readingOf(was);
  const { folded: after, words: fresh } = readingOf(now);
  if (before === after) return 1;
  if (old.length === 0 || fresh.length === 0) return 0;
  if (old.join(" ") === fresh.join(" ")) return 1;
  const sizeOf = (/** @type {string} */ word) => Math.min(word.length, 8) * (weightOf(word) + 0.05);
  const rest = [...fresh];
  const lost = [];
  let shared = 0;
  let whole = 0;
  for (const word of old) {
    const at = bestOf(word, rest);
    if (at < 0) {
      lost.push(word);
      whole += sizeOf(word);
      continue;
    }
    const other = /** @type {string} */ (rest.splice(at, 1)[0]);
    const size = sizeOf(word) + sizeOf(other);
    whole += size;
    shared += size * wordAlike(word, other);
  }
  for (const word of rest) whole += sizeOf(word);
  const overlap = shared / whole;
  if (isContrary(lost, rest)) return overlap * 0.25;
  return lost.length === 0 || rest.length === 0 ? 0.3 + 0.65 * overlap : overlap ** 1.5;
}

/** @param {string} word @param {string[]} others */
function bestOf(word, others) {
  let best = -1;
  let likeness = 0;
  for (let at = 0; at < others.length; at += 1) {
    const alike = wordAlike(word, /** @type {string} */ (others[at]));
    if (alike <= likeness) continue;
    best = at;
    likeness = alike;
  }
  return best;
}

/** @param {string} word @param {string} other */
function wordAlike(word, other) {
  if (word === other) return 1;
  if (word[0] !== other[0]) return 0;
  if (NUMBER.test(word) || NUMBER.test(other)) return 0;
  const longest = Math.max(word.length, other.length);
  let same = 0;
  while (same < longest && word[same] === other[same]) same += 1;
  return same >= 3 && same / longest >= 0.5 ? same / longest : 0;
}

/** @param {string[]} lost @param {string[]} fresh */
function isContrary(lost, fresh) {
  if (lost.length === 0 || fresh.length === 0) return false;
  if (lost.some((word) => NUMBER.test(word)) && fresh.some((word) => NUMBER.test(word))) return true;
  return lost.some((word) => {
    const contraries = CONTRARY.get(word);
    return contraries !== undefined && fresh.some((other) => contraries.has(other));
  });
}

/**
 * Two addresses of a site: path and query. The last part of the path says most.
 * @param {string} was
 * @param {string} now
 */
export function addressAlike(was, now) {
  if (was === now) return 1;
  const [oldPath, oldQuery] = addressParts(was);
  const [newPath, newQuery] = addressParts(now);
  if (oldPath.join("/") === newPath.join("/")) return 0.6 + 0.4 * queryAlike(oldQuery, newQuery);
  const last = textAlike(spacedWords(oldPath.at(-1) ?? ""), spacedWords(newPath.at(-1) ?? ""));
  const above = shareOf(oldPath.slice(0, -1), newPath.slice(0, -1));
  const asked = oldQuery.length > 0 && newQuery.length > 0 ? shareOf(oldQuery, newQuery) : 0;
  return Math.min(last * (0.5 + 0.3 * above) + 0.2 * asked, 0.8);
}

/** @param {string} address @returns {[string[], string[]]} */
function addressParts(address) {
  const at = address.indexOf("?");
  const path = at < 0 ? address : address.slice(0, at);
  const query = at < 0 ? [] : address.slice(at + 1).split("&");
  return [path.toLowerCase().replace(/\.[a-z]{2,5}$/, "").split("/").filter(Boolean), query];
}

/** @param {string[]} was @param {string[]} now */
function queryAlike(was, now) {
  if (was.length === 0 || now.length === 0) return 0.5;
  return shareOf(was, now);
}

/** @param {string} name */
function spacedWords(name) {
  return name.replace(/([\p{Ll}\d])(\p{Lu})/gu, "$1 $2").replace(/[-_.:/]+/g, " ");
}

/**
 * How much of two lists is in both; an empty pair is the same.
 * @param {readonly string[]} was
 * @param {readonly string[]} now
 * @param {(value: string) => number} [weightOf]
 */
export function shareOf(was, now, weightOf = () => 1) {
  const all = new Set([...was, ...now]);
  if (all.size === 0) return 1;
  let shared = 0;
  let whole = 0;
  for (const value of all) {
    const weight = weightOf(value);
    whole += weight;
    if (was.includes(value) && now.includes(value)) shared += weight;
  }
  return whole === 0 ? 0 : shared / whole;
}

/**
 * The part of two ways from the root that is the same at their heads and ends. A place beside counts, one that was wrapped hardly less.
 * @param {string} was
 * @param {string} now
 */
export function pathAlike(was, now) {
  const old = stepsOf(was);
  const fresh = stepsOf(now);
  const shortest = Math.min(old.length, fresh.length);
  let head = 0;
  while (head < shortest && old[head] === fresh[head]) head += 1;
  let tail = 0;
  while (tail < shortest - head && old[old.length - 1 - tail] === fresh[fresh.length - 1 - tail]) tail += 1;
  // The first is the empty step before the root.
  return (head + tail - 1) / (Math.max(old.length, fresh.length) - 1);
}

/**
 * Whether one way is the other but for the number of one step: the next of a list, the cell beside.
 * @param {string} was
 * @param {string} now
 */
export function standsBeside(was, now) {
  const old = stepsOf(was);
  const fresh = stepsOf(now);
  if (old.length !== fresh.length) return false;
  const other = old.filter((step, at) => step !== fresh[at]);
  if (other.length !== 1) return false;
  const at = old.indexOf(/** @type {string} */ (other[0]));
  return tagOfStep(old[at]) === tagOfStep(fresh[at]);
}

/** @param {string} path */
function stepsOf(path) {
  return path.replaceAll("[1]", "").split("/");
}

/** @param {string | undefined} step */
function tagOfStep(step) {
  return step?.replace(/\[\d+\]$/, "");
}

/** @typedef {{ x: number, y: number, width: number, height: number }} Box */

/** @param {Box} was @param {Box} now */
export function sizeAlike(was, now) {
  const ratio = (/** @type {number} */ one, /** @type {number} */ other) => (Math.min(one, other) + 4) / (Math.max(one, other) + 4);
  return ratio(was.width, now.width) * ratio(was.height, now.height);
}

/** Half of it is gone 200 pixels away. @param {Box} was @param {Box} now */
export function positionAlike(was, now) {
  const across = was.x + was.width / 2 - now.x - now.width / 2;
  const down = was.y + was.height / 2 - now.y - now.height / 2;
  return 1 / (1 + Math.hypot(across, down) / 200);
}
