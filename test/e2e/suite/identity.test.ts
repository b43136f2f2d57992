import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import {
  formatGroupVersionResource,
  type Client,
  type DiscoveryFormat,
  type Exchange,
  type GroupVersionResource,
} from '../../../src/index.js';
import { createIdentity } from '../../../src/identity/index.js';
import { closeClients, connect } from '../harness/connect.js';
import type { CustomResource } from '../harness/custom-resources.js';
import { askAsAdmin, install, uninstall } from '../harness/install.js';
import { createObject } from '../harness/objects.js';

const server = inject('server');
const { formats } = server;
const aggregated = formats.filter((format) => format !== 'legacy');
const events = ['events', 'events.events.k8s.io'] as const;
const eventsPath = '/api/v1/namespaces/default/events';
const eventName = `identity-${Date.now()}`;
const group = 'identity.example.org';
const seasons: CustomResource = {
  group,
  plural: 'seasons',
  kind: 'Season',
  versions: [{ name: 'v1' }, { name: 'v1beta1' }, { name: 'v1alpha1' }],
};
/** Of a definition whose storage version is not served, the server publishes no hash. */
const relics: CustomResource = {
  group,
  plural: 'relics',
  kind: 'Relic',
  versions: [{ name: 'v1alpha1', served: false }, { name: 'v1' }, { name: 'v2' }],
};
/** Its plural is that of a built-in resource. */
const deployments: CustomResource = { group, plural: 'deployments', kind: 'Deployment', versions: [{ name: 'v1' }] };
const exchanges: Exchange[] = [];

beforeAll(async () => {
  await install(server, [seasons, relics, deployments]);
  await createObject(server, eventsPath, {
    apiVersion: 'v1',
    kind: 'Event',
    metadata: { name: eventName },
    involvedObject: { kind: 'Namespace', name: 'default', namespace: 'default' },
    reason: 'Started',
  });
});

afterAll(async () => {
  await askAsAdmin(server, { method: 'DELETE', path: `${eventsPath}/${eventName}` }, [200, 404]);
  await uninstall(server, [seasons, relics, deployments]);
  await closeClients();
});

function newClient(format: DiscoveryFormat, user: 'admin' | 'reader' = 'admin'): Client {
  exchanges.length = 0;
  return connect(server, {
    token: server.tokens[user],
    discovery: { formats: [format] },
    onExchange: (exchange) => exchanges.push(exchange),
  });
}

function names(endpoints: readonly GroupVersionResource[]): string[] {
  return endpoints.map(formatGroupVersionResource);
}

/** All requests but those of discovery itself. */
function asked(): string[] {
  return exchanges.map(({ method, path }) => `${method} ${path}`).filter((each) => !/ \/apis?$/.test(each));
}

describe.each(formats)('in %s, events of both groups', (format) => {
  it('are the same by storageVersionHash, which two legacy documents tell', async () => {
    const client = newClient(format);
    await client.discovery.catalog();
    exchanges.length = 0;
    expect(await createIdentity(client).compare(...events)).toMatchObject({
      answer: 'same',
      evidence: [{ kind: 'storageVersionHash' }],
      contradictions: [],
      failures: [],
    });
    const documents = format === 'legacy' ? [] : ['GET /api/v1', 'GET /apis/events.k8s.io/v1'];
    expect(asked().sort()).toEqual(documents);
    await createIdentity(client).aliasesOf('events');
    expect(asked()).toHaveLength(documents.length);
  });

  it('are one of the distinct resources', async () => {
    const found = await createIdentity(newClient(format)).distinctResources({ verbs: ['list', 'watch'] });
    expect(names(found).filter((name) => name.startsWith('events.'))).toEqual(['events.v1.']);
    const later = await createIdentity(newClient(format)).distinctResources({
      verbs: ['list', 'watch'],
      prefer: (entry) => entry.group === 'events.k8s.io',
    });
    expect(names(later).filter((name) => name.startsWith('events.'))).toEqual(['events.v1.events.k8s.io']);
  });
});

