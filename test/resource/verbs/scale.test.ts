import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Catalog } from '../../../src/core/catalog/catalog.js';
import { createCatalog } from '../../../src/core/catalog/create-catalog.js';
import type { ResourceEntry } from '../../../src/core/catalog/entries.js';
import { wholeObject } from '../../../src/core/representation/whole-object.js';
import { createResourceHandle } from '../../../src/core/resource/create-resource-handle.js';
import { exactEndpoint } from '../../../src/core/resource/call.js';
import { PreconditionError, UnsupportedError } from '../../../src/core/resource/errors.js';
import { deploymentMapping } from '../../representation/contexts.js';
import { catalogOf, deployments, entryOf, discoveryWith } from '../handles.js';
import type { ScaleOptions } from '../../../src/core/resource/options.js';
import { originOf } from '../../../src/core/representation/origin.js';
import { recordingConnection, silentConnection, type FakeAnswer } from '../recording-connection.js';

const metadata = { name: 'front', namespace: 'web', resourceVersion: '42' };
const wire = (replicas: number, apiVersion = 'autoscaling/v1'): FakeAnswer => ({
  body: { kind: 'Scale', apiVersion, metadata, spec: { replicas }, status: { replicas: 1, selector: 'app=front' } },
});
const scalable = catalogOf(entryOf(deploymentMapping, ['get', 'patch', 'update']));
const unpatchable = catalogOf(entryOf(deploymentMapping, ['get', 'update']));
const unscalable = catalogOf(entryOf(deploymentMapping));
const empty = catalogOf();
const unread = createCatalog({
  groups: [],
  failures: [{ class: 'stale', root: 'apis', document: '/apis', group: 'apps', message: 'stale' }],
  provenance: { api: 'legacy', apis: 'legacy' },
});

function stale(resources: readonly ResourceEntry[]): Catalog {
  return createCatalog({
    groups: [
      {
        name: 'apps',
        preferredVersion: undefined,
        versions: [{ group: 'apps', version: 'v1', freshness: 'Stale', resources }],
      },
    ],
    failures: [],
    provenance: { api: 'aggregated/v2', apis: 'aggregated/v2' },
  });
}

function withFailure(entry: ResourceEntry): Catalog {
  return createCatalog({
    groups: catalogOf(entry).groups,
    failures: [
      {
        class: 'malformed',
        root: 'apis',
        document: '/apis',
        group: 'apps',
        version: 'v1',
        resource: 'deployments/scale',
        message: 'no name',
      },
    ],
    provenance: { api: 'legacy', apis: 'legacy' },
  });
}

afterEach(() => {
  vi.useRealTimers();
});

describe('scale', () => {
  it('is read in one shape', async () => {
    const handle = deployments(recordingConnection([wire(3)]), scalable).namespace('web');
    expect(await handle.scale('front').get()).toEqual({
      apiVersion: 'autoscaling/v1',
      kind: 'Scale',
      metadata,
      spec: { replicas: 3 },
      status: { replicas: 1, selector: 'app=front' },
    });
  });

  it('is set, and answers the new size', async () => {
    const handle = deployments(recordingConnection([wire(5)]), scalable).namespace('web');
    expect((await handle.scale('front').set(5)).spec.replicas).toBe(5);
  });

  it.each([-1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])(
    'refuses %d replicas before a request',
    async (n) => {
      const scale = deployments(silentConnection(), scalable).namespace('web').scale('front');
      await expect(scale.set(n)).rejects.toMatchObject({ code: 'invalid-argument', argument: 'replicas' });
    },
  );

  it.each([
    ['discovery lists none', unscalable, 'discovery lists none;'],
    ['the resource is gone', empty, 'it is no longer served'],
  ])('is refused before a request when %s', async (_case, catalog, why) => {
    const scale = deployments(silentConnection(), catalog).namespace('web').scale('front');
    for (const call of [scale.get(), scale.set(1)]) {
      const error: unknown = await call.catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(UnsupportedError);
      expect(error).toMatchObject({ code: 'unsupported', subresource: 'scale' });
      expect((error as Error).message).toContain(why);
    }
  });

  it.each([
    ['the group could not be read', unread],
    ['the group-version is stale, and the resource is not among it', stale([])],
    ['the group-version is stale, and the resource is listed without it', stale([entryOf(deploymentMapping)])],
    ['an entry of the group-version made no sense', withFailure(entryOf(deploymentMapping))],
  ])('asks the server when %s', async (_case, catalog) => {
    const connection = recordingConnection([wire(3), wire(5)]);
    const scale = deployments(connection, catalog).namespace('web').scale('front');
    expect((await scale.get()).spec.replicas).toBe(3);
    expect((await scale.set(5)).spec.replicas).toBe(5);
    expect(connection.requests.map(({ method }) => method)).toEqual(['GET', 'PATCH']);
  });

  it('follows the catalog of the moment', async () => {
    let catalog: Catalog = unscalable;
    const handle = createResourceHandle({
      connection: recordingConnection([wire(3)]),
      findEndpoint: exactEndpoint(deploymentMapping),
      representation: wholeObject(),
      discovery: discoveryWith(() => catalog),
      namespace: 'web',
    });
    const scale = handle.scale('front');
    await expect(scale.get()).rejects.toBeInstanceOf(UnsupportedError);
    catalog = scalable;
    expect((await scale.get()).spec.replicas).toBe(3);
    expect((await handle.subresources()).map(({ subresource }) => subresource)).toEqual(['scale']);
  });

  it('refuses an answer that is no Scale', async () => {
    const body = { kind: 'Deployment', apiVersion: 'apps/v1', metadata, spec: { replicas: 3 } };
    const scale = deployments(recordingConnection([{ body }]), scalable)
      .namespace('web')
      .scale('front');
    await expect(scale.get()).rejects.toMatchObject({ code: 'unexpected-shape', kind: 'Deployment' });
  });

  it('that cannot be patched is not set', async () => {
    const scale = deployments(silentConnection(), unpatchable).namespace('web').scale('front');
    await expect(scale.set(5)).rejects.toMatchObject({ code: 'unsupported', subresource: 'scale', verb: 'patch' });
  });

  it('is read and set within one limit', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const startedAt = performance.now();
    const connection = recordingConnection(() => {
      vi.advanceTimersByTime(2000);
      return wire(3);
    });
    const options = { timeoutMs: 5000, currentReplicas: 3 };
    await deployments(connection, scalable).namespace('web').scale('front').set(5, options);
    const limits = connection.requests.map((request) => [request.timeoutMs, request.startedAt]);
    expect(limits).toEqual([
      [5000, startedAt],
      [5000, startedAt],
    ]);
  });

  it('that was set is told, even where the answer is no Scale', async () => {
    const parent: FakeAnswer = { body: { kind: 'Deployment', apiVersion: 'apps/v1', metadata, spec: { replicas: 5 } } };
    const connection = recordingConnection([parent]);
    const scale = await deployments(connection, scalable).namespace('web').scale('front').set(5);
    expect([scale.spec.replicas, originOf(scale)]).toEqual([5, 'converted']);
  });
});

