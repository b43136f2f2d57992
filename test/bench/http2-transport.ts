import { connect, type ClientHttp2Session, type ClientHttp2Stream } from 'node:http2';
import type { Transport } from '../../src/index.js';

/** An experiment: everything over one HTTP/2 connection. See docs/decisions/0030. */
export interface Http2Transport extends Transport {
  /** How many connections were made. */
  readonly handshakes: number;
}

/** What kube-apiserver allows unless it is told otherwise. */
const usualMostStreams = 100;
const windowOfStream = 1 << 20;
const windowOfConnection = 16 << 20;

/** Makes the transport of one server. What a product would need besides is in the decision record. */
export function createHttp2Transport(ca: string): Http2Transport {
  const sessions = new Map<ClientHttp2Session, number>();
  let handshakes = 0;

  const sessionFor = (origin: string): ClientHttp2Session => {
    for (const [session, streams] of sessions) {
      // A stream too many would wait in silence until another one ends.
      if (streams < (session.remoteSettings.maxConcurrentStreams ?? usualMostStreams)) return session;
    }
    handshakes += 1;
    const session = connect(origin, { ca, settings: { initialWindowSize: windowOfStream, enablePush: false } });
    session.once('connect', () => session.setLocalWindowSize(windowOfConnection));
    session.on('error', () => undefined);
    session.once('close', () => sessions.delete(session));
    sessions.set(session, 0);
    return session;
  };
  const count = (session: ClientHttp2Session, change: number): void => {
    const streams = sessions.get(session);
    if (streams !== undefined) sessions.set(session, streams + change);
  };

  return {
    get handshakes() {
      return handshakes;
    },
    send({ method, url, headers, body, signal }) {
      const { origin, pathname, search } = new URL(url);
      const session = sessionFor(origin);
      const stream = session.request(
        { ...headers, ':method': method, ':path': `${pathname}${search}` },
        { endStream: body === undefined, ...(signal !== undefined && { signal }) },
      );
      count(session, 1);
      stream.once('close', () => count(session, -1));
      if (body !== undefined) stream.end(body);
      return answerOf(stream);
    },
    close() {
      for (const session of sessions.keys()) session.destroy();
    },
  };
}

function answerOf(stream: ClientHttp2Stream): ReturnType<Transport['send']> {
  return new Promise((resolve, reject) => {
    stream.once('error', reject);
    stream.once('response', ({ ':status': status = 0, ...headers }) => {
      const plain = Object.entries(headers).map(([name, value]) => [
        name,
        Array.isArray(value) ? value.join(', ') : String(value),
      ]);
      resolve({ status, headers: Object.fromEntries(plain) as Record<string, string>, body: stream });
    });
  });
}