describe.each(aggregated)('in %s, with the evidence of the catalog alone, events of both groups', (format) => {
  const evidence = 'catalog' as const;

  it('are unknown, and the documented list is named', async () => {
    const client = newClient(format);
    const found = await createIdentity(client).compare(...events, { evidence });
    expect(found).toMatchObject({ answer: 'unknown', hints: [{ kind: 'documented cohabitation' }] });
    expect(asked()).toEqual([]);
    const { unsettled } = await createIdentity(client).report({ evidence, verbs: ['list'] });
    expect(unsettled.map(({ endpoints }) => names(endpoints))).toContainEqual([
      'events.v1.',
      'events.v1.events.k8s.io',
    ]);
  });

  it('are the same by a probe, which reads and writes nothing', async () => {
    const client = newClient(format);
    const found = await createIdentity(client).compare(...events, { evidence, probe: true });
    expect(found).toMatchObject({
      answer: 'same',
      evidence: [{ kind: 'probe' }],
      probing: { probes: [{ finding: 'one UID' }], complete: true },
    });
    expect(asked()).toHaveLength(2);
    expect(asked().every((each) => each.startsWith('GET '))).toBe(true);
    const { endpoints } = await createIdentity(client).aliasesOf('events', { evidence, probe: true });
    expect(names(endpoints)).toEqual(['events.v1.', 'events.v1.events.k8s.io']);
  });

  it('are unknown by the probe of a user who may not read them', async () => {
    const found = await createIdentity(newClient(format, 'reader')).compare(...events, { evidence, probe: true });
    expect(found).toMatchObject({
      answer: 'unknown',
      probing: { probes: [{ finding: 'not readable', why: expect.stringContaining('forbidden') as string }] },
    });
  });
});

describe.each(formats)('in %s,', (format) => {
  it('autoscalers of v1 and v2 are the same, by hash, and as versions where there is no hash', async () => {
    const client = newClient(format);
    const [v1, v2] = ['v1', 'v2'].map((version) => `horizontalpodautoscalers.${version}.autoscaling`);
    const found = await createIdentity(client).compare(v1!, v2!);
    expect(found).toMatchObject({ answer: 'same', evidence: [{ kind: 'storageVersionHash' }] });
    const kind = format === 'legacy' ? 'storageVersionHash' : 'versions of one group';
    const plain = await createIdentity(client).compare(v1!, v2!, { evidence: 'catalog' });
    expect(plain).toMatchObject({ answer: 'same', evidence: [{ kind }] });
  });

  it('a custom resource in three versions is one set, and its objects have one UID in all', async () => {
    const name = `spring-${format.replace(/\W/g, '-')}`;
    await createObject(server, `/apis/${group}/v1/namespaces/default/seasons`, {
      apiVersion: `${group}/v1`,
      kind: 'Season',
      metadata: { name },
    });
    const client = newClient(format);
    const { endpoints, evidence, contradictions } = await createIdentity(client).aliasesOf(`seasons.${group}`);
    expect(endpoints.map(({ version }) => version)).toEqual(['v1', 'v1beta1', 'v1alpha1']);
    expect(evidence.map(({ kind }) => kind)).toEqual(['storageVersionHash', 'storageVersionHash']);
    expect(contradictions).toEqual([]);
    const uids = new Set<string | undefined>();
    for (const endpoint of endpoints) {
      const handle = client.resource(endpoint).namespace('default').as('PartialObjectMetadata');
      uids.add((await handle.get(name)).metadata.uid);
    }
    expect(uids.size).toBe(1);
    const distinct = await createIdentity(client).distinctResources({ verbs: ['list'] });
    expect(names(distinct).filter((each) => each.startsWith('seasons.'))).toEqual([`seasons.v1.${group}`]);
  });

  it('a custom resource whose storage version is not served is one set as versions, for want of a hash', async () => {
    const { endpoints, evidence } = await createIdentity(newClient(format)).aliasesOf(`relics.${group}`);
    expect(endpoints.map(({ version }) => version)).toEqual(['v2', 'v1']);
    expect(evidence.map(({ kind }) => kind)).toEqual(['versions of one group']);
  });

  it('a custom resource with a built-in plural is another set, by hash', async () => {
    const found = await createIdentity(newClient(format)).compare('deployments.apps', `deployments.${group}`);
    expect(found).toMatchObject({ answer: 'different', difference: { kind: 'storageVersionHash' } });
  });

  it('nothing contradicts, and nothing that can be watched may double', async () => {
    const report = await createIdentity(newClient(format)).report({ evidence: 'all', verbs: ['list', 'watch'] });
    expect(report.contradictions).toEqual([]);
    expect(report.failures).toEqual([]);
    expect(report.unsettled).toEqual([]);
  });
});
