import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Catalog } from '../../../src/catalog/catalog.js';
import { createCatalog } from '../../../src/catalog/create-catalog.js';
import { wholeObject } from '../../../src/representation/whole-object.js';
import { createResourceHandle } from '../../../src/resource/create-resource-handle.js';
import { UnsupportedError } from '../../../src/resource/errors.js';
import { deploymentMapping } from '../../representation/contexts.js';
import { catalogOf, deployments, entryOf } from '../handles.js';
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
    ['discovery lists none', unscalable, 'discovery lists none for it'],
    ['the resource is gone', empty, 'it is no longer served'],
    ['the group could not be read', unread, 'its group could not be read'],
  ])('is refused before a request when %s', async (_case, catalog, why) => {
    const scale = deployments(silentConnection(), catalog).namespace('web').scale('front');
    for (const call of [scale.get(), scale.set(1)]) {
      const error: unknown = await call.catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(UnsupportedError);
      expect(error).toMatchObject({ code: 'unsupported', subresource: 'scale' });
      expect((error as Error).message).toContain(why);
    }
  });

  it('follows the catalog of the moment', async () => {
    let catalog: Catalog = unscalable;
    const handle = createResourceHandle({
      connection: recordingConnection([wire(3)]),
      mapping: deploymentMapping,
      representation: wholeObject(),
      currentCatalog: () => catalog,
      namespace: 'web',
    });
    const scale = handle.scale('front');
    await expect(scale.get()).rejects.toBeInstanceOf(UnsupportedError);
    catalog = scalable;
    expect((await scale.get()).spec.replicas).toBe(3);
    expect(handle.subresources.map(({ subresource }) => subresource)).toEqual(['scale']);
  });

  it('refuses an answer that is no Scale', async () => {
    const body = { kind: 'Deployment', apiVersion: 'apps/v1', metadata, spec: { replicas: 3 } };
    const scale = deployments(recordingConnection([{ body }]), scalable)
      .namespace('web')
      .scale('front');
    await expect(scale.get()).rejects.toMatchObject({ code: 'unexpected-shape', kind: 'Deployment' });
  });

  it('set by get and replace reports a change in between', async () => {
    const connection = recordingConnection([wire(3), { status: 409, body: {} }]);
    const scale = deployments(connection, unpatchable).namespace('web').scale('front');
    await expect(scale.set(5)).rejects.toMatchObject({ code: 'api', statusCode: 409 });
  });

  it('set by get and replace has one limit for both requests', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const connection = recordingConnection(() => {
      vi.advanceTimersByTime(2000);
      return wire(3);
    });
    await deployments(connection, unpatchable).namespace('web').scale('front').set(5, { timeoutMs: 5000 });
    expect(connection.requests.map(({ timeoutMs }) => timeoutMs)).toEqual([5000, 3000]);
  });
});
