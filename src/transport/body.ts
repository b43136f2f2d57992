import { createByteCollector } from './collect-bytes.js';
import type { RequestScope } from './request-scope.js';
import type { TransportAnswer } from './transport.js';

const done: IteratorReturnResult<undefined> = { done: true, value: undefined };

/** What is read of a body, and in whose life. */
export interface BodySource {
  readonly body: TransportAnswer['body'];
  readonly scope: RequestScope;
  /** How long nothing may come while a piece is waited for, in milliseconds; Infinity for no limit. */
  readonly silenceMs: number;
  /** Turns what broke the body into what the reader is to see. */
  readonly translate: (error: unknown) => unknown;
}

/** How much of a body is read. */
export interface BodyLimits {
  /** The most that is taken. */
  readonly maxBytes: number;
  /** What the server says, which may be wrong. */
  readonly expectedBytes?: number | undefined;
}

/** What was read of a body that may be longer than is wanted. */
export interface CollectedBody {
  /** How many bytes were read. */
  readonly length: number;
  /** False when there was more than the limit; the rest was left unread. */
  readonly complete: boolean;
  /** What came, up to the limit. Ask once. */
  bytes(): Uint8Array;
}

/** Beyond this the word of a server is not enough to reserve memory. */
const largestReserve = 64 * 1024 * 1024;

/** Reads a whole body, but no more than the limit. What was read is in memory once, and a third of it again while it grows. */
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
 * A body whose reading ends the scope of its request: by its end, or by leaving it early. Leaving works at any time:
 * before the first piece, and while one is being waited for, where a generator would wait on.
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

/** For an answer that nobody waits for any more: gives its body back unread. */
export function abandonBody(body: TransportAnswer['body']): void {
  leaveQuietly(body, iteratorOf(body));
}

/** Reads one body, piece by piece. */
interface BodyReader {
  /** The next piece. The limit of silence counts meanwhile; between the pieces it is the reader who takes the time. */
  next(): Promise<IteratorResult<Uint8Array>>;
  /** What was not read is given up. */
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
      throw new Error('the transport gave a piece that is no Uint8Array');
    },
    leave() {
      if (!ended) leaveQuietly(body, iterator);
    },
  };
}

/** Not awaited: a generator that waits for its next piece would keep the reader here. */
function leaveQuietly(body: TransportAnswer['body'], iterator: AsyncIterator<Uint8Array>): void {
  const leaving = async (): Promise<void> => {
    await iterator.return?.();
    // A stream of Node whose iterator has not begun is left alone by it.
    const destroy: unknown = body === null ? undefined : Reflect.get(body, 'destroy');
    if (typeof destroy === 'function') Reflect.apply(destroy, body, []);
  };
  leaving().catch(() => undefined);
}

function iteratorOf(body: TransportAnswer['body']): AsyncIterator<Uint8Array> {
  if (body === null) return { next: () => Promise.resolve(done) };
  // Not every browser iterates a web stream by itself.
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
