; No node is captured twice, so it does not matter whether an editor lets the first or the last pattern win.

(comment) @comment

; What does not belong, so that a mistyped word shows without a server.
(invalid_line) @error
(unexpected) @error
(unknown_role) @error
(invalid_escape) @error

["use" "profile"] @keyword.import
["let" "secret" "=" "env"] @keyword
["before" "after" "each" "all" "flow" "test"] @keyword.type
["try" "soft"] @keyword.modifier
["verify" "require" "not"] @keyword.conditional

[
  "open" "in" "new" "go" "back" "forward" "reload" "close" "as"
  "click" "double" "right" "hover" "scroll" "to"
  "fill" "with" "type" "into" "clear" "press" "check" "uncheck" "select" "drag" "upload"
  "accept" "dismiss" "answer"
  "wait" "for" "until" "network" "idle" "read" "of" "screenshot" "do" "timeout"
] @keyword
; Words that are roles elsewhere.
(switch_tab_step ["switch" "tab"] @keyword)
(close_tab_step "tab" @keyword)
(in_new_tab "tab" @keyword)
(dialog_step "dialog" @keyword)

["text" "value" "url" "title" "count" "number"] @property
["is" "has" "exists" "contains" "matches" "changes" "changed" "by" "since" "at" "least" "most"] @keyword.operator
(state) @constant.builtin
(appears_predicate state: _ @constant.builtin)

(role) @type
(ordinal) @number
"within" @keyword.operator
["label" "placeholder" "alt" "tooltip" "testid" "css" "xpath"] @attribute

(flow_heading name: (name) @function)
(flow_heading parameter: (name) @variable.parameter)
(do_step flow: (name) @function.call)
(profile_line name: (name) @module)
(as_step profile: (name) @module)
(let_line name: (name) @variable)
(secret_line name: (name) @variable)
(read_step into: (name) @variable)
(changed_predicate since: (name) @variable)
(name_locator name: (name) @variable)
(interpolation name: (name) @variable)
(screenshot_step name: (name) @variable)
(_ value: (name) @variable)
(_ url: (name) @variable)
(_ tab: (name) @variable)
(_ keys: (name) @variable)
(_ option: (name) @variable)
(_ file: (name) @variable)
(_ argument: (name) @variable)
(_ number: (name) @variable)
(_ by: (name) @variable)

[(tag) (only_tag) "@skip"] @attribute

(string) @string
(escape_sequence) @string.escape
(interpolation ["{" "}"] @punctuation.special)
(regex) @string.regexp
(part "~" @operator)
(number) @number
(duration) @number

(table_row "|" @punctuation.delimiter)
(cell "|" @punctuation.delimiter)
(table . (table_row (cell content: (cell_text) @property)))
(table (table_row) (table_row (cell content: (cell_text) @string)))
(quoted_cell) @string
