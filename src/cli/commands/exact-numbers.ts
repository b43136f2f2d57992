import { LosslessNumber, parse } from 'lossless-json';
import type { AnswerBody, AnswerShapes, Representation } from '../../index.js';
import { UnreadableAnswerError } from '../errors.js';

/** What has no more than 15 digits is never rounded. It may stand in a text as well, which does no harm. */
const mayBeRounded = /[[,:]\s*-?\d{16}/;

/**
 * A representation that gets integers of any size as a `bigint` where JavaScript would round them: cells of a table, which
 * keep the server's digits so. Answers without such numbers, which nearly all are, are parsed as ever.
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
 * The JSON of an answer, with what `numberOf` makes of the digits of each number that JavaScript would write otherwise.
 * @throws {UnreadableAnswerError}
 */
export function parseExactly(body: AnswerBody, numberOf: (digits: string) => unknown): unknown {
  try {
    return parse(body.text(), null, {
      parseNumber: (number) => (String(Number(number)) === number ? Number(number) : numberOf(number)),
      // As for JSON.parse, and for Go.
      onDuplicateKey: ({ newValue }) => newValue,
    });
  } catch (cause) {
    const problem = cause instanceof RangeError ? 'is nested too deeply to be read' : 'is no JSON that can be read';
    throw new UnreadableAnswerError(body.path, problem, { cause });
  }
}

/** The number of these digits as one that can be compared: integers exactly, as a `bigint`. */
export function countable(digits: string): number | bigint {
  return /^-?\d+$/.test(digits) ? BigInt(digits) : Number(digits);
}

/** A `LosslessNumber` as one that can be compared, any other value as it is. */
export function comparable(value: unknown): unknown {
  return value instanceof LosslessNumber ? countable(value.value) : value;
}
