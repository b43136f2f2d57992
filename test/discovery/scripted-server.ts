import type { Catalog } from '../../src/core/catalog/catalog.js';
import { createDiscovery } from '../../src/core/discovery/create-discovery.js';
import { innerDiscovery, type CheckOptions, type Discovery } from '../../src/core/discovery/discovery.js';
import type { PartInDoubt } from '../../src/core/discovery/discovery.js';
import type { DiscoveryOptions } from '../../src/core/discovery/options.js';
import { replay, type Scripted } from './replay-connection.js';

/** What stands in a group-version: plurals, or whole entries of an aggregated document. */
export type Listed = readonly (string | object)[];

/** Groups and versions by `group/version`, `v1` for the core group. */
export type Served = Readonly<Record<string, Listed | 'stale'>>;

/** An aggregated document of these group-versions. */
export function aggregated(served: Served): object {
  const groups = new Map<string, object[]>();
  for (const [name, listed] of Object.entries(served)) {
    const [group, version] = name.includes('/') ? (name.split('/') as [string, string]) : ['', name];
    const content =
      listed === 'stale' ? { freshness: 'Stale' } : { freshness: 'Current', resources: listed.map(entryOf) };
    groups.set(group, [...(groups.get(group) ?? []), { version, ...content }]);
  }
  const items = [...groups].map(([name, versions]) => ({ metadata: { name }, versions }));
  return { kind: 'APIGroupDiscoveryList', apiVersion: 'apidiscovery.k8s.io/v2', items };
}

function entryOf(listed: string | object): object {
  if (typeof listed !== 'string') return listed;
  const responseKind = { group: '', version: '', kind: kindOf(listed) };
  return { resource: listed, responseKind, scope: 'Namespaced', verbs: ['get', 'list'] };
}

/** The documents of a legacy server with these group-versions. */
export function legacy(served: Record<string, readonly string[]>): Record<string, Scripted> {
  const names = Object.keys(served);
  const groups = [...new Set(names.filter((name) => name.includes('/')).map((name) => name.split('/')[0]!))];
  const versionsOf = (group: string): object[] =>
    names.filter((name) => name.startsWith(`${group}/`)).map((name) => ({ version: name.split('/')[1] }));
  return {
    '/api': { body: { kind: 'APIVersions', versions: names.filter((name) => !name.includes('/')) } },
    '/apis': { body: { kind: 'APIGroupList', groups: groups.map((name) => ({ name, versions: versionsOf(name) })) } },
    ...Object.fromEntries(names.map((name) => [pathOf(name), legacyDocument(served[name]!)])),
  };
}

/** The legacy document of one group-version. */
export function legacyDocument(listed: readonly string[]): Scripted {
  const resources = listed.map((name) => ({
    name,
    namespaced: true,
    kind: kindOf(name),
    verbs: ['get', 'list'],
  }));
  return { body: { kind: 'APIResourceList', resources } };
}

export function pathOf(name: string): string {
  return name.includes('/') ? `/apis/${name}` : `/api/${name}`;
}

function kindOf(plural: string): string {
  return `${plural.slice(0, 1).toUpperCase()}${plural.slice(1, -1)}`;
}

/** A document with an ETag, which 304 confirms. */
export function tagged(
  body: object,
  etag = `"${JSON.stringify(body).length}-${JSON.stringify(body).slice(-60).replaceAll('"', '')}"`,
): Scripted {
  return ({ ifNoneMatch }) =>
    ifNoneMatch === etag
      ? { status: 304, headers: {}, body: '' }
      : { headers: { 'content-type': 'application/json', etag }, body };
}

/** A discovery of a server whose answers can be replaced, by a clock of the test that begins at 2026-01-01. */
export function serverOf(answers: Record<string, Scripted>, options: DiscoveryOptions = {}, begin = 0) {
  let time = begin;
  const connection = replay(answers);
  const discovery = createDiscovery(connection, options, {
    now: () => time,
    date: () => Date.UTC(2026, 0, 1) + time,
    server: 'https://10.96.0.1/base',
  });
  return {
    answers,
    connection,
    discovery,
    /** The paths that were asked for since the last call. */
    asked: () => connection.requests.splice(0).map(({ path }) => path),
    pass: (ms: number) => {
      time += ms;
    },
  };
}

/** What a catalog tells of each endpoint: `pods.v1`, with `!` behind what is kept. */
export function endpointsOf(catalog: Catalog): string[] {
  return catalog.resources().map(({ resource, group, version, freshness }) => {
    const name = [resource, version, group].filter((part) => part !== '').join('.');
    return freshness === 'Kept' ? `${name}!` : name;
  });
}

/** The catalog after parts in doubt were requested again. */
export async function check(
  discovery: Discovery,
  parts: readonly PartInDoubt[],
  options?: CheckOptions,
): Promise<Catalog> {
  await innerDiscovery(discovery).check(parts, options);
  return discovery.current as Catalog;
}
