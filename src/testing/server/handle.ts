import { abandonOnAbort, reasonOf } from '../../core/shared/abort.js';
import { requireKnownOptions } from '../../core/shared/arguments.js';
import { connectionReset } from '../http/break-body.js';
import type { Fault, FaultRequest } from '../http/faults.js';
import { sendReply } from '../http/send.js';
import type { FakeIdentity, FakeSwitches, FakeTimers } from '../served/options.js';
import { pageNotFound, upgradeNotFaked } from '../wire/refusals.js';
import type { Reply, Upgrade } from '../wire/reply.js';

/**
 * Where the answer of `handle` holds what to speak on the connection, for `startFakeApiServer`: a Response cannot have the
 * status 101. A registered symbol: an ES module and a CommonJS module of this package may meet in one program.
 */
const upgradeKey = Symbol.for('kubeatlas.testing.upgrade');

/** Returns what to speak on the connection after an upgrade; undefined if the answer is just an answer. */
export function upgradeIn(response: Response): Upgrade | undefined {
  return Reflect.get(response, upgradeKey) as Upgrade | undefined;
}

/** Options of `handle`. */
export interface HandleOptions {
  /**
   * The path prefix before `/api` and `/apis`, such as `/k8s/clusters/c-abc`. Requests outside of it are answered with
   * 404. @default ''
   */
  readonly basePath?: string | undefined;
  /**
   * The user whom a client certificate authenticates; without rights of the same name in `users`, the group
   * `system:masters` may do everything. @default none: a token in the request decides
   */
  readonly certified?: FakeIdentity | undefined;
}

/** One answered request, for assertions. Accept is the only header it contains, so it holds no credentials. */
export interface FakeRequest {
  /** The HTTP method. */
  readonly method: string;
  /** The path as sent, including the query string, without the base path. */
  readonly path: string;
  /** The Accept header; undefined if there was none. */
  readonly accept: string | undefined;
  /** Whether the request had an `If-None-Match` header (an ETag). */
  readonly conditional: boolean;
  /** The HTTP status; 0 for a request that was left hanging or whose connection was closed before an answer. */
  readonly status: number;
  /** The length of the body of the answer; while the body is still arriving, the number of bytes sent so far. */
  readonly bytes: number;
}

/** A request after its body is read. */
export interface ReadRequest {
  readonly method: string;
  readonly headers: Headers;
  /** The path below the base path. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** Undefined if the body exceeds the limit. */
  readonly body: Uint8Array | undefined;
  /** The user of a client certificate. */
  readonly certified: FakeIdentity | undefined;
}

export interface HandlerParts {
  /** Returns the fault for a request, if there is one. */
  readonly fault: (request: FaultRequest) => Fault | undefined;
  readonly answer: (request: ReadRequest) => Promise<Reply>;
  readonly switches: () => FakeSwitches;
  /** Called with each answered request. */
  readonly record: (request: FakeRequest) => void;
  /** The maximum length of a request body, in bytes. */
  readonly maxBodyBytes: number;
  readonly timers: FakeTimers;
}

/** Creates the function that answers a Request: applies base path, body limit and latency, and records each request. */
export function createHandle({ fault, answer, switches, record, maxBodyBytes, timers }: HandlerParts) {
  return async (request: Request, options: HandleOptions = {}): Promise<Response> => {
    const { basePath = '', certified } = requireKnownOptions(options, { basePath: true, certified: true });
    const { signal, method, headers } = request;
    if (signal.aborted) throw reasonOf(signal);
    const url = new URL(request.url);
    const below = withoutBase(url.pathname, basePath);
    const path = below ?? url.pathname;
    const body = method === 'GET' || method === 'HEAD' ? new Uint8Array() : await readBody(request, maxBodyBytes);
    const { latencyMs = 0 } = switches();
    const query = url.searchParams;
    const accept = headers.get('accept') ?? undefined;
    const failing = below === undefined ? undefined : fault({ method, path, query, accept });
    await wait(latencyMs + (failing?.delayMs ?? 0), timers, signal);
    const sent = { bytes: 0 };
    const recordAs = (status: number): void => {
      const conditional = headers.has('if-none-match');
      record(recordOf({ method, path: `${path}${url.search}`, accept, conditional, status }, sent));
    };
    if (failing?.before !== undefined) recordAs(0);
    if (failing?.before === 'drop') throw connectionReset();
    if (failing?.before === 'hang') await abandonOnAbort(new Promise<never>(() => undefined), signal);
    const right =
      below === undefined
        ? pageNotFound().reply
        : (failing?.reply ?? (await answer({ method, headers, path, query, body, certified })));
    const onBytes = (count: number): void => {
      sent.bytes += count;
    };
    const reply = failing?.breakReply(right) ?? right;
    if (reply.upgrade !== undefined) {
      recordAs(reply.status);
      const refusal = sendReply(upgradeNotFaked().reply, { path, switches: switches(), signal, onBytes });
      return Object.defineProperty(refusal, upgradeKey, { value: reply.upgrade });
    }
    const response = sendReply(reply, { path, switches: switches(), signal, onBytes });
    recordAs(response.status);
    return response;
  };
}

/** Returns a record whose bytes are counted while they are sent. It is kept, so it must not hold the request. */
function recordOf(request: Omit<FakeRequest, 'bytes'>, sent: { readonly bytes: number }): FakeRequest {
  return {
    ...request,
    get bytes() {
      return sent.bytes;
    },
  };
}

/** Waits for `ms` milliseconds or until aborted. */
async function wait(ms: number, timers: FakeTimers, signal: AbortSignal): Promise<void> {
  if (ms <= 0) return;
  let timer: unknown;
  const passed = new Promise<void>((resolve) => {
    timer = timers.setTimeout(resolve, ms);
  });
  try {
    await abandonOnAbort(passed, signal);
  } finally {
    timers.clearTimeout(timer);
  }
}

/** Returns the bytes of a body; undefined as soon as it exceeds the limit. */
async function readBody(request: Request, limit: number): Promise<Uint8Array | undefined> {
  const stream: ReadableStream<Uint8Array> | null | undefined = request.body;
  if (!stream) {
    // No body, or a browser that does not expose it as a stream.
    const whole = new Uint8Array(await request.arrayBuffer());
    return whole.length > limit ? undefined : whole;
  }
  const reader = stream.getReader();
  const parts: Uint8Array[] = [];
  let size = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.byteLength;
    if (size > limit) {
      // Do not wait for a sender that never ends.
      reader.cancel().catch(() => undefined);
      return undefined;
    }
    parts.push(part.value);
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.byteLength;
  }
  return whole;
}

/** Returns the path below the base path; undefined for a path outside of it. */
function withoutBase(path: string, basePath: string): string | undefined {
  const base = basePath.replace(/\/+$/, '');
  if (base === '') return path;
  return path === base || path.startsWith(`${base}/`) ? path.slice(base.length) || '/' : undefined;
}
