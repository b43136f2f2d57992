import { expect, onTestFinished } from 'vitest';
import { createClient } from '../../src/core/client.js';
import { createIdentity } from '../../src/identity/create-identity.js';
import { createInformerPool, type InformerPoolOptions } from '../../src/watch/informer/informer-pool.js';
import { createFakeApiServer } from '../../src/testing/index.js';
import { transportTo } from '../live/transport-to.js';
import { eventually } from '../shared/eventually.js';

export const widgets = { group: 'example.com', resource: 'widgets', kind: 'Widget', shortNames: ['wd'] };
const shared = { resource: 'events', kind: 'Event', storageVersionHash: 'r2yiGXH7wu8=' };
const resources = [
  { ...widgets, version: 'v1' },
  { ...widgets, version: 'v1beta1' },
  { ...shared, group: '', version: 'v1' },
  { ...shared, group: 'events.k8s.io', version: 'v1' },
  { group: '', version: 'v1', resource: 'configmaps', kind: 'ConfigMap' },
];
export const coreEvents = { group: '', version: 'v1', resource: 'events' };
export const groupEvents = { group: 'events.k8s.io', version: 'v1', resource: 'events' };
export const young = { group: 'example.com', version: 'v1beta1', resource: 'widgets' };
export const grown = { group: 'example.com', version: 'v1', resource: 'widgets' };

/** A pool on a fake server with two widgets. */
export function setUp(options: InformerPoolOptions = {}) {
  const fake = createFakeApiServer({ resources });
  for (const name of ['one', 'two']) {
    fake.put({
      apiVersion: 'example.com/v1',
      kind: 'Widget',
      metadata: { name, namespace: name === 'one' ? 'web' : 'shop', labels: { app: name } },
    });
  }
  const client = createClient({ server: 'http://pool.test', transport: transportTo(fake) });
  onTestFinished(() => client.close());
  return { fake, client, pool: createInformerPool(client, { identity: createIdentity(client), ...options }) };
}

export async function untilWatches(fake: { readonly openWatches: number }, count: number): Promise<void> {
  await eventually(() => {
    expect(fake.openWatches).toBe(count);
  });
}
