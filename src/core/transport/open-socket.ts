import { abandonOnAbort } from '../shared/abort.js';
import { InvalidArgumentError } from '../shared/invalid-argument-error.js';
import { connectionErrorFor, type FailureContext } from './connection-failure.js';
import type { ApiStream, ConnectRequest } from './connection.js';
import type { HttpMethod, Transport, TransportRequest, TransportUpgrade } from './transport.js';
import type { ApiSocket } from './web-socket.js';

/** Checks what is special about a request for a WebSocket. Returns how to call the transport. */
export function checkedConnect(
  {
    protocols = [],
    bearerProtocol = false,
    maxMessageBytes = 16 * 1024 * 1024,
    maxBufferedBytes = 32 * 1024 * 1024,
  }: ConnectRequest,
  transport: Transport,
): (request: TransportRequest) => Promise<TransportUpgrade> {
  // A header could otherwise hold more than was meant.
  if (!Array.isArray(protocols) || !protocols.every((one) => /^[!-+\--~]+$/.test(String(one)))) {
    throw new InvalidArgumentError('protocols', 'must be a list of names without spaces and commas');
  }
  return async ({ url, headers, signal, agent }) => {
    if (transport.connect === undefined) throw new InvalidArgumentError('transport', 'cannot open a WebSocket');
    return transport.connect({
      ...{ url, headers, signal, agent, protocols, bearerProtocol, maxMessageBytes, maxBufferedBytes },
    });
  };
}

/** What is used of an exchange whose head has arrived. */
interface Opened {
  readonly exchange: {
    readonly method: HttpMethod;
    readonly path: string;
    readonly signal: AbortSignal;
    failure(error: unknown, request: TransportRequest, context: FailureContext): unknown;
    end(): void;
  };
  readonly request: TransportRequest;
  readonly answer: TransportUpgrade;
  readonly conceal: (text: string) => string;
}

/** Hands over the WebSocket. It is a stream of its messages, and ends the exchange when it ends. */
export function openSocket<O extends Opened>(opened: O, openStream: (opened: O) => ApiStream): ApiSocket {
  const { exchange, request, answer, conceal } = opened;
  const { socket, status } = answer;
  if (socket === undefined) {
    const { method, path } = exchange;
    const detail = `the server answered ${status} instead of opening a WebSocket`;
    throw connectionErrorFor({ method, path, host: undefined, reasonCode: 'ERR_NO_WEBSOCKET', detail });
  }
  /** Waits for the transport, but not beyond an abort, and turns what it throws into the errors of a client. */
  const settled = <T>(work: Promise<T>): Promise<T> =>
    abandonOnAbort(work, exchange.signal).catch((error: unknown) => {
      throw exchange.failure(error, request, { conceal, answered: false });
    });
  const { body } = openStream({ ...opened, answer: { ...answer, body: socket.messages } });
  const closed = settled(socket.closed);
  closed.catch(() => undefined).finally(() => exchange.end());
  return {
    protocol: socket.protocol,
    messages: body,
    send: (message) => settled(socket.send(message)),
    close: () => socket.close(),
    closed,
  };
}
