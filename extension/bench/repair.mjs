// node bench/repair.mjs FILE: how often a changed element is found again, and how often another one is taken for it, on recorded pages.
// FILE is JSON Lines of `page` and `case` records, gzip or not. The last line is JSON with shares of all cases, all fields in use.
// With --cases every case that is not found is a line too; with --by-site a line for each site; with --left-out the measured weights are fitted anew for
// each site on all the others, and each site measured with the weights it had no part in.

import { parseArgs } from "node:util";

import { readCases } from "./repair-data.mjs";
import { fittedWithout } from "./repair-fit.mjs";
import { DESCRIBED, HEADER, measure, row, shares } from "./repair-measure.mjs";

const { values, positionals } = parseArgs({ allowPositionals: true, options: { cases: { type: "boolean" }, "by-site": { type: "boolean" }, "left-out": { type: "boolean" } } });
const [file] = positionals;
if (!file) {
  console.error("usage: node bench/repair.mjs [--cases] [--by-site] [--left-out] FILE");
  process.exit(2);
}
const cases = await readCases(file);
const all = measure(cases);
console.log(HEADER);
console.log(row("all fields", all));
console.log(row("without near", measure(cases, { near: false })));
console.log(row("all fields, no owners known", measure(cases, { owners: false })));
console.log(`by a remembered name: ${all.filter(({ present }) => present.via).length}; not among the best ${DESCRIBED}: ${all.filter(({ fallen }) => fallen).length}`);
if (values["left-out"]) {
  for (const near of [true, false]) console.log(row(`each site left out${near ? "" : ", without near"}`, fittedWithout(cases, near)));
}
if (values["by-site"]) for (const site of new Set(all.map(({ one }) => one.site))) console.log(row(site, all.filter(({ one }) => one.site === site)));
if (values.cases) for (const one of all) tell(one);
console.log(JSON.stringify(shares(all)));

/** @param {ReturnType<typeof measure>[number]} measured */
function tell({ one, present, absent, absentNoTwins, right, wrong }) {
  const nameOf = (/** @type {number | undefined} */ index) => (index === undefined ? "none" : JSON.stringify(one.page.candidates[index]?.text ?? one.page.candidates[index]?.tag));
  const scoreOf = (/** @type {import("./repair-measure.mjs").Answer} */ answer) => answer.via ?? answer.top[0]?.score ?? 0;
  const said = JSON.stringify(one.was.text ?? one.was.tag);
  if (wrong) console.log(`${one.id} ${said}: wrong, ${nameOf(present.accepted)}`);
  if (!right && !wrong) console.log(`${one.id} ${said}: refused, best ${nameOf(present.best)} ${scoreOf(present)}, then ${present.top.slice(1, 4).map((other) => other.score).join(" ")}`);
  if (absent.accepted !== undefined) console.log(`${one.id} ${said}: gone, yet ${nameOf(absent.accepted)} ${scoreOf(absent)}`);
  if (absentNoTwins.accepted !== undefined) console.log(`${one.id} ${said}: gone with its twins, yet ${nameOf(absentNoTwins.accepted)} ${scoreOf(absentNoTwins)}`);
}
