import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { passOn, passUpgradeOn, type Backend, type Compression, type Passed } from './pass-on.js';

/** A dashboard as one finds them: a page, and the API server on the same origin below `/k8s`. */
export interface Site {
  readonly url: string;
  readonly port: number;
  /** What went through, in the order of the answers. */
  readonly passed: readonly Passed[];
  /** Applies to the requests that come from now on. @default 'none' */
  compress(compression: Compression): void;
  /** Breaks all connections, and each one that comes, until `goUp()`. */
  goDown(): void;
  goUp(): void;
  close(): Promise<void>;
}

/** Loads the bundle and asks nothing by itself. */
const html = `<!doctype html><meta charset="utf-8"><title>kubeatlas</title><link rel="icon" href="data:,">
<script src="/kubeatlas.js"></script>`;

/** Does what it is sent as the text of a function. */
const worker = `importScripts('/kubeatlas.js');
onmessage = async ({ data }) => {
  postMessage(await eval('(' + data + ')()').catch(String));
};`;

/** Listens on loopback, over HTTP/1.1 as `kubectl proxy` and most dashboards in development do. */
export async function startSite(backend: Backend, bundle: string): Promise<Site> {
  const script = readFileSync(bundle);
  const passed: Passed[] = [];
  let compression: Compression = 'none';
  let isUp = true;

  const server = createServer((asked, answered) => {
    const { url = '/' } = asked;
    if (!isUp) asked.socket.destroy();
    else if (url === '/') answered.writeHead(200, { 'content-type': 'text/html' }).end(html);
    else if (url === '/kubeatlas.js') answered.writeHead(200, { 'content-type': 'text/javascript' }).end(script);
    else if (url === '/worker.js') answered.writeHead(200, { 'content-type': 'text/javascript' }).end(worker);
    else if (url.startsWith('/k8s/')) passOn({ ...backend, prefix: '/k8s', compression, passed }, asked, answered);
    else answered.writeHead(404).end();
  });
  server.on('upgrade', (asked, socket) => passUpgradeOn({ ...backend, prefix: '/k8s' }, asked, socket));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    port,
    passed,
    compress: (wanted) => {
      compression = wanted;
    },
    goDown: () => {
      isUp = false;
      server.closeAllConnections();
    },
    goUp: () => {
      isUp = true;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}
