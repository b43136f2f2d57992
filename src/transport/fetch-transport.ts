import { requireAbsoluteUrl } from './base-url.js';
import { InvalidOptionError } from './errors.js';
import { runtimeUserAgent } from './headers.js';
import type { HttpHeaders, Transport, TransportRequest } from './transport.js';

/** The statuses of answers without a body, with which browsers give an empty stream all the same. */
const nullBodyStatuses: ReadonlySet<number> = new Set([204, 205, 304]);

/**
 * A transport over the `fetch` of the runtime, in browsers, workers and wherever there are no Node modules: sockets, certificates
 * and proxies are the runtime's, so `agent` is of no use to it. Cookies go to the origin of the page alone.
 */
export function createFetchTransport(): Transport {
  return {
    async send({ method, url, headers, body, signal }) {
      requireAbsoluteUrl(url);
      const response = await globalThis.fetch(url, {
        method,
        headers: sendable(headers),
        body: bytesOf(body, method),
        redirect: 'manual',
        signal: signal ?? null,
      });
      const { status } = response;
      // A browser shows nothing else of a redirect that it is told not to follow.
      if (status === 0) throw new Error('the server redirects to another place, which is not followed');
      // Of those that cannot, some have the field all the same.
      if ((Reflect.get(response, 'body') as unknown) === undefined) {
        throw new Error('this runtime cannot read an answer while it arrives');
      }
      return { status, headers: plainHeaders(response), body: nullBodyStatuses.has(status) ? null : response.body };
    },

    close() {
      // The runtime keeps its sockets for others, and requests under way have signals of their own.
    },
  };
}

function sendable(headers: HttpHeaders): [string, string][] {
  // A browser names itself; a name set by a script would need the server's consent (CORS).
  const isOurs = (name: string): boolean => name !== 'user-agent' || runtimeUserAgent() === undefined;
  return Object.entries(headers).flatMap(([name, value]): [string, string][] => {
    const [only = '', second] = typeof value === 'string' ? [value] : value;
    // fetch would join them with a comma, which means something else: one group of that name, say.
    if (second !== undefined) {
      throw new InvalidOptionError('headers', `this runtime cannot send several values of the header ${name}`);
    }
    return isOurs(name) ? [[name, only]] : [];
  });
}

/** In a copy, because `fetch` refuses memory that is shared. It gives text a type of its own where none is named, and bytes none. */
function bytesOf(body: TransportRequest['body'], method: string): Uint8Array<ArrayBuffer> | null {
  if (body === undefined) return null;
  if (method === 'GET' || method === 'HEAD') {
    throw new InvalidOptionError('body', `this runtime sends none with ${method}`);
  }
  return typeof body === 'string' ? new TextEncoder().encode(body) : new Uint8Array(body);
}

function plainHeaders({ headers }: Response): Record<string, string> {
  // By their names, because several cookies come as several entries.
  return Object.fromEntries([...headers.keys()].map((name) => [name, headers.get(name) ?? '']));
}
