// Everything exported here is public API of 'kubeatlas/testing/msw'.

import { http, HttpResponse, type HttpHandler } from 'msw';
import { requireKnownOptions } from '../core/shared/arguments.js';
import { quote } from '../core/shared/quote.js';
import type { FakeApiServer } from './server/fake-api-server.js';
import { FakeApiServerError } from './errors.js';

/** Options of {@link fakeApiServerHandlers}. */
export interface FakeApiServerHandlersOptions {
  /**
   * The `server` option of the client under test: `https://kubernetes.example`, including its path if it has one
   * (`https://rancher.example/k8s/clusters/c-abc`), or `/k8s` in a browser.
   */
  readonly baseUrl: string;
}

/** The intercepted paths of an API server; other pages of the same origin stay reachable. */
const roots = ['api', 'apis', 'version', 'healthz', 'livez', 'readyz', 'openapi'];

/**
 * Creates msw handlers that answer requests to `baseUrl` from a fake API server: for `setupServer` in Node and
 * `setupWorker` in a browser. Requests to other paths of the same origin are left to other handlers.
 *
 * @throws FakeApiServerError for a `baseUrl` that is not a URL
 * @example
 * import { setupServer } from 'msw/node';
 *
 * const fake = createFakeApiServer({ documents: kubernetes() });
 * const msw = setupServer(...fakeApiServerHandlers(fake, { baseUrl: 'https://kubernetes.example' }));
 * msw.listen({ onUnhandledRequest: 'error' });
 * @see https://mswjs.io/docs/
 */
export function fakeApiServerHandlers(server: FakeApiServer, options: FakeApiServerHandlersOptions): HttpHandler[] {
  const { baseUrl } = requireKnownOptions(options, { baseUrl: true });
  const page = 'location' in globalThis ? globalThis.location.href : undefined;
  if (!URL.canParse(baseUrl, page)) {
    throw new FakeApiServerError(
      `The baseUrl ${quote(baseUrl)} is not a valid URL; outside a browser it must be absolute.`,
    );
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
        // A client that aborted gets no answer; any other error is a broken connection.
        if (request.signal.aborted) throw error;
        return HttpResponse.error();
      }
    }),
  ];
}
