import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { asKind, csv, manifest, probeVersions, toManifest, versioned } from '../../../src/representations/index.js';
import { originOf, wholeObject, type Client, type KubeObject, type ResourceHandle } from '../../../src/index.js';
import { yaml } from '../../../src/yaml/index.js';
import { closeClients, connect } from '../harness/connect.js';
import { askAsAdmin } from '../harness/install.js';
import { withoutVersion } from '../harness/objects.js';
import { clearTheStage, exhibits, setTheStage, stage } from './representation-stage.js';

const server = inject('server');
const labels = { app: 'x' };
const containers = [{ name: 'main', image: 'example.org/main' }];
const template = { metadata: { labels }, spec: { containers } };
const claim = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } };
const spoken = {
  yes: 'yes',
  time: '2026-01-01',
  number: '1e3',
  lines: 'a\n b\n\n',
  empty: '',
  hard: '\t"\u00e9: #\u0007\u007f\u0085\u2028\u202e\ufeff',
  octal: '0644',
};

/** One object of each kind that a server writes much into. */
const objects: readonly (readonly [string, string, Record<string, unknown>])[] = [
  [
    'services',
    'node-port',
    {
      spec: {
        type: 'NodePort',
        selector: labels,
        ports: [
          { name: 'a', port: 80 },
          { name: 'b', port: 81, nodePort: 30080 },
        ],
      },
    },
  ],
  ['services', 'headless', { spec: { clusterIP: 'None', selector: labels, ports: [{ name: 'a', port: 80 }] } }],
  ['configmaps', 'spoken', { data: spoken, binaryData: { blob: 'AAEC' } }],
  ['persistentvolumeclaims', 'claim', { spec: claim }],
  ['pods', 'alone', { spec: { containers } }],
  ['serviceaccounts', 'bare', {}],
  ['jobs.batch', 'once', { spec: { template: { spec: { restartPolicy: 'Never', containers } } } }],
  [
    'cronjobs.batch',
    'often',
    {
      spec: {
        schedule: '* * * * *',
        jobTemplate: { spec: { template: { spec: { restartPolicy: 'Never', containers } } } },
      },
    },
  ],
  ['deployments.apps', 'shown', { spec: { replicas: 2, selector: { matchLabels: labels }, template } }],
  [
    'statefulsets.apps',
    'kept',
    {
      spec: {
        serviceName: 'x',
        selector: { matchLabels: labels },
        template,
        volumeClaimTemplates: [{ metadata: { name: 'd' }, spec: claim }],
      },
    },
  ],
];
let client: Client;

beforeAll(async () => {
  await setTheStage();
  client = connect(server, { token: server.tokens.admin });
  for (const [word, name, fields] of objects) {
    const handle = client.resource(word).namespace(stage);
    await handle.create({ metadata: { name }, ...fields }, { fieldManager: 'me' });
  }
});

afterAll(async () => {
  for (const [word, name] of objects)
    await client.resource(word).namespace(stage).delete(name, { gracePeriodSeconds: 0 });
  await closeClients();
  await clearTheStage();
});

async function first<T extends { readonly type: string }>(events: AsyncIterable<T>): Promise<T> {
  for await (const event of events) return event;
  throw new Error('the watch ended');
}

function withoutManagers({ metadata, ...object }: KubeObject): unknown {
  const { managedFields: _, ...rest } = metadata;
  return { metadata: rest, ...object };
}

describe.each(exhibits)('$word', ({ word, names, kind, apiVersion }) => {
  let staged: ResourceHandle;

  beforeAll(async () => {
    staged = client.resource(word).namespace(stage);
  });

  it('come as no other kind, which is an error, or told where their own is taken', async () => {
    const wanted = { group: 'autoscaling', version: 'v1', kind: 'Scale' };
    const missing = expect.objectContaining({ code: 'unexpected-shape', kind, apiVersion }) as Error;
    await expect(staged.as(asKind(wanted)).get(names[0])).rejects.toEqual(missing);
    await expect(staged.as(asKind(wanted)).list()).rejects.toThrow('is not autoscaling/v1 ScaleList');
    await expect(first(staged.as(asKind(wanted)).watch())).rejects.toThrow('is not autoscaling/v1 Scale');
    const own = await staged.as(asKind(wanted, { orOwn: true })).get(names[0]);
    expect([own.kind, originOf(own)]).toEqual([kind, 'converted']);
  });

  it('are CSV with the cells of the Table, made here', async () => {
    const { columnDefinitions, rows } = await staged.as('Table').list();
    const page = await staged.as(csv()).list();
    expect(page.header).toBe(`${columnDefinitions.map(({ name }) => name).join(',')}\r\n`);
    // Ages may differ by a second.
    expect(page.records.map((record) => record.split(',')[0])).toEqual(rows.map(({ cells }) => cells[0]));
    expect(page.records[0]?.split(',').length).toBe(columnDefinitions.length);
    expect([originOf(page), page.metadata?.resourceVersion]).toEqual(['converted', expect.stringMatching(/^\d+$/)]);
    const everywhere = await client.resource(word).as(csv()).list({ limit: 1 });
    expect(everywhere.records[0]).toMatch(new RegExp(`^${stage},`));
    expect((await staged.as(csv()).get(names[0])).records).toHaveLength(1);
    expect(await first(staged.as(csv()).watch())).toMatchObject({ type: 'ADDED', header: page.header });
  });

  it('come in stated versions, where the server has them', async () => {
    const v2 = staged.as(versioned(wholeObject(), { serverVersion: 'v2' }));
    await expect(v2.list()).rejects.toMatchObject({ code: 'api', statusCode: 406 });
    await expect(v2.get(names[0])).rejects.toMatchObject({ statusCode: 406 });
    await expect(first(v2.watch())).rejects.toMatchObject({ statusCode: 406 });
    const v1 = staged.as(versioned(wholeObject(), { serverVersion: 'v1', listOptions: 'meta.k8s.io/v1' }));
    expect(withoutVersion(await v1.list())).toEqual(withoutVersion(await staged.list()));
    expect(await first(v1.watch())).toMatchObject({ type: 'ADDED', object: { kind } });
  });

  it('tell what the server makes of stated versions: nothing, but for a version of sv that it does not have', async () => {
    expect(await probeVersions(staged)).toEqual({ serverVersion: 'ignored', listOptions: 'ignored' });
    expect(await probeVersions(staged, { serverVersion: 'v2' })).toEqual({
      serverVersion: 'refused',
      listOptions: 'ignored',
    });
  });
});

