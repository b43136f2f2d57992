import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ApiStream } from '../../src/core/transport/connection.js';
import { runs } from '../mapper/properties/runs.js';
import { readFrames } from '../../src/core/transport/frames.js';

const watch = 'application/json;stream=watch';
const protobuf = 'application/vnd.kubernetes.protobuf;stream=watch';
const encoder = new TextEncoder();
/** As in client-go. */
const mostBytes = 16 * 1024 * 1024;

/** A stream of these pieces, which may wait for ever, or break, at its end. */
function streamOf(
  pieces: readonly (string | Uint8Array)[],
  { mediaType = watch, end = 'end' }: { mediaType?: string | undefined; end?: 'end' | 'wait' | Error } = {},
): ApiStream & { readonly left: () => number } {
  let left = 0;
  let index = 0;
  let wake: (result: IteratorReturnResult<undefined>) => void = () => undefined;
  const iterator: AsyncIterator<Uint8Array, undefined> = {
    next() {
      const piece = pieces[index];
      index += 1;
      if (piece !== undefined) {
        return Promise.resolve({ done: false, value: typeof piece === 'string' ? encoder.encode(piece) : piece });
      }
      if (end instanceof Error) return Promise.reject(end);
      if (end === 'end') return Promise.resolve({ done: true, value: undefined });
      return new Promise((resolve) => (wake = resolve));
    },
    return() {
      left += 1;
      wake({ done: true, value: undefined });
      return Promise.resolve({ done: true, value: undefined });
    },
  };
  return {
    left: () => left,
    status: 200,
    mediaType,
    headers: {},
    method: 'GET',
    path: '/watch',
    body: { [Symbol.asyncIterator]: () => iterator },
    conceal: (text) => text.replaceAll('secret', '[hidden]'),
  };
}

/** The frames of a stream, one by one. */
async function* each(stream: ApiStream, maxBytes = mostBytes) {
  for await (const frames of readFrames(stream, { maxBytes, option: 'maxFrameBytes' })) yield* frames;
}

/** The texts of all frames, and what ended them. */
async function framesOf(stream: ApiStream, maxBytes?: number) {
  const texts: string[] = [];
  try {
    for await (const frame of each(stream, maxBytes)) texts.push(frame.text());
  } catch (error) {
    return { texts, error };
  }
  return { texts };
}

