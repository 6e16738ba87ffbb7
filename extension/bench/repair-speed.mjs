// node bench/repair-speed.mjs: how long it takes to look at 2,000 visible elements of a page for one that is remembered, to describe the best
// and to score them, in Chromium. On a busy machine the fastest round says more. The last line is JSON of medians in milliseconds.

import { openPages } from "../test/page/pages.js";

const ROUNDS = 60;

/** A shop's list of 1,997 visible elements behind its heading, with labels, fields, links and buttons of their own. */
function list() {
  let html = `<!doctype html><meta charset=utf-8><title>Orders</title><style>li{display:flex;gap:8px}</style><h1>Orders</h1><ul>`;
  for (let row = 0; row < 285; row += 1) {
    html += `<li class="row r${row % 7}" id=row${row}><span class="name lead">Order ${row} of the day</span> <a class=link href="/order/${row}?from=list">Details of ${row}</a>
      <label>Count <input name=count${row} class=field></label> <button type=button class="btn btn-primary" data-testid=pay${row}>Pay ${row}</button> <b class=price>${row * 3},00</b></li>\n`;
  }
  return `${html}</ul>`;
}

/** The same number of elements, nested ten deep. */
function cards() {
  let html = `<!doctype html><meta charset=utf-8><title>Shop</title><style>div{padding:1px}section{overflow:hidden}</style><nav><a href=/>Home</a></nav><main>`;
  for (let card = 0; card < 142; card += 1) {
    html += `<section class="card c${card % 5}"><div><div class=inner><h3>Lamp number ${card}</h3><div class=body><div><p>A lamp of the ${card % 9}. kind, <em>made</em> to last.</p>
      <div class=actions><div><a class="btn more" href="/lamp/${card}">Look closer</a><button class="btn buy" aria-label="Buy lamp ${card}"><span>Buy</span></button></div></div></div></div></div></div></section>`;
  }
  return `${html}</main>`;
}

/** @type {[string, string, Record<string, unknown>][]} */
const PAGES = [
  [
    "list", list(),
    {
      tag: "button", role: "button", name: "Pay everything", text: "Pay everything", type: "button", id: "pay-all", classes: ["btn", "btn-primary"],
      context: { heading: "Orders" }, path: { xpath: "/html/body/ul/li[140]/button" }, rect: { x: 500, y: 3000, width: 90, height: 22 },
    },
  ],
  [
    "cards", cards(),
    {
      tag: "a", role: "link", name: "Read more about it", text: "Read more about it", href: "/lamp/more", classes: ["btn", "more"], context: { heading: "Lamp number 70" },
      path: { xpath: "/html/body/main/section[70]/div/div/div/div/div/div/a" }, rect: { x: 10, y: 9000, width: 120, height: 18 },
    },
  ],
];

const browser = await openPages();
/** @type {Record<string, number>} */
const medians = {};
try {
  for (const [name, html, descriptor] of PAGES) {
    const page = await browser.show(html);
    const others = [{ tag: "h1", text: "Orders", name: "Orders", path: { xpath: "/html/body/h1", css: "body > h1" } }, { tag: "a", text: "Home", name: "Home", href: "/", path: { xpath: "/html/body/nav/a", css: "body > nav > a" } }];
    const { times, looked, described } = await page.evaluate(async ({ request, rounds }) => {
      const { answerTo } = await import(/** @type {any} */ ("/page.js"));
      /** @type {number[]} */
      const times = [];
      let answer;
      for (let round = 0; round < rounds; round += 1) {
        // As after a change of the page: nothing of its layout is kept from the round before.
        document.body.style.paddingTop = `${round % 2}px`;
        document.body.getBoundingClientRect();
        const start = performance.now();
        answer = await answerTo(request);
        times.push(performance.now() - start);
      }
      return { times, looked: answer.looked, described: answer.candidates.length };
    }, { request: { call: "search", descriptor, others }, rounds: ROUNDS });
    times.sort((a, b) => a - b);
    const median = times[Math.floor(times.length / 2)] ?? 0;
    medians[name] = Number(median.toFixed(2));
    console.log(`${name.padEnd(8)} ${looked} looked at, ${described} described and scored ${median.toFixed(2).padStart(8)} ms, fastest ${(times[0] ?? 0).toFixed(2)} ms`);
  }
} finally {
  await browser.close();
}
console.log(JSON.stringify(medians));
