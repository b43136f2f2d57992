import { describe, expect, it } from 'vitest';
import { createFakeApiServer, FakeApiServerError, type FakeResource } from '../../src/testing/index.js';
import { ask, capturedDocuments, v2 } from './support.js';

const widgets: FakeResource = {
  group: 'example.com',
  version: 'v1',
  resource: 'widgets',
  kind: 'Widget',
  shortNames: ['wd'],
  categories: ['all'],
  subresources: ['status', 'scale'],
  storageVersionHash: 'aGFzaA==',
  internalID: 'store-1',
};
const jobs: FakeResource = { group: 'batch', version: 'v1', resource: 'jobs', kind: 'Job', scope: 'Cluster' };
const all = ['delete', 'deletecollection', 'get', 'list', 'patch', 'create', 'update', 'watch'];

interface Items {
  readonly items: { metadata: { name: string }; versions: { version: string; resources: unknown[] }[] }[];
}

async function aggregated(...resources: FakeResource[]): Promise<Items['items']> {
  return ((await ask(createFakeApiServer({ resources }), '/apis', { accept: v2 })).body as Items).items;
}

async function legacy(path: string, ...resources: FakeResource[]): Promise<unknown> {
  return (await ask(createFakeApiServer({ resources }), path)).body;
}

describe('a short description', () => {
  it('of a custom resource is published with the full response kind', async () => {
    const kind = { group: 'example.com', version: 'v1', kind: 'Widget' };
    const scale = { group: 'autoscaling', version: 'v1', kind: 'Scale' };
    const verbs = ['get', 'patch', 'update'];
    expect(await aggregated(widgets)).toEqual([
      {
        metadata: { name: 'example.com' },
        versions: [
          {
            version: 'v1',
            resources: [
              {
                resource: 'widgets',
                responseKind: kind,
                scope: 'Namespaced',
                singularResource: 'widget',
                verbs: all,
                shortNames: ['wd'],
                categories: ['all'],
                subresources: [
                  { subresource: 'status', responseKind: kind, verbs },
                  { subresource: 'scale', responseKind: scale, verbs },
                ],
              },
            ],
            freshness: 'Current',
          },
        ],
      },
    ]);
  });

  it('of a built-in resource is published with the kind alone', async () => {
    const [group] = await aggregated(jobs);
    expect(group?.versions[0]?.resources).toEqual([
      expect.objectContaining({ responseKind: { group: '', version: '', kind: 'Job' }, scope: 'Cluster' }),
    ]);
  });

  it('is published in a legacy document with hash and id, its subresources behind it', async () => {
    expect(await legacy('/apis/example.com/v1', widgets)).toEqual({
      kind: 'APIResourceList',
      apiVersion: 'v1',
      groupVersion: 'example.com/v1',
      resources: [
        {
          name: 'widgets',
          singularName: 'widget',
          namespaced: true,
          kind: 'Widget',
          verbs: all,
          shortNames: ['wd'],
          categories: ['all'],
          storageVersionHash: 'aGFzaA==',
          internalID: 'store-1',
        },
        {
          name: 'widgets/status',
          singularName: '',
          namespaced: true,
          kind: 'Widget',
          verbs: ['get', 'patch', 'update'],
        },
        {
          name: 'widgets/scale',
          singularName: '',
          namespaced: true,
          group: 'autoscaling',
          version: 'v1',
          kind: 'Scale',
          verbs: ['get', 'patch', 'update'],
        },
      ],
    });
  });

  it('puts internalID into aggregated documents only by the switch', async () => {
    const server = createFakeApiServer({ resources: [widgets] });
    const text = async (): Promise<string> => (await ask(server, '/apis', { accept: v2 })).text;
    expect(await text()).not.toContain('internalID');
    server.configure({ internalIDInAggregated: true });
    expect(await text()).toContain('"internalID":"store-1"');
  });

  it('publishes ids under the later name of the field by a switch, in both formats', async () => {
    const switches = { internalIDInAggregated: true, internalIDField: 'resourceID' } as const;
    const server = createFakeApiServer({ resources: [widgets], ...switches });
    for (const [path, accept] of [
      ['/apis', v2],
      ['/apis/example.com/v1', 'application/json'],
    ] as const) {
      const { text } = await ask(server, path, { accept });
      expect(text).toContain('"resourceID":"store-1"');
      expect(text).not.toContain('internalID');
    }
  });

  it('without a kind is a parent of subresources: null in aggregated documents, absent in legacy ones', async () => {
    const parent: FakeResource = { ...widgets, kind: '', subresources: [{ subresource: 'token', responseKind: null }] };
    const [group] = await aggregated(parent);
    expect(group?.versions[0]?.resources).toEqual([expect.objectContaining({ responseKind: null, verbs: [] })]);
    expect(await legacy('/apis/example.com/v1', parent)).toMatchObject({
      resources: [{ name: 'widgets/token', kind: '' }],
    });
    expect((await ask(createFakeApiServer({ resources: [parent] }), '/apis/example.com/v1/widgets')).status).toBe(404);
  });
});

