import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createIdentity } from '../../../src/identity/index.js';
import { createOwners, type OwnerResolution } from '../../../src/owners/index.js';
import { type Client, type Exchange, type KubeObject, type OwnerReference } from '../../../src/index.js';
import { closeClients, connect } from '../harness/connect.js';
import type { CustomResource } from '../harness/custom-resources.js';
import { askAsAdmin, install, uninstall } from '../harness/install.js';
import { deadApiService, namespace } from '../harness/objects.js';
import { redefine } from '../harness/redefine.js';
import { waitUntil } from '../harness/wait-until.js';

const server = inject('server');
const { admin, reader } = server.tokens;
const space = `owners-${Date.now()}`;
const group = 'owners.example.org';
const ox: CustomResource = {
  group,
  plural: 'oxen',
  kind: 'Ox',
  versions: [{ name: 'v1' }, { name: 'v1alpha1' }],
};
const sheep: CustomResource = { group, plural: 'flock', kind: 'Sheep', scope: 'Cluster', versions: [{ name: 'v1' }] };
const dead = { group: 'dead.owners.example.org', version: 'v1' };
const apiServices = '/apis/apiregistration.k8s.io/v1/apiservices';
const oxen = `/apis/${group}/v1/namespaces/${space}/oxen`;
const flock = `/apis/${group}/v1/flock`;
const maps = `/api/v1/namespaces/${space}/configmaps`;

async function create(path: string, object: object): Promise<KubeObject> {
  const answer = await askAsAdmin(server, { method: 'POST', path, body: object });
  return JSON.parse(answer.body) as KubeObject;
}

function object(apiVersion: string, kind: string, name: string, ...ownerReferences: OwnerReference[]): object {
  return { apiVersion, kind, metadata: { name, ownerReferences } };
}

const newOx = (name: string, ...owners: OwnerReference[]): Promise<KubeObject> =>
  create(oxen, object(`${group}/v1`, 'Ox', name, ...owners));

function to({ apiVersion, kind, metadata }: KubeObject, more: Partial<OwnerReference> = {}): OwnerReference {
  return { apiVersion, kind, name: metadata.name ?? '', uid: metadata.uid ?? '', ...more };
}

function summary(resolution: OwnerResolution): string {
  return resolution.state === 'present' ? 'present' : `${resolution.state}: ${resolution.reason}`;
}

async function resolved(client: Client, reference: OwnerReference, namespace = space): Promise<string> {
  return summary(await createOwners(client).resolve(reference, { namespace, honors: 'resource' }));
}

beforeAll(async () => {
  await askAsAdmin(server, { method: 'POST', path: '/api/v1/namespaces', body: namespace(space) });
  await install(server, [ox, sheep]);
});

afterAll(async () => {
  await closeClients();
  await uninstall(server, [ox, sheep]);
  await askAsAdmin(server, { method: 'DELETE', path: `/api/v1/namespaces/${space}` });
});

