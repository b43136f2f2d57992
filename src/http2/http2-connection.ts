import { constants, type ClientHttp2Session, type ClientHttp2Stream, type OutgoingHttpHeaders } from 'node:http2';
import { Http2Failure, NotBegunFailure } from './failure.js';
import type { OpenedSession } from './open-session.js';
import type { Http2Limits } from './options.js';

/** The head of a request. */
export interface StreamHead {
  readonly headers: OutgoingHttpHeaders;
  /** True if there is no body. */
  readonly endStream: boolean;
}

/** A stream, and how it ended. */
export interface BegunStream {
  readonly stream: ClientHttp2Stream;
  /** Reports whether the server completed the body, instead of only ending the stream. */
  isWhole(this: void): boolean;
  /** Returns why a closed stream is incomplete. After a `NotBegunFailure`, its connection takes no more streams. */
  lossOf(this: void): Error;
}

/** One connection, which many requests share. */
export interface Http2Connection {
  /** Reports whether the connection takes no more streams; existing ones may continue. */
  isGone(): boolean;
  /** Reports whether another stream may begin now. */
  hasRoom(): boolean;
  /** Reports whether a stream was ever begun on the connection. */
  wasUsed(): boolean;
  /** Sends the head of a request. */
  begin(head: StreamHead): BegunStream;
  /** Ends the connection and all its streams. */
  destroy(reason: Error): void;
}

/** The maximum for servers that set no limit or a higher one, as in Go's client. */
const mostStreams = 1000;

/**
 * Manages a session: counts its streams, sends a PING while nothing is heard, and closes the session after it has been
 * idle.
 */
export function watchOver(
  { session, socket }: OpenedSession,
  limits: Pick<Http2Limits, 'pingAfterMs' | 'pingTimeoutMs' | 'idleMs'>,
): Http2Connection {
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
  const rest = (): void => {
    clearInterval(silence);
    session.unref();
    idle = setTimeout(retire, limits.idleMs).unref();
  };
  const release = (): void => {
    active -= 1;
    if (active > 0) return;
    if (isRetired) session.destroy();
    else rest();
  };
  const use = (): void => {
    active += 1;
    if (active > 1) return;
    clearTimeout(idle);
    session.ref();
    silence = watchSilence(session, () => socket.bytesRead, limits);
  };
  const lossOf = ({ id, rstCode }: ClientHttp2Stream, failure: Error | undefined): Error => {
    // A stream without an id was never sent.
    if (id === undefined || id > lastBegunId || rstCode === constants.NGHTTP2_REFUSED_STREAM) {
      retire();
      return new NotBegunFailure();
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
  rest();

  const isGone = (): boolean => isRetired || session.closed || session.destroyed;

  return {
    isGone,
    hasRoom() {
      const allowed = session.remoteSettings.maxConcurrentStreams ?? mostStreams;
      return !isGone() && streams < Math.min(allowed, mostStreams);
    },
    wasUsed: () => wasUsed,
    begin({ headers, endStream }) {
      const stream = session.request(headers, { endStream });
      let failure: Error | undefined;
      let isWhole = false;
      let takesRoom = true;
      const leaveRoom = (): void => {
        if (takesRoom) streams -= 1;
        takesRoom = false;
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
          if (stream.writableFinished) leaveRoom();
        }
        return push(piece, encoding);
      };
      stream.on('error', (error: Error) => {
        failure = error;
      });
      stream.once('close', () => {
        leaveRoom();
        release();
      });
      return { stream, isWhole: () => isWhole, lossOf: () => lossOf(stream, failure) };
    },
    destroy: (reason) => session.destroy(reason),
  };
}

/**
 * Sends a PING after a period of silence, and ends the session if silence follows. Counts time in ticks, so that a
 * process that was busy or asleep does not mistake its own silence for the server's.
 */
function watchSilence(
  session: ClientHttp2Session,
  bytesRead: () => number,
  { pingAfterMs, pingTimeoutMs }: Pick<Http2Limits, 'pingAfterMs' | 'pingTimeoutMs'>,
): NodeJS.Timeout {
  const tickMs = Math.min(pingAfterMs, pingTimeoutMs) / 3;
  let bytes = bytesRead();
  let silentMs = 0;
  let hasPinged = false;
  const look = (): void => {
    if (session.destroyed) return;
    const now = bytesRead();
    if (now !== bytes) {
      bytes = now;
      silentMs = 0;
      hasPinged = false;
      return;
    }
    silentMs += tickMs;
    if (silentMs >= pingAfterMs + pingTimeoutMs) {
      const words = `nothing was received for ${pingAfterMs} ms (pingAfterMs), and no answer to a PING within ${pingTimeoutMs} ms (pingTimeoutMs)`;
      session.destroy(new Http2Failure('ERR_HTTP2_PING_TIMEOUT', words));
    } else if (silentMs >= pingAfterMs && !hasPinged) {
      hasPinged = true;
      session.ping(() => undefined);
    }
  };
  return setInterval(look, tickMs).unref();
}
