import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MalformedAnswerError, UnreadableProtobufError } from '../../../src/core/media/errors.js';
import { bytesOf, capturedPairs, pairedServers } from '../../fixtures/captured-pairs.js';
import { eventType, objectType, read } from './bodies.js';
import {
  bytes,
  enveloped,
  event,
  framesOf,
  integer,
  message,
  partial,
  partialList,
  varint,
  type Bytes,
} from './encode.js';
import { readSlowly } from './reference-reader.js';

interface Sample {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly mediaType: string;
}

/** What captured answers are mostly not: fields that are read, close together. */
const dense: Bytes = message(
  bytes(1, 'front'),
  bytes(2, 'front-'),
  bytes(3, 'web'),
  bytes(6, '7'),
  integer(7, -3),
  bytes(8, integer(1, 1_700_000_000)),
  bytes(9, integer(1, 1)),
  integer(10, 2n ** 60n + 1n),
  bytes(11, message(bytes(1, 'ä'), bytes(2, 'ö'))),
  bytes(12, message(bytes(2, '世界'.repeat(9)), bytes(1, '__proto__'))),
  bytes(13, message(bytes(1, 'Node'), bytes(3, 'n1'), integer(6, 1))),
  bytes(14, 'keep'),
);
const failure: Bytes = message(
  bytes(1, message(bytes(2, '7'), integer(4, 5), bytes(5, bytes(1, 'a')))),
  bytes(3, 'no'),
  bytes(5, message(bytes(1, 'a'), bytes(4, bytes(1, 'Bad')), integer(5, 1))),
  integer(6, 404),
);
const made: readonly Sample[] = [
  { name: 'a list', bytes: Uint8Array.from(partialList(bytes(2, '9'), dense, dense)), mediaType: objectType },
  { name: 'an event', bytes: Uint8Array.from(event('ADDED', partial(dense))), mediaType: eventType },
  { name: 'a failure', bytes: Uint8Array.from(enveloped('v1', 'Status', failure)), mediaType: objectType },
];

/** Captured objects and frames. */
const captured: readonly Sample[] = pairedServers.flatMap((server) =>
  Object.entries(capturedPairs(server)).flatMap(([name, pair]): Sample[] => {
    if (pair.mediaType === objectType) return [{ name, bytes: bytesOf(pair), mediaType: objectType }];
    if (pair.mediaType !== eventType) return [];
    return framesOf(bytesOf(pair)).map((bytes) => ({ name, bytes, mediaType: eventType }));
  }),
);
const samples: readonly Sample[] = [...captured, ...made, ...made, ...made, ...made];

/** What is read, or of which sort the error is. */
function outcomeOf(bytes: Uint8Array, mediaType: string): unknown {
  try {
    return { value: read(bytes, mediaType) };
  } catch (error) {
    expect(error).toBeInstanceOf(MalformedAnswerError);
    expect((error as Error).message).toMatch(/^The answer to \/here is malformed: .{10,}\.$/s);
    return error instanceof UnreadableProtobufError ? 'only JSON' : 'malformed';
  }
}

function expectedOf(bytes: Uint8Array, mediaType: string): unknown {
  try {
    const value = readSlowly(bytes, mediaType === eventType);
    return value === undefined ? 'only JSON' : { value };
  } catch {
    return 'malformed';
  }
}

it('cut anywhere, an answer is an error, or as it was but for what stands behind the object', () => {
  for (const { bytes, mediaType } of samples) {
    const whole = outcomeOf(bytes, mediaType);
    for (let length = 0; length < bytes.length; length += 1) {
      const outcome = outcomeOf(bytes.slice(0, length), mediaType);
      if (outcome === 'malformed' || outcome === whole) continue;
      // Behind the object stand two fields of the envelope, empty both, of two bytes each.
      expect(mediaType).toBe(objectType);
      expect(bytes.length - length).toBeLessThanOrEqual(4);
      expect(outcome).toStrictEqual(whole);
    }
  }
});

const position = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
const interesting = fc.constantFrom(0, 1, 2, 3, 4, 5, 7, 8, 10, 0x0a, 0x12, 0x7f, 0x80, 0xc3, 0xfe, 0xff);
const length = fc.constantFrom(0n, 1n, 127n, 128n, 2n ** 31n, 2n ** 32n, 2n ** 53n, 2n ** 63n, 2n ** 64n - 1n);

/** One thing that goes wrong at a place of an answer. */
const mutation = fc.oneof(
  fc.record({ at: position, bytes: fc.tuple(fc.oneof(interesting, fc.nat(255))), removed: fc.constant(1) }),
  fc.record({ at: position, bytes: fc.array(fc.nat(255), { maxLength: 6 }), removed: fc.nat(6) }),
  fc.record({ at: position, bytes: length.map((value) => [...varint(value)]), removed: fc.nat(2) }),
);

describe('an answer that was changed', () => {
  it('is read as by a reader that takes its time, or refused as by that', () => {
    fc.assert(
      fc.property(fc.nat(), fc.array(mutation, { minLength: 1, maxLength: 4 }), (which, mutations) => {
        const { bytes, mediaType } = samples[which % samples.length]!;
        let changed = [...bytes];
        for (const { at, bytes: put, removed } of mutations) {
          changed = changed.toSpliced(Math.floor(at * changed.length), removed, ...put);
        }
        const content = Uint8Array.from(changed);
        expect(outcomeOf(content, mediaType)).toStrictEqual(expectedOf(content, mediaType));
      }),
      { seed: 20_261_122, numRuns: 3000 },
    );
  });
});