describe('what a server without documents has', () => {
  it('no core group unless it is described, and always an /apis', async () => {
    const server = createFakeApiServer();
    expect(await ask(server, '/api')).toMatchObject({ status: 404, body: '404 page not found\n' });
    expect((await ask(server, '/apis')).body).toEqual({ kind: 'APIGroupList', apiVersion: 'v1', groups: [] });
    server.define({ group: '', version: 'v1', resource: 'pods', kind: 'Pod' });
    expect((await ask(server, '/api')).body).toMatchObject({ kind: 'APIVersions', versions: ['v1'] });
  });

  it.each([
    ['/version', { major: '1', minor: '29', gitVersion: 'v1.29.0' }],
    ['/readyz', 'ok'],
    ['/apis/batch', { kind: 'APIGroup', name: 'batch', preferredVersion: { version: 'v1' } }],
  ])('%s', async (path, body) => {
    const answered = await ask(createFakeApiServer({ resources: [jobs], speaks: '1.29' }), path);
    if (typeof body === 'string') expect(answered.body).toBe(body);
    else expect(answered.body).toMatchObject(body);
  });
});

describe('define and undefine', () => {
  it('a new version takes its kube-aware place, groups keep the order in which they came', async () => {
    const server = createFakeApiServer({ resources: [{ ...widgets, version: 'v1beta1' }, jobs] });
    server.define(widgets);
    server.define({ ...widgets, version: 'v1alpha1' });
    const { items } = (await ask(server, '/apis', { accept: v2 })).body as Items;
    expect(items.map(({ metadata, versions }) => [metadata.name, versions.map(({ version }) => version)])).toEqual([
      ['example.com', ['v1', 'v1beta1', 'v1alpha1']],
      ['batch', ['v1']],
    ]);
  });

  it('the last resource takes its version and its group along', async () => {
    const server = createFakeApiServer({ resources: [widgets, jobs] });
    expect(server.undefine(widgets)).toBe(true);
    expect(server.undefine(widgets)).toBe(false);
    expect((await ask(server, '/apis')).text).not.toContain('example.com');
    expect(await ask(server, '/apis/example.com/v1/widgets')).toMatchObject({
      status: 404,
      type: 'text/plain; charset=utf-8',
    });
  });

  it('a description replaces the endpoint of a document', async () => {
    const documents = capturedDocuments('kube-1.36-v2');
    const server = createFakeApiServer({ documents, resources: [{ ...jobs, verbs: ['list'] }] });
    const { items } = (await ask(server, '/apis', { accept: v2 })).body as Items;
    expect(JSON.stringify(items.find(({ metadata }) => metadata.name === 'batch'))).toContain(
      '"singularResource":"job","verbs":["list"]',
    );
  });

  it('reset brings everything back', async () => {
    const server = createFakeApiServer({ resources: [widgets] });
    server.define(jobs);
    server.undefine(widgets);
    server.configure({ speaks: 'legacy', latencyMs: 5 });
    server.fail('/apis', { status: 500 });
    server.reset();
    const { status, type, text } = await ask(server, '/apis', { accept: v2 });
    expect([status, type]).toEqual([200, v2]);
    expect([text.includes('widgets'), text.includes('jobs')]).toEqual([true, false]);
    expect(server.requests).toHaveLength(1);
  });
});

describe('documents that make no sense are refused with their name and place', () => {
  const apis = (body: unknown, status = 200) => ({ documents: { '/apis': { status, body } } });
  it.each([
    ['text in place of JSON', apis('<html>'), /"\/apis".*not a JSON object/],
    ['another kind', apis({ kind: 'PodList' }), /"PodList"/],
    ['no list', apis({ kind: 'APIGroupDiscoveryList', items: {} }), /"items" is not a list/],
    ['a version without a name', apis({ kind: 'APIGroupDiscoveryList', items: [{ versions: [{}] }] }), /"version"/],
    ['a group without a name', apis({ kind: 'APIGroupList', groups: [{ versions: [] }] }), /"name"/],
    ['a status that is none', apis({}, 0), /status is 0/],
    [
      'a shared storage that is not served',
      { resources: [{ ...widgets, sharesStorageWith: 'pods.v1.' }] },
      /"pods.v1."/,
    ],
  ])('%s', (_name, options, message) => {
    const make = () => createFakeApiServer(options);
    expect(make).toThrow(FakeApiServerError);
    expect(make).toThrow(message);
  });

  it('but a root that failed is answered as it failed, and 404 at /api is no core group', async () => {
    const server = createFakeApiServer({
      documents: {
        '/api': { status: 404, headers: { 'content-type': 'text/plain' }, body: '404 page not found' },
        '/apis': { status: 403, body: { kind: 'Status', code: 403 } },
      },
    });
    expect((await ask(server, '/api')).status).toBe(404);
    expect(await ask(server, '/apis', { accept: v2 })).toMatchObject({ status: 403, body: { kind: 'Status' } });
  });
});
