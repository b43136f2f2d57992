const [quote, comment, backslash] = [0x22, 0x23, 0x5c];
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];

/** A part of a text: from where it begins to where the next one does. */
export interface TextPart {
  readonly start: number;
  readonly end: number;
}

/**
 * Cuts a text between JSON objects that follow one another, on lines of their own or without anything between them: what kubectl
 * reads as a document each, and no YAML. From the first thing on that is no such object, the text stays in one piece.
 *
 * @see https://pkg.go.dev/k8s.io/apimachinery/pkg/util/yaml#YAMLOrJSONDecoder
 */
export function* cutJsonDocuments(text: string): Generator<TextPart> {
  let start = 0;
  for (let at = objectAt(text, 0); at !== undefined;) {
    const end = endOfObject(text, at);
    const next = end === undefined ? undefined : objectAt(text, end);
    // Braces of YAML may stand in other quotes than those of JSON.
    if (next !== undefined && !isJson(text.slice(at, end))) break;
    if (next !== undefined) {
      yield { start, end: next };
      start = next;
    }
    at = next;
  }
  yield { start, end: text.length };
}

/** Where the object begins that is next behind blanks and comments. */
function objectAt(text: string, from: number): number | undefined {
  const blanks = /\s*/y;
  for (let at = from; ;) {
    blanks.lastIndex = at;
    at += blanks.exec(text)?.[0].length ?? 0;
    if (text.charCodeAt(at) === openObject) return at;
    const lineEnd = text.charCodeAt(at) === comment ? text.indexOf('\n', at) : -1;
    if (lineEnd < 0) return undefined;
    at = lineEnd;
  }
}

function endOfObject(text: string, start: number): number | undefined {
  let depth = 0;
  let isText = false;
  for (let at = start; at < text.length; at += 1) {
    const letter = text.charCodeAt(at);
    if (letter === quote) isText = !isText;
    else if (isText) {
      if (letter === backslash) at += 1;
    } else if (letter === openObject || letter === openList) depth += 1;
    else if (letter === closeObject || letter === closeList) {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return undefined;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
