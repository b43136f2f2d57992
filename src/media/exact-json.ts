import { parseMediaType, protobuf } from './media-type.js';
import type { AnswerBody } from './answer-body.js';

/** A number of an answer that JavaScript would write with other digits than the server: 9007199254740993, or 1.0. */
export class ExactNumber {
  constructor(
    /** Its digits, as they came. */
    readonly digits: string,
  ) {}

  /** The nearest number of JavaScript. */
  valueOf(): number {
    return Number(this.digits);
  }

  toString(): string {
    return this.digits;
  }

  /** JSON has no more exact form that every reader takes. */
  toJSON(): number {
    return Number(this.digits);
  }
}

const token = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g;

/**
 * The JSON of an answer as `body.json()` gives it, with an {@link ExactNumber} in the place of each number whose digits
 * JavaScript would not keep. Throws what `body.json()` throws.
 */
export function exactJson(body: AnswerBody): unknown {
  const isProtobuf = parseMediaType(body.mediaType ?? '')?.type === protobuf.type;
  if (isProtobuf) return body.json();
  const text = body.text();
  const mark = markFor(text);
  const marked = text.replace(token, (found) => {
    if (found.startsWith('"') || String(Number(found)) === found) return found;
    return `"${mark}${found}"`;
  });
  // Which tells what is wrong where it is no JSON.
  const value = body.json();
  if (marked === text) return value;
  return JSON.parse(marked, (_key, each: unknown) =>
    typeof each === 'string' && each.startsWith(mark) ? new ExactNumber(each.slice(mark.length)) : each,
  );
}

/** A word that stands nowhere in a text. */
function markFor(text: string): string {
  for (let turn = 0; ; turn += 1) {
    const mark = `kubeatlas ${turn} `;
    if (!text.includes(mark)) return mark;
  }
}