describe.each(server.formats)('in %s, an owner', (format) => {
  const exchanges: Exchange[] = [];
  const newClient = (token = admin): Client =>
    connect(server, { token, discovery: { formats: [format] }, onExchange: (exchange) => exchanges.push(exchange) });
  let owner: KubeObject;
  const name = `front-${format.replace(/\W/g, '-')}`;

  beforeAll(async () => {
    owner = await newOx(name);
  });

  it('with a plural that nobody can guess is found by its kind', async () => {
    expect(await resolved(newClient(), to(owner))).toBe('present');
  });

  it('is found by its resource without any discovery, in one request or in two', async () => {
    exchanges.length = 0;
    expect(await resolved(newClient(), to(owner, { resource: 'oxen' }))).toBe('present');
    expect(exchanges.map(({ path }) => path)).toEqual([`${oxen}/${name}`]);

    const leader = await create(flock, object(`${group}/v1`, 'Sheep', name));
    exchanges.length = 0;
    const inFlock = to(leader, { resource: 'flock' });
    expect(await resolved(newClient(), inFlock)).toBe('present');
    const inCluster = `${flock}/${name}`;
    expect(exchanges.map(({ path }) => path)).toEqual([
      `/apis/${group}/v1/namespaces/${space}/flock/${name}`,
      inCluster,
    ]);

    exchanges.length = 0;
    const client = newClient();
    await client.discovery.catalog();
    const learned = exchanges.length;
    expect(await resolved(client, inFlock)).toBe('present');
    expect(await resolved(newClient(), inFlock, '')).toBe('present');
    expect(exchanges.slice(learned).map(({ path }) => path)).toEqual([inCluster, inCluster]);
    await askAsAdmin(server, { method: 'DELETE', path: inCluster });
  });

  it('that never was, or has another uid by now, is absent', async () => {
    const reference = to(await newOx(`${name}-changing`));
    for (const given of [reference, { ...reference, resource: 'oxen' }]) {
      expect(await resolved(newClient(), given)).toBe('present');
      expect(await resolved(newClient(), { ...given, name: 'nobody' })).toBe('absent: not-found');
    }
    await askAsAdmin(server, { method: 'DELETE', path: `${oxen}/${name}-changing` });
    expect(await resolved(newClient(), reference)).toBe('absent: not-found');
    await newOx(`${name}-changing`);
    expect(await resolved(newClient(), reference)).toBe('absent: other-uid');
    expect(await resolved(newClient(), { ...reference, resource: 'oxen' })).toBe('absent: other-uid');
  });

  it('in a namespace that is not there is absent, whatever its name', async () => {
    const reference = { apiVersion: 'v1', kind: 'ConfigMap', name: 'nowhere', uid: 'u' };
    for (const given of [reference, { ...reference, resource: 'configmaps' }]) {
      expect(await resolved(newClient(), given, 'nowhere')).toBe('absent: not-found');
    }
  });

  it('at a wrong scope is unknown', async () => {
    const namespaced = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'front', uid: 'u' };
    expect(await resolved(newClient(), namespaced, '')).toBe('unknown: wrong-scope');
    const byResource = { ...namespaced, resource: 'deployments' };
    expect(await resolved(newClient(), byResource, '')).toBe('unknown: not-served');
    const stored = await create(flock, object(`${group}/v1`, 'Sheep', `${name}-wrong`, to(owner)));
    const { links } = await createOwners(newClient()).ownersOf(stored);
    expect(links).toMatchObject([{ state: 'unknown', reason: 'wrong-scope' }]);
    await askAsAdmin(server, { method: 'DELETE', path: `${flock}/${name}-wrong` });
  });

  it('in a group, a version or a resource that is not served is unknown', async () => {
    const nowhere = { apiVersion: 'nowhere.example.org/v1', kind: 'Thing', name: 'front', uid: 'u' };
    expect(await resolved(newClient(), nowhere)).toBe('unknown: no-mapping');
    expect(await resolved(newClient(), { ...nowhere, resource: 'things' })).toBe('unknown: not-served');
    expect(await resolved(newClient(), to(owner, { resource: 'oxes' }))).toBe('unknown: not-served');
    expect(await resolved(newClient(), to(owner, { apiVersion: `${group}/v9`, resource: 'oxen' }))).toBe(
      'unknown: not-served',
    );
    expect(await resolved(newClient(), { ...nowhere, apiVersion: 'v1', resource: 'namespaces', name: space })).toBe(
      'absent: other-uid',
    );
  });

  it('is unknown to a user who may not read it, there or not', async () => {
    for (const given of [to(owner), to(owner, { resource: 'oxen' }), { ...to(owner), name: 'nobody' }]) {
      expect(await resolved(newClient(reader), given)).toBe('unknown: forbidden');
    }
  });

  it('is unknown to nobody in particular', async () => {
    const wrong = newClient('wrong');
    expect(await resolved(wrong, to(owner, { resource: 'oxen' }))).toBe('unknown: unauthorized');
    expect(await resolved(wrong, to(owner))).toBe('unknown: discovery-failed');
  });
});

describe.each(server.formats)('in %s, an owner behind an APIService that does not answer', (format) => {
  async function untilListed(listed: boolean): Promise<void> {
    await waitUntil(`/apis ${listed ? 'lists' : 'no longer lists'} ${dead.group}`, async () => {
      const client = connect(server, { token: admin, discovery: { formats: [format] } });
      return ((await client.discovery.catalog()).group(dead.group) !== undefined) === listed || undefined;
    });
  }

  beforeAll(async () => {
    await askAsAdmin(server, { method: 'POST', path: apiServices, body: deadApiService(dead) });
    await untilListed(true);
  });

  afterAll(async () => {
    await askAsAdmin(server, { method: 'DELETE', path: `${apiServices}/${dead.version}.${dead.group}` });
    await untilListed(false);
  });

  it('is unknown, by its kind and by its resource', async () => {
    const client = connect(server, { token: admin, discovery: { formats: [format] } });
    const reference = { apiVersion: `${dead.group}/${dead.version}`, kind: 'Ghost', name: 'front', uid: 'u' };
    expect(await resolved(client, reference)).toBe('unknown: group-unavailable');
    expect(await resolved(client, { ...reference, resource: 'ghosts' })).toBe('unknown: unavailable');
  });

  it('is named among what a walk down could not read', async () => {
    const client = connect(server, { token: admin, discovery: { formats: [format] } });
    const start = await create(maps, object('v1', 'ConfigMap', `start-${format.replace(/\W/g, '-')}`));
    const { unread } = await createOwners(client).dependentsOf(start);
    expect(unread).toMatchObject([{ ...dead, reason: 'undiscovered' }]);
  });
});

