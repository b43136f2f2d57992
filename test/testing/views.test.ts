import { describe, expect, it } from 'vitest';
import { createFakeApiServer, type FakeApiServer, type FakeResource } from '../../src/testing/index.js';
import { ask, configMap, failureOf, metadata, metadataList, table, type Answered } from './support.js';

const plain = 'application/json';
const widgets: FakeResource = { group: 'example.com', version: 'v1', resource: 'widgets', kind: 'Widget' };
const resources: FakeResource[] = [
  { group: '', version: 'v1', resource: 'configmaps', kind: 'ConfigMap' },
  { group: '', version: 'v1', resource: 'limitranges', kind: 'LimitRange' },
  { ...widgets, resource: 'untabled', kind: 'Untabled', noTable: true },
  widgets,
  {
    ...widgets,
    resource: 'gadgets',
    kind: 'Gadget',
    printerColumns: [
      {
        name: 'Replicas',
        type: 'integer',
        jsonPath: '.spec.replicas',
        priority: 1,
        format: 'int32',
        description: 'How many.',
      },
      { name: 'Ready', type: 'string', jsonPath: '.status.conditions[?(@.type=="Ready")].status' },
      { name: 'Since', type: 'date', jsonPath: '.metadata.creationTimestamp' },
      { name: 'On', type: 'boolean', jsonPath: '.spec.on' },
      { name: 'Ratio', type: 'number', jsonPath: '.spec.ratio' },
      { name: 'Odd', type: 'nonsense', jsonPath: '.spec.on' },
    ],
  },
];
const created = '2026-01-01T00:00:00Z';
const meta = { name: 'a', namespace: 'n', uid: 'u', creationTimestamp: created };
const apiVersion = 'example.com/v1';
const start = (): FakeApiServer =>
  createFakeApiServer({
    resources,
    now: () => new Date('2026-01-01T05:30:10Z'),
    objects: [
      configMap('c', { creationTimestamp: created }, 'n'),
      { apiVersion: 'v1', kind: 'LimitRange', metadata: { ...meta, name: 'l' } },
      { apiVersion, kind: 'Widget', metadata: meta, spec: { secret: 1 } },
      { apiVersion, kind: 'Untabled', metadata: meta },
      {
        apiVersion,
        kind: 'Gadget',
        metadata: meta,
        spec: { replicas: 3, on: true, ratio: 0.5 },
        status: {
          conditions: [
            { type: 'Old', status: 'False' },
            { type: 'Ready', status: 'True' },
          ],
        },
      },
      { apiVersion, kind: 'Gadget', metadata: { ...meta, name: 'b' }, spec: { replicas: 'many', on: 1, ratio: '' } },
    ],
  });
const one = '/apis/example.com/v1/namespaces/n/widgets/a';
const many = '/apis/example.com/v1/widgets';
const view = (path: string, accept: string, server = start()): Promise<Answered> => ask(server, path, { accept });

interface TableAnswer {
  readonly metadata: object;
  readonly columnDefinitions: { name: string; type: string; format: string; description: string; priority: number }[];
  readonly rows: { cells: unknown[]; object: { kind: string; metadata: object; spec?: object } | null }[];
}
const tableAt = async (path: string, accept = table): Promise<TableAnswer> =>
  (await view(path, accept)).body as TableAnswer;

