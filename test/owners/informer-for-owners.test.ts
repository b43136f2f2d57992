import { expect, it, onTestFinished } from 'vitest';
import { createClient } from '../../src/core/client.js';
import { informerForOwners } from '../../src/owners/informer-for-owners.js';
import { createFakeApiServer } from '../../src/testing/index.js';
import { pod } from '../informer/inform-pods.js';
import { transportTo } from '../live/transport-to.js';
import { podMapping } from '../representation/contexts.js';
import { bookmark, hang, watchServer } from '../resource/watch/watch-server.js';

const owner = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'front', namespace: 'web', uid: 'u1' },
};
const endpoint = { group: 'apps', version: 'v1', resource: 'deployments' };
const reference = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'front', uid: 'u1' };

const references: Readonly<Record<string, readonly object[]>> = {
  plain: [reference],
  'other-version': [{ ...reference, apiVersion: 'apps/v1beta2' }],
  second: [{ ...reference, uid: 'u2', name: 'other' }, reference],
  'by-resource': [{ ...reference, resource: 'deployments' }],
  'other-resource': [{ ...reference, resource: 'daemonsets' }],
  'other-name': [{ ...reference, name: 'back' }],
  'other-kind': [{ ...reference, kind: 'ReplicaSet' }],
  'other-group': [{ ...reference, apiVersion: 'example.com/v1' }],
  'other-uid': [{ ...reference, uid: 'u3' }],
  none: [],
};

async function setUp(honors?: 'resource') {
  const podOf = (name: string, namespace: string): object => ({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace, ownerReferences: references[name] },
  });
  const fake = createFakeApiServer({
    resources: [{ group: '', version: 'v1', resource: 'pods', kind: 'Pod' }],
    objects: [...Object.keys(references).map((name) => podOf(name, 'web')), podOf('plain', 'shop')],
    ownerResource: true,
  });
  const client = createClient({ server: 'http://owners.test', transport: transportTo(fake) });
  onTestFinished(() => client.close());
  const informer = informerForOwners(client, 'pods', { honors });
  await informer.synced;
  return { fake, client, informer };
}

const named = (items: readonly { readonly metadata: { readonly name: string } }[]): string[] =>
  items.map(({ metadata }) => metadata.name).sort();

it('answers the dependents of an object as the garbage collector sees them, and follows them', async () => {
  const { informer } = await setUp();
  const seen = named(informer.dependentsOf(owner));
  expect(seen).toEqual(['by-resource', 'other-resource', 'other-version', 'plain', 'second']);
  expect(informer.store.get('web', 'plain')).not.toHaveProperty('spec');
  expect(informer.dependentsOf({ ...owner, metadata: { ...owner.metadata, uid: 'nobody' } })).toEqual([]);
  expect(informer.dependentsOf({ kind: 'Deployment' })).toEqual([]);
});

it('goes by the resource of a reference where the server does', async () => {
  const { informer } = await setUp('resource');
  expect(named(informer.dependentsOf(owner, { resource: endpoint }))).toEqual([
    'by-resource',
    'other-version',
    'plain',
    'second',
  ]);
  expect(named(informer.dependentsOf(owner))).toContain('other-resource');
});

it.each([null, 5, 'x', {}, [], { uid: null }, { ...reference, apiVersion: null }, { ...reference, apiVersion: 5 }])(
  'finds the dependents of an owner past a reference that is %j',
  async (odd) => {
    const { client } = watchServer([
      {
        steps: [
          pod('ADDED', 'odd', 1, { ownerReferences: [odd] }),
          pod('ADDED', 'a', 2, { ownerReferences: [odd, reference] }),
          bookmark(9, true),
          hang,
        ],
      },
    ]);
    onTestFinished(() => client.close());
    const informer = informerForOwners(client, client.handle(podMapping));
    await informer.synced;
    expect(named(informer.dependentsOf(owner))).toEqual(['a']);
  },
);

it('takes a handle in another representation', async () => {
  const { client } = await setUp();
  const pods = client.resource('pods');
  const rows = informerForOwners(client, pods.namespace('web').as('Table', { includeObject: 'Metadata' }));
  await rows.synced;
  expect(rows.dependentsOf(owner)).toHaveLength(5);
  expect(rows.dependentsOf(owner)[0]).toHaveProperty('cells');
  expect(() => informerForOwners(client, 'pods', { honors: 'both' as never })).toThrow('honors');
});
