import { describe, expect, it } from 'vitest';
import { createRules } from '../../src/admission/create-rules.js';
import { createCensus } from '../../src/census/create-census.js';
import { createClient, type Client } from '../../src/core/client.js';
import type { Discovery } from '../../src/core/discovery/discovery.js';
import { createIdentity } from '../../src/identity/create-identity.js';
import { createMetadataReader } from '../../src/core/metadata/create-metadata-reader.js';
import { createOwners } from '../../src/owners/create-owners.js';
import { webhook } from '../admission/cluster.js';
import { configMap, onFakeServer } from './on-fake-server.js';

const clientNames: Readonly<Record<keyof Client, true>> = {
  server: true,
  defaultNamespace: true,
  discovery: true,
  signal: true,
  mapper: true,
  resolve: true,
  resolveAll: true,
  resource: true,
  handle: true,
  request: true,
  stream: true,
  connect: true,
  with: true,
  close: true,
};
const discoveryNames: Readonly<Record<keyof Discovery, true>> = {
  catalog: true,
  refresh: true,
  evidence: true,
  current: true,
  invalidate: true,
};
const event = { apiVersion: 'v1', kind: 'Event', metadata: { name: 'started', namespace: 'shop' } };
const resources = [
  { group: '', version: 'v1', resource: 'configmaps', kind: 'ConfigMap' },
  { group: '', version: 'v1', resource: 'events', kind: 'Event', shortNames: ['ev'] },
  { group: 'events.k8s.io', version: 'v1', resource: 'events', kind: 'Event', sharesStorageWith: 'events.v1.' },
];
const rule = webhook([{ groups: [''], versions: ['v1'], resources: ['events'] }]);
const reference = { apiVersion: 'v1', kind: 'ConfigMap', name: 'one', uid: 'u' };
const dependent = { metadata: { name: 'a', namespace: 'shop', uid: 'u-a', ownerReferences: [reference] } };

/** Everything that a face does, by name. */
const calls: readonly (readonly [string, (client: Client, options?: never) => Promise<unknown>])[] = [
  ['identity.compare', (client, options) => createIdentity(client).compare('ev', 'events.events.k8s.io', options)],
  ['identity.aliasesOf', (client, options) => createIdentity(client).aliasesOf('events', options)],
  ['identity.classes', (client, options) => createIdentity(client).classes(options)],
  ['identity.distinctResources', (client, options) => createIdentity(client).distinctResources(options)],
  ['identity.report', (client, options) => createIdentity(client).report(options)],
  ['owners.resolve', (client, options) => createOwners(client).resolve(reference, options)],
  ['owners.ownersOf', (client, options) => createOwners(client).ownersOf(dependent, options)],
  ['owners.dependentsOf', (client, options) => createOwners(client).dependentsOf(dependent, options)],
  ['owners.graph', (client, options) => createOwners(client).graph(options)],
  ['census.count', (client, options) => createCensus(client).count(options)],
  ['census.objects', (client, options) => takeOne(createCensus(client).objects(options))],
  ['rules.expand', (client, options) => createRules(client).expand(rule, options)],
];

async function takeOne(objects: AsyncIterable<unknown>): Promise<unknown> {
  for await (const object of objects) return object;
  return undefined;
}

/** Shows of an object what is named, and throws for all else, so that no inside of ours can be reached. */
function guarded<T extends object>(target: T, names: Readonly<Record<string, true>>, more: Partial<T> = {}): T {
  return new Proxy<T>(Object.create(null) as T, {
    get(_, name) {
      if (typeof name !== 'string' || !Object.hasOwn(names, name)) throw new Error(`${String(name)} is not public`);
      const value: unknown = Reflect.get(name in more ? more : target, name);
      return value;
    },
    has: () => false,
    ownKeys: () => [],
  });
}

/** A client that is made of nothing but the interface, as one of another copy of the package is. */
function clientOfInterface(client: Client): Client {
  return guarded(client, clientNames, { discovery: guarded(client.discovery, discoveryNames) });
}

