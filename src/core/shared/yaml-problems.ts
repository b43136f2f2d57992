/** Descriptions of a YAML parser's problems, by code, that quote nothing from the text. */
const words: ReadonlyMap<string, string> = new Map([
  ['ALIAS_PROPS', 'an alias with an anchor or a tag'],
  ['BAD_ALIAS', 'an alias to an undefined anchor'],
  ['BAD_COLLECTION_TYPE', 'a tag that does not fit its list or mapping'],
  ['BAD_DIRECTIVE', 'an invalid directive'],
  ['BAD_DQ_ESCAPE', 'an invalid escape sequence in double quotes'],
  ['BAD_INDENT', 'wrong indentation, or an unclosed bracket'],
  ['BAD_PROP_ORDER', 'an anchor or a tag in the wrong place'],
  ['BAD_SCALAR_START', 'an unquoted value that begins with a reserved character'],
  ['BLOCK_AS_IMPLICIT_KEY', 'a nested mapping on one line, or a colon that must be quoted'],
  ['BLOCK_IN_FLOW', 'a block inside brackets'],
  ['DUPLICATE_KEY', 'a duplicate key'],
  ['KEY_OVER_1024_CHARS', 'a key longer than 1,024 characters'],
  ['MISSING_CHAR', 'a missing quote, bracket, or colon after a key'],
  ['MULTILINE_IMPLICIT_KEY', 'a key that spans several lines, or a missing colon'],
  ['MULTIPLE_ANCHORS', 'several anchors on one value'],
  ['MULTIPLE_DOCS', 'more than one document'],
  ['MULTIPLE_TAGS', 'several tags on one value'],
  ['NON_STRING_KEY', 'a key that is not a string'],
  ['TAB_AS_INDENT', 'a tab in the indentation: use spaces'],
  ['TAG_RESOLVE_FAILED', 'an unknown tag'],
  ['UNEXPECTED_TOKEN', 'an unexpected token'],
]);

/** Describes a problem of a YAML parser, by its code. */
export function yamlProblem(code: string): string {
  return words.get(code) ?? 'a syntax error';
}
