import { constants, type ClientHttp2Session, type ClientHttp2Stream, type OutgoingHttpHeaders } from 'node:http2';
import type { TransportRequest } from '../core/transport/transport.js';
import { Http2Failure, notBegunCode } from './failure.js';
import type { OpenedSession } from './open-session.js';
import type { Http2Limits } from './options.js';

/** One connection, which many requests share. */
export type Http2Connection = ReturnType<typeof createHttp2Connection>;

/** A stream, and how it ended. */
export type BegunStream = ReturnType<Http2Connection['begin']>;

/** The maximum for servers that set no limit or a higher one, as in Go's client. */
const maxStreams = 1000;

/**
 * Manages a session: counts its streams, sends a PING while nothing is received, and closes the session after it has been
 * idle.
 */
export function createHttp2Connection({ session, socket }: OpenedSession, limits: Http2Limits) {
  /** Streams that count against the limit of the server. */
  let streams = 0;
  /** Streams whose answers have not been read to the end. */
  let active = 0;
  let wasUsed = false;
  let isRetired = false;
  let lastBegunId = Infinity;
  let idle: NodeJS.Timeout | undefined;
  let silence: NodeJS.Timeout | undefined;

  /** Takes no more streams; existing ones continue, and without any the session is closed at once. */
  const retire = (): void => {
    isRetired = true;
    if (active === 0) session.destroy();
  };
  const becomeIdle = (): void => {
    clearInterval(silence);
    session.unref();
    idle = setTimeout(retire, limits.idleMs).unref();
  };
  const release = (): void => {
    active -= 1;
    if (active > 0) return;
    if (isRetired) session.destroy();
    else becomeIdle();
  };
  const use = (): void => {
    active += 1;
    if (active > 1) return;
    clearTimeout(idle);
    session.ref();
    silence = watchSilence(session, () => socket.bytesRead, limits);
  };
  const closeReasonOf = ({ id, rstCode }: ClientHttp2Stream, failure: Error | undefined): Error => {
    // A stream without an id was never sent.
    if (id === undefined || id > lastBegunId || rstCode === constants.NGHTTP2_REFUSED_STREAM) {
      retire();
      const what = 'the server refused the stream (GOAWAY or REFUSED_STREAM) before it began the request';
      return new Http2Failure(notBegunCode, what);
    }
    if (failure !== undefined) return failure;
    // Node reports CANCEL for each stream of a closed socket.
    if (session.destroyed) return new Http2Failure('ECONNRESET', 'the connection was closed');
    return new Http2Failure('ERR_HTTP2_STREAM_ERROR', `the server ended the stream early (error code ${rstCode})`);
  };
  session.on('error', () => undefined);
  session.on('goaway', (_code: number, lastId: number) => {
    lastBegunId = Math.min(lastBegunId, lastId);
    retire();
  });
  session.once('close', () => {
    clearTimeout(idle);
    clearInterval(silence);
  });
  becomeIdle();

  const isGone = (): boolean => isRetired || session.closed || session.destroyed;

  return {
    /** Reports whether the connection takes no more streams; existing ones may continue. */
    isGone,
    /** Reports whether another stream may begin now. */
    hasCapacity() {
      const allowed = session.remoteSettings.maxConcurrentStreams ?? maxStreams;
      return !isGone() && streams < Math.min(allowed, maxStreams);
    },
    /** Reports whether a stream was ever begun on the connection. */
    wasUsed: () => wasUsed,
    /** Sends the head of a request. */
    begin(request: TransportRequest) {
      const stream = session.request(headOf(request), { endStream: request.body === undefined });
      let failure: Error | undefined;
      let isWhole = false;
      let holdsSlot = true;
      const releaseSlot = (): void => {
        if (holdsSlot) streams -= 1;
        holdsSlot = false;
      };
      wasUsed = true;
      streams += 1;
      use();
      // Node also ends the body of a closed stream, whatever closed it. While it is open, the end is the server's.
      const push = stream.push.bind(stream);
      stream.push = (piece: unknown, encoding) => {
        if (piece === null && !stream.closed) {
          isWhole = true;
          // The server no longer counts the stream, however slow its reader is.
          if (stream.writableFinished) releaseSlot();
        }
        return push(piece, encoding);
      };
      stream.on('error', (error: Error) => {
        failure = error;
      });
      stream.once('close', () => {
        releaseSlot();
        release();
      });
      return {
        stream,
        /** Reports whether the server completed the body, instead of only ending the stream. */
        isWhole: () => isWhole,
        /** Returns why a closed stream is incomplete. If the request was not begun, its connection takes no more streams. */
        closeReasonOf: () => closeReasonOf(stream, failure),
      };
    },
    /** Ends the connection and all its streams. */
    destroy: (reason: Error) => session.destroy(reason),
  };
}

/** Headers of a single HTTP/1.1 connection, which HTTP/2 expresses in other ways. */
const http1Headers = new Set(
  'connection host http2-settings keep-alive proxy-connection te transfer-encoding upgrade'.split(' '),
);

/** Returns the head of a request in HTTP/2 form. */
function headOf({ method, url, headers, body }: TransportRequest): OutgoingHttpHeaders {
  const { host, pathname, search } = new URL(url);
  const head: OutgoingHttpHeaders = {
    ':method': method,
    ':scheme': 'https',
    // A Host header overrides the URL's host.
    ':authority': typeof headers['host'] === 'string' ? headers['host'] : host,
    ':path': pathname + search,
    'accept-encoding': 'gzip',
  };
  for (const [name, value] of Object.entries(headers)) {
    if (!http1Headers.has(name)) head[name] = typeof value === 'string' ? value : [...value];
  }
  if (body !== undefined) head['content-length'] = String(Buffer.byteLength(body));
  return head;
}

/**
 * Sends a PING after a period of silence, and ends the session if silence follows. Counts time in ticks, so that a
 * process that was busy or asleep does not mistake its own silence for the server's.
 */
function watchSilence(
  session: ClientHttp2Session,
  bytesRead: () => number,
  { pingAfterMs, pingTimeoutMs }: Http2Limits,
): NodeJS.Timeout {
  const tickMs = Math.min(pingAfterMs, pingTimeoutMs) / 3;
  let lastBytesRead = bytesRead();
  let silentMs = 0;
  let pingSent = false;
  const check = (): void => {
    if (session.destroyed) return;
    const now = bytesRead();
    if (now !== lastBytesRead) {
      lastBytesRead = now;
      silentMs = 0;
      pingSent = false;
      return;
    }
    silentMs += tickMs;
    if (silentMs >= pingAfterMs + pingTimeoutMs) {
      const message = `nothing was received for ${pingAfterMs} ms (pingAfterMs), and no answer to a PING within ${pingTimeoutMs} ms (pingTimeoutMs)`;
      session.destroy(new Http2Failure('ERR_HTTP2_PING_TIMEOUT', message));
    } else if (silentMs >= pingAfterMs && !pingSent) {
      pingSent = true;
      session.ping(() => undefined);
    }
  };
  return setInterval(check, tickMs).unref();
}
