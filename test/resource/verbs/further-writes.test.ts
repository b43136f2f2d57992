import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../src/core/transport/errors.js';
import type { ApplyOptions } from '../../../src/core/resource/options.js';
import { deploymentMapping, podMapping } from '../../representation/contexts.js';
import { catalogOf, deployment, deployments, entryOf, handleFor, nodes } from '../handles.js';
import { recordingConnection, silentConnection, type FakeAnswer } from '../recording-connection.js';

const front: FakeAnswer = { body: { ...deployment('front', 'web'), status: { replicas: 1 } } };
const success: FakeAnswer = { body: { kind: 'Status', apiVersion: 'v1', status: 'Success' } };
const me = { fieldManager: 'me' };

describe('apply', () => {
  it('patches with what a manager wants, under its name', async () => {
    const connection = recordingConnection([front]);
    const object = { metadata: { name: 'front' }, spec: { replicas: 3 } };
    const options: ApplyOptions = { ...me, force: true, dryRun: 'All', fieldValidation: 'Strict' };
    expect(await deployments(connection).namespace('web').apply(object, options)).toEqual(front.body);
    expect(connection.requests[0]).toMatchObject({
      method: 'PATCH',
      path: '/apis/apps/v1/namespaces/web/deployments/front',
      query: { fieldManager: 'me', force: true, dryRun: 'All', fieldValidation: 'Strict' },
      contentType: 'application/apply-patch+yaml',
    });
    expect(JSON.parse(connection.requests[0]!.body as string)).toEqual({
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      ...object,
    });
  });

  it('answers in the representation of the handle, and takes whole objects', async () => {
    const connection = recordingConnection([front]);
    const metadata = deployments(connection).as('PartialObjectMetadata');
    const answer = await metadata.apply(deployment('front', 'web'), me);
    expect(answer).not.toHaveProperty('status');
    expect(connection.requests[0]!.accept).toContain('as=PartialObjectMetadata');
    expect(connection.requests[0]!.accept).not.toContain('protobuf');
    expect(JSON.parse(connection.requests[0]!.body as string)).toHaveProperty('spec');
  });

  it('escapes what the server, which reads YAML, would refuse or take for the end of a line', async () => {
    const connection = recordingConnection([front]);
    const text = 'a\u0085b\u2028c\ufeff\u007f\u009f\uffff \ud83d\ude00 \u00e9 \u00a0';
    await deployments(connection).apply({ metadata: { name: 'front', namespace: 'web' }, spec: { text } }, me);
    const body = connection.requests[0]!.body as string;
    expect(body).toContain('"a\\u0085b\\u2028c\\ufeff\\u007f\\u009f\\uffff \ud83d\ude00 \u00e9 \u00a0"');
    expect(JSON.parse(body)).toMatchObject({ spec: { text } });
  });

  it('speaks of a subresource', async () => {
    const connection = recordingConnection([front]);
    await deployments(connection).apply(deployment('front', 'web'), { ...me, subresource: 'status' });
    expect(connection.requests[0]!.path).toBe('/apis/apps/v1/namespaces/web/deployments/front/status');
  });

  it.each<[string, object, object, string]>([
    ['no manager', {}, deployment('front', 'web'), 'fieldManager'],
    ['an empty manager', { fieldManager: '' }, deployment('front', 'web'), 'fieldManager'],
    ['managed fields', me, { metadata: { name: 'front', namespace: 'web', managedFields: [] } }, 'object'],
    [
      'a number that is not exact',
      me,
      { metadata: { name: 'front', namespace: 'web' }, spec: { x: 2 ** 60 } },
      'object',
    ],
  ])('is refused before a request with %s', async (_what, options, object, argument) => {
    const call = deployments(silentConnection()).apply(object, options as ApplyOptions);
    await expect(call).rejects.toMatchObject({ code: 'invalid-argument', argument });
  });

  it('needs a name', async () => {
    const call = deployments(silentConnection()).namespace('web').apply({}, me);
    await expect(call).rejects.toMatchObject({ code: 'invalid-name', role: 'name' });
  });
});

describe('the conflicts of an ApiError', () => {
  const causes = [
    {
      reason: 'FieldManagerConflict',
      message: 'conflict with "kubectl-client-side-apply" using apps/v1',
      field: '.spec.replicas',
    },
    { reason: 'FieldManagerConflict', message: 'conflict with "a \\"b\\"" with subresource "scale"', field: '.x' },
    { reason: 'FieldValueInvalid', message: 'no', field: '.y' },
    null,
  ];
  const failure = (statusCode: number, details: object | undefined) =>
    new ApiError({
      method: 'PATCH',
      path: '/x',
      statusCode,
      status: { code: statusCode, details },
      fromServer: true,
    });

  it('name the manager and the field', () => {
    expect(failure(409, { causes }).conflicts).toEqual([
      { field: '.spec.replicas', manager: 'kubectl-client-side-apply', message: causes[0]!.message },
      { field: '.x', manager: 'a "b"', message: causes[1]!.message },
    ]);
  });

  it.each([
    [422, { causes }],
    [409, undefined],
    [409, { causes: 'none' }],
  ])('are none for %i with %j', (code, details) => {
    expect(failure(code, details).conflicts).toEqual([]);
  });
});

