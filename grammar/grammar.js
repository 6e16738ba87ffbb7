/**
 * What an aite script looks like.
 *
 * Every text parses: a line that says less than it should lacks fields, a line that says more ends in `unexpected`, a
 * line whose first word is not known is an `invalid_line`. So tree-sitter's own recovery, which may throw away
 * neighbours, has nothing to do. Two rules keep it so:
 *
 * 1. Behind its first word everything in a line is optional (see `words`), so the line may end anywhere.
 * 2. Wherever a line may end, `unexpected` may stand.
 */

/// <reference types="tree-sitter-cli/dsl" />
// @ts-check

// ------------------------------------------------------------------------------------------------- characters

/**
 * White space within a line; the same characters as in src/scanner.c. NUL is among them because no negated class
 * matches it in the generated lexer.
 */
const SPACE = "\\u0000\\t\\v\\f\\r \\u0085\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff";
/** U+200C and U+200D join letters in Persian and the scripts of India, and parts of emoji. */
const LETTER = "\\p{L}\\p{Nl}\\p{Extended_Pictographic}_";
const NAME_REST = `${LETTER}\\p{M}\\p{N}\\p{Emoji_Modifier}\\u200c\\u200d-`;
/** A word that begins no comment. */
const GARBAGE = `[^${SPACE}\\n#][^${SPACE}\\n]*`;
const NAME = new RegExp(`-*[${LETTER}][${NAME_REST}]*`, "u");

// ------------------------------------------------------------------------------------------------------- roles

/** ARIA roles that may carry a name, without `tooltip` (a locator of its own); `field` is any text entry. */
const ROLES = [
  "alert", "alertdialog", "application", "article", "banner", "blockquote", "button", "cell", "checkbox",
  "columnheader", "combobox", "complementary", "contentinfo", "dialog", "document", "feed", "field", "figure", "form",
  "grid", "gridcell", "group", "heading", "image", "img", "link", "list", "listbox", "listitem", "log", "main",
  "marquee", "math", "menu", "menubar", "menuitem", "menuitemcheckbox", "menuitemradio", "meter", "navigation", "note",
  "option", "progressbar", "radio", "radiogroup", "region", "row", "rowgroup", "rowheader", "scrollbar", "search",
  "searchbox", "separator", "slider", "spinbutton", "status", "switch", "tab", "table", "tablist", "tabpanel",
  "textbox", "timer", "toolbar", "tree", "treegrid", "treeitem",
];

const STATES = ["visible", "hidden", "enabled", "disabled", "checked", "unchecked", "focused", "selected"];

// ----------------------------------------------------------------------------------------------------- helpers

/**
 * A line that may stop behind any of its parts: `words("a", b, "c")` is `a`, `a b` and `a b c`.
 * @param {RuleOrLiteral[]} parts
 */
function words(...parts) {
  const [first, ...rest] = parts;
  return rest.length === 0 ? first : prec.right(seq(first, optional(words(...rest))));
}

/**
 * Text in front of a word that may be missing while the word is there: `fill with "x"` still has its `with`.
 * @param {RuleOrLiteral} first
 * @param {RuleOrLiteral} argument
 * @param {RuleOrLiteral[]} rest
 */
function step(first, argument, ...rest) {
  return prec.right(seq(first, optional(argument), ...rest.map((part) => optional(part))));
}

/** @param {RuleOrLiteral} rule */
const inString = (rule) => token.immediate(prec(1, rule));

