import { afterEach } from 'vitest';
import { createClient, type Client } from '../../src/core/client.js';
import type { ClientOptions } from '../../src/core/client-options.js';
import { createFakeApiServer, type FakeApiServer, type FakeApiServerOptions } from '../../src/testing/index.js';
import { startFakeApiServer } from '../../src/testing/node.js';
import type { Exchange } from '../../src/core/transport/options.js';
import { captured } from '../fixtures/captured.js';

export interface OnFakeServer {
  readonly client: Client;
  readonly fake: FakeApiServer;
  readonly url: string;
  readonly exchanges: Exchange[];
}

const cleanups: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** The documents of a real 1.36: its aggregated roots, and its legacy documents behind them. */
export function documentsOf136(): FakeApiServerOptions['documents'] {
  const { '/api': api, '/apis': apis } = captured('kube-1.36-v2');
  return { ...captured('kube-1.36-legacy'), '/api': api!, '/apis': apis! };
}

/** A client of a fake server that listens on loopback; both end with the test. */
export async function onFakeServer(
  server: FakeApiServerOptions = {},
  options: Partial<ClientOptions> = {},
): Promise<OnFakeServer> {
  const fake = createFakeApiServer({ documents: documentsOf136(), legacyOrder: 'as-real', ...server });
  const running = await startFakeApiServer(fake);
  const exchanges: Exchange[] = [];
  const client = createClient({
    server: running.url,
    onExchange: (exchange) => {
      exchanges.push(exchange);
    },
    ...options,
  });
  cleanups.push(
    () => running.close(),
    () => client.close(),
  );
  return { client, fake, url: running.url, exchanges };
}

export function configMap(name: string, namespace = 'shop', data: Record<string, string> = {}): object {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace }, data };
}
