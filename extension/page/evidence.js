// The evidence for two descriptors being one element, field by field, in points.

import { addressAlike, foldedText, pathAlike, positionAlike, shareOf, sizeAlike, standsBeside, textAlike } from "./alike.js";
import { isChosen, isPressedKind, kindOf } from "./kinds.js";
import { saidOf, tellingOf, wordWeightOf } from "./telling.js";
import { TOGETHER, WEIGHTS } from "./weights.js";

/** @typedef {import("./describe.js").Descriptor} Descriptor */
/** @typedef {import("./telling.js").Counts} Counts */

/**
 * @typedef {object} FieldScore
 * @property {string} field a descriptor's field, or in words what several fields say together
 * @property {string} [was]
 * @property {string} [now]
 * @property {number} similarity
 * @property {number} weight the points full likeness would have added
 * @property {number} points what it adds to a hundred
 */

/** Points that count as agreeing. */
const ENOUGH = 10;

export class Sheet {
  /** @param {Counts | undefined} counts */
  constructor(counts) {
    this.counts = counts;
    /** @type {FieldScore[]} */
    this.fields = [];
  }

  /** @param {string} field one of WEIGHTS @param {string} was @param {string} now @param {number} similarity */
  add(field, was, now, similarity) {
    const { same, other } = /** @type {{ same: number, other: number }} */ (WEIGHTS[field]);
    const counted = field === "text" || field === "href";
    const weight = counted ? same * tellingOf(this.counts, field, now) : same;
    const agreeing = counted ? (similarity === 1 ? weight : 0) : weight * similarity;
    this.fields.push({ field, was, now, similarity: hundredth(similarity), weight: hundredth(weight), points: hundredth(agreeing + other * (1 - similarity)) });
    return similarity;
  }

  /** @param {string} field one of TOGETHER @param {number} share @param {string} [was] @param {string} [now] */
  note(field, share, was, now) {
    const weight = /** @type {number} */ (TOGETHER[field]);
    this.fields.push({ field, ...(was === undefined ? {} : { was, now }), similarity: hundredth(share), weight, points: hundredth(weight * share) });
  }

  /**
   * An id is worth what the words under it are: it moves to a neighbour. A testid and a field's name stay with what they name, but choices of a
   * group and a form's buttons share theirs, so of them it is worth what their words are.
   * @param {Descriptor} was
   * @param {Descriptor} now
   * @param {number | undefined} words
   */
  names(was, now, words = 1) {
    if (was.href && now.href) this.add("href", was.href, now.href, addressAlike(was.href, now.href));
    if (was.id && now.id) this.add("id", was.id, now.id, was.id === now.id ? words : 0);
    if (was.testid && now.testid) this.add("testid", was.testid, now.testid, was.testid === now.testid ? 1 : 0);
    const share = isPressedKind(was) || isChosen(was) ? words : 1;
    if (was.nameAttr && now.nameAttr) this.add("nameAttr", was.nameAttr, now.nameAttr, was.nameAttr === now.nameAttr ? share : 0);
  }

  /** @param {Descriptor} was @param {Descriptor} now */
  kind(was, now) {
    const before = kindOf(was);
    const after = kindOf(now);
    this.add("tag", was.tag, now.tag, was.tag === now.tag || (before !== "" && before === after) ? 1 : 0);
    if (!isPressedKind(now) || before === after) return;
    if (before === "") this.note("now a control", 1, was.tag, now.tag);
    else this.note("another control", 1, before, after);
  }

  /**
   * What is read or heard. The likeliest of text and accessible name counts: an icon gets a name, a text changes under a name.
   * @param {Descriptor} was
   * @param {Descriptor} now
   * @returns {number | undefined} how alike; nothing where there is nothing to compare
   */
  words(was, now) {
    const old = saidOf(was);
    const fresh = saidOf(now);
    if (old && !fresh) this.note("text gone", 1, old, "");
    if (!old || !fresh) return old ? 0 : undefined;
    const pairs = [[was.text, now.text], [was.name, now.name]].filter(([one, other]) => one && other);
    if (pairs.length === 0) pairs.push([old, fresh]);
    const weightOf = wordWeightOf(this.counts);
    const [best] = pairs
      .map(([one = "", other = ""]) => ({ one, other, alike: textAlike(one, other, weightOf) }))
      .sort((left, right) => right.alike - left.alike);
    const { one, other, alike } = /** @type {{ one: string, other: string, alike: number }} */ (best);
    this.add("text", one, other, alike);
    if (alike > 0 && alike < 1) this.note("part of the text", alike * tellingOf(this.counts, "text", other));
    return alike;
  }

  /** @param {Descriptor} was @param {Descriptor} now @param {number | undefined} words */
  looks(was, now, words) {
    if (!was.classes || !now.classes) return { alike: 0, telling: 0 };
    const tellingOfClass = (/** @type {string} */ name) => tellingOf(this.counts, "class", name);
    const alike = shareOf(was.classes, now.classes, tellingOfClass);
    const shared = was.classes.filter((name) => now.classes?.includes(name));
    if (words === 1) {
      const rare = tellingOf(this.counts, "text", saidOf(now));
      this.note("same words in the same looks", alike * rare, was.classes.join(" "), now.classes.join(" "));
    }
    return { alike, telling: Math.max(0, ...shared.map(tellingOfClass)) };
  }

