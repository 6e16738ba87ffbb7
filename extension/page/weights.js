// What each piece of evidence is worth, in points of a hundred: 85 are acted on, 60 are worth a look.
// The measured ones were fitted on recorded pages, leaving one site out at a time (bench/README.md); they hardly differ from site to site. The rest,
// on fields those pages do not have, are set by likeness to a measured field.

/**
 * `same` is what full likeness adds, `other` what none at all takes away; between them it goes straight. Of a text and an address `same` counts
 * only when they are wholly the same, and only as far as they are rare on the page.
 * @type {Record<string, { same: number, other: number }>}
 */
export const WEIGHTS = {
  // measured
  text: { same: 34, other: -42 },
  href: { same: 12, other: -12 },
  id: { same: 15, other: 0 },
  nameAttr: { same: 27, other: -3 },
  tag: { same: 0, other: -17 },
  path: { same: 38, other: 0 },
  size: { same: 31, other: 0 },
  position: { same: 31, other: 0 },
  // by likeness
  testid: { same: 40, other: -20 },
  heading: { same: 6, other: -4 },
  landmark: { same: 4, other: -6 },
  form: { same: 6, other: -6 },
  row: { same: 10, other: 0 },
  before: { same: 3, other: -2 },
  after: { same: 3, other: -2 },
};

/**
 * What is worth something only in its circumstances, by name.
 * @type {Record<string, number>}
 */
export const TOGETHER = {
  // measured
  "part of the text": 25,
  "text gone": -7,
  "now a control": -7,
  /** The same words where the old ones stood. */
  "same words in the same place": 29,
  /** The same words in the same looks. */
  "same words in the same looks": 7,
  /** The next of a list or a row is as like as a neighbour can be. */
  "stands beside": -8,
  // by reasoning
  /** A button that became a link, or a link that became a button. */
  "another control": -10,
  /** The counterpart in the next row or card, or in the one that has moved up. */
  "another row": -130,
  "another heading over it": -130,
  /** Not the same words, and one element fewer in its row: the one remembered may be gone, and the next have moved up. */
  "one fewer beside it": -40,
  /** Other words, and they are, or are more like, those that stood beside the one remembered: it is its neighbour. */
  "stood beside it": -40,
  /** Of the page and of a frame in it, neither becomes part of the other. */
  "in or out of a frame": -30,
};