/** The code and argument of what a call rejects with, whatever way it takes. */
async function failureOf(call: () => Promise<unknown>): Promise<unknown> {
  return Promise.resolve()
    .then(call)
    .then(
      () => 'no failure',
      (error: unknown) => error,
    );
}

describe('what is made of a client', () => {
  it.each(calls)('uses the public interface alone: %s', async (_name, call) => {
    const { client } = await onFakeServer({ documents: {}, resources, objects: [configMap('one')] });
    await expect(call(clientOfInterface(client))).resolves.toBeDefined();
  });

  it('looks at objects through the interface as well, and again where the catalog is too old', async () => {
    const { client } = await onFakeServer({ documents: {}, resources, objects: [event] });
    const shown = clientOfInterface(client);
    const options = { evidence: 'catalog', probe: true } as const;
    expect(await createIdentity(shown).compare('ev', 'events.events.k8s.io', options)).toMatchObject({
      answer: 'same',
      probing: { probes: [{ finding: 'one UID' }] },
    });
    const nowhere = { ...reference, apiVersion: 'nowhere.example.org/v1' };
    expect(await createOwners(shown).resolve(nowhere, { namespace: 'shop' })).toMatchObject({ reason: 'no-mapping' });
  });

  it.each(calls)('rejects after the client was closed, with the catalog at hand as well: %s', async (_name, call) => {
    const { client, url } = await onFakeServer({ documents: {}, resources });
    await createIdentity(client).classes();
    await client.close();
    const unused = createClient({ server: url });
    await unused.close();
    expect(await failureOf(() => call(unused))).toMatchObject({ code: 'closed' });
    expect(await failureOf(() => call(client))).toMatchObject({ code: 'closed' });
  });

  it.each(calls)('honours a signal that is aborted, with the catalog at hand as well: %s', async (_name, call) => {
    const { client, fake } = await onFakeServer({ documents: {}, resources });
    await createIdentity(client).classes();
    fake.forgetRequests();
    const reason = new Error('enough');
    expect(await failureOf(() => call(client, { signal: AbortSignal.abort(reason) } as never))).toBe(reason);
    expect(fake.requests).toEqual([]);
  });

  it.each(
    calls.flatMap(([name, call]) =>
      [null, 5, 'all', [], { signal: null }, { signal: {} }, { timeoutMs: -1 }, { timeoutMs: '5' }].map(
        (options) => [name, options, call] as const,
      ),
    ),
  )('refuses options that can never work: %s, %j', async (_name, options, call) => {
    const { client, fake } = await onFakeServer({ documents: {}, resources });
    expect(await failureOf(() => call(client, options as never))).toMatchObject({ code: 'invalid-argument' });
    expect(fake.requests).toEqual([]);
  });

  it.each<[string, readonly string[], object]>([
    ['concurrency', ['owners.ownersOf', 'owners.dependentsOf', 'owners.graph', 'census.count'], { concurrency: null }],
    ['limit', ['owners.dependentsOf', 'owners.graph', 'census.objects'], { limit: '500' }],
  ])('refuses a number that is none: %s of %j, %j', async (argument, names, options) => {
    const { client, fake } = await onFakeServer({ documents: {}, resources });
    const concerned = calls.filter(([name]) => names.some((each) => name.startsWith(each)));
    expect(concerned.length).toBeGreaterThanOrEqual(names.length);
    for (const [name, call] of concerned) {
      const failure = await failureOf(() => call(client, options as never));
      expect([name, failure]).toMatchObject([name, { code: 'invalid-argument', argument }]);
    }
    expect(fake.requests).toEqual([]);
  });

  it.each([null, undefined, 5, 'https://x'])('is not made of %j', (client) => {
    for (const make of [createIdentity, createOwners, createCensus, createRules, createMetadataReader]) {
      expect(() => make(client as never)).toThrow(
        expect.objectContaining({ code: 'invalid-argument', argument: 'client' }),
      );
    }
  });
});