describe('which view is answered', () => {
  it.each([
    [many, `${table},${plain}`, 'Table meta.k8s.io/v1'],
    [many, 'application/json;as=Table;v=v1beta1;g=meta.k8s.io', 'Table meta.k8s.io/v1beta1'],
    [many, `${plain},${table}`, 'WidgetList example.com/v1'],
    [many, `${plain};q=0.5,${table}`, 'Table meta.k8s.io/v1'],
    [many, metadataList, 'PartialObjectMetadataList meta.k8s.io/v1'],
    [one, metadata, 'PartialObjectMetadata meta.k8s.io/v1'],
    [one, table, 'Table meta.k8s.io/v1'],
    [one, '*/*', 'Widget example.com/v1'],
    [one, `application/yaml,${plain}`, 'Widget example.com/v1'],
    [one, 'application/json;as=Table;v=v2;g=meta.k8s.io,application/json', 'Widget example.com/v1'],
    [one, 'application/json;as=Scale;v=v1;g=autoscaling,application/json', 'Widget example.com/v1'],
    [one, 'application/json;drop=metadata.managedFields;pretty=1;export=1;profile=x', 'Widget example.com/v1'],
    [one, 'application/json;sv=v1', 'Widget example.com/v1'],
    [one, 'application/json;sv=v2,application/json', 'Widget example.com/v1'],
    [many.replace('widgets', 'untabled'), `${table},${plain}`, 'UntabledList example.com/v1'],
  ])('%s with Accept %s is %s, as plain application/json', async (path, accept, kind) => {
    const { status, type, body } = await view(path, accept);
    const { kind: answered, apiVersion: version } = body as { kind: string; apiVersion: string };
    expect([status, type, `${answered} ${version}`]).toEqual([200, plain, kind]);
  });

  it.each([
    [many, metadata],
    [many, `${metadata},${plain}`],
    [many.replace('widgets', 'untabled'), table],
    [one, 'application/json;as=Scale;v=v1;g=autoscaling'],
    [one, 'application/json;as=Table;v=v2;g=meta.k8s.io'],
    [one, 'application/json;as=Table'],
    [one, 'application/json;sv=v2'],
    [one, 'text/csv'],
    [one, 'application/vnd.kubernetes.protobuf'],
    [one, 'nonsense'],
  ])('%s with Accept %s is 406', async (path, accept) => {
    expect(failureOf(await view(path, accept))).toEqual({ code: 406, reason: 'NotAcceptable' });
  });

  it('the metadata of a list for one custom resource is 500, and 406 for a built-in one', async () => {
    const custom = await view(one, `${metadataList},${plain}`);
    expect([custom.status, custom.body]).toEqual([500, expect.objectContaining({ message: 'content is not a list' })]);
    expect(custom.body).not.toHaveProperty('reason');
    const server = createFakeApiServer({ resources, objects: [configMap('a')] });
    const builtIn = await ask(server, '/api/v1/namespaces/default/configmaps/a', { accept: metadataList });
    expect(failureOf(builtIn)).toEqual({ code: 406, reason: 'NotAcceptable' });
  });

  it('what cannot be answered is not stored', async () => {
    const server = start();
    const before = server.objects.length;
    const body = { apiVersion, kind: 'Widget', metadata: { name: 'new' } };
    const path = '/apis/example.com/v1/namespaces/n/widgets';
    expect((await ask(server, path, { method: 'POST', accept: 'text/csv', body })).status).toBe(406);
    expect(server.objects).toHaveLength(before);
  });

  it('a write answers in the view too, a Status and an error never do', async () => {
    const server = start();
    const contentType = 'application/merge-patch+json';
    const patched = await ask(server, one, {
      method: 'PATCH',
      accept: metadata,
      contentType,
      body: { spec: { x: 1 } },
    });
    expect(patched.body).toMatchObject({ kind: 'PartialObjectMetadata' });
    expect(patched.body).not.toHaveProperty('spec');
    expect((await ask(server, one, { method: 'DELETE', accept: metadata })).body).toMatchObject({ kind: 'Status' });
    expect((await view(one, table, server)).body).toMatchObject({ kind: 'Status', code: 404 });
  });

  it('a server that ignores Accept answers whole objects, for all groups or for some', async () => {
    const server = start();
    server.configure({ ignoresAccept: true });
    expect((await view(one, table, server)).body).toMatchObject({ kind: 'Widget' });
    expect((await view(many, `text/csv`, server)).body).toMatchObject({ kind: 'WidgetList' });
    server.configure({ ignoresAccept: ['example.com'] });
    expect((await view(one, table, server)).body).toMatchObject({ kind: 'Widget' });
    expect((await view('/api/v1/configmaps', table, server)).body).toMatchObject({ kind: 'Table' });
    server.configure({ ignoresAccept: undefined, rejectsUnknownAccept: true });
    expect((await view(one, `${table},${plain}`, server)).status).toBe(406);
    expect((await view(one, plain, server)).status).toBe(200);
  });
});