  /** @param {Descriptor} was @param {Descriptor} now @param {number | undefined} words */
  place(was, now, words) {
    const from = was.path?.xpath;
    const to = now.path?.xpath;
    const isInFrame = Boolean(was.path?.frame);
    const isSamePage = isInFrame === Boolean(now.path?.frame);
    if (!isSamePage) this.note("in or out of a frame", 1, was.path?.frame ?? "the page", now.path?.frame ?? "the page");
    if (from && to) {
      const isSameTree = isSamePage && Boolean(was.path?.shadow) === Boolean(now.path?.shadow);
      this.add("path", from, to, isSameTree ? pathAlike(from, to) : 0);
      if (isSameTree && standsBeside(from, to)) this.note("stands beside", 1);
    }
    if (isSamePage && was.rect && now.rect) {
      this.add("size", boxSize(was.rect), boxSize(now.rect), sizeAlike(was.rect, now.rect));
      const near = this.add("position", boxPlace(was.rect), boxPlace(now.rect), positionAlike(was.rect, now.rect));
      if (words === 1) this.note("same words in the same place", near);
    }
    const fewer = was.siblings && now.siblings && now.siblings.of < was.siblings.of;
    if (fewer && words !== 1) this.note("one fewer beside it", 1, `of ${was.siblings?.of}`, `of ${now.siblings?.of}`);
  }

  /** @param {Descriptor} was @param {Descriptor} now @param {number | undefined} words */
  around(was, now, words) {
    for (const field of /** @type {const} */ (["heading", "landmark", "form", "row", "before", "after"])) {
      const old = was.context?.[field];
      const fresh = now.context?.[field];
      if (old && fresh) this.add(field, old, fresh, textAlike(old, fresh, field === "row" ? wordWeightOf(this.counts) : undefined));
    }
    const row = this.fields.find(({ field }) => field === "row");
    if (row && row.similarity < 1) this.note("another row", Math.min(1, 1.5 * (1 - row.similarity)), row.was, row.now);
    const heading = this.fields.find(({ field }) => field === "heading");
    const isOneOfMany = saidOf(now) !== "" && tellingOf(this.counts, "text", saidOf(now)) < 1;
    if (heading && heading.similarity < 0.5 && standsInSeries(was) && (isOneOfMany || this.keepsPlace())) {
      this.note("another heading over it", Math.min(1, 1.5 * (1 - heading.similarity)), heading.was, heading.now);
    }
    const beside = this.neighbourOf(was, now);
    if (beside && words !== undefined && words < Math.min(beside.alike, 1)) this.note("stood beside it", beside.alike, beside.text, saidOf(now));
  }

  /**
   * Which of the texts that stood beside the one remembered it says, or is the likest to. A field's label stands beside it and is its own.
   * @param {Descriptor} was
   * @param {Descriptor} now
   */
  neighbourOf(was, now) {
    const said = foldedText(saidOf(now));
    if (said.length < 2) return undefined;
    const own = foldedText(saidOf(was));
    const texts = [was.context?.before ?? "", was.context?.after ?? ""].filter((text) => text && !own.includes(foldedText(text)));
    const beside = texts.map((text) => ({ text, alike: ` ${foldedText(text)} `.includes(` ${said} `) ? 1 : textAlike(text, saidOf(now)) }));
    return beside.sort((one, other) => other.alike - one.alike)[0];
  }

  /** In the same place of the tree, or in a parallel one: another card, another row. */
  keepsPlace() {
    return this.fields.some(({ field, similarity }) => field === "stands beside" || (field === "path" && similarity >= 0.9));
  }

  /**
   * Acting takes something that names the element, and something else besides that agrees.
   * @param {number | undefined} words
   * @param {{ alike: number, telling: number }} looks
   * @returns {string | undefined} what is lacking
   */
  lacks(words, looks) {
    const sum = (/** @type {string[]} */ names) => this.fields.filter(({ field }) => names.includes(field)).reduce((all, { points }) => all + points, 0);
    const said = words !== undefined && words >= 0.6;
    const named = sum(["testid", "id", "nameAttr"]) >= ENOUGH;
    const address = sum(["href"]) >= ENOUGH / 2;
    const marked = words === undefined && looks.alike >= 0.5 && looks.telling >= 0.8;
    const elsewhere = this.fields.some(({ field, similarity }) => field === "href" && similarity < 0.6);
    if (elsewhere && !named && words !== 1) return "what it says and where it leads have both changed";
    if (!said && !named && !address && !marked) return "nothing that names it is the same";
    const placed = sum(["path", "size", "position"]) >= 2 * ENOUGH;
    const around = sum(["heading", "landmark", "form", "row", "before", "after"]) >= ENOUGH;
    return [said, named, address, looks.alike >= 0.5, placed, around].filter(Boolean).length >= 2 ? undefined : "only one thing about it is the same";
  }
}

/** Whether something that it stands in is one of several alike: a card, a column, a row. @param {Descriptor} element */
function standsInSeries({ path }) {
  const [, ...around] = (path?.xpath ?? "").split("/").reverse();
  return around.some((step) => step.endsWith("]")) || (path?.shadow ?? []).some((host) => host.includes(":nth-of-type("));
}

/** @param {{ width: number, height: number }} box */
function boxSize({ width, height }) {
  return `${Math.round(width)} × ${Math.round(height)}`;
}

/** @param {{ x: number, y: number }} box */
function boxPlace({ x, y }) {
  return `${Math.round(x)}, ${Math.round(y)}`;
}

/** @param {number} value */
export function hundredth(value) {
  return Math.round(value * 100) / 100;
}
