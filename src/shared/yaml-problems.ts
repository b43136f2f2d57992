/** Descriptions of a YAML parser's problems, by code, that quote nothing from the text. */
const words: ReadonlyMap<string, string> = new Map([
  ['ALIAS_PROPS', 'an alias with an anchor or a tag of its own'],
  ['BAD_ALIAS', 'an alias of nothing'],
  ['BAD_COLLECTION_TYPE', 'a list or a mapping that its tag does not allow'],
  ['BAD_DIRECTIVE', 'an invalid directive'],
  ['BAD_DQ_ESCAPE', 'an invalid escape in double quotes'],
  ['BAD_INDENT', 'wrong indentation, or a bracket that is not closed'],
  ['BAD_PROP_ORDER', 'an anchor or a tag in the wrong place'],
  ['BAD_SCALAR_START', 'a value that begins with a character that needs quotes'],
  ['BLOCK_AS_IMPLICIT_KEY', 'a mapping inside of a line, or a colon that needs quotes'],
  ['BLOCK_IN_FLOW', 'a block inside of brackets'],
  ['DUPLICATE_KEY', 'a key that stands there twice'],
  ['KEY_OVER_1024_CHARS', 'a key of more than 1,024 characters'],
  ['MISSING_CHAR', 'a missing character: a quote, a bracket, or the colon behind a key'],
  ['MULTILINE_IMPLICIT_KEY', 'a key of several lines, or a missing colon'],
  ['MULTIPLE_ANCHORS', 'several anchors of one value'],
  ['MULTIPLE_DOCS', 'more than one document'],
  ['MULTIPLE_TAGS', 'several tags of one value'],
  ['NON_STRING_KEY', 'a key that is no text'],
  ['TAB_AS_INDENT', 'a tab in the indentation: take spaces'],
  ['TAG_RESOLVE_FAILED', 'a tag that is not known'],
  ['UNEXPECTED_TOKEN', 'something that does not belong there'],
]);

/** Describes a problem of a YAML parser, by its code. */
export function yamlProblem(code: string): string {
  return words.get(code) ?? 'a mistake';
}
