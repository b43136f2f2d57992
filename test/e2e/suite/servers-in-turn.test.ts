import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Catalog } from '../../../src/index.js';
import type { Reachable } from '../harness/ask.js';
import { closeClients, connect } from '../harness/connect.js';
import { startReverseProxy, type ReverseProxy } from '../harness/reverse-proxy.js';
import { kindsOfServer, type ServerKind } from '../harness/server-kinds.js';
import { startServer, type TestServer } from '../harness/start-server.js';

const { kind } = inject('server');

/** What makes a server of the same program that offers something else. */
const otherFlags: Readonly<Record<ServerKind, readonly string[]>> = {
  '1.37': ['--runtime-config=api/beta=true'],
  '1.37-shards': ['--runtime-config=api/beta=true'],
  '1.36': kindsOfServer['1.36-as-1.34'].flags,
  '1.36-as-1.34': [],
  '1.29': ['--runtime-config=api/beta=true'],
  // Which speaks aggregated discovery as well.
  '1.29-legacy': ['--runtime-config=api/beta=true'],
  assets: ['--runtime-config=api/beta=true'],
};

let server: TestServer;
let other: Reachable;
let proxy: ReverseProxy;
/** To whom the next document of a path goes; whoever asks for one after the other, gets them in turn. */
const turns = new Map<string, number>();

beforeAll(async () => {
  server = await startServer(kind);
  other = await server.startBeside(otherFlags[kind]);
  proxy = await startReverseProxy((path) => {
    const turn = turns.get(path) ?? 0;
    turns.set(path, turn + 1);
    return turn % 2 === 0 ? server : other;
  });
});

afterAll(async () => {
  await closeClients();
  await proxy.close();
  await server.stop();
});

const namesOf = (catalog: Catalog): readonly string[] =>
  catalog
    .resources()
    .map(({ resource, version, group }) => `${resource}.${version}.${group}`)
    .sort();
const keptIn = (catalog: Catalog): readonly string[] =>
  catalog
    .resources()
    .filter(({ freshness }) => freshness === 'Kept')
    .map(({ resource, version, group }) => `${resource}.${version}.${group}`);

describe('two API servers that differ, on one etcd, behind one address', () => {
  it('make a catalog of what both serve, which loses nothing and does not flap', async () => {
    const token = server.tokens.admin;
    const [one, two] = await Promise.all(
      [server, other].map(async (each) => namesOf(await connect(each, { token }).discovery.catalog())),
    );
    const all = [...new Set([...one!, ...two!])].sort();
    const different = all.filter((name) => !one!.includes(name) || !two!.includes(name));
    expect(different.length).toBeGreaterThan(0);

    const { discovery } = connect(proxy, { token });
    const catalogs: Catalog[] = [];
    for (let round = 0; round < 8; round += 1) {
      const before = catalogs.at(-1)?.groups ?? [];
      const catalog = await discovery.refresh();
      catalogs.push(catalog);
      // A group-version that one of them lacks is never lost, though nobody knows yet that they answer in turn.
      for (const { group, version } of before.flatMap(({ versions }) => versions))
        expect(catalog.version({ group, version })).toBeDefined();
    }
    // That they do shows when the first one has come again; from then on no resource is lost either.
    for (const catalog of catalogs.slice(2)) expect(namesOf(catalog)).toEqual(all);
    // One that speaks legacy alone tells each group-version by a document of its own, for which it is asked by turns as well.
    if (server.formats.length === 1) return;
    // From when both have come again nothing changes any more, marks included.
    expect(new Set(catalogs.slice(3)).size).toBe(1);
    const kept = keptIn(catalogs.at(-1)!);
    expect(kept.filter((name) => !different.includes(name))).toEqual([]);
    expect(kept.length).toBeGreaterThan(0);
  });

  it('answer for what both have, whichever is asked', async () => {
    const client = connect(proxy, { token: server.tokens.admin });
    for (let round = 0; round < 4; round += 1) {
      await client.discovery.refresh();
      const { items } = await client.resource('namespaces').list();
      expect(items.map(({ metadata }) => metadata.name)).toContain('default');
    }
  });
});
