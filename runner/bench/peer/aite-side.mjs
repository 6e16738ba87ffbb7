// What a round of aite needs: the script that says the same as playwright-side.mjs, and its steps' times.
import { readFile, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { accounts } from "./page.mjs";

const SCRIPT = "pay.aite";

/**
 * Writes the script and its config.
 * @param {string} folder where to
 * @param {{ chrome: string, url: string, count: number }} round
 * @returns {Promise<string[]>} the arguments to start aite with, in `folder`
 */
export async function writeScript(folder, { chrome, url, count }) {
  const steps = accounts(count).flatMap((account) => [
    `  fill "Amount for ${account}" with "sum a${account}"`,
    `  click "Pay ${account}"`,
    `  verify text "Paid account ${account}"`,
  ]);
  const test = ['test "Pay"', '  open "/"', ...steps, `  verify text "${count} paid, ${count} filled"`, ""];
  await writeFile(join(folder, SCRIPT), test.join("\n"));
  const viewport = { width: 1280, height: 720 };
  const config = { version: 1, baseUrl: url, profiles: { default: { viewport } }, chrome: { path: chrome } };
  await writeFile(join(folder, "aite.config.json"), JSON.stringify(config));
  return ["run", SCRIPT];
}

/**
 * Reads the step times of the newest run.
 * @param {string} folder the one given to {@link writeScript}
 * @returns {Promise<{ click: number[], fill: number[], text: number[] }>} milliseconds
 */
export async function readTimes(folder) {
  const runs = join(folder, ".aite", "runs");
  const newest = (await readdir(runs)).sort().at(-1);
  if (newest === undefined) throw new Error(`${runs} holds no run, but aite was to leave one there`);
  const run = JSON.parse(await readFile(join(runs, newest, "run.json"), "utf8"));
  const steps = run.scripts[0].tests[0].steps.slice(1, -1);
  /** @param {string} verb */
  const of = (verb) => steps.filter((step) => step.source.trim().startsWith(verb)).map((step) => step.ms);
  return { click: of("click"), fill: of("fill"), text: of("verify") };
}
