// node bench/resolve.mjs: how long finding an element takes inside the page, in Chromium, on pages of 1,500 and 50,000 elements.
// The last line is JSON of medians in milliseconds.

import { openPages } from "../test/page/pages.js";

/** Rows of five elements, as a long list of orders has them. @param {number} elements */
function pageOf(elements) {
  const rows = Math.floor(elements / 5);
  let html = `<!doctype html><meta charset=utf-8><title>Orders</title><style>li{display:flex;gap:8px}</style><h1>Orders</h1><ul>`;
  for (let row = 0; row < rows; row += 1) {
    html += `<li class="row r${row % 7}"><span class=name>Order ${row} of the day</span> <a href="/order/${row}">Details ${row}</a> <button type=button>Pay ${row}</button> <b>${row * 3},00</b></li>\n`;
  }
  return `${html}</ul><button id=wanted>Send everything</button>`;
}

/** @type {[string, Record<string, unknown>][]} */
const CALLS = [
  ["text", { call: "find", target: { text: "Send everything" } }],
  ["text, absent", { call: "find", target: { text: "Send nothing" } }],
  ["text, part", { call: "find", target: { text: "everything", match: "part" } }],
  ["role and name", { call: "find", target: { role: "button", name: "Send everything" } }],
  ["role and name, absent", { call: "find", target: { role: "button", name: "Send nothing" } }],
  ["text and aim", { call: "find", target: { text: "Send everything" }, then: { call: "aim", for: "press" } }],
  ["targets", { call: "targets" }],
  ["targets, what is typed", { call: "targets", query: "button \"Pay 12", limit: 50 }],
  ["verify text", { call: "check", kind: "text", value: "Send everything" }],
  ["verify text, absent", { call: "check", kind: "text", value: "Send nothing" }],
];

const browser = await openPages();
/** @type {Record<string, number>} */
const medians = {};
try {
  for (const elements of [1500, 50_000]) {
    const page = await browser.show(pageOf(elements));
    for (const [name, request] of CALLS) {
      const times = await page.evaluate(async ({ request, rounds }) => {
        const { answerTo } = await import(/** @type {any} */ ("/page.js"));
        const times = [];
        for (let round = 0; round < rounds; round += 1) {
          const start = performance.now();
          await answerTo(request);
          times.push(performance.now() - start);
        }
        return times;
      }, { request, rounds: elements > 10_000 ? 15 : 60 });
      times.sort((a, b) => a - b);
      const median = times[Math.floor(times.length / 2)] ?? 0;
      medians[`${elements} ${name}`] = Number(median.toFixed(2));
      console.log(`${String(elements).padStart(6)} elements  ${name.padEnd(24)} ${median.toFixed(2).padStart(8)} ms`);
    }
  }
} finally {
  await browser.close();
}
console.log(JSON.stringify(medians));
