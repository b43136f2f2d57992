import type { LiveView } from 'kubeatlas/views';
import { awaitStream } from './late-streams.js';

/** What this page has cost so far. */
export interface Costs {
  readonly requests: number;
  /** Of all answers, streams included, after decompression. */
  readonly bytes: number;
  /** How many answers are open at the moment. */
  readonly streams: number;
}

let costs: Costs = { requests: 0, bytes: 0, streams: 0 };
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();
let counted = costs;

function count(change: Partial<Costs>): void {
  counted = { ...counted, ...change };
  // A panel that counts needs no more than this.
  timer ??= setTimeout(() => {
    timer = undefined;
    costs = counted;
    for (const listener of listeners) listener();
  }, 250);
}

/** The costs, for `useSyncExternalStore`. */
export const costsView: LiveView<Costs> = {
  subscribe(listener) {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  getSnapshot: () => costs,
};

/** Takes each exchange of the client: `onExchange`. */
export function countExchange(): void {
  count({ requests: counted.requests + 1 });
}

/** Returns a `fetch` that counts the bytes of every answer as they arrive. */
export function countingFetch(plain: typeof fetch): typeof fetch {
  return async (input, init) => {
    const answer = await plain(input, init);
    // An answer that nothing changed (304) can have a body here, but not as a new response.
    if (answer.body === null || answer.status === 304) return answer;
    count({ streams: counted.streams + 1 });
    const reader = answer.body.getReader();
    let isOpen = true;
    const end = (): void => {
      if (isOpen) count({ streams: counted.streams - 1 });
      isOpen = false;
    };
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          if (!done) {
            count({ bytes: counted.bytes + value.byteLength });
            controller.enqueue(value);
            return;
          }
          controller.close();
        } catch (error) {
          controller.error(error);
        }
        end();
      },
      cancel(reason) {
        end();
        return reader.cancel(reason);
      },
    });
    return new Response(body, answer);
  };
}

/** Counts what a stream or a terminal brings, and notes a stream that is not answered. */
export class CountingWebSocket extends WebSocket {
  constructor(url: string | URL, protocols?: string | string[]) {
    super(url, protocols);
    const answered = awaitStream(new URL(url).pathname);
    let isOpen = false;
    this.addEventListener('open', () => {
      isOpen = true;
      count({ streams: counted.streams + 1 });
    });
    this.addEventListener('message', ({ data }: MessageEvent<string | ArrayBuffer>) => {
      // A stream greets, before the server behind it answers.
      if (data === this.protocol) return;
      answered();
      count({ bytes: counted.bytes + (typeof data === 'string' ? data.length : data.byteLength) });
    });
    this.addEventListener('close', () => {
      answered();
      if (isOpen) count({ streams: counted.streams - 1 });
    });
  }
}
