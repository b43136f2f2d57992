import { abandonOnAbort } from '../shared/abort.js';
import type { RequestScope } from './request-scope.js';
import type { TransportAnswer } from './transport.js';

const done: IteratorReturnResult<undefined> = { done: true, value: undefined };

/** What is read of a body, and in whose life. */
export interface BodySource {
  readonly body: TransportAnswer['body'];
  readonly scope: RequestScope;
  /** Turns what broke the body into what the reader is to see. */
  readonly translate: (error: unknown) => unknown;
}

/** What was read of a body that may be longer than is wanted. */
export interface CollectedBody {
  readonly bytes: Uint8Array;
  /** False when there was more than the limit; `bytes` is what came until then. */
  readonly complete: boolean;
}

/**
 * Reads a whole body, but no more than `limit` bytes: what comes after is left unread. The pieces are put together once
 * all have come, so that memory holds no more than twice the limit.
 */
export async function collectBody({ body, scope, translate }: BodySource, limit: number): Promise<CollectedBody> {
  const iterator = iteratorOf(body);
  const pieces: Uint8Array[] = [];
  let length = 0;
  try {
    for (;;) {
      const result = await pull(iterator, scope);
      if (result.done === true) return { bytes: joined(pieces, length), complete: true };
      length += result.value.byteLength;
      if (length > limit) break;
      pieces.push(result.value);
    }
  } catch (error) {
    leaveQuietly(iterator);
    throw translate(error);
  }
  leaveQuietly(iterator);
  return {
    bytes: joined(
      pieces,
      pieces.reduce((sum, piece) => sum + piece.byteLength, 0),
    ),
    complete: false,
  };
}

/**
 * A body whose reading ends the scope of its request: by its end, or by leaving it early. Leaving works at any time:
 * before the first piece, and while one is being waited for, where a generator would wait on.
 */
export function guardBody({ body, scope, translate }: BodySource): AsyncIterable<Uint8Array> {
  let iterator: AsyncIterator<Uint8Array> | undefined;
  let over = false;
  const finish = (how: 'end' | 'leave'): void => {
    if (over) return;
    over = true;
    scope[how]();
  };
  const leftMeanwhile = (): boolean => over;

  const guarded: AsyncIterator<Uint8Array, undefined> = {
    async next() {
      if (over) return done;
      try {
        iterator ??= iteratorOf(body);
        const result = await pull(iterator, scope);
        if (result.done !== true) return leftMeanwhile() ? done : { done: false, value: result.value };
        finish('end');
        return done;
      } catch (error) {
        if (leftMeanwhile()) return done;
        const translated = translate(error);
        finish('end');
        leaveQuietly(iterator);
        throw translated;
      }
    },
    return() {
      finish('leave');
      iterator ??= iteratorOf(body);
      leaveQuietly(iterator);
      return Promise.resolve(done);
    },
  };

  return { [Symbol.asyncIterator]: () => guarded };
}

/** The next piece, while the limit of silence counts; between the pieces it is the reader who takes the time. */
async function pull(iterator: AsyncIterator<Uint8Array>, scope: RequestScope): Promise<IteratorResult<Uint8Array>> {
  scope.listen();
  try {
    return await abandonOnAbort(iterator.next(), scope.signal);
  } finally {
    scope.heard();
  }
}

/** Not awaited: a generator that waits for its next piece would keep the reader here. */
function leaveQuietly(iterator: AsyncIterator<Uint8Array> | undefined): void {
  iterator?.return?.().then(undefined, () => undefined);
}

function joined(pieces: readonly Uint8Array[], length: number): Uint8Array {
  const [first] = pieces;
  if (first !== undefined && pieces.length === 1) return first;
  const whole = new Uint8Array(length);
  let offset = 0;
  for (const piece of pieces) {
    whole.set(piece, offset);
    offset += piece.byteLength;
  }
  return whole;
}

/** Opens a body. Leaving it works before its first piece as well. */
export function iteratorOf(body: TransportAnswer['body']): AsyncIterator<Uint8Array> {
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
