// Two tokens of no width, both at the end of a line or of the file: one ends a line, the other a string or a regular
// expression that was never closed. The newline itself stays white space, so a node never reaches into the next line.
#include "tree_sitter/parser.h"

enum TokenType { LINE_END, UNTERMINATED };

void *tree_sitter_aite_external_scanner_create(void) { return NULL; }
void tree_sitter_aite_external_scanner_destroy(void *payload) { (void)payload; }
unsigned tree_sitter_aite_external_scanner_serialize(void *payload, char *buffer) {
  (void)payload;
  (void)buffer;
  return 0;
}
void tree_sitter_aite_external_scanner_deserialize(void *payload, const char *buffer, unsigned length) {
  (void)payload;
  (void)buffer;
  (void)length;
}

// The same characters as SPACE in grammar.js.
static bool is_space(int32_t c) {
  return c == 0 || c == ' ' || (c >= 0x09 && c <= 0x0d && c != '\n') || c == 0x85 || c == 0xa0 || c == 0x1680 ||
         (c >= 0x2000 && c <= 0x200a) || c == 0x2028 || c == 0x2029 || c == 0x202f || c == 0x205f || c == 0x3000 ||
         c == 0xfeff;
}

bool tree_sitter_aite_external_scanner_scan(void *payload, TSLexer *lexer, const bool *valid_symbols) {
  (void)payload;
  if (!valid_symbols[LINE_END] && !valid_symbols[UNTERMINATED]) return false;
  while (!lexer->eof(lexer) && is_space(lexer->lookahead)) lexer->advance(lexer, true);
  if (lexer->lookahead != '\n' && !lexer->eof(lexer)) return false;
  lexer->mark_end(lexer);
  lexer->result_symbol = valid_symbols[LINE_END] ? LINE_END : UNTERMINATED;
  return true;
}
