import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Catalog, Client, DiscoveryFormat, Exchange, ResourceHandle, RESTMapper } from '../../../src/index.js';
import { afterDeletion } from '../harness/after-deletion.js';
import { closeClients, connect } from '../harness/connect.js';
import { definitionOf, definitionsPath, type CustomResource } from '../harness/custom-resources.js';
import { askAsAdmin, install, uninstall, untilServed } from '../harness/install.js';
import { redefine } from '../harness/redefine.js';

const server = inject('server');
const { formats } = server;
const group = 'lifecycle.example.org';
const word = `seasons.${group}`;
const young: CustomResource = {
  group,
  plural: 'seasons',
  kind: 'Season',
  shortNames: ['szn'],
  versions: [{ name: 'v1beta1' }],
};
const grown: CustomResource = { ...young, versions: [{ name: 'v1beta1' }, { name: 'v1', scalable: true }] };
const aged: CustomResource = { ...young, versions: [{ name: 'v1beta1', served: false }, { name: 'v1' }] };
const moved: CustomResource = { ...young, scope: 'Cluster', versions: [{ name: 'v1' }] };

const endpoint = (version: string) => ({ group, version, resource: 'seasons' });
const kind = (version: string) => ({ group, version, kind: 'Season' });
const noMatch = { code: 'no-match', failures: [] };

/** A client that has learned how things are, and what it learned. */
interface Witness {
  readonly client: Client;
  readonly catalog: Catalog;
  readonly mapper: RESTMapper;
}

const witnesses = new Map<DiscoveryFormat, Witness>();

/** Has a new client of each format learn the server, and then changes that. */
async function witness(change: () => Promise<void>): Promise<void> {
  for (const format of formats) {
    const client = connect(server, { token: server.tokens.admin, discovery: { formats: [format] } });
    const mapper = await client.mapper();
    witnesses.set(format, { client, mapper, catalog: mapper.catalog });
  }
  await change();
}

function witnessOf(format: DiscoveryFormat): Witness {
  const found = witnesses.get(format);
  if (found === undefined) throw new Error(`nobody has learned the server in ${format}`);
  return found;
}

afterAll(closeClients);

describe('a custom resource that comes', () => {
  beforeAll(() => witness(() => install(server, [young])));

  it.each(formats)('is found in %s by the first question, which asks the server again', async (format) => {
    const { client, catalog, mapper } = witnessOf(format);
    expect(() => mapper.resolve(word)).toThrow(expect.objectContaining(noMatch));
    expect(await client.resolve('szn')).toEqual({
      mapping: { resource: endpoint('v1beta1'), kind: kind('v1beta1'), scope: 'Namespaced' },
      candidates: [{ resource: endpoint('v1beta1'), kind: kind('v1beta1'), scope: 'Namespaced' }],
      reason: 'only one',
    });
    expect(client.discovery.current).not.toBe(catalog);
  });

  it.each(formats)('changes neither catalog nor mapper that were learned before: %s', async (format) => {
    const { client, catalog, mapper } = witnessOf(format);
    await client.discovery.refresh();
    expect(catalog.group(group)).toBeUndefined();
    expect(() => mapper.resourcesFor({ resource: 'seasons' })).toThrow(expect.objectContaining(noMatch));
    const newer = await client.mapper();
    expect(newer.resourcesFor({ resource: 'seasons' })).toEqual([endpoint('v1beta1')]);
    expect(newer.mappingFor({ group, kind: 'Season' }).resource).toEqual(endpoint('v1beta1'));
  });
});

describe('a version that is added', () => {
  beforeAll(() => witness(() => redefine(server, grown)));

  it.each(formats)('is found in %s when it is asked for, and not looked for before', async (format) => {
    const { client } = witnessOf(format);
    expect((await client.resolve(word)).mapping.resource).toEqual(endpoint('v1beta1'));
    expect((await client.resolve(endpoint('v1'))).mapping.kind).toEqual(kind('v1'));
    expect((await client.resolve(word)).mapping.resource).toEqual(endpoint('v1'));
  });

  it.each(formats)('takes its place in the order of versions after a refresh: %s', async (format) => {
    const { client } = witnessOf(format);
    const catalog = await client.discovery.refresh();
    expect(catalog.group(group)).toMatchObject({
      preferredVersion: 'v1',
      versions: [{ version: 'v1' }, { version: 'v1beta1' }],
    });
    const { candidates, reason } = await client.resolve(word);
    expect(candidates.map(({ resource }) => resource.version)).toEqual(['v1', 'v1beta1']);
    expect(reason).toBe('preferred version');
    const mapper = await client.mapper();
    expect(mapper.kindsFor({ resource: 'season' })).toEqual([kind('v1'), kind('v1beta1')]);
    expect(mapper.mappingFor({ group, kind: 'Season' }, 'v1beta1').resource).toEqual(endpoint('v1beta1'));
  });

  it.each(formats)('has subresources of its own: %s', async (format) => {
    const { client } = witnessOf(format);
    const subresources = async (version: string): Promise<string[]> =>
      (await client.resource(endpoint(version)).subresources()).map(({ subresource }) => subresource);
    expect(await subresources('v1')).toEqual(['status', 'scale']);
    expect(await subresources('v1beta1')).toEqual([]);
  });

  it('is stored as the other one is, which the legacy document tells', async () => {
    const catalog = await witnessOf('legacy').client.discovery.refresh();
    const hashes = ['v1', 'v1beta1'].map((version) => catalog.resource(endpoint(version))?.storageVersionHash);
    expect(hashes[0]).toMatch(/^[\w+/]{11}=$/);
    expect(hashes[1]).toBe(hashes[0]);
  });
});

