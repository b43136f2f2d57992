import { connect, type ClientHttp2Session } from 'node:http2';
import type { Agent } from 'node:https';
import { isIP } from 'node:net';
import type { Duplex } from 'node:stream';
import { TLSSocket } from 'node:tls';
import { onAbort, reasonOf } from '../shared/abort.js';
import { connectTimeoutCode } from '../shared/limit-connecting.js';
import { Http2Failure } from './failure.js';

/** A session whose server has said how many streams it allows, and the socket below it. */
export interface OpenedSession {
  readonly session: ClientHttp2Session;
  readonly socket: TLSSocket;
}

/** Where to, and how. */
export interface Opening {
  /** Opens the socket: it knows the certificates, and the way through a proxy. */
  readonly agent: Agent;
  readonly origin: URL;
  readonly connectTimeoutMs: number;
}

/**
 * How much a server may send of one answer that nobody reads: enough for 10 MB a second over 100 ms, and what a reader that is
 * slow costs at most. Node gives the window of the connection back as bytes arrive, so that such a reader stops no other.
 */
const streamWindow = 1 << 20;
const connectionWindow = 16 << 20;

const sessionOptions = {
  settings: { initialWindowSize: streamWindow, enablePush: false },
  // Bodies that wait to be sent count. Beyond this limit Node refuses answers of other streams, and the bodies are there anyway.
  maxSessionMemory: 4096,
};

/**
 * Opens a connection by the agent's own means, and offers HTTP/2 and HTTP/1.1 on it; undefined where the server chose the
 * latter. Rejects with what the socket failed of, at the limit, and with the reason of the signal; no socket is left then.
 */
export async function openSession(opening: Opening, signal: AbortSignal): Promise<OpenedSession | undefined> {
  const limit = limitOpening(opening, signal);
  try {
    const socket = await limit.within(openSocket(opening, limit));
    if (socket.alpnProtocol !== 'h2') {
      socket.destroy();
      return undefined;
    }
    const session = connect(opening.origin.origin, { ...sessionOptions, createConnection: () => socket });
    limit.onFailure(() => session.destroy());
    await limit.within(settingsOf(session));
    session.setLocalWindowSize(connectionWindow);
    return { session, socket };
  } catch (error) {
    limit.fail();
    throw error;
  } finally {
    limit.end();
  }
}

/** The end of an opening that takes too long, or that nobody waits for any more. */
interface OpeningLimit {
  within<T>(work: Promise<T>): Promise<T>;
  /** What is to be given back where the opening fails, at once if it has failed already. */
  onFailure(act: () => void): void;
  fail(): void;
  end(): void;
}

function limitOpening({ connectTimeoutMs }: Opening, signal: AbortSignal): OpeningLimit {
  const acts: (() => void)[] = [];
  let hasFailed = false;
  let refuse: (reason: Error) => void = () => undefined;
  const over = new Promise<never>((_, reject) => (refuse = reject));
  over.catch(() => undefined);
  const timer = setTimeout(() => {
    refuse(
      new Http2Failure(
        connectTimeoutCode,
        `the connection was not open within ${connectTimeoutMs} ms (connectTimeoutMs)`,
      ),
    );
  }, connectTimeoutMs);
  const unfollow = onAbort(signal, () => refuse(reasonOf(signal)));
  if (signal.aborted) refuse(reasonOf(signal));
  return {
    within: (work) => Promise.race([work, over]),
    onFailure(act) {
      if (hasFailed) act();
      else acts.push(act);
    },
    fail() {
      hasFailed = true;
      for (const act of acts) act();
    },
    end() {
      clearTimeout(timer);
      unfollow();
    },
  };
}

function openSocket({ agent, origin }: Opening, limit: OpeningLimit): Promise<TLSSocket> {
  const host = origin.hostname.replace(/^\[|\]$/g, '');
  // An address is no name to ask for.
  const { servername = isIP(host) === 0 ? host : undefined } = agent.options;
  const options = {
    ...agent.options,
    host,
    port: origin.port === '' ? 443 : Number(origin.port),
    servername,
    ALPNProtocols: ['h2', 'http/1.1'],
    // That of the agent is for the idle sockets of its pool.
    timeout: undefined,
  };
  return new Promise((resolve, reject) => {
    let isTaken = false;
    const take = (socket: Duplex | null | undefined): void => {
      if (isTaken || !socket) return;
      isTaken = true;
      limit.onFailure(() => socket.destroy());
      if (!(socket instanceof TLSSocket)) {
        reject(new Http2Failure('ERR_HTTP2_NO_TLS', 'the agent opened a socket without TLS'));
        return;
      }
      // Stays: an error that comes when the opening has failed is of no use to anybody, and would end the process.
      socket.on('error', reject);
      socket.once('close', () => reject(closedEarly()));
      if (isSecure(socket)) resolve(socket);
      else socket.once('secureConnect', () => resolve(socket));
    };
    const done = (error: Error | null, socket?: Duplex | null): void => {
      if (error) reject(error);
      else take(socket);
    };
    take(agent.createConnection(options, done));
  });
}

/** Not among the types. */
function isSecure(socket: TLSSocket): boolean {
  return Reflect.get(socket, 'secureConnecting') === false;
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
