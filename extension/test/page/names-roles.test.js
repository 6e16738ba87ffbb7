import assert from "node:assert/strict";
import { test } from "node:test";

import { inChromium } from "./check.js";

const { show } = inChromium();

/** What is shown, and role and name of the element with id a. @type {[string, string, string][]} */
const CASES = [
  [`<button id=a>Send</button>`, "button", "Send"],
  [`<button id=a aria-label="Send it">Send</button>`, "button", "Send it"],
  [`<button id=a aria-label=" ">Send</button>`, "button", "Send"],
  [`<button id=a aria-labelledby="a b" aria-label=Delete>x</button><i id=b>report.txt</i>`, "button", "Delete report.txt"],
  [`<button id=a aria-labelledby=missing>Send</button>`, "button", "Send"],
  [`<button id=a aria-labelledby=b>x</button><i id=b hidden>Secret <b>word</b></i>`, "button", "Secret word"],
  [`<button id=a><i aria-hidden=true>×</i>Close</button>`, "button", "Close"],
  [`<button id=a><svg><title>Close</title></svg></button>`, "button", "Close"],
  [`<button id=a title=Close></button>`, "button", "Close"],
  [`<style>#a::before{content:"→ "}</style><button id=a>Next</button>`, "button", "→ Next"],
  [`<style>#a::before{content:"\\2605" / "Favourite "}</style><button id=a>list</button>`, "button", "Favourite list"],
  [`<a href=/ id=a><img alt=Home src="data:,"></a>`, "link", "Home"],
  [`<a id=a>no link</a>`, "", ""],
  [`<label for=a>One</label><label for=a>two</label><input id=a>`, "textbox", "One two"],
  [`<label><input id=a type=checkbox>Wait <input value=3 aria-label=days> days</label>`, "checkbox", "Wait 3 days"],
  [`<input id=a placeholder=Name title=Tip>`, "textbox", "Tip"],
  [`<input id=a placeholder=Name>`, "textbox", "Name"],
  [`<input id=a type=password aria-label=Password>`, "", "Password"],
  [`<input id=a type=submit>`, "button", "Submit"],
  [`<input id=a type=image alt=Go src="data:,">`, "button", "Go"],
  [`<input id=a type=number aria-label=Age>`, "spinbutton", "Age"],
  [`<input id=a type=range aria-label=Volume>`, "slider", "Volume"],
  [`<input id=a type=search aria-label=Find>`, "searchbox", "Find"],
  [`<input id=a list=l aria-label=City><datalist id=l></datalist>`, "combobox", "City"],
  [`<select id=a aria-label=City></select>`, "combobox", "City"],
  [`<select id=a multiple aria-label=City></select>`, "listbox", "City"],
  [`<textarea id=a aria-label=Notes></textarea>`, "textbox", "Notes"],
  [`<fieldset id=a><legend>Address</legend></fieldset>`, "group", "Address"],
  [`<figure id=a><figcaption>Map</figcaption></figure>`, "figure", "Map"],
  [`<table id=a><caption>Prices</caption></table>`, "table", "Prices"],
  [`<table><tr><th id=a>Name</th><th>Age</th></tr></table>`, "columnheader", "Name"],
  [`<table><tr><th id=a>Name</th><td>Age</td></tr></table>`, "rowheader", "Name"],
  [`<table role=grid><tr><td id=a>Name</td></tr></table>`, "gridcell", "Name"],
  [`<h2 id=a>News <small>today</small></h2>`, "heading", "News today"],
  [`<img id=a alt=Logo src="data:,">`, "image", "Logo"],
  [`<img id=a alt="" src="data:,">`, "", ""],
  [`<nav id=a aria-label=Main></nav>`, "navigation", "Main"],
  [`<section id=a></section>`, "", ""],
  [`<section id=a aria-label=Cart></section>`, "region", "Cart"],
  [`<header id=a></header>`, "banner", ""],
  [`<article><header id=a></header></article>`, "", ""],
  [`<div id=a role="switch" aria-checked=true>Dark</div>`, "switch", "Dark"],
  [`<div id=a role="nonsense button">Go</div>`, "button", "Go"],
  [`<ul id=a role=none><li>x</ul>`, "", ""],
  [`<dialog id=a open aria-label=Sure></dialog>`, "dialog", "Sure"],
  [`<details><summary id=a>More</summary></details>`, "button", "More"],
  [`<progress id=a aria-label=Upload></progress>`, "progressbar", "Upload"],
  [`<output id=a></output>`, "status", ""],
  [`<li id=a>x</li>`, "listitem", ""],
  [`<p id=a>x</p>`, "paragraph", ""],
  [`<hr id=a>`, "separator", ""],
  [`<svg id=a><title>Logo</title></svg>`, "image", "Logo"],
  [`<div id=a contenteditable aria-label=Body>x</div>`, "", "Body"],
];

test("roles and names", async () => {
  for (const [html, role, name] of CASES) {
    const page = await show(html);
    const found = await page.evaluate(async () => {
      const { nameOf, roleOf } = await import(/** @type {any} */ ("/page.js"));
      const element = document.getElementById("a");
      return [roleOf(element), nameOf(element)];
    });
    assert.deepEqual(found, [role, name], html);
  }
});
