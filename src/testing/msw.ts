// Everything exported here is public API of 'kubeatlas/testing/msw'.

import { http, HttpResponse, type HttpHandler } from 'msw';
import { quote } from '../shared/quote.js';
import type { FakeApiServer } from './server/fake-api-server.js';
import { FakeApiServerError } from './errors.js';

/** Where msw intercepts. */
export interface FakeApiServerHandlersOptions {
  /**
   * The `server` that the client under test is given: `https://kubernetes.example`, with its path when it has one
   * (`https://rancher.example/k8s/clusters/c-abc`), or `/k8s` in a browser.
   */
  readonly baseUrl: string;
}

/** The parts of an API server that are intercepted; a page of the same origin stays reachable. */
const roots = ['api', 'apis', 'version', 'healthz', 'livez', 'readyz', 'openapi'];

/**
 * msw handlers that let a fake API server answer for `baseUrl`: for `setupServer` in Node and `setupWorker` in a
 * browser. Requests to other paths of the same origin are left to other handlers.
 *
 * @throws FakeApiServerError for a `baseUrl` that is no URL
 * @example
 * import { setupServer } from 'msw/node';
 *
 * const fake = createFakeApiServer({ documents: kubernetes() });
 * const msw = setupServer(...fakeApiServerHandlers(fake, { baseUrl: 'https://kubernetes.example' }));
 * msw.listen({ onUnhandledRequest: 'error' });
 * @see https://mswjs.io/docs/
 */
export function fakeApiServerHandlers(server: FakeApiServer, { baseUrl }: FakeApiServerHandlersOptions): HttpHandler[] {
  const page = 'location' in globalThis ? globalThis.location.href : undefined;
  if (!URL.canParse(baseUrl, page)) {
    throw new FakeApiServerError(`The baseUrl ${quote(baseUrl)} is no URL; outside of a browser it must be absolute.`);
  }
  const base = new URL(baseUrl, page);
  const basePath = base.pathname.replace(/\/+$/, '');
  const stem = `${base.origin}${basePath}/`.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const pattern = new RegExp(`^${stem}(?:${roots.join('|')})(?:/.*)?$`);
  return [
    http.all(pattern, async ({ request }) => {
      try {
        return await server.handle(request, { basePath });
      } catch (error) {
        // Whoever has left hears nothing any more; a connection that breaks is heard of as one.
        if (request.signal.aborted) throw error;
        return HttpResponse.error();
      }
    }),
  ];
}
