import { LosslessNumber, parse } from 'lossless-json';
import type { AnswerBody, Representation } from '../../index.js';
import type { AnswerShapes } from '../../representations/index.js';
import { UnreadableAnswerError } from '../errors.js';

/** A number of up to 15 digits is never rounded. A match inside a string does no harm. */
const mayBeRounded = /[[,:]\s*-?\d{16}/;

/**
 * Returns a representation that reads integers as a `bigint` if JavaScript would round them, so that the cells of a
 * table keep the server's digits. Answers without such numbers, nearly all of them, are parsed as usual.
 */
export function withExactIntegers<S extends AnswerShapes>(of: Representation<S>): Representation<S> {
  const exact = (body: AnswerBody): AnswerBody => ({
    ...body,
    json: () => (mayBeRounded.test(body.text()) ? parseExactly(body, countable) : body.json()),
  });
  return {
    ...of,
    decodeOne: (body, context) => of.decodeOne(exact(body), context),
    decodeMany: (body, context) => of.decodeMany(exact(body), context),
    decodeEvents(context) {
      const decode = of.decodeEvents(context);
      return (frame) => decode(exact(frame));
    },
  };
}

/**
 * Parses the JSON of an answer, and passes the digits of each number that JavaScript would write differently to
 * `numberOf`.
 * @throws {UnreadableAnswerError}
 */
export function parseExactly(body: AnswerBody, numberOf: (digits: string) => unknown): unknown {
  try {
    return parse(body.text(), null, {
      parseNumber: (number) => (String(Number(number)) === number ? Number(number) : numberOf(number)),
      // As with JSON.parse and in Go, the last value wins.
      onDuplicateKey: ({ newValue }) => newValue,
    });
  } catch (cause) {
    const problem = cause instanceof RangeError ? 'is nested too deeply to be read' : 'is not valid JSON';
    throw new UnreadableAnswerError(body.path, problem, { cause });
  }
}

/** Converts digits into a number that can be compared: integers exactly, as a `bigint`. */
export function countable(digits: string): number | bigint {
  return /^-?\d+$/.test(digits) ? BigInt(digits) : Number(digits);
}

/** Converts a `LosslessNumber` into a number that can be compared; returns any other value as it is. */
export function comparable(value: unknown): unknown {
  return value instanceof LosslessNumber ? countable(value.value) : value;
}
