// Measures aite-lsp beside ruff's server: the same work on files of the same size, in turn, in one run.
// usage: node run.mjs AITE_LSP RUFF
// The last line is JSON: aite's figures through ruff's, and those that ruff has not, in milliseconds.
import { Editor, timed } from "./editor.mjs";
import { LINES, python, script } from "./texts.mjs";

const ROUNDS = 5;
const EDITS = 60;

const [aite = "", ruff = ""] = process.argv.slice(2);
const SIDES = [
  { name: "aite", program: aite, parameters: [], language: "aite", uri: "file:///tmp/bench/long.aite", text: script() },
  { name: "ruff", program: ruff, parameters: ["server"], language: "python", uri: "file:///tmp/bench/long.py", text: python() },
];

/** @type {Record<string, Record<string, number[]>>} */
const figures = { aite: {}, ruff: {} };
for (let round = 1; round <= ROUNDS; round += 1) {
  // Neither side is always the one that finds the machine warm.
  for (const side of round % 2 ? SIDES : [...SIDES].reverse()) await measure(side);
  console.log(`round ${round} of ${ROUNDS}`);
}
report();

/** @param {typeof SIDES[0]} side */
async function measure({ name, program, parameters, language, uri, text }) {
  const editor = new Editor(program, parameters);
  note(name, "initialize", await editor.introduce());
  const document = { uri, version: 1 };
  const opened = editor.diagnosticsOf(1);
  note(name, "open to diagnostics", await timed(() => {
    editor.notify("textDocument/didOpen", { textDocument: { ...document, languageId: language, text } });
    return opened;
  }));

  const lines = text.split("\n");
  for (let edit = 0; edit < EDITS; edit += 1) {
    document.version += 1;
    const line = lines.findIndex((each, at) => at > (LINES / EDITS) * edit && each.includes("alice"));
    const position = { line, character: lines[line]?.indexOf("alice") ?? 0 };
    const told = editor.diagnosticsOf(document.version);
    note(name, "edit to diagnostics", await timed(() => {
      editor.notify("textDocument/didChange", { textDocument: document, contentChanges: [{ range: { start: position, end: position }, text: "m" }] });
      return told;
    }));
  }
  for (let hover = 0; hover < 30; hover += 1) {
    const position = { line: 7 + hover * 300, character: 4 };
    note(name, "hover", await timed(() => editor.request("textDocument/hover", { textDocument: { uri }, position })));
  }
  note(name, "memory, MB", await editor.memory());

  // A burst: somebody holds a key down.
  const at = { line: 9, character: 2 };
  const last = document.version + 500;
  const told = editor.diagnosticsOf(last);
  note(name, "500 edits to diagnostics", await timed(() => {
    while (document.version < last) {
      document.version += 1;
      editor.notify("textDocument/didChange", { textDocument: { ...document }, contentChanges: [{ range: { start: at, end: at }, text: "x" }] });
    }
    return told;
  }));
  if (name === "aite") {
    for (let asked = 0; asked < 100; asked += 1) {
      const line = lines.findIndex((each, index) => index > asked * 90 && each.includes("click button"));
      const position = { line, character: 8 };
      note(name, "completion", await timed(() => editor.request("textDocument/completion", { textDocument: { uri }, position })));
    }
  }
  await editor.close();
}

/** @param {string} side @param {string} what @param {number} figure */
function note(side, what, figure) {
  const all = figures[side] ?? {};
  (all[what] ??= []).push(figure);
}

function report() {
  console.log(`\n${LINES} lines${" ".repeat(24)}aite p50     p99   ruff p50     p99   p99 ratio`);
  /** @type {Record<string, number>} */
  const result = {};
  for (const [what, ours] of Object.entries(figures.aite ?? {})) {
    const theirs = figures.ruff?.[what];
    const columns = [part(ours, 0.5), part(ours, 0.99), ...(theirs ? [part(theirs, 0.5), part(theirs, 0.99)] : [])];
    const ratio = theirs ? part(ours, 0.99) / part(theirs, 0.99) : part(ours, 0.99);
    result[theirs ? what : `${what} p99 ms`] = Number(ratio.toFixed(3));
    console.log(`${what.padEnd(32)}${columns.map((each) => each.toFixed(1).padStart(9)).join("")}${theirs ? ratio.toFixed(2).padStart(10) : ""}`);
  }
  console.log(JSON.stringify(result));
}

/** @param {number[]} all @param {number} share */
function part(all, share) {
  const sorted = [...all].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}
