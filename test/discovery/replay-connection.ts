import { createServer } from '../../src/core/transport/server.js';
import type { Status } from '../../src/core/model/status.js';
import { ApiError, ConnectionError } from '../../src/core/transport/errors.js';
import { answerOf } from '../transport/answer-of.js';
import type { ApiRequest, ApiAnswer, Connection } from '../../src/core/transport/connection.js';

/** What the replaying connection answers at a path; a function decides for each request. */
export type Scripted =
  ScriptedAnswer | Error | ((request: ApiRequest) => ScriptedAnswer | Error | Promise<ScriptedAnswer>);

export interface ScriptedAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** What a socket that died looks like. */
export const deadSocket = new ConnectionError({
  method: 'GET',
  path: '/',
  reasonCode: 'ECONNRESET',
  host: undefined,
  detail: 'socket hang up',
});

export interface ReplayConnection extends Connection {
  readonly requests: ApiRequest[];
  /** The largest number of requests that were under way together. */
  readonly atOnce: () => number;
}

/**
 * A connection that answers from a table of paths and remembers what it was asked; 404 as text for all others. `conceal`
 * blots out the credentials that it would have sent.
 */
export function replay(
  answers: Readonly<Record<string, Scripted>>,
  conceal: (text: string) => string = (text) => text,
): ReplayConnection {
  const requests: ApiRequest[] = [];
  let underWay = 0;
  let most = 0;
  return {
    requests,
    atOnce: () => most,
    async request(request) {
      requests.push(request);
      underWay += 1;
      most = Math.max(most, underWay);
      try {
        await new Promise((resolve) => setImmediate(resolve));
        request.signal?.throwIfAborted();
        const scripted = answers[request.path] ?? { status: 404, headers: text, body: '404 page not found\n' };
        const answer = typeof scripted === 'function' ? await scripted(request) : scripted;
        if (answer instanceof Error) throw answer;
        return { ...settle(request, answer), conceal };
      } finally {
        underWay -= 1;
      }
    },
    connect: () => Promise.reject(new Error('nothing here connects')),
    signal: new AbortController().signal,
    stream: () => Promise.reject(new Error('nothing is streamed here')),
    server: createServer(),
    takeStreamSlot: () => () => undefined,
    limits: { timeoutMs: Infinity, maxDelayMs: 30_000, maxAnswerBytes: 500_000_000 },
    close: () => Promise.resolve(),
  };
}

const text = { 'content-type': 'text/plain; charset=utf-8' };

function settle(
  request: ApiRequest,
  { status = 200, headers = { 'content-type': 'application/json' }, body }: ScriptedAnswer,
): ApiAnswer {
  if ((status >= 200 && status < 300) || request.expected?.includes(status)) {
    return answerOf({ status, headers, body, path: request.path });
  }
  const told = typeof body === 'object' && body !== null ? (body as Status) : undefined;
  const { method = 'GET', path } = request;
  throw new ApiError({ method, path, statusCode: status, status: told ?? {}, fromServer: told !== undefined });
}
