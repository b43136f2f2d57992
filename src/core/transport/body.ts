import type { TransportAnswer } from './transport.js';

type Body = TransportAnswer['body'];

/** Returns the iterator of a body; one that ends at once if there is no body. */
export function iteratorOf(body: Body): AsyncIterator<Uint8Array> {
  if (body === null) return { next: () => Promise.resolve({ done: true, value: undefined }) };
  // Not every browser can iterate a web stream.
  return 'getReader' in body ? readerIterator(body.getReader()) : body[Symbol.asyncIterator]();
}

function readerIterator(reader: ReadableStreamDefaultReader<Uint8Array>): AsyncIterator<Uint8Array, undefined> {
  return {
    next: () => reader.read() as Promise<IteratorResult<Uint8Array, undefined>>,
    async return() {
      await reader.cancel();
      return { done: true, value: undefined };
    },
  };
}

/** Releases what is unread of a body. Not awaited: a generator that waits for its next piece would block the reader. */
export function discard(body: Body, iterator?: AsyncIterator<Uint8Array>): void {
  const discarding = async (): Promise<void> => {
    await (iterator ?? iteratorOf(body)).return?.();
    // The iterator of a Node stream does not destroy the stream if it never began.
    const destroy: unknown = body === null ? undefined : Reflect.get(body, 'destroy');
    if (typeof destroy === 'function') Reflect.apply(destroy, body, []);
  };
  discarding().catch(() => undefined);
}

const smallestBuffer = 16 * 1024;
/** The outgrown buffers wait for the garbage collector: a third of the whole at most. */
const growth = 4;
/** Smaller results are copied out of their buffer, which they would otherwise keep alive. */
const largestCopied = 256 * 1024;

/**
 * Collects the pieces of a body into one array. Pieces except the first are copied as they come, because a hostile
 * server may send each byte as a separate piece, and a piece takes a hundred times that in memory. The buffer grows in
 * large steps: the unused part at its end was never touched, so it costs address space and no memory.
 */
export class ByteCollector {
  /** How many bytes are held. */
  length = 0;
  private buffer: Uint8Array | undefined;
  /** False while the buffer is the first piece itself: most answers come in one piece, which needs no copy. */
  private isCopy = false;

  /**
   * @param expected how many bytes will probably come; if this is right, they are copied once
   * @param most the maximum number of bytes that will be added
   */
  constructor(
    private readonly expected = 0,
    private readonly most = Infinity,
  ) {}

  /** Adds a piece. */
  add(piece: Uint8Array): void {
    if (piece.byteLength === 0) return;
    const length = this.length + piece.byteLength;
    if (this.buffer === undefined) this.buffer = piece;
    else {
      if (!this.isCopy || this.buffer.byteLength < length) this.buffer = this.enlarged(this.buffer, length);
      this.isCopy = true;
      this.buffer.set(piece, this.length);
    }
    this.length = length;
  }

  /** Returns all collected bytes as one array, and empties the collector. */
  take(): Uint8Array {
    const { buffer = new Uint8Array(), length, isCopy } = this;
    this.buffer = undefined;
    this.isCopy = false;
    this.length = 0;
    return isCopy && length < largestCopied && length < buffer.byteLength
      ? buffer.slice(0, length)
      : buffer.subarray(0, length);
  }

  private enlarged(buffer: Uint8Array, needed: number): Uint8Array {
    // Not before the second piece: a head without a body may announce any length.
    const size = this.isCopy ? buffer.byteLength * growth : this.expected || smallestBuffer;
    const larger = new Uint8Array(Math.max(needed, Math.min(size, this.most)));
    larger.set(buffer.subarray(0, this.length));
    return larger;
  }
}
