import { constants as http2, type ClientHttp2Stream } from 'node:http2';
import { pipeline, type Readable } from 'node:stream';
import { constants as zlib, createBrotliDecompress, createUnzip, type BrotliDecompress, type Unzip } from 'node:zlib';
import type { BegunStream } from './http2-connection.js';

/** The encodings that are undone here, as the value of Accept-Encoding. */
export const acceptedEncodings = 'gzip, br';

const done: IteratorReturnResult<undefined> = { done: true, value: undefined };

/**
 * The body as it arrives, decompressed. It throws where it is not whole. Leaving it cancels the stream, at any time: the
 * iterator of a stream of Node would wait for the piece that was asked for.
 */
export function answerBody(
  { stream, isWhole, lossOf }: BegunStream,
  encoding: string | undefined,
): AsyncIterable<Uint8Array> {
  const decoded = decodedBy(stream, encoding);
  // Else one that nobody reads would end the process.
  decoded.on('error', () => undefined);
  let inner: AsyncIterator<Uint8Array> | undefined;
  let isLeft = false;
  const iterator: AsyncIterator<Uint8Array, undefined> = {
    async next() {
      if (isLeft) return done;
      inner ??= decoded[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
      let result: IteratorResult<Uint8Array>;
      try {
        result = await inner.next();
      } catch (error) {
        // Nothing at all is no end of a file.
        if (isWhole() && isOfNothing(decoded, error)) return done;
        // What Node says of a pipe that broke is only that it broke.
        throw isWhole() ? error : lossOf();
      }
      if (result.done !== true) return result;
      if (!isWhole()) throw lossOf();
      return done;
    },
    return() {
      isLeft = true;
      cancel(stream);
      decoded.destroy();
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

/** Undoes the encoding; one that is not known stays. Each piece is handed on at once, since a watch may be compressed. */
function decodedBy(stream: ClientHttp2Stream, encoding: string | undefined): Readable | Unzip | BrotliDecompress {
  switch (encoding?.trim().toLowerCase()) {
    case 'gzip':
    case 'x-gzip':
    case 'deflate':
      return pipeline(stream, createUnzip({ flush: zlib.Z_SYNC_FLUSH }), () => undefined);
    case 'br':
      return pipeline(stream, createBrotliDecompress({ flush: zlib.BROTLI_OPERATION_FLUSH }), () => undefined);
    default:
      return stream;
  }
}

/** What zlib says of an input that is empty. */
function isOfNothing(decoded: Readable | Unzip | BrotliDecompress, error: unknown): boolean {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined;
  return code === 'Z_BUF_ERROR' && 'bytesWritten' in decoded && decoded.bytesWritten === 0;
}
