import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { originOf, type Catalog, type Client, type DiscoveryFormat, type Exchange } from '../../../src/index.js';
import { createIdentity } from '../../../src/identity/index.js';
import { closeClients, connect } from '../harness/connect.js';
import { discoveryAccepts } from '../harness/discovery-formats.js';
import { startExtensionServer, type ExtensionGroup, type ExtensionServer } from '../harness/extension-server.js';
import { freePorts } from '../harness/free-ports.js';
import { askAsAdmin } from '../harness/install.js';
import {
  lookAfterExtension,
  registerExtension,
  unregisterExtension,
  untilExtensionIs,
} from '../harness/register-extension.js';

const server = inject('server');
const { formats } = server;
const aggregated = formats.filter((format) => format !== 'legacy');
const name = `extension-${Date.now()}`;
const [old, young] = ['old.extension.example.org', 'young.extension.example.org'] as const;
const groups: readonly ExtensionGroup[] = [
  {
    group: old,
    version: 'v1',
    resources: [
      { plural: 'gadgets', kind: 'Gadget', shortNames: ['gdg'], internalID: 'one', objects: ['first', 'second'] },
      { plural: 'gizmos', kind: 'Gizmo', scope: 'Cluster', internalID: 'two' },
    ],
  },
  {
    group: young,
    version: 'v2',
    resources: [
      { plural: 'gadgets', kind: 'Gadget', internalID: 'one', objects: ['first', 'second'] },
      { plural: 'gizmos', kind: 'Gizmo', scope: 'Cluster', internalID: 'three' },
      { plural: 'contraptions', kind: 'Contraption', scope: 'Cluster', internalID: 'two' },
    ],
  },
];
const endpoints = {
  oldGadgets: { group: old, version: 'v1', resource: 'gadgets' },
  youngGadgets: { group: young, version: 'v2', resource: 'gadgets' },
  oldGizmos: { group: old, version: 'v1', resource: 'gizmos' },
  contraptions: { group: young, version: 'v2', resource: 'contraptions' },
};
const exchanges: Exchange[] = [];
let extension: ExtensionServer;

beforeAll(async () => {
  const [port = 0] = await freePorts(1);
  extension = await startExtensionServer(groups, port);
  await registerExtension(server, { name, groups, port: extension.port });
});

afterAll(async () => {
  await unregisterExtension(server, { name, groups });
  await extension.stop();
  await closeClients();
});

function newClient(format: DiscoveryFormat): Client {
  const observe = (exchange: Exchange): unknown => exchanges.push(exchange);
  return connect(server, { token: server.tokens.admin, discovery: { formats: [format] }, onExchange: observe });
}

function namesOf(entries: Iterable<{ group: string; version: string; resource: string }>): object[] {
  return [...entries].map(({ group, version, resource }) => ({ group, version, resource }));
}

describe('kube-apiserver, of an extension server that speaks legacy discovery alone,', () => {
  it.each(aggregated)('publishes resources without group and version in %s', async (format) => {
    const { items } = (
      await askAsAdmin(server, { path: '/apis', headers: { accept: discoveryAccepts[format] } })
    ).json();
    const found = (items as { metadata: { name: string } }[]).find(({ metadata }) => metadata.name === old);
    const kind = { group: '', version: '', kind: 'Gadget' };
    const scale = { group: 'autoscaling', version: 'v1', kind: 'Scale' };
    expect(found).toMatchObject({
      versions: [
        { resources: [{ responseKind: kind, subresources: [{ responseKind: kind }, { responseKind: scale }] }, {}] },
      ],
    });
    expect(JSON.stringify(found)).not.toContain('internalID');
  });

  it('hands on the legacy document as it is, with fields that it does not know', async () => {
    const { resources } = (await askAsAdmin(server, { path: `/apis/${old}/v1` })).json();
    expect(resources).toMatchObject([{ name: 'gadgets', internalID: 'one' }, {}, {}, { internalID: 'two' }, {}, {}]);
  });

  if (aggregated.length > 0) {
    it('asked for an aggregated document first, and then for the legacy ones', () => {
      const accepts = [discoveryAccepts['aggregated/v2'], discoveryAccepts['aggregated/v2beta1']];
      const asked = extension.asked.map((line) => line.split(' '));
      const first = asked.find(([path]) => path === '/apis')?.[1]?.split(',');
      expect(accepts).toEqual(expect.arrayContaining(first ?? ['nothing']));
      expect(asked).toContainEqual([`/apis/${old}/v1`, 'application/json']);
    });
  }
});

