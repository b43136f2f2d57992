import type { EventEmitter } from 'node:events';
import { isKubeError, type Client } from '../index.js';
import { passOn } from './proxy-requests.js';

/** The subprotocol in which a page reads the answer of a GET. */
export const streamProtocol = 'stream.kubeatlas';

/** How many pieces are sent before the page has asked for more. */
const piecesAhead = 4;

/** How a WebSocket ends before its answer does. */
const brokenOff = 1011;

/** What is used of a WebSocket of `ws`. */
interface PageSocket extends EventEmitter {
  send(message: string | Uint8Array): void;
  close(code: number): void;
}

/**
 * Answers a GET over a WebSocket: a browser opens at most six connections to an origin for all its tabs, each of which a watch would take, but
 * hundreds of WebSockets. The first message of the page is what it accepts. The first one to it is the status with the headers, the others
 * are pieces of the body; the page asks for each by an empty message, so that a slow page slows the API server down.
 */
export function passStream(page: PageSocket, client: Client, address: string): void {
  const ending = new AbortController();
  page.on('error', () => undefined);
  page.once('close', () => ending.abort());
  let wanted = piecesAhead;
  let wake = (): void => undefined;
  const answer = async (accept: string): Promise<void> => {
    const { status, headers, pieces } = await answerTo(client, address, accept, ending.signal);
    page.send(JSON.stringify({ status, headers }));
    for await (const piece of pieces) {
      while (wanted === 0) await new Promise<void>((resolve) => (wake = resolve));
      wanted -= 1;
      page.send(piece);
    }
    page.close(1000);
  };
  page.once('message', (accept: Buffer) => {
    page.on('message', () => {
      wanted += 1;
      wake();
    });
    answer(accept.toString()).catch(() => page.close(brokenOff));
  });
}

async function answerTo(client: Client, address: string, accept: string, signal: AbortSignal) {
  try {
    const { stream, headers } = await passOn(client, address, { accept, signal });
    return { status: stream.status, headers, pieces: stream.body };
  } catch (error) {
    const message = isKubeError(error) ? error.message : 'the request could not be passed on';
    const body = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', message, code: 502 };
    return {
      status: 502,
      headers: { 'content-type': 'application/json' },
      pieces: [Buffer.from(JSON.stringify(body))],
    };
  }
}
