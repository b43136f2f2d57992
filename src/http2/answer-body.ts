import { constants as http2, type ClientHttp2Stream } from 'node:http2';
import type { Transform } from 'node:stream';
import { constants as zlib, createBrotliDecompress, createUnzip, type BrotliDecompress, type Unzip } from 'node:zlib';
import type { BegunStream } from './http2-connection.js';

/** The encodings that are undone here, as the value of Accept-Encoding. */
export const acceptedEncodings = 'gzip, br';

const done: IteratorReturnResult<undefined> = { done: true, value: undefined };

/**
 * The body as it arrives, decompressed. It throws where it is not whole. Leaving it cancels the stream, at any time.
 *
 * Neither the iterator of Node's streams nor `pipeline()` is used: both take a stream of HTTP/2 that has closed for one that
 * broke, from Node 24 on, although all of it waits to be read, and the iterator cannot be left while a piece is awaited.
 */
export function answerBody(
  { stream, isWhole, lossOf }: BegunStream,
  encoding: string | undefined,
): AsyncIterable<Uint8Array> {
  const decoder = decoderOf(encoding);
  const source = decoder === undefined ? stream : stream.pipe<Transform>(decoder);
  let waiting: (() => void)[] = [];
  let failure: Error | undefined;
  let isNothing = false;
  let isBegun = false;
  let isLeft = false;

  const hasLeft = (): boolean => isLeft;
  const wake = (): void => {
    for (const resolve of waiting) resolve();
    waiting = [];
  };
  const begin = (): void => {
    if (isBegun) return;
    isBegun = true;
    for (const event of ['readable', 'end', 'close']) source.on(event, wake);
  };
  decoder?.on('error', (error) => {
    if (isWhole() && isOfNothing(decoder, error)) isNothing = true;
    else failure = error;
    cancel(stream);
  });
  stream.once('close', () => {
    // It may have more in store where it is whole.
    if (!isWhole()) decoder?.destroy();
  });

  const iterator: AsyncIterator<Uint8Array, undefined> = {
    async next() {
      if (isLeft) return done;
      begin();
      for (;;) {
        const piece = source.read() as Uint8Array | null;
        if (piece !== null) return { done: false, value: piece };
        if (source.readableEnded || source.destroyed) break;
        await new Promise<void>((resolve) => waiting.push(resolve));
      }
      if (failure !== undefined) throw failure;
      // One that is destroyed has thrown away what it had.
      const isRead = isNothing || (isWhole() && source.readableEnded);
      if (!isRead && !hasLeft()) throw lossOf();
      return done;
    },
    return() {
      isLeft = true;
      cancel(stream);
      decoder?.destroy();
      wake();
      return Promise.resolve(done);
    },
  };
  return { [Symbol.asyncIterator]: () => iterator };
}

/** Tells the server that nobody wants the rest; the connection stays. */
export function cancel(stream: ClientHttp2Stream): void {
  if (!stream.closed) stream.close(http2.NGHTTP2_CANCEL);
  stream.destroy();
}

/** What undoes an encoding; one that is not known stays. Each piece is handed on at once, since a watch may be compressed. */
function decoderOf(encoding: string | undefined): Unzip | BrotliDecompress | undefined {
  switch (encoding?.trim().toLowerCase()) {
    case 'gzip':
    case 'x-gzip':
    case 'deflate':
      return createUnzip({ flush: zlib.Z_SYNC_FLUSH });
    case 'br':
      return createBrotliDecompress({ flush: zlib.BROTLI_OPERATION_FLUSH });
    default:
      return undefined;
  }
}

/** What zlib says of an input that is empty. */
function isOfNothing(decoder: Unzip | BrotliDecompress, error: Error): boolean {
  return Reflect.get(error, 'code') === 'Z_BUF_ERROR' && decoder.bytesWritten === 0;
}
