import { abandonOnAbort } from '../shared/abort.js';
import type { RequestScope } from './request-scope.js';

const done: IteratorReturnResult<undefined> = { done: true, value: undefined };

/**
 * A body whose reading ends the scope of its request: by its end, or by leaving it early. Leaving works at any time:
 * before the first piece, and while one is being waited for, where a generator would wait on.
 *
 * @param translate turns what broke the body into what the reader is to see
 */
export function guardBody(
  body: AsyncIterable<Uint8Array>,
  scope: RequestScope,
  translate: (error: unknown) => unknown,
): AsyncIterable<Uint8Array> {
  let iterator: AsyncIterator<Uint8Array> | undefined;
  let over = false;
  const finish = (how: 'end' | 'leave'): void => {
    if (over) return;
    over = true;
    scope[how]();
  };
  const leftMeanwhile = (): boolean => over;
  const leaveQuietly = (): void => {
    iterator ??= body[Symbol.asyncIterator]();
    // Not awaited: a generator that waits for its next piece would keep the reader here.
    iterator.return?.().then(undefined, () => undefined);
  };

  const guarded: AsyncIterator<Uint8Array, undefined> = {
    async next() {
      if (over) return done;
      try {
        iterator ??= body[Symbol.asyncIterator]();
        const result = await abandonOnAbort(iterator.next(), scope.signal);
        if (result.done !== true) return leftMeanwhile() ? done : { done: false, value: result.value };
        finish('end');
        return done;
      } catch (error) {
        if (leftMeanwhile()) return done;
        const translated = translate(error);
        finish('end');
        leaveQuietly();
        throw translated;
      }
    },
    return() {
      finish('leave');
      leaveQuietly();
      return Promise.resolve(done);
    },
  };

  return { [Symbol.asyncIterator]: () => guarded };
}

/** The pieces of a body as a library hands it over: a web stream, a Node stream, or nothing for an empty body. */
export function chunksOf(body: unknown): AsyncIterable<Uint8Array> {
  // Not every browser iterates a web stream by itself.
  if (isWebStream(body)) return { [Symbol.asyncIterator]: () => readerIterator(body.getReader()) };
  if (isAsyncIterable(body)) return body;
  return { [Symbol.asyncIterator]: () => ({ next: () => Promise.resolve(done) }) };
}

/** Reads a whole body as text, but no more than `limit` bytes: what comes after is left. */
export async function readText(body: AsyncIterable<Uint8Array>, limit: number): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const chunk of body) {
    text += decoder.decode(chunk, { stream: true });
    bytes += chunk.byteLength;
    if (bytes >= limit) break;
  }
  return text + decoder.decode();
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

function isWebStream(body: unknown): body is ReadableStream<Uint8Array> {
  return typeof body === 'object' && body !== null && typeof Reflect.get(body, 'getReader') === 'function';
}

function isAsyncIterable(body: unknown): body is AsyncIterable<Uint8Array> {
  return typeof body === 'object' && body !== null && Symbol.asyncIterator in body;
}
