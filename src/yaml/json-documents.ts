const [quote, comment, backslash] = [0x22, 0x23, 0x5c];
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];

/** A part of a text, up to the start of the next part. */
export interface TextPart {
  readonly start: number;
  readonly end: number;
}

/**
 * Splits a text between JSON objects that follow one another, with or without line breaks: kubectl reads each as a
 * document, although together they are not YAML. From the first part that is not such an object, the text stays whole.
 *
 * @see https://pkg.go.dev/k8s.io/apimachinery/pkg/util/yaml#YAMLOrJSONDecoder
 */
export function* cutJsonDocuments(text: string): Generator<TextPart> {
  let start = 0;
  for (let at = objectAt(text, 0); at !== undefined;) {
    const end = endOfObject(text, at);
    const next = end === undefined ? undefined : objectAt(text, end);
    // In YAML, braces may also be inside quotes that JSON does not have.
    if (next !== undefined && !isJson(text.slice(at, end))) break;
    if (next !== undefined) {
      yield { start, end: next };
      start = next;
    }
    at = next;
  }
  yield { start, end: text.length };
}

/** Returns where the next object starts, if only white space and comments precede it. */
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
