import { createByteCollector } from './collect-bytes.js';
import type { RequestScope } from './request-scope.js';
import type { TransportAnswer } from './transport.js';

const done: IteratorReturnResult<undefined> = { done: true, value: undefined };

/** The body to read, and the request that it belongs to. */
export interface BodySource {
  readonly body: TransportAnswer['body'];
  readonly scope: RequestScope;
  /** How long the wait for a piece may last, in milliseconds; Infinity for no limit. */
  readonly silenceMs: number;
  /** Translates the error that broke the body into the one that the reader sees. */
  readonly translate: (error: unknown) => unknown;
}

/** How much of a body to read. */
export interface BodyLimits {
  /** The maximum number of bytes to read. */
  readonly maxBytes: number;
  /** The length that the server announced, which may be wrong. */
  readonly expectedBytes?: number | undefined;
}

/** The part of a body that was read. */
export interface CollectedBody {
  /** How many bytes were read. */
  readonly length: number;
  /** False if there was more than the limit; the rest was left unread. */
  readonly complete: boolean;
  /** The bytes, up to the limit. Call once. */
  bytes(): Uint8Array;
}

/** Beyond this size, memory is not reserved on the word of a server. */
const largestReserve = 64 * 1024 * 1024;

/** Reads a whole body, up to the limit. Its bytes are in memory once, plus at most a third again while it grows. */
export async function collectBody(
  source: BodySource,
  { maxBytes, expectedBytes = 0 }: BodyLimits,
): Promise<CollectedBody> {
  const reader = openBody(source);
  const expected = expectedBytes <= Math.min(maxBytes, largestReserve) ? expectedBytes : 0;
  const collector = createByteCollector({ expected, most: maxBytes });
  let read = 0;
  try {
    while (read <= maxBytes) {
      const result = await reader.next();
      if (result.done === true) break;
      collector.add(result.value.subarray(0, maxBytes - read));
      read += result.value.byteLength;
    }
  } catch (error) {
    throw source.translate(error);
  } finally {
    reader.leave();
  }
  return { length: Math.min(read, maxBytes), complete: read <= maxBytes, bytes: () => collector.take() };
}

/**
 * Wraps a body so that reading it to its end, or leaving it early, ends the scope of its request. Leaving works at any
 * time: before the first piece, and while waiting for one, where a generator would keep waiting.
 */
export function guardBody(source: BodySource): AsyncIterable<Uint8Array> {
  const { scope, translate } = source;
  let reader: BodyReader | undefined;
  let over = false;
  const finish = (how: 'end' | 'leave'): void => {
    if (over) return;
    over = true;
    scope[how]();
    reader ??= openBody(source);
    reader.leave();
  };
  const leftMeanwhile = (): boolean => over;

  const guarded: AsyncIterator<Uint8Array, undefined> = {
    async next() {
      if (over) return done;
      try {
        reader ??= openBody(source);
        const result = await reader.next();
        if (leftMeanwhile()) return done;
        if (result.done !== true) return { done: false, value: result.value };
        finish('end');
        return done;
      } catch (error) {
        if (leftMeanwhile()) return done;
        const translated = translate(error);
        finish('end');
        throw translated;
      }
    },
    return() {
      finish('leave');
      return Promise.resolve(done);
    },
  };

  return { [Symbol.asyncIterator]: () => guarded };
}

/** Releases the body of an answer that is no longer wanted, unread. */
export function abandonBody(body: TransportAnswer['body']): void {
  leaveQuietly(body, iteratorOf(body));
}

/** Reads one body, piece by piece. */
interface BodyReader {
  /** Returns the next piece. The silence limit applies to this call only, not to the reader's time between calls. */
  next(): Promise<IteratorResult<Uint8Array>>;
  /** Discards what has not been read. */
  leave(): void;
}

function openBody({ body, scope, silenceMs }: BodySource): BodyReader {
  const iterator = iteratorOf(body);
  const pull = (): Promise<IteratorResult<Uint8Array>> => iterator.next();
  let ended = false;

  return {
    async next() {
      const result = await scope.hear(silenceMs, pull);
      ended = result.done === true;
      if (ended || ArrayBuffer.isView(result.value)) return result;
      throw new Error('the transport returned a chunk that is not a Uint8Array');
    },
    leave() {
      if (!ended) leaveQuietly(body, iterator);
    },
  };
}

/** Not awaited: a generator that waits for its next piece would block the reader. */
function leaveQuietly(body: TransportAnswer['body'], iterator: AsyncIterator<Uint8Array>): void {
  const leaving = async (): Promise<void> => {
    await iterator.return?.();
    // The iterator of a Node stream does not destroy the stream if it never began.
    const destroy: unknown = body === null ? undefined : Reflect.get(body, 'destroy');
    if (typeof destroy === 'function') Reflect.apply(destroy, body, []);
  };
  leaving().catch(() => undefined);
}

function iteratorOf(body: TransportAnswer['body']): AsyncIterator<Uint8Array> {
  if (body === null) return { next: () => Promise.resolve(done) };
  // Not every browser can iterate a web stream.
  return 'getReader' in body ? readerIterator(body.getReader()) : body[Symbol.asyncIterator]();
}

function readerIterator(reader: ReadableStreamDefaultReader<Uint8Array>): AsyncIterator<Uint8Array, undefined> {
  return {
    async next() {
      const result = await reader.read();
      return result.done ? done : { done: false, value: result.value };
    },
    async return() {
      await reader.cancel();
      return done;
    },
  };
}
