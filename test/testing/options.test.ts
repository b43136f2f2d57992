import { describe, expect, it } from 'vitest';
import { createFakeApiServer, type FakeApiServer, type FakeResource } from '../../src/testing/index.js';
import { ask, configMap, failureOf, listIn, namesIn, type Answered } from './support.js';

const resources: FakeResource[] = [
  { group: '', version: 'v1', resource: 'configmaps', kind: 'ConfigMap' },
  { group: '', version: 'v1', resource: 'pods', kind: 'Pod' },
  { group: '', version: 'v1', resource: 'nodes', kind: 'Node', scope: 'Cluster' },
  { group: 'batch', version: 'v1', resource: 'jobs', kind: 'Job' },
];
const maps = '/api/v1/namespaces/default/configmaps';
const start = (...objects: object[]): FakeApiServer => createFakeApiServer({ resources, objects });
const reasonsOf = ({ body }: Answered): unknown => {
  const { details } = body as { details: { kind: string; causes: { field: string; reason: string }[] } };
  return [details.kind, ...details.causes.map(({ field, reason }) => `${field} ${reason}`)];
};

describe('options of a write', () => {
  const writes = [
    ['POST', maps, 'CreateOptions'],
    ['PUT', `${maps}/a`, 'UpdateOptions'],
    ['PATCH', `${maps}/a`, 'PatchOptions'],
  ] as const;
  it.each(
    writes.flatMap(([method, path, kind]) =>
      (
        [
          ['dryRun=Some', 'dryRun FieldValueNotSupported'],
          ['dryRun=', 'dryRun FieldValueNotSupported'],
          ['dryRun=All&dryRun=Some', 'dryRun FieldValueNotSupported'],
          ['fieldValidation=Nope', 'fieldValidation FieldValueNotSupported'],
          [`fieldManager=${'m'.repeat(129)}`, 'fieldManager FieldValueTooLong'],
          ['fieldManager=a%0Ab', 'fieldManager FieldValueInvalid'],
        ] as const
      ).map(([query, cause]) => [method, query, path, kind, cause] as const),
    ),
  )('%s with %s are 422', async (method, query, path, kind, cause) => {
    const server = start(configMap('a'));
    const contentType = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
    const answered = await ask(server, `${path}?${query}`, { method, contentType, body: {} });
    expect(failureOf(answered)).toEqual({ code: 422, reason: 'Invalid' });
    expect(reasonsOf(answered)).toEqual([kind, cause]);
    expect(answered.body).toMatchObject({ details: { group: 'meta.k8s.io' } });
  });
});

describe('options of a delete', () => {
  const remove = (server: FakeApiServer, query: string, body?: unknown) =>
    ask(server, `${maps}/a${query}`, { method: 'DELETE', body });

  it.each([
    ['an unknown dryRun', '?dryRun=Some', undefined, ['dryRun FieldValueNotSupported']],
    ['an unknown policy', '?propagationPolicy=Nope', undefined, ['propagationPolicy FieldValueNotSupported']],
    [
      'two policies',
      '',
      { orphanDependents: true, propagationPolicy: 'Background' },
      ['propagationPolicy FieldValueInvalid'],
    ],
  ])('with %s are 422', async (_what, query, body, causes) => {
    const server = start(configMap('a'));
    const answered = await remove(server, query, body);
    expect([answered.status, reasonsOf(answered)]).toEqual([422, ['DeleteOptions', ...causes]]);
    expect(server.objects).toHaveLength(1);
  });

  it('in the body count alone: a dryRun in the query beside them deletes', async () => {
    const server = start(configMap('a'));
    expect((await remove(server, '?dryRun=All', { kind: 'DeleteOptions', apiVersion: 'v1' })).status).toBe(200);
    expect(server.objects).toEqual([]);
  });

  it.each([
    ['of another kind', { kind: 'Secret', apiVersion: 'v1' }],
    ['that are no object', []],
    ['that are no JSON', '{'],
  ])('%s are 400', async (_what, body) => {
    expect(failureOf(await remove(start(configMap('a')), '', body))).toEqual({ code: 400, reason: 'BadRequest' });
  });

  it('whose preconditions fail name the kind of the object', async () => {
    const answered = await remove(start(configMap('a')), '', { preconditions: { uid: 'other' } });
    expect(answered.body).toMatchObject({ code: 409, details: { name: 'a', kind: 'ConfigMap' } });
  });
});

