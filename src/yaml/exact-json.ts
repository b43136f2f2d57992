import { parseMediaType, protobuf } from '../core/media/media-type.js';
import type { AnswerBody } from '../core/media/answer-body.js';

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
  // Throws a precise error if the text is not JSON: the expression for tokens is linear in JSON alone.
  const value = body.json();
  if (parseMediaType(body.mediaType ?? '')?.type === protobuf.type) return value;
  const text = body.text();
  const inQuotes = text.replace(token, (found) =>
    found.startsWith('"') || String(Number(found)) === found ? found : `"${found}"`,
  );
  return inQuotes === text ? value : exactIn(JSON.parse(inQuotes), value);
}

/** Turns digits in quotes into exact numbers, in place: wherever the same JSON without the quotes has a number. */
function exactIn(quoted: unknown, plain: unknown): unknown {
  if (typeof plain === 'number') return typeof quoted === 'string' ? new ExactNumber(quoted) : plain;
  if (typeof quoted !== 'object' || quoted === null) return quoted;
  const members = quoted as Record<string, unknown>;
  for (const key of Object.keys(members)) members[key] = exactIn(members[key], (plain as typeof members)[key]);
  return quoted;
}
