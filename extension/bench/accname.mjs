// node bench/accname.mjs FILE: how many of the W3C's accessible-name cases the name computation agrees with, in Chromium.
// FILE is a list of {page, style, body}; each element with class ex or ex-label and data-expectedlabel is a case.
// Every miss is a line; the last line is {"agree":n,"of":n}.

import { readFile } from "node:fs/promises";

import { openPages } from "../test/page/pages.js";

// A file without the pages' style sheet gets this one: what the cases' class names and expected names call for.
const SHEET = `
  .simple-before::before { content: "before "; } .simple-after::after { content: " after"; }
  .simple-before:dir(rtl)::before { content: "من قبل "; } .simple-after:dir(rtl)::after { content: " بعد"; }
  .no-space::before, .no-space::after { content: "nospace"; }
  .fallback-before::before { content: "before " / "alt-before "; } .fallback-after::after { content: " after" / " alt-after"; }
  .fallback-before-empty::before { content: "before " / ""; } .fallback-before-image-empty::before { content: "before " / ""; }
  .fallback-before-mixed::before { content: "before " / "start " attr(data-alt-text-before) " end "; }
  .fallback-after-mixed::after { content: " after" / " start " attr(data-alt-text-after) " end"; }
  .block span { display: block; } .iblock span { display: inline-block; }
`;

const [file] = process.argv.slice(2);
if (!file) {
  console.error("usage: node bench/accname.mjs FILE");
  process.exit(2);
}
const pages = JSON.parse(await readFile(file, "utf8"));
const browser = await openPages();
let agree = 0;
let of = 0;
try {
  for (const { page: name, style, body } of pages) {
    const page = await browser.show(`<!doctype html><meta charset=utf-8><style>${style || SHEET}</style><body>${body}`);
    const cases = await page.evaluate(async () => {
      const { accessibleName } = await import("/page.js");
      return [...document.querySelectorAll("[data-expectedlabel]")].map((element) => ({
        test: element.getAttribute("data-testname"),
        expected: element.getAttribute("data-expectedlabel"),
        found: accessibleName(element),
      }));
    });
    for (const one of cases) {
      of += 1;
      if (one.found === one.expected) agree += 1;
      else console.log(`${name}: ${one.test}: expected ${JSON.stringify(one.expected)}, found ${JSON.stringify(one.found)}`);
    }
  }
} finally {
  await browser.close();
}
console.log(JSON.stringify({ agree, of }));