describe('deleteCollection', () => {
  it('sends the selectors as parameters and the rest as a body, and answers what came', async () => {
    const list = { kind: 'DeploymentList', apiVersion: 'apps/v1', metadata: {}, items: [{ metadata: { name: 'a' } }] };
    const connection = recordingConnection([{ body: list }, success]);
    const handle = deployments(connection).namespace('web');
    const result = await handle.deleteCollection({
      labelSelector: 'a=b',
      propagationPolicy: 'Foreground',
      dryRun: 'All',
    });
    expect(result.list?.items).toMatchObject([{ kind: 'Deployment', metadata: { name: 'a' } }]);
    expect(await handle.deleteCollection()).toMatchObject({ status: { status: 'Success' } });
    expect(connection.requests[0]).toMatchObject({
      method: 'DELETE',
      path: '/apis/apps/v1/namespaces/web/deployments',
      query: { labelSelector: 'a=b' },
    });
    expect(JSON.parse(connection.requests[0]!.body as string)).toMatchObject({
      kind: 'DeleteOptions',
      propagationPolicy: 'Foreground',
      dryRun: ['All'],
    });
    expect(connection.requests[1]!.body).toBeUndefined();
  });

  it('never goes beyond one namespace', async () => {
    await expect(deployments(silentConnection()).deleteCollection()).rejects.toMatchObject({
      code: 'namespace-required',
    });
  });
});

describe('subresources', () => {
  const catalog = () => {
    const entry = entryOf(podMapping);
    const eviction = {
      subresource: 'eviction',
      responseKind: { group: 'policy', version: 'v1', kind: 'Eviction' },
      acceptedTypes: [],
      verbs: ['create'],
    };
    return catalogOf({ ...entry, subresources: [eviction] });
  };

  it('are posted to, with the kind that discovery names, and answer what they like', async () => {
    const connection = recordingConnection([success]);
    const pods = handleFor(podMapping, connection, catalog()).namespace('web');
    expect(await pods.create({ metadata: { name: 'a' } }, { subresource: 'eviction', dryRun: 'All' })).toEqual(
      success.body,
    );
    const [request] = connection.requests;
    expect(request).toMatchObject({ path: '/api/v1/namespaces/web/pods/a/eviction', query: { dryRun: 'All' } });
    expect(JSON.parse(request!.body as string)).toEqual({
      apiVersion: 'policy/v1',
      kind: 'Eviction',
      metadata: { name: 'a' },
    });
  });

  it('may name their object apart from what is posted', async () => {
    const connection = recordingConnection([{ body: { kind: 'TokenRequest', status: { token: 't' } } }]);
    const token = { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec: {} };
    await deployments(connection).namespace('web').create(token, { subresource: 'token', name: 'sa' });
    expect(connection.requests[0]!.path).toBe('/apis/apps/v1/namespaces/web/deployments/sa/token');
  });

  it('are read and replaced', async () => {
    const connection = recordingConnection([front, front]);
    const handle = deployments(connection).namespace('web');
    await handle.get('front', { subresource: 'status' });
    await handle.replace(deployment('front'), { subresource: 'status' });
    expect(connection.requests.map(({ method = 'GET', path }) => `${method} ${path.split('/').at(-1)}`)).toEqual([
      'GET status',
      'PUT status',
    ]);
  });

  it.each([
    ['of a name that discovery does not have', { subresource: 'scale' }, 'eviction'],
    ['that lack the verb', { subresource: 'eviction' }, 'create'],
  ])('%s are refused, naming what there is', async (_what, options, there) => {
    const pods = handleFor(podMapping, silentConnection(), catalog()).namespace('web');
    const error = await pods.get('a', options).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'unsupported', ...options });
    expect((error as Error).message).toContain(`discovery lists ${there}`);
  });
});

describe('a verb that discovery does not list', () => {
  const entry = { ...entryOf(deploymentMapping), verbs: ['create'] };
  const calls = (handle: ReturnType<typeof deployments>): [string, () => Promise<unknown>][] => [
    ['get', () => handle.get('a')],
    ['list', () => handle.list()],
    ['update', () => handle.replace(deployment('a'))],
    ['patch', () => handle.patch('a', {}, { type: 'merge' })],
    ['patch', () => handle.apply(deployment('a'), me)],
    ['delete', () => handle.delete('a')],
    ['deletecollection', () => handle.deleteCollection()],
    ['watch', () => handle.watch()[Symbol.asyncIterator]().next()],
    ['list', () => handle.watch({ poll: 1 })[Symbol.asyncIterator]().next()],
  ];

  it('is refused before the request, naming those there are', async () => {
    const handle = deployments(silentConnection(), catalogOf(entry)).namespace('web');
    for (const [verb, call] of calls(handle)) {
      const error = await call().catch((reason: unknown) => reason);
      expect(error).toMatchObject({ code: 'unsupported', verb, subresource: undefined });
      expect((error as Error).message).toContain('discovery lists create;');
    }
  });

  it('is asked of the server where what discovery knows is stale, or nothing', async () => {
    const stale = recordingConnection([front]);
    await deployments(stale, catalogOf({ ...entry, freshness: 'Stale' }))
      .namespace('web')
      .get('front');
    const unknown = recordingConnection([{ body: { kind: 'Node', metadata: { name: 'n' } } }]);
    await nodes(unknown, catalogOf(entry)).get('n');
    expect([stale, unknown].map(({ requests }) => requests.length)).toEqual([1, 1]);
  });
});
