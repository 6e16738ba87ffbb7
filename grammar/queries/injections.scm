((regex_source) @injection.content
  (#set! injection.language "regex"))

((comment) @injection.content
  (#set! injection.language "comment"))