describe.each(formats)('in %s, the resources of an extension server', (format) => {
  let client: Client;

  beforeAll(() => {
    client = newClient(format);
  });

  it('have kind, group and version, and those of their subresources', async () => {
    const catalog = await client.discovery.catalog();
    expect(catalog.failures).toEqual([]);
    for (const { group, version, resources } of groups) {
      for (const { plural, kind, scope = 'Namespaced', shortNames = [] } of resources) {
        const entry = catalog.resource({ group, version, resource: plural });
        expect(entry).toMatchObject({ kind, scope, shortNames, verbs: ['get', 'list'], freshness: 'Current' });
        expect(entry).not.toHaveProperty('responseKind');
        expect(entry?.subresources.map(({ subresource, responseKind }) => [subresource, responseKind])).toEqual([
          ['status', { group, version, kind }],
          ['scale', { group: 'autoscaling', version: 'v1', kind: 'Scale' }],
        ]);
      }
    }
  });

  it('are found by their names', async () => {
    const { mapping } = await client.resolve('gdg');
    expect(mapping).toEqual({
      resource: endpoints.oldGadgets,
      kind: { group: old, version: 'v1', kind: 'Gadget' },
      scope: 'Namespaced',
    });
    const mapper = await client.mapper();
    expect(mapper.resourcesFor({ resource: 'gadgets' })).toEqual([endpoints.oldGadgets, endpoints.youngGadgets]);
  });

  it('are listed and read through kube-apiserver, with tables made here', async () => {
    const gadgets = client.resource(endpoints.youngGadgets).namespace('default');
    const { items } = await gadgets.list();
    expect(items.map(({ kind, metadata }) => [kind, metadata.name])).toEqual([
      ['Gadget', 'first'],
      ['Gadget', 'second'],
    ]);
    expect(await gadgets.get('second')).toEqual(items[1]);
    const table = await gadgets.as('Table').list();
    expect(originOf(table)).toBe('converted');
    expect(table.rows.map(({ cells }) => cells[0])).toEqual(['first', 'second']);
  });

  it('are one set where their ids are equal, which the legacy documents tell', async () => {
    await client.discovery.catalog();
    exchanges.length = 0;
    const { endpoints: found, evidence, unknown } = await createIdentity(client).aliasesOf(endpoints.oldGadgets);
    expect(namesOf(found)).toEqual([endpoints.oldGadgets, endpoints.youngGadgets]);
    expect(evidence).toEqual([{ kind: 'internalID', endpoints: [endpoints.oldGadgets, endpoints.youngGadgets] }]);
    expect(unknown).toEqual([]);
    const asked = exchanges.map(({ path }) => path).sort();
    expect(asked).toEqual(format === 'legacy' ? [] : [`/apis/${old}/v1`, `/apis/${young}/v2`]);
  });

  it('are others where their ids are not, and one set under two names where all documents are read', async () => {
    const alone = await createIdentity(client).aliasesOf(endpoints.oldGizmos, { evidence: 'catalog' });
    expect(namesOf(alone.unknown)).toEqual(
      format === 'legacy' ? [] : [{ ...endpoints.contraptions, resource: 'gizmos' }],
    );
    const { endpoints: found, unknown } = await createIdentity(client).aliasesOf(endpoints.oldGizmos, {
      evidence: 'all',
    });
    expect(namesOf(found)).toEqual([endpoints.oldGizmos, endpoints.contraptions]);
    expect(unknown).toEqual([]);
  });

  it('are counted once', async () => {
    const distinct = await createIdentity(client).distinctResources({ verbs: ['list'] });
    const counted = namesOf(distinct.filter(({ resource }) => resource === 'gadgets'));
    expect(counted).toEqual([endpoints.oldGadgets]);
  });
});

