import { readFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createSecureServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { createPageProxy } from '../../../src/cli/page-proxy.js';
import { createClient } from '../../../src/index.js';
import { createProxyHandler } from '../../../src/proxy/index.js';
import { selfSigned } from '../../transport/self-signed.js';
import { passOn, type Backend } from './pass-on.js';

/** What stands between the pages and the API server. */
export type Passage = 'HTTP/1.1' | 'HTTP/2' | 'kubeatlas proxy' | 'kubeatlas/proxy';

/** A site whose pages show tables. */
export interface TablesSite {
  readonly url: string;
  /** The options of the client in the page. */
  readonly client: { readonly server: string; readonly token?: string; readonly bearerProtocol?: boolean };
  close(): void;
}

const html = `<!doctype html><meta charset="utf-8"><title>tables</title><link rel="icon" href="data:,"><script src="/kubeatlas.js"></script>`;
const token = 'of-the-test-0123456789';

/** Serves a page and, below `/k8s`, an API server through the passage. */
export async function startTablesSite(passage: Passage, backend: Backend, bundle: string): Promise<TablesSite> {
  const script = readFileSync(bundle);
  const isSecure = passage === 'HTTP/2';
  const port = (): number => (server.address() as AddressInfo).port;
  const client = createClient({ server: backend.url });
  const handler =
    passage === 'kubeatlas proxy'
      ? createPageProxy({ client, token, prefix: '/k8s', port })
      : passage !== 'HTTP/1.1'
        ? createProxyHandler({
            cluster: { server: backend.url },
            // The port is known once it listens.
            origins: (host) => (host === `127.0.0.1:${port()}` ? [`${isSecure ? 'https' : 'http'}://${host}`] : []),
            prefix: '/k8s',
            credentialsFor: () => ({ impersonate: { user: 'jane' } }),
          })
        : undefined;
  const onRequest: RequestListener = (asked, answered) => {
    const { url = '/' } = asked;
    if (url === '/') answered.writeHead(200, { 'content-type': 'text/html' }).end(html);
    else if (url === '/kubeatlas.js') answered.writeHead(200, { 'content-type': 'text/javascript' }).end(script);
    else if (handler !== undefined) handler.node(asked, answered);
    else passOn({ ...backend, prefix: '/k8s', compression: 'none', passed: [] }, asked, answered);
  };
  const server = isSecure
    ? (createSecureServer(selfSigned, onRequest as never) as unknown as Server)
    : createServer(onRequest);
  if (handler !== undefined) server.on('upgrade', handler.upgrade);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `${isSecure ? 'https' : 'http'}://127.0.0.1:${port()}/`,
    client: { server: '/k8s', ...(passage === 'kubeatlas proxy' && { token, bearerProtocol: true }) },
    close() {
      server.close();
      if (!isSecure) server.closeAllConnections();
      handler?.close();
      void client.close();
    },
  };
}