describe('a walk', () => {
  const client = connect(server, { token: admin });
  let objects: Record<'root' | 'middle' | 'leaf' | 'other', KubeObject>;

  beforeAll(async () => {
    const root = await create(flock, object(`${group}/v1`, 'Sheep', 'root'));
    const middle = await newOx('middle', to(root));
    const leaf = await create(maps, object('v1', 'ConfigMap', 'leaf', to(middle), to(root)));
    const other = await create(
      '/api/v1/namespaces/default/configmaps',
      object('v1', 'ConfigMap', 'owners-other', to(root)),
    );
    objects = { root, middle, leaf, other };
  });

  afterAll(async () => {
    await askAsAdmin(server, { method: 'DELETE', path: '/api/v1/namespaces/default/configmaps/owners-other' });
  });

  it('up comes to the roots', async () => {
    const found = await createOwners(client).ownersOf(objects.leaf);
    expect(found.owners.map(({ kind, name, namespace }) => [kind, name, namespace])).toEqual([
      ['Ox', 'middle', space],
      ['Sheep', 'root', undefined],
    ]);
    expect(found.roots.map(({ name }) => name)).toEqual(['root']);
  });

  it('down from a cluster-scoped object comes to all namespaces', async () => {
    const found = await createOwners(client).dependentsOf(objects.root);
    expect(found.unread).toEqual([]);
    const below = found.dependents.map(({ namespace, name }) => `${namespace ?? ''}/${name}`);
    expect(below.sort()).toEqual(['default/owners-other', `${space}/leaf`, `${space}/middle`]);
    expect(found.links).toHaveLength(4);
  });

  it('down from a namespaced object stays in its namespace', async () => {
    const found = await createOwners(client).dependentsOf(objects.middle);
    expect(found.dependents.map(({ name }) => name)).toEqual(['leaf']);
  });

  it('down names what a user may not list', async () => {
    const { dependents, unread } = await createOwners(connect(server, { token: reader })).dependentsOf(objects.middle);
    expect(dependents).toEqual([]);
    expect(unread.length).toBeGreaterThan(20);
    expect(new Set(unread.map(({ reason }) => reason))).toEqual(new Set(['forbidden']));
    expect(unread).toContainEqual(expect.objectContaining({ group, resource: 'oxen', namespace: space }));
  });

  it('goes in circles once', async () => {
    const a = await newOx('a');
    const b = await newOx('b', to(a));
    const patched = await askAsAdmin(server, {
      method: 'PATCH',
      path: `${oxen}/a`,
      headers: { 'content-type': 'application/merge-patch+json' },
      body: { metadata: { ownerReferences: [to(b)] } },
    });
    const up = await createOwners(client).ownersOf(JSON.parse(patched.body) as KubeObject);
    const down = await createOwners(client).dependentsOf(a);
    expect([up.owners.length, down.dependents.length]).toEqual([1, 1]);
    expect([up.cycles, down.cycles]).toEqual([[[a.metadata.uid, b.metadata.uid]], [[a.metadata.uid, b.metadata.uid]]]);
  });

  it('over the whole server is one list for each set of objects', async () => {
    const exchanges: Exchange[] = [];
    const watched = connect(server, { token: admin, onExchange: (exchange) => exchanges.push(exchange) });
    const sets = await createIdentity(watched).distinctResources({ verbs: ['list'] });
    exchanges.length = 0;
    const graph = await createOwners(watched).graph();
    expect(exchanges).toHaveLength(sets.length);
    expect(graph.unread).toEqual([]);
    expect(graph.dependentsOf(objects.root.metadata.uid ?? '')).toHaveLength(3);
  });
});

describe('an owner in a version that is no longer served', () => {
  const formats = server.formats;
  const before = new Map<string, Client>();
  let reference: OwnerReference;

  beforeAll(async () => {
    reference = to(await newOx('versioned'), { apiVersion: `${group}/v1alpha1` });
    for (const format of formats) {
      const client = connect(server, { token: admin, discovery: { formats: [format] } });
      before.set(format, client);
      expect(await resolved(client, reference)).toBe('present');
    }
    await redefine(server, { ...ox, versions: [{ name: 'v1' }, { name: 'v1alpha1', served: false }] });
  });

  it.each(formats)('is found in another one, whether the catalog at hand knows of it or not: %s', async (format) => {
    const fresh = connect(server, { token: admin, discovery: { formats: [format] } });
    for (const client of [fresh, before.get(format) ?? fresh]) {
      expect(await resolved(client, reference)).toBe('present');
      expect(await resolved(client, { ...reference, resource: 'oxen' })).toBe('present');
      expect(await resolved(client, { ...reference, name: 'nobody' })).toBe('absent: not-found');
      expect(await resolved(client, { ...reference, uid: 'before' })).toBe('absent: other-uid');
    }
  });
});
