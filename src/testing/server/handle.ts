import { abandonOnAbort, reasonOf } from '../../shared/abort.js';
import { connectionReset } from '../http/break-body.js';
import type { Fault, FaultRequest } from '../http/faults.js';
import { sendReply } from '../http/send.js';
import type { FakeSwitches, FakeTimers } from '../served/options.js';
import { pageNotFound } from '../wire/refusals.js';
import type { Reply } from '../wire/reply.js';

/** Where a request is handled. */
export interface HandleOptions {
  /** What stands before `/api` and `/apis`: `/k8s/clusters/c-abc`. A request outside of it is 404. @default '' */
  readonly basePath?: string | undefined;
}

/** One request that was answered, for assertions. It shows no header but Accept, so no credential. */
export interface FakeRequest {
  /** The HTTP method. */
  readonly method: string;
  /** As it was sent, query string included, without the base path. */
  readonly path: string;
  /** The Accept header; undefined when there was none. */
  readonly accept: string | undefined;
  /** Whether it asked by ETag (`If-None-Match`). */
  readonly conditional: boolean;
  /** 0 for a request that was let hang or whose connection broke before an answer. */
  readonly status: number;
  /** Length of the answer's body; of one that still arrives, as much as was sent. */
  readonly bytes: number;
}

/** What the answer to a request is made of. */
export interface ReadRequest {
  readonly method: string;
  readonly headers: Headers;
  /** Below the base path. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** Undefined when it is longer than it may be. */
  readonly body: string | undefined;
}

/** What stands behind {@link createHandle}. */
export interface HandlerParts {
  /** What goes wrong with a request, if anything. */
  readonly fault: (request: FaultRequest) => Fault | undefined;
  readonly answer: (request: ReadRequest) => Promise<Reply>;
  readonly switches: () => FakeSwitches;
  /** Is given each request that was answered. */
  readonly record: (request: FakeRequest) => void;
  /** Of a request's body, in bytes. */
  readonly maxBodyBytes: number;
  readonly timers: FakeTimers;
}

/** Makes the function that takes a Request to its Response: base path, bounds, latency, and a record of each request. */
export function createHandle({ fault, answer, switches, record, maxBodyBytes, timers }: HandlerParts) {
  return async (request: Request, { basePath = '' }: HandleOptions = {}): Promise<Response> => {
    const { signal, method, headers } = request;
    if (signal.aborted) throw reasonOf(signal);
    const url = new URL(request.url);
    const below = withoutBase(url.pathname, basePath);
    const path = below ?? url.pathname;
    const body = method === 'GET' || method === 'HEAD' ? '' : await readBody(request, maxBodyBytes);
    const { latencyMs = 0 } = switches();
    const query = url.searchParams;
    const accept = headers.get('accept') ?? undefined;
    const failing = below === undefined ? undefined : fault({ method, path, query, accept });
    await wait(latencyMs + (failing?.delayMs ?? 0), timers, signal);
    let bytes = 0;
    const recordAs = (status: number): void => {
      record({
        method,
        path: `${path}${url.search}`,
        accept,
        conditional: headers.has('if-none-match'),
        status,
        get bytes() {
          return bytes;
        },
      });
    };
    if (failing?.before !== undefined) recordAs(0);
    if (failing?.before === 'drop') throw connectionReset();
    if (failing?.before === 'hang') await abandonOnAbort(new Promise<never>(() => undefined), signal);
    const right =
      below === undefined
        ? pageNotFound().reply
        : (failing?.reply ?? (await answer({ method, headers, path, query, body })));
    const onBytes = (count: number): void => {
      bytes += count;
    };
    const reply = failing?.spoil(right) ?? right;
    const response = sendReply(reply, { path, switches: switches(), signal, onBytes });
    recordAs(response.status);
    return response;
  };
}

/** Lets time go by; an abort ends it. */
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

/** The text of a body; undefined as soon as it is longer than it may be. */
async function readBody(request: Request, limit: number): Promise<string | undefined> {
  const stream: ReadableStream<Uint8Array> | null | undefined = request.body;
  if (!stream) {
    // Nothing, or a browser that does not show it as a stream.
    const whole = await request.text();
    return new TextEncoder().encode(whole).length > limit ? undefined : whole;
  }
  const decoder = new TextDecoder();
  const reader = stream.getReader();
  let text = '';
  let size = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.byteLength;
    if (size > limit) {
      // The answer does not wait for a sender that never ends.
      reader.cancel().catch(() => undefined);
      return undefined;
    }
    text += decoder.decode(part.value, { stream: true });
  }
  return text + decoder.decode();
}

/** The path below the base; undefined for what lies outside of it. */
function withoutBase(path: string, basePath: string): string | undefined {
  const base = basePath.replace(/\/+$/, '');
  if (base === '') return path;
  return path === base || path.startsWith(`${base}/`) ? path.slice(base.length) || '/' : undefined;
}
