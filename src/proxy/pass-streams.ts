import type { WebSocket } from 'ws';
import { abortWith } from '../core/shared/abort.js';
import { passOn, type Passed } from './pass-requests.js';
import type { Upstream } from './upstream.js';

/** The subprotocol in which a page reads the answer of a GET, and the first message of it. */
export const streamProtocol = 'stream.kubeatlas';

/** How many pieces are sent before the page has asked for more. */
const piecesAhead = 4;

/** How a WebSocket ends before its answer does. */
const brokenOff = 1011;

/** A GET that may be passed on. */
interface OpenedStream {
  readonly upstream: Upstream;
  readonly path: string;
  /** Aborted when the login ends. */
  readonly signal: AbortSignal;
  /** What the page is told of a failure. */
  readonly answerOf: (error: unknown) => Passed;
}

/**
 * Answers a GET over a WebSocket: a browser opens at most six connections to an origin for all its tabs, each of which a watch would take, but
 * hundreds of WebSockets. The first message to the page is the name of the protocol, because API servers agree to any name; the first one of
 * the page is what it accepts. Then comes the status with the headers, and then pieces of the body; the page asks for each by an empty message,
 * so that a slow page slows the API server down.
 */
export function passStream(
  page: Pick<WebSocket, 'on' | 'once' | 'send' | 'close'>,
  { upstream, path, signal: login, answerOf }: OpenedStream,
): void {
  const ending = new AbortController();
  abortWith(ending, [login]);
  page.once('close', () => ending.abort());
  const { signal } = ending;
  let wanted = piecesAhead;
  let wake = (): void => undefined;
  const answer = async (accept: string): Promise<void> => {
    const {
      status,
      headers,
      body = '',
    } = await passOn(upstream, path, { accept, signal }).catch((error: unknown) => {
      signal.throwIfAborted();
      return answerOf(error);
    });
    page.send(JSON.stringify({ status, headers }));
    for await (const piece of typeof body === 'string' ? [Buffer.from(body)] : body) {
      while (wanted === 0) await new Promise<void>((resolve) => (wake = resolve));
      wanted -= 1;
      // A page that asks for more than it takes waits for its own connection.
      await new Promise<void>((resolve, reject) => {
        page.send(piece, (error) => (error ? reject(error) : resolve()));
      });
    }
    page.close(1000);
  };
  page.send(streamProtocol);
  page.once('message', (accept: Buffer) => {
    page.on('message', () => {
      wanted += 1;
      wake();
    });
    answer(accept.toString()).catch(() => page.close(brokenOff));
  });
}