describe('a version that is no longer served', () => {
  beforeAll(() => witness(() => redefine(server, aged)));

  it.each(formats)(
    'is 404 for who does not know it yet, kept after a refresh, and gone when that was seen: %s',
    async (format) => {
      const { client } = witnessOf(format);
      const old = client.resource(endpoint('v1beta1'));
      await expect(old.list()).rejects.toMatchObject({ code: 'api', statusCode: 404 });
      const kept = (await client.discovery.refresh()).version({ group, version: 'v1beta1' });
      expect(kept).toMatchObject({ freshness: 'Kept', kept: { why: { class: 'missing' } } });
      const catalog = await afterDeletion(client);
      expect(catalog.group(group)?.versions.map(({ version }) => version)).toEqual(['v1']);
      expect(catalog.failures).toEqual([]);
      for (const subject of [endpoint('v1beta1'), kind('v1beta1'), `seasons.v1beta1.${group}`]) {
        await expect(client.resolve(subject)).rejects.toMatchObject(noMatch);
      }
      expect([(await old.mapping()).resource, await old.verbs()]).toEqual([endpoint('v1beta1'), []]);
      expect(await client.resolve('szn')).toMatchObject({ mapping: { resource: endpoint('v1') }, reason: 'only one' });
    },
  );

  it('takes the hash of what is stored along', async () => {
    const catalog = await witnessOf('legacy').client.discovery.refresh();
    expect(catalog.resource(endpoint('v1'))).not.toHaveProperty('storageVersionHash');
  });
});

describe('a scope that changes', () => {
  const handles = new Map<DiscoveryFormat, ResourceHandle>();

  beforeAll(() =>
    witness(async () => {
      for (const format of formats) {
        const handle = witnessOf(format).client.resource(word);
        await handle.mapping();
        handles.set(format, handle);
      }
      await uninstall(server, [aged]);
      await install(server, [moved]);
    }),
  );

  it.each(formats)('is found in %s by a question that names it', async (format) => {
    const { client } = witnessOf(format);
    expect((await client.resolve(word)).mapping.scope).toBe('Namespaced');
    expect((await client.resolve(word, { scope: 'Cluster' })).mapping.scope).toBe('Cluster');
    await expect(client.resolve(word, { scope: 'Namespaced' })).rejects.toMatchObject(noMatch);
  });

  it.each(formats)(
    'makes another handle, and leaves the one of before where nothing is any more: %s',
    async (format) => {
      const { client } = witnessOf(format);
      await client.discovery.refresh();
      const handle = client.resource(word);
      expect(await handle.list()).toMatchObject({ kind: 'SeasonList', items: [] });
      await expect(handle.namespace('default').list()).rejects.toMatchObject({ code: 'namespace-conflict' });
      const old = handles.get(format);
      expect(await old?.mapping()).toEqual({ ...(await handle.mapping()), scope: 'Namespaced' });
      await expect(old?.namespace('default').list()).rejects.toMatchObject({ code: 'api', statusCode: 404 });
    },
  );
});

describe('a custom resource that goes', () => {
  beforeAll(() => witness(() => uninstall(server, [moved])));

  it.each(formats)('takes its group along, when that was seen: %s', async (format) => {
    const { client, catalog } = witnessOf(format);
    const handle = client.resource(word);
    expect(await handle.verbs()).toContain('list');
    const after = await afterDeletion(client);
    expect([after.group(group), after.failures]).toEqual([undefined, []]);
    expect(catalog.group(group)).toBeDefined();
    expect(await handle.verbs()).toEqual([]);
    for (const subject of [word, 'szn', kind('v1'), endpoint('v1')]) {
      await expect(client.resolve(subject)).rejects.toMatchObject(noMatch);
    }
  });
});

describe('a list on a custom resource made a moment ago', () => {
  const fresh: CustomResource = {
    group: 'initializing.example.org',
    plural: 'newborns',
    kind: 'Newborn',
    versions: [{ name: 'v1' }],
  };

  afterAll(() => uninstall(server, [fresh]));

  it('is tried again while the server says 429, and succeeds', async () => {
    const exchanges: Exchange[] = [];
    const client = connect(server, {
      token: server.tokens.admin,
      onExchange: (exchange) => exchanges.push(exchange),
      retry: { maxDelayMs: 100, limit: 100 },
    });
    await askAsAdmin(server, { method: 'POST', path: definitionsPath, body: definitionOf(fresh) });
    await untilServed(server, [fresh]);
    const handle = client.resource('newborns');
    await handle.mapping();
    exchanges.length = 0;
    const lists = await Promise.all([1, 2, 3, 4].map(() => handle.list()));
    expect(lists.map(({ kind }) => kind)).toEqual(lists.map(() => 'NewbornList'));
    const answers = exchanges.map(({ status }) => status);
    expect(answers.filter((status) => status === 200)).toHaveLength(lists.length);
    expect(answers.filter((status) => status !== 200 && status !== 429)).toEqual([]);
  });
});
