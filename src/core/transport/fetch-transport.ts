import { InvalidArgumentError } from '../shared/invalid-argument-error.js';
import { TooManyStreamsError } from './errors.js';
import { hasNodeModules } from './node-agents.js';
import { requireAbsoluteUrl, runtimeUserAgent } from './request-head.js';
import type { TransportOptions } from './options.js';
import type { HttpHeaders, Transport, TransportRequest } from './transport.js';

/** Statuses of answers without a body; browsers may still give an empty stream for them. */
const nullBodyStatuses: ReadonlySet<number> = new Set([204, 205, 304]);

/** What has no end: watches, and logs that are followed. */
const endless = /[?&](?:watch|follow)=(?:true|1)(?:&|$)/;

/**
 * Makes a transport over the runtime's `fetch`, for browsers, workers and any runtime without Node modules. The runtime
 * handles sockets, certificates and proxies, so `agent` has no effect. Cookies are sent to the page's own origin only.
 */
export function createFetchTransport({ bearerProtocol = false }: TransportOptions = {}): Transport {
  let takesSockets = false;
  let opening: Promise<Transport['send']> | undefined;
  const send: Transport['send'] = async ({ method, url, headers, body, signal }) => {
    const response = await globalThis.fetch(url, {
      method,
      headers: sendable(headers),
      body: bytesOf(body, method),
      redirect: 'manual',
      signal: signal ?? null,
    });
    const { status } = response;
    // A browser shows nothing else of a redirect that it does not follow.
    if (status === 0) throw new Error('the server redirected the request; redirects are not followed');
    // Chromium reports an answer that may not be stored as cancelled, though it was read to its end, unless it has a copy.
    // What has no end keeps its reader's pace, which a copy would not.
    const isUnstored = response.headers.get('cache-control')?.includes('no-store') === true;
    if (isUnstored && !endless.test(url)) void response.clone().body?.cancel();
    // Some runtimes that cannot stream an answer have the property all the same, with the value undefined.
    if ((Reflect.get(response, 'body') as unknown) === undefined) {
      throw new Error('this runtime cannot stream the body of an answer');
    }
    takesSockets ||= response.headers.get('kubeatlas-streams') === 'websocket';
    // By name, because several cookies are several entries.
    const plain = [...response.headers.keys()].map((name) => [name, response.headers.get(name) ?? ''] as const);
    return { status, headers: Object.fromEntries(plain), body: nullBodyStatuses.has(status) ? null : response.body };
  };

  return {
    async send(request) {
      requireAbsoluteUrl(request.url);
      if (request.method !== 'GET' || !endless.test(request.url) || hasNodeModules()) return send(request);
      opening ??= import('./browser-streams.js').then(({ createBrowserStreams }) =>
        createBrowserStreams({ send, takesSockets: () => takesSockets, bearerProtocol, TooManyStreamsError }),
      );
      return (await opening)(request);
    },

    async connect(request) {
      const { connectInBrowser } = await import('./browser-web-socket.js');
      return connectInBrowser(request, send, InvalidArgumentError);
    },

    close() {
      // The runtime shares its sockets, and requests under way have their own signals.
    },
  };
}

function sendable(headers: HttpHeaders): [string, string][] {
  // A browser names itself; a name set by a script would need the server's consent (CORS).
  const isOurs = (name: string): boolean => name !== 'user-agent' || runtimeUserAgent() === undefined;
  return Object.entries(headers).flatMap(([name, value]): [string, string][] => {
    const [only = '', second] = typeof value === 'string' ? [value] : value;
    // fetch would join them with a comma, which changes the meaning: a single group of that name, for example.
    if (second !== undefined) {
      throw new InvalidArgumentError('headers', `has several values of ${name}, which this runtime cannot send`);
    }
    return isOurs(name) ? [[name, only]] : [];
  });
}

/** Copies the body, because `fetch` refuses shared memory; as bytes, because `fetch` adds a content type to text. */
function bytesOf(body: TransportRequest['body'], method: string): Uint8Array<ArrayBuffer> | null {
  if (body === undefined) return null;
  if (method === 'GET' || method === 'HEAD') {
    throw new InvalidArgumentError('body', `cannot be sent with ${method} in this runtime`);
  }
  return typeof body === 'string' ? new TextEncoder().encode(body) : new Uint8Array(body);
}