describe('a precondition of a new size', () => {
  const set = (answers: readonly FakeAnswer[], catalog: Catalog, options: ScaleOptions) => {
    const connection = recordingConnection(answers);
    const done = deployments(connection, catalog).namespace('web').scale('front').set(5, options);
    return { connection, done };
  };
  const sent = ({ requests }: ReturnType<typeof set>['connection']) =>
    requests.map(({ method, query, body }) => [
      method,
      query,
      body === undefined ? '' : (JSON.parse(String(body)) as unknown),
    ]);

  it.each([{ resourceVersion: '42' }, { currentReplicas: 3 }, { resourceVersion: '42', currentReplicas: 3 }])(
    'that holds (%j) is sent along, so that a change in between is a conflict',
    async (options) => {
      const patched = set([wire(3), wire(5)], scalable, { ...options, dryRun: 'All' });
      expect((await patched.done).spec.replicas).toBe(5);
      expect(sent(patched.connection)).toEqual([
        ['GET', {}, ''],
        ['PATCH', { dryRun: 'All' }, { metadata: { resourceVersion: '42' }, spec: { replicas: 5 } }],
      ]);
      const late = set([wire(3), { status: 409, body: {} }], scalable, options);
      await expect(late.done).rejects.toMatchObject({ code: 'api', statusCode: 409 });
    },
  );

  it.each<[ScaleOptions, string, unknown, unknown]>([
    [{ resourceVersion: '41' }, 'resourceVersion', '41', '42'],
    [{ currentReplicas: 2 }, 'currentReplicas', 2, 3],
    [{ resourceVersion: '42', currentReplicas: 0 }, 'currentReplicas', 0, 3],
  ])('that does not hold (%j) leaves the size alone', async (options, precondition, expected, actual) => {
    const { connection, done } = set([wire(3)], scalable, options);
    const error: unknown = await done.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(PreconditionError);
    expect(error).toMatchObject({ code: 'precondition', precondition, expected, actual });
    expect(connection.requests).toHaveLength(1);
  });

  it.each([
    [{ resourceVersion: '' }, 'resourceVersion'],
    [{ resourceVersion: 42 }, 'resourceVersion'],
    [{ currentReplicas: -1 }, 'currentReplicas'],
    [{ currentReplicas: '3' }, 'currentReplicas'],
    [{ curentReplicas: 3 }, 'curentReplicas'],
  ])('that is none (%j) is refused before a request', async (options, argument) => {
    const { done } = set([], scalable, options as ScaleOptions);
    await expect(done).rejects.toMatchObject({ code: 'invalid-argument', argument });
  });
});

describe('the version of a Scale', () => {
  it('is asked for, and plain JSON alone of an endpoint that refuses it', async () => {
    const connection = recordingConnection(({ accept }) =>
      accept === 'application/json' ? wire(3) : { status: 406, body: {} },
    );
    const scale = deployments(connection, scalable).namespace('web').scale('front');
    expect((await scale.get()).spec.replicas).toBe(3);
    expect((await scale.get()).apiVersion).toBe('autoscaling/v1');
    expect(connection.requests.map(({ accept }) => accept)).toEqual([
      'application/json;g=autoscaling;v=v1;as=Scale,application/json',
      'application/json',
      'application/json',
    ]);
  });
});