describe.each(objects)('a manifest of %s', (word, name, fields) => {
  let handle: ResourceHandle;

  beforeAll(async () => {
    handle = client.resource(word).namespace(stage);
  });

  it('has what was written, and nothing that the server tells alone', async () => {
    const made = await handle.as(manifest()).get(name);
    expect(made).toMatchObject({ metadata: { name, namespace: stage }, ...fields });
    expect(Object.keys(made.metadata).filter((field) => !['name', 'namespace'].includes(field))).toEqual([]);
    expect(JSON.stringify(made)).not.toMatch(/"status"|"uid"|controller-uid|creationTimestamp|kube-api-access/);
    expect(originOf(made)).toBe('converted');
  });

  it.each(['me', 'git'])('changes nothing when it is applied again by %s', async (fieldManager) => {
    const before = await handle.get(name);
    const made = toManifest(before);
    const applied = await handle.apply(made, { fieldManager, force: true, dryRun: 'All' });
    expect(withoutManagers(applied)).toEqual(withoutManagers(before));
    expect(toManifest(applied)).toEqual(made);
  });

  it('makes an object with the same manifest elsewhere', async () => {
    const { metadata: _, ...made } = await handle.as(manifest()).get(name);
    // A port is taken once in a cluster.
    const free = JSON.parse(JSON.stringify(made).replace('30080', '30081')) as typeof made;
    const twin = await handle.create({ ...free, metadata: { name: 'twin' } }, { dryRun: 'All' });
    const { metadata, ...again } = toManifest(twin);
    expect([metadata, again]).toEqual([{ name: 'twin', namespace: stage }, free]);
  });

  it('is read by the server as YAML', async () => {
    const before = await handle.get(name);
    const { text } = await handle.as(yaml({ of: manifest() })).get(name);
    const { group, version, resource } = (await handle.mapping()).resource;
    const root = group === '' ? `/api/${version}` : `/apis/${group}/${version}`;
    const answer = await client.request({
      method: 'PATCH',
      path: `${root}/namespaces/${stage}/${resource}/${name}`,
      query: { fieldManager: 'git', force: true, dryRun: 'All' },
      contentType: 'application/apply-patch+yaml',
      body: text,
    });
    expect(withoutManagers(answer.json() as KubeObject)).toEqual(withoutManagers(before));
  });
});

describe('a field of a controller', () => {
  it('is not in the manifest, and stays when that is applied', async () => {
    const deployments = client.resource('deployments.apps').namespace(stage);
    const patch = { spec: { replicas: 9 }, metadata: { annotations: { noted: 'here' } } };
    await deployments.patch('shown', patch, { type: 'merge', fieldManager: 'kube-controller-manager' });
    const before = await deployments.get('shown');
    expect(before).toMatchObject({ spec: { replicas: 9 } });
    const made = toManifest(before);
    expect(made.metadata).toEqual({ name: 'shown', namespace: stage });
    expect(made['spec']).not.toHaveProperty('replicas');
    const applied = await deployments.apply(made, { fieldManager: 'git', force: true, dryRun: 'All' });
    expect(withoutManagers(applied)).toEqual(withoutManagers(before));
    expect(await first(deployments.as(manifest()).watch({ fieldSelector: 'metadata.name=shown' }))).toEqual({
      type: 'ADDED',
      object: made,
    });
  });
});

describe('a number beyond what JavaScript holds', () => {
  it('keeps its digits in YAML, and in the manifest that is applied from it', async () => {
    const path = `/apis/representations.example.org/v1/namespaces/${stage}/widgets/large`;
    const contentType = 'application/merge-patch+json';
    const widgets = client.resource('widgets.representations.example.org').namespace(stage);
    const { resourceVersion } = (await widgets.list()).metadata;
    await client.request({ method: 'PATCH', path, contentType, body: '{"spec":{"big":9007199254740993,"half":0.50}}' });
    const { text } = await widgets.as(yaml({ of: manifest() })).get('large');
    expect(text).toContain('big: 9007199254740993\n');
    const query = { fieldManager: 'git', force: true, dryRun: 'All' };
    const apply = { method: 'PATCH', path, query, contentType: 'application/apply-patch+yaml', body: text } as const;
    expect((await client.request(apply)).text()).toContain('"big":9007199254740993');
    const { body } = await askAsAdmin(server, { path });
    expect(body).toContain('"big":9007199254740993');
    expect(await first(widgets.as(yaml()).watch({ resourceVersion }))).toMatchObject({
      type: 'MODIFIED',
      document: expect.stringContaining('big: 9007199254740993') as string,
    });
  });
});