describe('frames of JSON', () => {
  it('are lines, however they are cut into pieces', async () => {
    const stream = streamOf(['{"a":1}\n{"b"', ':2', '}', '\n{"c":3}\n']);
    expect(await framesOf(stream)).toEqual({ texts: ['{"a":1}', '{"b":2}', '{"c":3}'] });
  });

  it('say what they are, and are parsed where that is asked for', async () => {
    for await (const frame of each(streamOf(['{"a":"ü"}\n']))) {
      expect(frame).toMatchObject({ mediaType: watch, path: '/watch' });
      expect(frame.json()).toEqual({ a: 'ü' });
      expect([...frame.bytes()]).toEqual([...encoder.encode('{"a":"ü"}')]);
    }
  });

  it('are read under the name of text as well', async () => {
    const stream = streamOf(['{"a":1}\r\n\n{"b"', ':2}'], { mediaType: 'text/plain; charset=utf-8' });
    expect(await framesOf(stream)).toEqual({ texts: ['{"a":1}', '{"b":2}'] });
  });

  it('hold characters that were cut', async () => {
    const bytes = encoder.encode('"€😀"\n');
    const pieces = [...bytes].map((byte) => Uint8Array.of(byte));
    expect(await framesOf(streamOf(pieces))).toEqual({ texts: ['"€😀"'] });
  });

  it('that begin with a byte order mark, or are no UTF-8, are read the same wherever a piece ends', async () => {
    const mark = [0xef, 0xbb, 0xbf];
    const bytes = [
      ...encoder.encode('1\n'),
      ...mark,
      ...encoder.encode('2\n"'),
      0xff,
      ...encoder.encode('"\n'),
      ...mark,
      0x33,
      0x0a,
    ];
    const whole = await framesOf(streamOf([Uint8Array.from(bytes)]));
    expect(whole).toEqual({ texts: ['1', '2', '"\ufffd"', '3'] });
    expect(await framesOf(streamOf(bytes.map((byte) => Uint8Array.of(byte))))).toEqual(whole);
  });

  it('keep the bytes that came, where they are no UTF-8', async () => {
    const seen: number[][] = [];
    const pieces = [Uint8Array.of(0x31, 0x0a, 0x22, 0xff, 0x22, 0x0a, 0x32, 0x0a)];
    for await (const frame of each(streamOf(pieces))) seen.push([...frame.bytes()]);
    expect(seen).toEqual([[0x31], [0x22, 0xff, 0x22], [0x32]]);
  });

  it('beyond the limit together, but not one by one, are all there', async () => {
    expect(await framesOf(streamOf(['12\n34\n56\n']), 2)).toEqual({ texts: ['12', '34', '56'] });
  });

  it('are no empty lines, and end with either line break', async () => {
    expect(await framesOf(streamOf(['\n\r\n1\r', '\n\n2\n', '\r\n']))).toEqual({ texts: ['1', '2'] });
  });

  it('are complete without the last line break', async () => {
    expect(await framesOf(streamOf(['{"a":1}\n{"b":2}']))).toEqual({ texts: ['{"a":1}', '{"b":2}'] });
    expect(await framesOf(streamOf(['{"a":1}\r']))).toEqual({ texts: ['{"a":1}'] });
    expect(await framesOf(streamOf([]))).toEqual({ texts: [] });
  });

  it.each(['{"a":1}\n{"b"', '{"a":1}\n{"b":"€'.slice(0, -1), '{"a":1}\n{'])(
    'that are cut are told as an answer that broke off, after the whole ones: %j',
    async (text) => {
      expect(await framesOf(streamOf([text]))).toMatchObject({
        texts: ['{"a":1}'],
        error: {
          code: 'connection',
          reasonCode: 'ERR_TRUNCATED_BODY',
          method: 'GET',
          path: '/watch',
          message:
            'GET /watch: the answer from the server was cut off: ERR_TRUNCATED_BODY: its last frame is incomplete',
        },
      });
    },
  );

  it('that are no JSON at all are given to the reader, who is told without the credentials', async () => {
    for await (const frame of each(streamOf(['upstream secret error']))) {
      expect(() => frame.json()).toThrow('it is not JSON: "upstream [hidden] error"');
    }
  });

  it('beyond the limit end the stream, after those before them', async () => {
    for (const pieces of [
      ['1\n2\n', '1234', '5', '\n3\n'],
      ['1\n2\n12345\n3\n'],
      ['1\n', '2\n', ...'123456789'],
      ['1\n2\n12345'],
    ]) {
      const stream = streamOf(pieces, { end: 'wait' });
      expect(await framesOf(stream, 4)).toMatchObject({
        texts: ['1', '2'],
        error: {
          code: 'answer-too-large',
          maxBytes: 4,
          option: 'maxFrameBytes',
          message:
            'GET /watch: a frame of the answer is larger than 4 bytes; request less or in pages (limit), or increase maxFrameBytes.',
        },
      });
      expect(stream.left()).toBe(1);
    }
    expect(await framesOf(streamOf(['1234\n']), 4)).toEqual({ texts: ['1234'] });
  });

  it('end at the limit without an end', async () => {
    let sent = 0;
    const piece = new Uint8Array(65_536).fill(0x20);
    const endless = streamOf([]);
    const body = {
      async *[Symbol.asyncIterator]() {
        for (;;) {
          sent += piece.byteLength;
          yield piece;
          await Promise.resolve();
        }
      },
    };
    expect(await framesOf({ ...endless, body })).toMatchObject({ error: { maxBytes: 16_777_216 } });
    expect(sent).toBeLessThanOrEqual(16_777_216 + 65_536);
  });
});

