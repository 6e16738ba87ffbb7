// Measures aite beside Playwright: the same Chromium, the same page, in turn, in one run.
// usage: node run.mjs AITE CHROME
// The last line is JSON: aite's median through Playwright's, for each kind of step and for the start.
import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { readTimes, writeScript } from "./aite-side.mjs";
import { ELEMENTS, servePage } from "./page.mjs";

const ROUNDS = 6;
const STEPS_OF_A_KIND = 30;
const KINDS = /** @type {const} */ (["click", "fill", "text", "start"]);

/** @typedef {{ click: number[], fill: number[], text: number[], start: number[] }} Times milliseconds */

const [aite, chrome] = process.argv.slice(2);
if (aite === undefined || chrome === undefined) {
  console.error("usage: node run.mjs AITE CHROME");
  process.exit(2);
}

const page = await servePage();
const folder = await mkdtemp(join(tmpdir(), "aite-bench-"));
const round = { chrome, url: page.url, count: STEPS_OF_A_KIND };
const aiteArguments = await writeScript(folder, round);

const sides = {
  aite: { times: noTimes(), round: aiteRound },
  playwright: { times: noTimes(), round: playwrightRound },
};
try {
  for (let number = 1; number <= ROUNDS; number += 1) {
    // Neither side is always the one that finds the machine warm.
    const order = number % 2 === 1 ? [sides.aite, sides.playwright] : [sides.playwright, sides.aite];
    for (const side of order) {
      const times = await side.round();
      KINDS.forEach((kind) => side.times[kind].push(...times[kind]));
    }
    console.log(`round ${number} of ${ROUNDS}`);
  }
} finally {
  page.close();
  await rm(folder, { recursive: true, force: true });
}
report();

/** @returns {Promise<Times>} */
async function aiteRound() {
  const { start } = await spawnAndWait(aite ?? "", aiteArguments);
  return { ...(await readTimes(folder)), start: [start] };
}

/** @returns {Promise<Times>} */
async function playwrightRound() {
  const script = fileURLToPath(new URL("playwright-side.mjs", import.meta.url));
  const { start, output } = await spawnAndWait(process.execPath, [script, chrome ?? "", page.url, String(round.count)]);
  return { ...JSON.parse(output), start: [start] };
}

/**
 * Runs a program to its end.
 * @param {string} program
 * @param {string[]} parameters
 * @returns {Promise<{ start: number, output: string }>} `start` is the time from its start to the page's load event
 */
async function spawnAndWait(program, parameters) {
  const from = performance.now();
  const loaded = page.loaded();
  const child = spawn(program, parameters, { cwd: folder, stdio: ["ignore", "pipe", "inherit"] });
  let output = "";
  child.stdout.on("data", (chunk) => (output += chunk));
  const code = await new Promise((resolve, reject) => child.once("error", reject).once("close", resolve));
  if (code !== 0) throw new Error(`${program} ended with exit code ${code}, but 0 was expected\n${output}`);
  return { start: (await loaded) - from, output };
}

function report() {
  console.log(`\nmedians in ms, page of ${ELEMENTS} elements    aite  playwright  ratio`);
  /** @type {Record<string, number>} */
  const ratios = {};
  for (const kind of KINDS) {
    const [ours, theirs] = [median(sides.aite.times[kind]), median(sides.playwright.times[kind])];
    const ratio = ours / theirs;
    ratios[kind] = Number(ratio.toFixed(3));
    const name = `${kind} (${sides.aite.times[kind].length} times)`;
    console.log(`${name.padEnd(38)}${ours.toFixed(1).padStart(8)}${theirs.toFixed(1).padStart(12)}${ratio.toFixed(2).padStart(7)}`);
  }
  console.log(JSON.stringify(ratios));
}

/** @returns {Times} */
function noTimes() {
  return { click: [], fill: [], text: [], start: [] };
}

/** @param {number[]} values */
function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return sorted.length % 2 === 1 ? sorted[Math.floor(middle)] ?? NaN : ((sorted[middle - 1] ?? NaN) + (sorted[middle] ?? NaN)) / 2;
}