describe('metadata', () => {
  it('of one object is all of its metadata and nothing else', async () => {
    expect((await view(one, metadata)).body).toEqual({
      kind: 'PartialObjectMetadata',
      apiVersion: 'meta.k8s.io/v1',
      metadata: { ...meta, resourceVersion: '4' },
    });
  });

  it('of a list keeps the list metadata, and every item says PartialObjectMetadata, built-in or not', async () => {
    const { body } = await view('/api/v1/configmaps?limit=1', metadataList);
    expect(body).toMatchObject({
      metadata: { resourceVersion: '7' },
      items: [{ kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1', metadata: { name: 'c' } }],
    });
  });
});

describe('a Table', () => {
  const columns = async (path: string): Promise<string[]> =>
    (await tableAt(path)).columnDefinitions.map(({ name, type, format }) => `${name}:${type}:${format}`);
  const cells = async (path: string): Promise<unknown[][]> => (await tableAt(path)).rows.map((row) => row.cells);

  it('of a custom resource without columns of its own has Name and Age', async () => {
    expect(await columns(many)).toEqual(['Name:string:name', 'Age:date:']);
    expect(await cells(many)).toEqual([['a', '5h30m']]);
  });

  it('of a built-in resource that nobody knows has Name and Created At', async () => {
    expect(await columns('/api/v1/limitranges')).toEqual(['Name:string:name', 'Created At:date:']);
    expect(await cells('/api/v1/limitranges')).toEqual([['l', created]]);
  });

  it('has the printer columns of a description and no others; a value of a wrong type is null', async () => {
    const path = '/apis/example.com/v1/gadgets';
    expect(await columns(path)).toEqual([
      'Name:string:name',
      'Replicas:integer:int32',
      'Ready:string:',
      'Since:date:',
      'On:boolean:',
      'Ratio:number:',
      'Odd:nonsense:',
    ]);
    expect(await cells(path)).toEqual([
      ['a', 3, 'True', '5h30m', true, 0.5, null],
      ['b', null, null, '5h30m', null, null, null],
    ]);
    expect((await tableAt(path)).columnDefinitions[1]).toMatchObject({ priority: 1, description: 'How many.' });
  });

  it.each([
    ['', 'PartialObjectMetadata'],
    ['?includeObject=Metadata', 'PartialObjectMetadata'],
    ['?includeObject=Object', 'Widget'],
    ['?includeObject=None', undefined],
  ])('with %j carries %s', async (query, kind) => {
    const [row] = (await tableAt(`${many}${query}`)).rows;
    expect(row?.object?.kind).toBe(kind);
    if (kind === undefined) expect(row?.object).toBeNull();
    expect(row?.object?.spec !== undefined).toBe(kind === 'Widget');
  });

  it('with another includeObject is 400, which a whole object does not care for', async () => {
    expect(failureOf(await view(`${many}?includeObject=Nope`, table))).toEqual({ code: 400, reason: 'BadRequest' });
    expect((await view(`${many}?includeObject=Nope`, plain)).status).toBe(200);
  });

  it('of one object has one row, of a page the metadata of the page', async () => {
    expect(await tableAt(one)).toMatchObject({ metadata: { resourceVersion: '4' }, rows: [{ cells: ['a', '5h30m'] }] });
    const page = await tableAt('/apis/example.com/v1/gadgets?limit=1');
    expect(page.metadata).toMatchObject({ continue: expect.stringMatching(/.+/) as string, remainingItemCount: 1 });
    expect(page.rows).toHaveLength(1);
  });
});
