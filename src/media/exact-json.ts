import { parseMediaType, protobuf } from './media-type.js';
import type { AnswerBody } from './answer-body.js';

/** A number of an answer that JavaScript would write with other digits than the server: 9007199254740993, or 1.0. */
export class ExactNumber {
  constructor(
    /** The digits as received. */
    readonly digits: string,
  ) {}

  /** Returns the nearest JavaScript number. */
  valueOf(): number {
    return Number(this.digits);
  }

  toString(): string {
    return this.digits;
  }

  /** Returns a number, because JSON has no more exact form that every reader accepts. */
  toJSON(): number {
    return Number(this.digits);
  }
}

const token = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g;

/**
 * Parses the JSON of an answer as `body.json()` does, with an {@link ExactNumber} for each number whose digits
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
  // Throws a precise error if the text is not JSON.
  const value = body.json();
  if (marked === text) return value;
  return JSON.parse(marked, (_key, each: unknown) =>
    typeof each === 'string' && each.startsWith(mark) ? new ExactNumber(each.slice(mark.length)) : each,
  );
}

/** Returns a word that does not occur in a text. */
function markFor(text: string): string {
  for (let turn = 0; ; turn += 1) {
    const mark = `kubeatlas ${turn} `;
    if (!text.includes(mark)) return mark;
  }
}
