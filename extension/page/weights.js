// What each piece of evidence is worth, in points of a hundred: 85 are acted on, 60 are worth a look.
// The measured ones were fitted on recorded pages, leaving one site out at a time (bench/README.md); they hardly differ from site to site. The rest,
// on fields those pages do not have, are set by likeness to a measured field.

/**
 * `same` is what full likeness adds, `other` what none at all takes away; between them it goes straight. Where `telling` is set, `same` counts
 * only as far as the value is rare on the page.
 * @type {Record<string, { same: number, other: number, telling?: boolean }>}
 */
export const WEIGHTS = {
  // measured
  text: { same: 35, other: -42, telling: true },
  href: { same: 12, other: -12, telling: true },
  id: { same: 15, other: 0 },
  nameAttr: { same: 27, other: -3 },
  tag: { same: 0, other: -17 },
  path: { same: 39, other: 0 },
  size: { same: 32, other: 0 },
  position: { same: 32, other: 0 },
  // by likeness
  testid: { same: 40, other: -20 },
  heading: { same: 6, other: -4 },
  landmark: { same: 4, other: -6 },
  form: { same: 6, other: -6 },
  row: { same: 10, other: -90 },
  before: { same: 3, other: -2 },
  after: { same: 3, other: -2 },
};

/** A text that is only partly the same. */
export const PART_OF_TEXT = 25;
/** The text is gone. */
export const TEXT_GONE = -7;
/** Something that was no control and is one now. */
export const NOW_A_CONTROL = -7;

/** A button that became a link, or a link that became a button. */
export const OTHER_CONTROL = -10;

/** Where one field changes what another one is worth. */
export const TOGETHER = {
  /** The same words where the old ones stood. */
  "same words in the same place": 30,
  /** The same words in the same looks. */
  "same words in the same looks": 7,
  /** The next of a list or a row is as like as a neighbour can be. */
  "stands beside": -8,
  /** Not the same words, and one element fewer in its row: the one remembered may be gone, and the next have moved up. */
  "one fewer beside it": -40,
  /** Other words, and they are those that stood beside the one remembered: it is its neighbour. */
  "stood beside it": -40,
};
