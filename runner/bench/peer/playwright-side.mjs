// A round of Playwright, in a process of its own so that what it takes to start counts as it does for aite.
// usage: node playwright-side.mjs CHROME URL COUNT
// Prints one line of JSON: the milliseconds of each step, by kind.
import { chromium } from "playwright-core";

import { accounts } from "./page.mjs";

const [executablePath, url = "", count] = process.argv.slice(2);
const browser = await chromium.launch({ executablePath, headless: true });
const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
await page.goto(url);

/** @type {{ click: number[], fill: number[], text: number[] }} */
const times = { click: [], fill: [], text: [] };
for (const account of accounts(Number(count))) {
  const field = page.getByLabel(`Amount for ${account}`, { exact: true });
  times.fill.push(await timed(() => field.fill(`sum a${account}`)));
  const button = page.getByText(`Pay ${account}`, { exact: true });
  times.click.push(await timed(() => button.click()));
  const receipt = page.getByText(`Paid account ${account}`, { exact: true });
  times.text.push(await timed(() => receipt.waitFor()));
}
await page.getByText(`${count} paid, ${count} filled`, { exact: true }).waitFor({ timeout: 5000 });
await browser.close();
console.log(JSON.stringify(times));

/** @param {() => Promise<unknown>} step */
async function timed(step) {
  const start = performance.now();
  await step();
  return performance.now() - start;
}
