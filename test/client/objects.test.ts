import { describe, expect, it } from 'vitest';
import { originOf } from '../../src/core/representation/origin.js';
import { configMap, onFakeServer } from './on-fake-server.js';

const many = (count: number, namespace = 'shop'): object[] =>
  Array.from({ length: count }, (_, index) => configMap(`c${String(index).padStart(4, '0')}`, namespace));

describe('the objects of a server', () => {
  it('are created, read, replaced, patched and deleted', async () => {
    const { client } = await onFakeServer();
    const configMaps = client.resource('configmaps').namespace('shop');
    const made = await configMaps.create({ metadata: { name: 'one' }, data: { a: '1' } });
    expect(made).toMatchObject({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { namespace: 'shop', name: 'one' } });
    const replaced = await configMaps.replace({ ...made, data: { a: '2' } });
    await expect(configMaps.replace({ ...made, data: { a: '3' } })).rejects.toMatchObject({
      statusCode: 409,
      reason: 'Conflict',
    });
    const patched = await configMaps.patch('one', { data: { b: '4' } }, { type: 'merge' });
    expect(patched).toMatchObject({ data: { a: '2', b: '4' } });
    const operations = [{ op: 'remove', path: '/data/a' }];
    expect(await configMaps.patch('one', operations, { type: 'json' })).toMatchObject({ data: { b: '4' } });
    expect((await configMaps.get('one')).metadata.uid).toBe((replaced as { metadata: { uid?: string } }).metadata.uid);
    expect((await configMaps.delete('one')).status?.status).toBe('Success');
    await expect(configMaps.get('one')).rejects.toMatchObject({
      statusCode: 404,
      status: { details: { name: 'one' } },
    });
  });

  it('are listed in pages, item after item', async () => {
    const { client, fake } = await onFakeServer({ objects: many(1234) });
    const configMaps = client.resource('cm');
    const names = new Set<string>();
    for await (const item of configMaps.items({ limit: 500 })) names.add(item.metadata.name);
    expect(names.size).toBe(1234);
    expect(fake.requests.filter((request) => request.path.startsWith('/api/v1/configmaps?'))).toHaveLength(3);
    const rows: unknown[] = [];
    for await (const row of configMaps.as('Table').items({ limit: 1000 })) rows.push(row.cells[0]);
    expect(rows).toHaveLength(1234);
  });

  it('throw 410 from a list whose token expired, and do not begin anew in silence', async () => {
    const { client, fake } = await onFakeServer({ objects: many(30) });
    const pages = client.resource('cm').pages({ limit: 10 })[Symbol.asyncIterator]();
    await pages.next();
    fake.expireContinueTokens();
    await expect(pages.next()).rejects.toMatchObject({ statusCode: 410, reason: 'Expired' });
  });

  it('keep the kind and apiVersion they carry, and get those of the mapping where they carry none', async () => {
    const widgets = { group: 'example.com', version: 'v1', resource: 'widgets', kind: 'Widget' };
    const widget = { apiVersion: 'example.com/v1', kind: 'Widget', metadata: { name: 'w', namespace: 'shop' } };
    const { client } = await onFakeServer({ resources: [widgets], objects: [configMap('c'), widget] });
    const [configMaps, things] = [client.resource('cm'), client.resource('widgets')];
    expect((await configMaps.list()).items).toMatchObject([{ apiVersion: 'v1', kind: 'ConfigMap' }]);
    expect((await things.list()).items).toMatchObject([{ apiVersion: 'example.com/v1', kind: 'Widget' }]);
    const metadata = await things.as('PartialObjectMetadata').list();
    expect(metadata.items).toMatchObject([{ apiVersion: 'example.com/v1', kind: 'Widget', metadata: { name: 'w' } }]);
    expect(originOf(metadata)).toBe('server');
  });

  it('come in every representation, and carry no more than was asked for', async () => {
    const { client } = await onFakeServer({ objects: [configMap('c', 'shop', { big: 'x'.repeat(100) })] });
    const shop = client.resource('cm').namespace('shop');
    const table = await shop.as('Table').list();
    expect(table.rows.map((row) => [row.cells[0], row.object])).toEqual([['c', undefined]]);
    const everywhere = await client.resource('cm').as('Table').list();
    expect(everywhere.rows[0]?.object?.metadata.namespace).toBe('shop');
    const whole = await shop.as('Table', { includeObject: 'Object' }).get('c');
    expect(whole.rows[0]?.object).toMatchObject({ kind: 'ConfigMap', data: { big: 'x'.repeat(100) } });
    const metadata = await shop.as('PartialObjectMetadata').get('c');
    expect(metadata).toMatchObject({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'c' } });
    expect(metadata).not.toHaveProperty('data');
    expect([table, everywhere, whole, metadata].map(originOf)).toEqual(['server', 'server', 'server', 'server']);
  });

  it.each([
    ['ignores what is asked for', { ignoresAccept: true }],
    ['refuses with 406 what it does not know', { rejectsUnknownAccept: true }],
  ])('of a server that %s are cut to shape here, and marked', async (_what, switches) => {
    const { client } = await onFakeServer({ ...switches, objects: [configMap('c', 'shop', { a: '1' })] });
    const configMaps = client.resource('cm');
    const table = await configMaps.as('Table').list();
    expect(table.columnDefinitions.map((column) => column.name)).toEqual(['Namespace', 'Name', 'Age']);
    expect(table.rows[0]?.cells.slice(0, 2)).toEqual(['shop', 'c']);
    const one = await configMaps.namespace('shop').as('Table').get('c');
    expect(one.columnDefinitions.map((column) => column.name)).toEqual(['Name', 'Age']);
    const metadata = await configMaps.as('PartialObjectMetadata').list();
    expect(metadata.items[0]).toMatchObject({ kind: 'ConfigMap', metadata: { name: 'c' } });
    expect(metadata.items[0]).not.toHaveProperty('data');
    expect([table, one, metadata].map(originOf)).toEqual(['converted', 'converted', 'converted']);
  });

  it('are scaled through the subresource that discovery names, custom resources as well', async () => {
    const spec = { replicas: 2 };
    const { client } = await onFakeServer({
      objects: [
        { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'front', namespace: 'shop' }, spec },
        {
          apiVersion: 'monitoring.coreos.com/v1',
          kind: 'Prometheus',
          metadata: { name: 'main', namespace: 'shop' },
          spec,
        },
      ],
    });
    for (const [word, name] of [
      ['deployments.apps', 'front'],
      ['prom', 'main'],
    ] as const) {
      const handle = client.resource(word).namespace('shop');
      expect((await handle.scale(name).get()).spec.replicas).toBe(2);
      expect((await handle.scale(name).set(5)).spec.replicas).toBe(5);
      expect((await handle.get(name))['spec']).toMatchObject({ replicas: 5 });
    }
    const configMaps = client.resource('cm').namespace('shop');
    await expect(configMaps.scale('c').get()).rejects.toMatchObject({ code: 'unsupported' });
  });
});