describe('frames of protobuf', () => {
  const framed = (...texts: string[]): Uint8Array =>
    Buffer.concat(
      texts.map((text) => {
        const head = Buffer.alloc(4);
        head.writeUInt32BE(Buffer.byteLength(text));
        return Buffer.concat([head, Buffer.from(text)]);
      }),
    );

  it('are as long as they say', async () => {
    const bytes = framed('one', '', 't\nwo', 'x'.repeat(70_000));
    const texts = ['one', '', 't\nwo', 'x'.repeat(70_000)];
    expect(await framesOf(streamOf([bytes], { mediaType: protobuf }))).toEqual({ texts });
    const single = [...bytes].map((byte) => Uint8Array.of(byte));
    expect(await framesOf(streamOf(single, { mediaType: protobuf }))).toEqual({ texts });
  });

  it.each([1, 3, 4, 5])('that are cut by %d bytes are told', async (missing) => {
    const bytes = framed('one', 'tw').subarray(0, -missing);
    const expected = { texts: ['one'], error: { reasonCode: 'ERR_TRUNCATED_BODY' } };
    expect(await framesOf(streamOf([bytes], { mediaType: protobuf }))).toMatchObject(expected);
  });

  it('beyond the limit are refused by what they say', async () => {
    const stream = streamOf([framed('one'), Uint8Array.of(0xff, 0xff, 0xff, 0xff)], {
      mediaType: protobuf,
      end: 'wait',
    });
    expect(await framesOf(stream)).toMatchObject({ texts: ['one'], error: { code: 'answer-too-large' } });
    expect(stream.left()).toBe(1);
  });
});

describe('a stream of frames', () => {
  it.each([undefined, 'application/octet-stream', 'application/vnd.kubernetes.protobuf', 'nonsense'])(
    'of the media type %s has none',
    async (mediaType) => {
      const stream = streamOf(['{}\n'], { mediaType });
      // A default would stand in for undefined.
      const named = { ...stream, mediaType };
      expect(await framesOf(named)).toMatchObject({ texts: [], error: { code: 'malformed-answer' } });
      expect(stream.left()).toBe(1);
    },
  );

  it('that breaks gives its frames, then its error', async () => {
    const broken = new Error('broken');
    expect(await framesOf(streamOf(['1\n2\n{"a"'], { end: broken }))).toEqual({ texts: ['1', '2'], error: broken });
  });

  it('is left with the loop, and frames that are at hand are dropped', async () => {
    const stream = streamOf(['1\n2\n'], { end: 'wait' });
    for await (const frame of each(stream)) {
      expect(frame.text()).toBe('1');
      break;
    }
    expect(stream.left()).toBe(1);
  });

  it('has the same frames, however it is cut', async () => {
    const line = fc.oneof(
      fc.json(),
      fc.constant(''),
      fc.string({ unit: 'binary' }).map((text) => JSON.stringify(text)),
    );
    const ending = fc.constantFrom('\n', '\r\n');
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(line, ending), { maxLength: 20 }),
        fc.array(fc.nat(2000), { maxLength: 50 }),
        async (lines, cuts) => {
          const bytes = encoder.encode(lines.map(([text, end]) => text + end).join(''));
          const places = [0, ...cuts.map((cut) => Math.min(cut, bytes.length)).sort((a, b) => a - b), bytes.length];
          const pieces = places.slice(1).map((place, index) => bytes.subarray(places[index], place));
          const texts = lines.map(([text]) => new TextDecoder().decode(encoder.encode(text)));
          expect(await framesOf(streamOf(pieces))).toEqual({ texts: texts.filter((text) => text !== '') });
        },
      ),
      runs(100),
    );
  });
});
