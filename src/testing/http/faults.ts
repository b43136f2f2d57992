import { FakeApiServerError } from '../errors.js';
import { jsonReply, type Reply } from '../wire/reply.js';

/** What a fault decides by. */
export interface FaultRequest {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly accept: string | undefined;
}

/** Which requests fail: those for exactly this path, or those that the function picks. */
export type FaultMatcher = string | ((request: FaultRequest) => boolean);

/** What is answered in place of the right answer. */
export interface FaultAnswer {
  readonly status: number;
  /** Text is sent as it is, anything else as JSON. @default '' */
  readonly body?: unknown;
  /** @default a content-type that fits the body */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** After so many times the right answer is given again. @default Infinity */
  readonly times?: number | undefined;
}

/** The faults of a server. The one that was added last is asked first. */
export interface Faults {
  /** Adds one and gives the function that takes it back. */
  add(matcher: FaultMatcher, answer: FaultAnswer): () => void;
  /** The answer for a request that is to fail, counted; undefined for all others. */
  take(request: FaultRequest): Reply | undefined;
  clear(): void;
}

/** No faults at first. */
export function createFaults(): Faults {
  let faults: { matcher: FaultMatcher; reply: Reply; left: number }[] = [];
  return {
    add: (matcher, { times = Number.POSITIVE_INFINITY, ...said }) => {
      const fault = { matcher, reply: readReply(said), left: times };
      faults.unshift(fault);
      return () => {
        faults = faults.filter((other) => other !== fault);
      };
    },
    take: (request) => {
      const fault = faults.find(
        ({ matcher, left }) => left > 0 && (typeof matcher === 'string' ? matcher === request.path : matcher(request)),
      );
      if (fault === undefined) return undefined;
      fault.left -= 1;
      return fault.reply;
    },
    clear: () => {
      faults = [];
    },
  };
}

function readReply({ status, body = '', headers = {} }: FaultAnswer): Reply {
  requireSendable('The fault', { status, headers });
  const own = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const);
  if (typeof body !== 'string') return withHeaders(jsonReply(status, body), own);
  return { status, headers: new Map([['content-type', 'text/plain; charset=utf-8'], ...own]), body };
}

function withHeaders(reply: Reply, headers: Iterable<readonly [string, string]>): Reply {
  return { ...reply, headers: new Map([...reply.headers, ...headers]) };
}

/** Throws when no Response can have this status or these headers, before a request has to find out. */
export function requireSendable(
  what: string,
  {
    status,
    headers = {},
  }: { readonly status: number; readonly headers?: Readonly<Record<string, string>> | undefined },
): void {
  if (!Number.isInteger(status) || status < 200 || status > 599) {
    throw new FakeApiServerError(
      `${what} cannot be answered: its status is ${String(status)}, not one from 200 to 599.`,
    );
  }
  try {
    new Headers(headers);
  } catch (cause) {
    throw new FakeApiServerError(`${what} cannot be answered: its headers are not valid.`, { cause });
  }
}
