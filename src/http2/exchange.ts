import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http2';
import { onAbort, reasonOf } from '../core/shared/abort.js';
import type { TransportAnswer, TransportRequest } from '../core/transport/transport.js';
import { acceptedEncodings, answerBody, cancel } from './answer-body.js';
import type { BegunStream, StreamHead } from './http2-connection.js';

/** Headers of a single HTTP/1.1 connection, which HTTP/2 expresses in other ways. */
const http1Headers = new Set(
  'connection host http2-settings keep-alive proxy-connection te transfer-encoding upgrade'.split(' '),
);

/** Returns the head of a request in HTTP/2 form. */
export function streamHeadOf({ method, url, headers, body }: TransportRequest): StreamHead {
  const { host, pathname, search } = new URL(url);
  const head: OutgoingHttpHeaders = {
    ':method': method,
    ':scheme': 'https',
    // A Host header overrides the URL's host.
    ':authority': typeof headers['host'] === 'string' ? headers['host'] : host,
    ':path': pathname + search,
    'accept-encoding': acceptedEncodings,
  };
  for (const [name, value] of Object.entries(headers)) {
    if (!http1Headers.has(name)) head[name] = typeof value === 'string' ? value : [...value];
  }
  if (body !== undefined) head['content-length'] = String(Buffer.byteLength(body));
  return { headers: head, endStream: body === undefined };
}

/**
 * Carries out one request on a stream: resolves with the answer once its head has arrived. Rejects with the reason of
 * an abort, with a `NotBegunFailure`, or with what broke the stream.
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

/** Joins the repeated headers that Node leaves separate. */
function plainHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => !name.startsWith(':'))
      .map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : String(value)]),
  );
}