describe('an extension server that goes away', () => {
  const before = new Map<DiscoveryFormat, { readonly client: Client; readonly catalog: Catalog }>();
  const isOwn = ({ group }: { readonly group?: string | undefined }): boolean => group === old || group === young;

  beforeAll(async () => {
    for (const format of formats) {
      const client = newClient(format);
      before.set(format, { client, catalog: await client.discovery.catalog() });
    }
    await extension.stop();
  });

  function learned(format: DiscoveryFormat): { readonly client: Client; readonly catalog: Catalog } {
    const found = before.get(format);
    if (found === undefined) throw new Error(`nobody has learned the server in ${format}`);
    return found;
  }

  it.each(formats)('is a 503 at once, in plain text: %s', async (format) => {
    const gadgets = learned(format).client.resource('gdg').namespace('default');
    await expect(gadgets.list()).rejects.toMatchObject({ code: 'api', statusCode: 503, fromServer: false });
  });

  describe('is found out, and then', () => {
    beforeAll(async () => {
      await lookAfterExtension(server, groups);
      await untilExtensionIs(server, groups, 'Stale');
    });

    it.each(formats)('its groups are named and kept, and nothing is missing: %s', async (format) => {
      const { client, catalog } = learned(format);
      const after = await client.discovery.refresh();
      const failed = groups.map(({ group, version }) => ({ group, version }));
      expect(after.failures).toEqual(failed.map((each) => expect.objectContaining(each) as unknown));
      expect(new Set(after.failures.map((failure) => failure.class))).toEqual(
        new Set([format === 'legacy' ? 'unreachable' : 'stale']),
      );
      for (const each of failed) expect(after.version(each)?.freshness).toBe('Kept');
      expect(namesOf(after.resources())).toEqual(namesOf(catalog.resources()));
      const others = after.resources().filter((entry) => !isOwn(entry));
      expect(others).toEqual(catalog.resources().filter((entry) => !isOwn(entry)));
    });

    it.each(formats)('its names still resolve, with what is unread, and all others work: %s', async (format) => {
      const { client } = learned(format);
      for (const subject of [endpoints.oldGadgets, 'gdg']) {
        const { mapping, unread } = await client.resolve(subject);
        expect(mapping.resource).toEqual(endpoints.oldGadgets);
        expect(unread?.map(({ group }) => group)).toContain(old);
      }
      expect(await client.resource('namespaces').list()).toMatchObject({ kind: 'NamespaceList' });
      const distinct = await createIdentity(client).distinctResources({ verbs: ['list'] });
      expect(new Set(distinct.filter(isOwn).map(({ freshness }) => freshness))).toEqual(new Set(['Kept']));
      expect(distinct.length).toBeGreaterThan(30);
    });

    describe('comes back, and then', () => {
      beforeAll(async () => {
        extension = await startExtensionServer(groups, extension.port);
        await lookAfterExtension(server, groups);
        await untilExtensionIs(server, groups, 'Current');
      });

      it.each(formats)('everything is as it was: %s', async (format) => {
        const { client, catalog } = learned(format);
        const after = await client.discovery.refresh();
        expect([after.groups, after.failures]).toEqual([catalog.groups, []]);
        const { endpoints: found } = await createIdentity(client).aliasesOf('gdg');
        expect(namesOf(found)).toEqual([endpoints.oldGadgets, endpoints.youngGadgets]);
      });
    });
  });
});
