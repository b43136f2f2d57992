import type { FailureContext } from './connection-failure.js';
import type { ApiStream, ConnectRequest } from './connection.js';
import type { Transport, TransportRequest, TransportUpgrade } from './transport.js';
import type { ApiSocket } from './web-socket.js';

// Loaded with the first WebSocket. It imports types alone: with values in common, a bundler would cut the rest of a bundle
// into pieces that weigh more than this file.

/** Returns how to call the transport. */
export function callerOf(
  connect: NonNullable<Transport['connect']>,
  {
    protocols = [],
    bearerProtocol = false,
    maxMessageBytes = 16 * 1024 * 1024,
    maxBufferedBytes = 32 * 1024 * 1024,
  }: ConnectRequest,
): (request: TransportRequest) => Promise<TransportUpgrade> {
  return ({ url, headers, signal, agent }) =>
    connect({ url, headers, signal, agent, protocols, bearerProtocol, maxMessageBytes, maxBufferedBytes });
}

/** What is used of an exchange whose head has arrived. */
interface Opened {
  readonly exchange: {
    failure(error: unknown, request: TransportRequest, context: FailureContext): unknown;
    settled<T>(work: Promise<T>): Promise<T>;
    end(): void;
  };
  readonly request: TransportRequest;
  readonly answer: TransportUpgrade;
  readonly conceal: (text: string) => string;
}

/** Hands over the WebSocket. It is a stream of its messages, and ends the exchange when it ends. */
export function openSocket<O extends Opened>(opened: O, handOver: (opened: O) => ApiStream): ApiSocket {
  const { exchange, request, answer, conceal } = opened;
  const { socket, status } = answer;
  const failure = (error: unknown): unknown => exchange.failure(error, request, { conceal, answered: false });
  if (socket === undefined) {
    const words = `the server answered ${status} instead of opening a WebSocket`;
    throw failure(Object.assign(new Error(words), { code: 'ERR_NO_WEBSOCKET' }));
  }
  /** Waits for the transport, but not beyond an abort, and turns what it throws into the errors of a client. */
  const settled = <T>(work: Promise<T>): Promise<T> =>
    exchange.settled(work).catch((error: unknown) => {
      throw failure(error);
    });
  const { body } = handOver({ ...opened, answer: { ...answer, body: socket.messages } });
  const closed = settled(socket.closed).then(({ code, reason }) => ({ code, reason: conceal(reason) }));
  closed.catch(() => undefined).finally(() => exchange.end());
  return {
    protocol: socket.protocol,
    messages: body,
    send: (message) => settled(socket.send(message)),
    close: () => socket.close(),
    closed,
    conceal,
  };
}
