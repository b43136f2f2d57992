import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type Client, type Exchange, type PartialObjectMetadata } from '../../../src/index.js';
import { createCensus } from '../../../src/census/index.js';
import { createIdentity } from '../../../src/identity/index.js';
import { closeClients, connect } from '../harness/connect.js';
import type { CustomResource } from '../harness/custom-resources.js';
import { askAsAdmin, install, uninstall } from '../harness/install.js';
import { createObject, deadApiService, namespace as namespaceOf } from '../harness/objects.js';

const server = inject('server');
const stamp = Date.now();
const namespace = `census-${stamp}`;
const group = `census-${stamp}.example.org`;
const widgets: CustomResource = {
  group,
  plural: 'widgets',
  kind: 'Widget',
  versions: [{ name: 'v1' }, { name: 'v1beta1' }, { name: 'v1alpha1' }],
};
const event = (name: string): object => ({
  apiVersion: 'v1',
  kind: 'Event',
  metadata: { name, namespace },
  involvedObject: { kind: 'Pod', namespace, name: 'front' },
});
const newEvent = (name: string): object => ({
  apiVersion: 'events.k8s.io/v1',
  kind: 'Event',
  metadata: { name, namespace },
  eventTime: '2026-03-01T12:00:00.000000Z',
  reportingController: 'example.org/census',
  reportingInstance: 'one',
  action: 'Counting',
  reason: 'Counted',
  type: 'Normal',
  regarding: { kind: 'Pod', namespace, name: 'front' },
});
const exchanges: Exchange[] = [];

beforeAll(async () => {
  await install(server, [widgets]);
  await createObject(server, '/api/v1/namespaces', namespaceOf(namespace));
  for (const [index, version] of ['v1', 'v1beta1', 'v1alpha1', 'v1'].entries()) {
    await createObject(server, `/apis/${group}/${version}/namespaces/${namespace}/widgets`, {
      apiVersion: `${group}/${version}`,
      kind: 'Widget',
      metadata: { name: `widget-${index}` },
    });
  }
  for (const name of ['one', 'two']) await createObject(server, `/api/v1/namespaces/${namespace}/events`, event(name));
  await createObject(server, `/apis/events.k8s.io/v1/namespaces/${namespace}/events`, newEvent('three'));
});

afterAll(async () => {
  await askAsAdmin(server, { method: 'DELETE', path: `/api/v1/namespaces/${namespace}/events` });
  await askAsAdmin(server, { method: 'DELETE', path: `/api/v1/namespaces/${namespace}` });
  await uninstall(server, [widgets]);
  await closeClients();
});

function newClient(format: (typeof server.formats)[number]): Client {
  const observe = (exchange: Exchange): unknown => exchanges.push(exchange);
  return connect(server, { token: server.tokens.admin, discovery: { formats: [format] }, onExchange: observe });
}

function keyOf({ apiVersion, kind, metadata }: PartialObjectMetadata): string {
  return metadata.uid ?? `${apiVersion} ${kind} ${metadata.name}`;
}

describe.each(server.formats)('in %s', (format) => {
  let client: Client;

  beforeAll(() => {
    client = newClient(format);
  });

  it('objects of three versions and events of two groups are counted once, by one request each', async () => {
    await createIdentity(client).classes();
    exchanges.length = 0;
    const { total, sets, failures } = await createCensus(client).count({ namespace });
    const counted = sets.filter(({ count }) => count > 0);
    // The server itself may put a root certificate into each namespace.
    const own = counted.filter(({ resource }) => ['events', 'widgets'].includes(resource.resource));
    expect(failures).toEqual([]);
    expect(own).toMatchObject([
      { resource: { resource: 'events' }, count: 3, by: 'remainingItemCount', alsoServedAt: [{}] },
      { resource: { resource: 'widgets', version: 'v1' }, count: 4, by: 'remainingItemCount', alsoServedAt: [{}, {}] },
    ]);
    expect(total).toBe(counted.reduce((sum, { count }) => sum + count, 0));
    expect(exchanges).toHaveLength(sets.length);
    expect(exchanges.every(({ path }) => path.endsWith('?limit=1'))).toBe(true);
  });

  it('events are counted once without any evidence as well, by the uid of the first of them', async () => {
    const resources = ['events', 'events.events.k8s.io'];
    const { total, sets } = await createCensus(client).count({ namespace, resources, evidence: 'catalog' });
    expect([total, sets.length]).toEqual([3, 1]);
  });

  it('every object of the server is visited once, and is counted once', async () => {
    const seen: string[] = [];
    for await (const object of createCensus(client).objects()) seen.push(keyOf(object));
    expect(new Set(seen).size).toBe(seen.length);

    const all = new Set<string>();
    let naive = 0;
    for (const entry of (await client.discovery.catalog()).resources({ verbs: ['list'] })) {
      const { items } = await client.resource(entry).as('PartialObjectMetadata').list();
      naive += items.length;
      for (const item of items) all.add(keyOf(item));
    }
    expect(new Set(seen)).toEqual(all);
    expect((await createCensus(client).count()).total).toBe(seen.length);
    expect(naive).toBeGreaterThan(seen.length + 3 + 8 - 1);
  });

  it('pages are gone through where a selector keeps the server from telling a number', async () => {
    const { sets } = await createCensus(client).count({
      namespace,
      resources: [`widgets.${group}`],
      fieldSelector: 'metadata.name!=widget-0',
    });
    expect(sets).toMatchObject([{ count: 3, by: 'list' }]);
  });
});

describe('what cannot be counted', () => {
  it('is named for a user who may not list, set by set', async () => {
    const reader = connect(server, { token: server.tokens.reader });
    const { total, sets, failures } = await createCensus(reader).count({ namespace });
    expect([total, sets]).toEqual([0, []]);
    expect(failures.length).toBeGreaterThan(10);
    expect(failures.every(({ error }) => error?.message.includes('403 Forbidden') === true)).toBe(true);
    const visit = async (): Promise<void> => {
      for await (const object of createCensus(reader).objects({ resources: ['configmaps'] })) void object;
    };
    await expect(visit()).rejects.toMatchObject({
      code: 'incomplete-census',
      failures: [{ error: { statusCode: 403 } }],
    });
  });

  it('is named for a group whose backend is dead', async () => {
    const dead = { group: `dead-${stamp}.example.org`, version: 'v1' };
    const path = '/apis/apiregistration.k8s.io/v1/apiservices';
    await createObject(server, path, deadApiService(dead));
    try {
      const client = connect(server, { token: server.tokens.admin });
      const { failures, total, complete } = await createCensus(client).count();
      expect([total > 0, complete]).toEqual([true, false]);
      expect(failures).toMatchObject([{ unread: dead }]);
    } finally {
      await askAsAdmin(server, { method: 'DELETE', path: `${path}/v1.${dead.group}` });
    }
  });
});
