import { connect, type ClientHttp2Session } from 'node:http2';
import type { Agent } from 'node:https';
import { isIP } from 'node:net';
import type { Duplex } from 'node:stream';
import { TLSSocket } from 'node:tls';
import { abandonOnAbort, onAbort } from '../core/shared/abort.js';
import { limitTime, systemClock } from '../core/shared/clock.js';
import { connectTimeoutCode } from '../core/shared/node-sockets.js';
import { Http2Failure } from './failure.js';

/** A session whose server has sent its SETTINGS, which limit the number of streams, and the socket below it. */
export type OpenedSession = NonNullable<Awaited<ReturnType<typeof openSession>>>;

/**
 * How much of an unread answer a server may send: enough for 10 MB a second over 100 ms, and the most memory that a
 * slow reader costs. Node refills the window of the connection as bytes arrive, so that a slow reader stops no other.
 */
const streamWindow = 1 << 20;
const connectionWindow = 16 << 20;

const sessionOptions = {
  settings: { initialWindowSize: streamWindow, enablePush: false },
  // Bodies that wait to be sent count. Beyond this limit Node refuses answers of other streams, and saves no memory.
  maxSessionMemory: 4096,
};

/**
 * Opens a connection through the agent, which holds the certificates and the way through a proxy, and offers HTTP/2 and HTTP/1.1 on it; resolves with undefined if the server
 * chose the latter. Rejects with the error of the socket, at the limit, or with the reason of the signal, and leaves no
 * socket.
 */
export async function openSession(agent: Agent, origin: URL, connectTimeoutMs: number, signal: AbortSignal) {
  const late = `the connection was not established within ${connectTimeoutMs} ms (connectTimeoutMs)`;
  const limits = limitTime(connectTimeoutMs, signal, systemClock, () => new Http2Failure(connectTimeoutCode, late));
  /** Aborted by a failure, the time limit included: then nothing is left open. */
  const failed = new AbortController();
  try {
    const socket = await abandonOnAbort(openSocket(agent, origin, failed.signal), limits.signal);
    if (socket.alpnProtocol !== 'h2') {
      socket.destroy();
      return undefined;
    }
    const session = connect(origin.origin, { ...sessionOptions, createConnection: () => socket });
    onAbort(failed.signal, () => session.destroy());
    await abandonOnAbort(settingsOf(session), limits.signal);
    // In Bun (1.4) every stream of the connection then stalls after 65,535 bytes.
    if (process.versions['bun'] === undefined) session.setLocalWindowSize(connectionWindow);
    return { session, socket };
  } catch (error) {
    failed.abort();
    throw error;
  } finally {
    limits.end();
  }
}

/** Opens a socket and waits for its handshake. It is destroyed when the signal is aborted, however late it comes. */
function openSocket(agent: Agent, origin: URL, failed: AbortSignal): Promise<TLSSocket> {
  const host = origin.hostname.replace(/^\[|\]$/g, '');
  // SNI takes no IP addresses.
  const { servername = isIP(host) === 0 ? host : undefined } = agent.options;
  const options = {
    ...agent.options,
    host,
    port: origin.port === '' ? 443 : Number(origin.port),
    servername,
    ALPNProtocols: ['h2', 'http/1.1'],
    // The timeout of the agent is for the idle sockets of its pool.
    timeout: undefined,
  };
  return new Promise((resolve, reject) => {
    const accept = (socket: Duplex | null | undefined): void => {
      if (!socket) return;
      if (failed.aborted) socket.destroy();
      else onAbort(failed, () => socket.destroy());
      if (!(socket instanceof TLSSocket)) {
        reject(new Http2Failure('ERR_HTTP2_NO_TLS', 'the agent opened a socket without TLS'));
        return;
      }
      // Stays registered: an error after a failed opening is of no use to anyone, and would end the process.
      socket.on('error', reject);
      socket.once('close', () => reject(closedEarly()));
      // Whether the TLS handshake is done; missing from Node's types.
      if (Reflect.get(socket, 'secureConnecting') === false) resolve(socket);
      else socket.once('secureConnect', () => resolve(socket));
    };
    accept(agent.createConnection(options, (error, socket) => (error ? reject(error) : accept(socket))));
  });
}

function settingsOf(session: ClientHttp2Session): Promise<void> {
  return new Promise((resolve, reject) => {
    session.once('remoteSettings', () => resolve());
    session.on('error', reject);
    session.once('close', () => reject(closedEarly()));
  });
}

function closedEarly(): Http2Failure {
  return new Http2Failure('ECONNRESET', 'the server closed the connection while it was being opened');
}