module.exports = grammar({
  name: "aite",

  word: ($) => $.name,
  externals: ($) => [$._line_end, $.unterminated],
  extras: ($) => [new RegExp(`[${SPACE}\\n]`), $.comment],
  inline: ($) => [$._predicate_of_text],

  rules: {
    // ---------------------------------------------------------------------------------------- file and blocks

    source_file: ($) => seq(repeat($._line), repeat($._block)),

    _block: ($) => choice($.hook, $.flow, $.test),
    hook: ($) => seq(field("heading", $.hook_heading), $._end, repeat($._line)),
    flow: ($) => seq(field("heading", $.flow_heading), $._end, repeat($._line)),
    test: ($) => seq(field("heading", $.test_heading), $._end, repeat($._line)),

    hook_heading: () =>
      words(field("when", choice("before", "after")), field("scope", choice("each", "all"))),
    flow_heading: ($) =>
      prec.right(seq("flow", optional(seq(field("name", $.name), repeat(field("parameter", $.name)))))),
    test_heading: ($) =>
      prec.right(seq("test", optional(field("title", $.string)), repeat(field("tag", $._tag)))),

    _tag: ($) => choice($.tag, $.only_tag, $.skip_tag),
    tag: () => new RegExp(`@[${NAME_REST}]+`, "u"),
    only_tag: () => "@only",
    skip_tag: ($) => words("@skip", field("reason", $.string)),

    // -------------------------------------------------------------------------------------------------- lines

    _line: ($) =>
      choice(
        seq(choice($.use_line, $.profile_line, $.let_line, $.secret_line, $.step), $._end),
        seq($.invalid_line, $._line_end),
        $.table,
      ),
    _end: ($) => seq(optional($.unexpected), $._line_end),

    use_line: ($) => words("use", field("path", $.string)),
    profile_line: ($) => words("profile", field("name", $.name)),
    let_line: ($) =>
      step("let", field("name", $.name), words("=", field("value", choice($._let_value, $.target)))),
    // A string or a name alone is a value; only what follows makes a target of it.
    _let_value: ($) => prec(1, choice($.string, $.number, $.name, $.env)),
    secret_line: ($) => step("secret", field("name", $.name), words("=", field("value", $.env))),

    /** What stands in a line behind the last thing that made sense. */
    unexpected: ($) => choice($._garbage, alias($._glued_hash, "#")),
    invalid_line: ($) => $._garbage,
    _garbage: ($) => seq(choice($.name, $._digits, $._rest), optional(choice($._rest, $._glued_hash))),
    // Up to a `#` behind white space, which is a comment.
    _rest: () => token(prec(-1, new RegExp(`${GARBAGE}([${SPACE}]+${GARBAGE})*`))),
    _glued_hash: () => token.immediate(prec(1, /#[^\n\r]*([\r\x00]+[^\n\r]+)*/)),

    comment: () => token(/#[^\n\r]*([\r\x00]+[^\n\r]+)*/),

    // ------------------------------------------------------------------------------------------------- tables

    table: ($) => prec.right(repeat1(seq($.table_row, $._line_end))),
    table_row: ($) => seq("|", repeat($.cell), optional(alias($._open_cell, $.cell))),
    /** A cell ends with its bar, so that an empty one is a node too. */
    cell: ($) => seq(optional($._cell_content), "|"),
    _open_cell: ($) => $._cell_content,
    _cell_content: ($) =>
      choice(
        field("content", $.cell_text),
        seq(field("content", $.quoted_cell), optional(alias($._cell_rest, $.unexpected))),
      ),
    cell_text: () => token(prec(1, cellText(`[^${SPACE}\\n|"#]`))),
    _cell_rest: () => token(prec(1, cellText(`[^${SPACE}\\n|#]`))),
    quoted_cell: ($) =>
      seq(
        '"',
        repeat(choice(alias($._cell_string_content, $.string_content), $.escape_sequence, $.invalid_escape)),
        choice(inString('"'), $.unterminated),
      ),
    _cell_string_content: () => inString(choice(/[^"\\\n\r]+/, /[\r\x00]/)),

    // -------------------------------------------------------------------------------------------------- steps

    step: ($) =>
      prec.right(
        seq(
          choice(
            seq(repeat1(field("modifier", $.modifier)), optional(field("action", $._action))),
            field("action", $._action),
          ),
          optional(field("timeout", $.timeout)),
        ),
      ),
    modifier: () => choice("try", "soft"),
    timeout: ($) => words("timeout", field("duration", $.duration)),

    _action: ($) =>
      choice(
        $.open_step,
        $.history_step,
        $.switch_tab_step,
        $.close_tab_step,
        $.as_step,
        $.click_step,
        $.hover_step,
        $.scroll_step,
        $.fill_step,
        $.type_step,
        $.clear_step,
        $.press_step,
        $.check_step,
        $.uncheck_step,
        $.select_step,
        $.drag_step,
        $.upload_step,
        $.dialog_step,
        $.verify_step,
        $.require_step,
        $.wait_step,
        $.read_step,
        $.screenshot_step,
        $.do_step,
      ),

    open_step: ($) => step("open", field("url", $._value), field("in", $.in_new_tab)),
    in_new_tab: () => words("in", "new", "tab"),
    history_step: () =>
      choice(words("go", field("direction", choice("back", "forward"))), field("direction", "reload")),
    switch_tab_step: ($) =>
      words("switch", "to", choice(words(field("new", "new"), "tab"), words("tab", field("tab", $._value)))),
    close_tab_step: () => words("close", "tab"),
    as_step: ($) => words("as", field("profile", $.name)),

    click_step: ($) =>
      choice(
        step("click", field("target", $.target)),
        words(field("button", choice("double", "right")), "click", field("target", $.target)),
      ),
    hover_step: ($) => step("hover", field("target", $.target)),
    scroll_step: ($) => words("scroll", "to", field("target", $.target)),
    fill_step: ($) => step("fill", field("target", $.target), words("with", field("value", $._value))),
    type_step: ($) => step("type", field("value", $._value), words("into", field("target", $.target))),
    clear_step: ($) => step("clear", field("target", $.target)),
    press_step: ($) => step("press", field("keys", $._value), words("in", field("target", $.target))),
    check_step: ($) => step("check", field("target", $.target)),
    uncheck_step: ($) => step("uncheck", field("target", $.target)),
    select_step: ($) => step("select", field("option", $._value), words("in", field("target", $.target))),
    drag_step: ($) => step("drag", field("from", $.target), words("to", field("to", $.target))),
    upload_step: ($) => step("upload", field("file", $._value), words("to", field("target", $.target))),
    dialog_step: ($) =>
      prec.right(
        choice(
          words(field("answer", choice("accept", "dismiss")), "dialog"),
          words(field("answer", "answer"), "dialog", "with", field("value", $._value)),
        ),
      ),
    screenshot_step: ($) => step("screenshot", field("name", $._value)),
    do_step: ($) =>
      prec.right(seq("do", optional(seq(field("flow", $.name), repeat(field("argument", $._value)))))),

    read_step: ($) =>
      step("read", field("what", choice("url", $.target, $.value_of)), words("as", field("into", $.name))),
    value_of: ($) => words("value", "of", field("target", $.target)),

    wait_step: ($) =>
      prec.right(
        words(
          "wait",
          choice(
            field("duration", $.duration),
            words("for", field("for", choice($.network_idle, $.target))),
            step("until", field("not", "not"), field("condition", choice($.url_condition, $.target_condition))),
          ),
        ),
      ),
    network_idle: () => words("network", "idle"),
    url_condition: ($) => words("url", field("predicate", $.contains_predicate)),
    target_condition: ($) =>
      subject(field("target", $.target), field("predicate", choice($.appears_predicate, $.changes_predicate))),
    appears_predicate: () => words("is", field("state", choice("visible", "gone"))),
    changes_predicate: () => field("word", "changes"),

    // --------------------------------------------------------------------------------------------- assertions

    verify_step: ($) => step("verify", field("not", "not"), field("assertion", $._assertion)),
    require_step: ($) => step("require", field("not", "not"), field("assertion", $._assertion)),

    _assertion: ($) =>
      choice(
        $.text_assertion,
        $.url_assertion,
        $.title_assertion,
        $.count_assertion,
        $.number_assertion,
        $.target_assertion,
      ),
    text_assertion: ($) => step("text", field("value", $._value), words("within", field("within", $.target))),
    url_assertion: ($) => words("url", field("predicate", $._predicate_of_text)),
    title_assertion: ($) => words("title", field("predicate", $._predicate_of_text)),
    count_assertion: ($) =>
      step("count", words("of", field("target", $.target)), field("predicate", $.bound_predicate)),
    number_assertion: ($) =>
      step("number", field("target", $.target), field("predicate", choice($.bound_predicate, $.changed_predicate))),
    target_assertion: ($) =>
      subject(
        field("target", $.target),
        field(
          "predicate",
          choice($.exists_predicate, $.state_predicate, $.has_predicate, $.contains_predicate, $.matches_predicate),
        ),
      ),

    _predicate_of_text: ($) => choice($.is_predicate, $.contains_predicate, $.matches_predicate),
    exists_predicate: () => field("word", "exists"),
    state_predicate: ($) => words("is", field("state", $.state)),
    state: () => choice(...STATES),
    has_predicate: ($) => words("has", field("what", choice("text", "value")), field("value", $._value)),
    is_predicate: ($) => words("is", field("value", $._value)),
    contains_predicate: ($) => words("contains", field("value", $._value)),
    matches_predicate: ($) => words("matches", field("value", choice($.regex, $._value))),
    bound_predicate: ($) => prec.right(seq(field("bound", $.bound), optional(field("number", $._value)))),
    bound: () => choice("is", seq(optional("is"), words("at", choice("least", "most")))),
    changed_predicate: ($) =>
      step("changed", words("by", field("by", $._value)), words("since", field("since", $.name))),

    // ------------------------------------------------------------------------------------------------ targets

    target: ($) =>
      prec.right(
        choice(
          seq(field("nth", $.ordinal), optional(field("locator", $._locator)), optional($._within)),
          seq(field("locator", $._locator), optional($._within)),
          $._within,
        ),
      ),
    _within: ($) => words("within", field("within", $.target)),
    ordinal: () => choice("first", "last", /[0-9]+(st|nd|rd|th)/),

    _locator: ($) =>
      choice(
        $.text_locator,
        $.role_locator,
        $.label_locator,
        $.placeholder_locator,
        $.alt_locator,
        $.tooltip_locator,
        $.testid_locator,
        $.css_locator,
        $.xpath_locator,
        $.name_locator,
      ),
    text_locator: ($) => field("pattern", $._pattern),
    role_locator: ($) =>
      choice(
        words(field("role", $.role), field("pattern", $._pattern)),
        seq(field("role", alias($.name, $.unknown_role)), field("pattern", $._pattern)),
      ),
    role: () => field("word", choice(...ROLES)),
    label_locator: ($) => words("label", field("pattern", $._pattern)),
    placeholder_locator: ($) => words("placeholder", field("pattern", $._pattern)),
    alt_locator: ($) => words("alt", field("pattern", $._pattern)),
    tooltip_locator: ($) => words("tooltip", field("pattern", $._pattern)),
    testid_locator: ($) => words("testid", field("pattern", $._pattern)),
    css_locator: ($) => words("css", field("selector", $.string)),
    xpath_locator: ($) => words("xpath", field("selector", $.string)),
    name_locator: ($) => field("name", $.name),

    _pattern: ($) => choice($.string, $.part, $.regex),
    part: ($) => words("~", field("text", $.string)),

    // ------------------------------------------------------------------------------------------------- values

    _value: ($) => choice($.string, $.number, $.name, $.env),
    env: ($) => words("env", field("variable", $.string)),

    name: () => NAME,
    number: () => /-?[0-9]+(\.[0-9]+)?/,
    duration: () => /[0-9]+(\.[0-9]+)?(ms|s|m)/,
    // `3sec` is neither a duration nor two words. Stands below the two because of equal matches the first one wins.
    _digits: () => new RegExp(`[0-9][.,:${NAME_REST}]*`, "u"),

    string: ($) =>
      seq(
        '"',
        repeat(choice($.string_content, $.escape_sequence, $.invalid_escape, $.interpolation)),
        choice(inString('"'), $.unterminated),
      ),
    string_content: () => inString(choice(/[^"\\{\n\r]+/, /[\r\x00]/)),
    escape_sequence: () => inString(choice(/\\["\\nt]/, "{{")),
    invalid_escape: () => inString(choice(/\\[^"\\nt\n\r]/, "\\")),
    interpolation: ($) =>
      words(inString("{"), field("name", alias($._name_in_braces, $.name)), alias($._brace, "}")),
    _name_in_braces: () => token.immediate(prec(2, NAME)),
    _brace: () => token.immediate(prec(2, "}")),

    regex: ($) =>
      seq(
        "/",
        optional(field("source", $.regex_source)),
        choice(seq(token.immediate("/"), optional(field("flags", $.regex_flags))), $.unterminated),
      ),
    regex_source: () => repeat1(inString(choice(/([^\/\\\n\r]|\\[^\n\r]|\\)+/, /[\r\x00]/))),
    regex_flags: () => token.immediate(/[a-zA-Z]+/),
  },
});

/**
 * A predicate and what it is said of, of which either may be missing.
 * @param {RuleOrLiteral} of
 * @param {RuleOrLiteral} predicate
 */
function subject(of, predicate) {
  return prec.right(choice(seq(of, optional(predicate)), predicate));
}

/**
 * Trimmed text of a table cell; `\|` is a bar in it.
 * @param {string} first the characters it may begin with
 */
function cellText(first) {
  const one = `([^${SPACE}\\n|]|\\\\\\|)`;
  const trimmed = `(${first}|\\\\\\|)${one}*([${SPACE}]+${one}+)*`;
  // In a table only a whole line is a comment: with the white space behind it, no comment is longer than the cell.
  const hash = "#([^\\n|]|\\\\\\|)*";
  return new RegExp(`${trimmed}|${hash}`);
}