describe('options of a list', () => {
  const list = (query: string): Promise<Answered> => ask(start(configMap('a'), configMap('b')), `${maps}?${query}`);

  it.each([
    ['resourceVersionMatch=Exact', ['resourceVersionMatch FieldValueForbidden']],
    ['resourceVersion=0&resourceVersionMatch=Exact', ['resourceVersionMatch FieldValueForbidden']],
    ['resourceVersion=1&resourceVersionMatch=Nope', ['resourceVersionMatch FieldValueNotSupported']],
    [
      'resourceVersionMatch=Nope',
      ['resourceVersionMatch FieldValueForbidden', 'resourceVersionMatch FieldValueNotSupported'],
    ],
    ['sendInitialEvents=true', ['sendInitialEvents FieldValueForbidden']],
  ])('%s are 422', async (query, causes) => {
    const answered = await list(query);
    expect([answered.status, reasonsOf(answered)]).toEqual([422, ['ListOptions', ...causes]]);
  });

  it.each(['timeoutSeconds=abc', 'limit=99999999999999999999', 'limit=1.5', 'resourceVersion=abc'])(
    '%s are 400',
    async (query) => {
      expect(failureOf(await list(query))).toEqual({ code: 400, reason: 'BadRequest' });
    },
  );

  it('resourceVersion=0 comes whole, whatever the limit', async () => {
    const answered = await list('resourceVersion=0&limit=1');
    expect([namesIn(answered), listIn(answered).metadata.continue]).toEqual([['a', 'b'], undefined]);
    expect(namesIn(await list('resourceVersion=3&limit=1'))).toEqual(['a']);
  });
});

describe('options of a get', () => {
  const get = (query: string): Promise<Answered> => ask(start(configMap('a')), `${maps}/a?${query}`);

  it('export is 400, a resourceVersion that is none 500', async () => {
    expect(failureOf(await get('export=1'))).toEqual({ code: 400, reason: 'BadRequest' });
    expect((await get('export=0')).status).toBe(200);
    expect((await get('resourceVersion=abc')).status).toBe(500);
    expect((await get('resourceVersion=2')).status).toBe(200);
  });
});

describe('a field selector', () => {
  const pod = (name: string, fields: object = {}): object => ({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name },
    ...fields,
  });
  const server = start(
    pod('a'),
    pod('b', { spec: { hostNetwork: true, restartPolicy: 'Never' }, status: { podIP: '10.0.0.1' } }),
    { apiVersion: 'v1', kind: 'Node', metadata: { name: 'n' } },
    { apiVersion: 'batch/v1', kind: 'Job', metadata: { name: 'j' }, status: { succeeded: 2 } },
    { apiVersion: 'batch/v1', kind: 'Job', metadata: { name: 'k' } },
  );
  it.each([
    ['/api/v1/pods', 'spec.hostNetwork=false', ['a']],
    ['/api/v1/pods', 'spec.restartPolicy=Always', ['a']],
    ['/api/v1/pods', 'status.podIP=10.0.0.1', ['b']],
    ['/api/v1/nodes', 'spec.unschedulable=false', ['n']],
    ['/apis/batch/v1/jobs', 'status.successful=2', ['j']],
    ['/apis/batch/v1/jobs', 'status.successful=0', ['k']],
    ['/api/v1/pods', 'metadata.name=a\\,b', []],
    ['/api/v1/pods', ',metadata.name=a,', ['a']],
  ])('of %s takes what an object leaves out for the default: %s', async (path, selector, names) => {
    expect(namesIn(await ask(server, `${path}?fieldSelector=${encodeURIComponent(selector)}`))).toEqual(names);
  });

  it.each([
    ['/api/v1/pods', 'spec.nothing=x', 'field label not supported: spec.nothing'],
    ['/api/v1/configmaps', 'spec.nothing=x', '"spec.nothing" is not a known field selector'],
    ['/api/v1/pods', '=x', 'field label not supported: '],
    ['/api/v1/pods', 'metadata.name=a\\b', 'invalid escape sequence: \\\\b'],
    ['/api/v1/pods', 'metadata.name', "can't understand 'metadata.name'"],
  ])('of %s is 400 where it cannot be read: %s', async (path, selector, message) => {
    const answered = await ask(server, `${path}?fieldSelector=${encodeURIComponent(selector)}`);
    expect(failureOf(answered)).toEqual({ code: 400, reason: 'BadRequest' });
    expect(answered.text).toContain(message.replaceAll('"', '\\"'));
  });
});
