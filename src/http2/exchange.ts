import { type ClientHttp2Stream, constants as http2 } from 'node:http2';
import type { Transform } from 'node:stream';
import { constants as zlib, createUnzip } from 'node:zlib';
import type { BegunStream } from './http2-connection.js';
import { onAbort, reasonOf } from '../core/shared/abort.js';
import { abortableIterator } from '../core/shared/abortable-iterator.js';
import { plainHeaders } from '../core/transport/request-head.js';
import type { TransportAnswer, TransportRequest } from '../core/transport/transport.js';

/**
 * Returns the body as it arrives, decompressed. Reading throws if the body is incomplete. Leaving it cancels the
 * stream, at any time.
 *
 * This uses neither the iterator of Node's streams nor `pipeline()`: from Node 24 on, both treat a closed HTTP/2
 * stream as broken even if all of it is still unread, and the iterator cannot be left while it waits for a piece.
 */
function answerBody(
  { stream, isWhole, closeReasonOf }: BegunStream,
  encoding: string | undefined,
): AsyncIterable<Uint8Array> {
  // What was not asked for stays. Each piece is flushed at once, because a watch may be compressed.
  const isGzip = encoding?.trim().toLowerCase() === 'gzip';
  const decoder = isGzip ? createUnzip({ flush: zlib.Z_SYNC_FLUSH }) : undefined;
  const source = decoder === undefined ? stream : stream.pipe<Transform>(decoder);
  let failure: Error | undefined;
  let isEmpty = false;

  decoder?.on('error', (error) => {
    // zlib fails on empty input.
    isEmpty = isWhole() && decoder.bytesWritten === 0 && Reflect.get(error, 'code') === 'Z_BUF_ERROR';
    failure = isEmpty ? undefined : error;
    cancel(stream);
  });
  stream.once('close', () => {
    // A complete stream may have more data waiting to be decoded.
    if (!isWhole()) decoder?.destroy();
  });

  async function* pieces(): AsyncGenerator<Uint8Array, void, undefined> {
    let wake = (): void => undefined;
    for (const event of ['readable', 'end', 'close']) source.on(event, () => wake());
    for (;;) {
      const piece = source.read() as Uint8Array | null;
      if (piece !== null) yield piece;
      else if (source.readableEnded || source.destroyed) break;
      else await new Promise<void>((resolve) => (wake = resolve));
    }
    if (failure !== undefined) throw failure;
    // A destroyed stream has dropped its unread data.
    if (!isEmpty && !(isWhole() && source.readableEnded)) throw closeReasonOf();
  }
  const read = abortableIterator(pieces, []);
  const iterator: typeof read = {
    next: () => read.next(),
    async return() {
      if (!source.readableEnded) {
        cancel(stream);
        decoder?.destroy();
      }
      await read.return?.();
      return { done: true, value: undefined };
    },
  };
  return { [Symbol.asyncIterator]: () => iterator };
}

/** Cancels the rest of a stream; the connection stays open. */
function cancel(stream: ClientHttp2Stream): void {
  if (!stream.closed) stream.close(http2.NGHTTP2_CANCEL);
  stream.destroy();
}

/**
 * Carries out one request on a stream: resolves with the answer once its head has arrived. Rejects with the reason of
 * an abort, or with what broke the stream.
 */
export function exchange(begun: BegunStream, { body, signal }: TransportRequest): Promise<TransportAnswer> {
  const { stream, closeReasonOf } = begun;
  return new Promise((resolve, reject) => {
    let isAnswered = false;
    const abort = (): void => {
      cancel(stream);
      reject(reasonOf(signal));
    };
    const unfollow = signal === undefined ? undefined : onAbort(signal, abort);
    stream.once('close', () => {
      unfollow?.();
      if (!isAnswered) reject(closeReasonOf());
    });
    stream.once('response', (headers) => {
      isAnswered = true;
      resolve({
        status: Number(headers[':status']),
        headers: plainHeaders(headers),
        body: stream.endAfterHeaders ? null : answerBody(begun, headers['content-encoding']),
      });
      if (stream.endAfterHeaders) stream.resume();
    });
    if (signal?.aborted === true) abort();
    else if (body !== undefined) stream.end(body);
  });
}
