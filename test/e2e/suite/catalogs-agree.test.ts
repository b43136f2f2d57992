import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Catalog, DiscoveryFormat, ResourceEntry } from '../../../src/index.js';
import { collidingResources } from '../harness/colliding-resources.js';
import { closeClients, connect } from '../harness/connect.js';
import { install, untilServed } from '../harness/install.js';
import { startServer, type TestServer } from '../harness/start-server.js';

const { kind, formats } = inject('server');
const learned = new Map<DiscoveryFormat, Catalog>();
let server: TestServer;

async function learn(format: DiscoveryFormat): Promise<Catalog> {
  const client = connect(server, { token: server.tokens.admin, discovery: { formats: [format] } });
  return client.discovery.catalog();
}

/** An entry without the fields that one format alone has. */
function comparable({ storageVersionHash: _hash, subresources, ...entry }: ResourceEntry): object {
  return { ...entry, subresources: subresources.map(({ acceptedTypes: _types, ...each }) => each) };
}

function entriesOf(catalog: Catalog): [string, object][] {
  return catalog
    .resources()
    .map((entry): [string, object] => [`${entry.resource}.${entry.version}.${entry.group}`, comparable(entry)])
    .sort(([a], [b]) => (a < b ? -1 : 1));
}

/** Versions keep their order, which every format tells; custom groups stand in another order in each. */
function groupsOf(catalog: Catalog): unknown[] {
  return catalog.groups
    .map((group) => ({
      name: group.name,
      preferredVersion: group.preferredVersion,
      versions: group.versions.map(({ version, freshness }) => `${version} ${freshness}`),
    }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

beforeAll(async () => {
  server = await startServer(kind);
  await install(server, collidingResources);
  for (const format of formats) learned.set(format, await learn(format));
});

afterAll(async () => {
  await closeClients();
  await server.stop();
});

describe('the catalogs of one server', () => {
  it('name the format that they were learned in', () => {
    for (const [format, catalog] of learned) expect(catalog.provenance).toEqual({ api: format, apis: format });
    expect(learned.size).toBe(formats.length);
  });

  it('hold the same entries in every format, and nothing failed', () => {
    const [first, ...others] = learned.values();
    expect(first?.resources().length).toBeGreaterThan(70);
    for (const catalog of others) expect(entriesOf(catalog)).toEqual(first && entriesOf(first));
    expect([...learned.values()].flatMap(({ failures }) => failures)).toEqual([]);
  });

  it('hold the same groups, with the same versions in the same order', () => {
    const [first, ...others] = learned.values();
    for (const catalog of others) expect(groupsOf(catalog)).toEqual(first && groupsOf(first));
  });

  it('have everything that the definitions of custom resources say', () => {
    for (const catalog of learned.values()) {
      for (const { group, plural, versions, ...defined } of collidingResources) {
        for (const { name, scalable = false } of versions) {
          const entry = catalog.resource({ group, version: name, resource: plural });
          expect(entry).toMatchObject({
            kind: defined.kind,
            singular: defined.singular ?? defined.kind.toLowerCase(),
            scope: defined.scope ?? 'Namespaced',
            shortNames: defined.shortNames ?? [],
            categories: defined.categories ?? [],
            freshness: 'Current',
          });
          expect(entry?.subresources.map(({ subresource }) => subresource)).toEqual(
            scalable ? ['status', 'scale'] : [],
          );
        }
      }
    }
  });

  it('have the core group first, and the built-in ones before the custom ones', () => {
    const custom = new Set(collidingResources.map(({ group }) => group));
    for (const catalog of learned.values()) {
      const names = catalog.groups.map(({ name }) => name);
      expect(names[0]).toBe('');
      expect(names.findIndex((name) => custom.has(name))).toBe(names.length - custom.size);
    }
  });

  it('tell custom groups by name where they are aggregated, and by their APIServices where they are not', () => {
    const custom = new Set(collidingResources.map(({ group }) => group));
    for (const [format, catalog] of learned) {
      const found = catalog.groups.filter(({ name }) => custom.has(name));
      const smallest = (group: (typeof found)[number]): string =>
        group.versions.map(({ version }) => `${version}.${group.name}`).sort()[0] ?? '';
      const expected = found.toSorted((a, b) => {
        const [left, right] = format === 'legacy' ? [smallest(a), smallest(b)] : [a.name, b.name];
        return left < right ? -1 : 1;
      });
      expect(found.map(({ name }) => name)).toEqual(expected.map(({ name }) => name));
    }
  });

  it('hold the same entries after a restart of the server', async () => {
    await server.restart();
    await untilServed(server, collidingResources);
    for (const [format, before] of learned) {
      const after = await learn(format);
      expect(entriesOf(after)).toEqual(entriesOf(before));
      expect(groupsOf(after)).toEqual(groupsOf(before));
      expect(after.failures).toEqual([]);
    }
  });
});
