import { describe, expect, it } from 'vitest';
import type { KubeObject } from '../../src/core/model/kube-object.js';
import type { OwnerReference } from '../../src/core/model/owner-reference.js';
import { completeOwnerReference, isMutation, explainOwnerResource } from '../../src/owners/owner-references.js';
import { createOwners } from '../../src/owners/create-owners.js';
import type { ServerWarning } from '../../src/core/transport/options.js';
import { onFakeServer, type OnFakeServer } from '../client/on-fake-server.js';

const shop = { group: 'shop.example.org', version: 'v1' };
const resources = [
  { ...shop, resource: 'oxen', kind: 'Ox' },
  { ...shop, resource: 'carts', kind: 'Cart' },
  { ...shop, resource: 'baskets', kind: 'Cart' },
];

interface Written {
  readonly honors: 'kind' | 'resource';
  readonly on: OnFakeServer;
  readonly warnings: readonly string[];
  readonly owner: KubeObject;
  /** As the server has stored it. */
  readonly reference: OwnerReference | undefined;
}

/** Creates a dependent with a reference to an ox, as a client of today or of the design writes it, and reads it back. */
async function write(ownerResource: boolean, fields: Partial<OwnerReference>): Promise<Written> {
  const warnings: string[] = [];
  const onWarning = ({ text }: ServerWarning): unknown => warnings.push(text);
  const on = await onFakeServer({ documents: {}, resources, ownerResource }, { onWarning });
  const owner = on.fake.put({
    apiVersion: 'shop.example.org/v1',
    kind: 'Ox',
    metadata: { name: 'front', namespace: 'web' },
  });
  const { apiVersion, kind, metadata } = owner;
  const ownerReferences = [{ apiVersion, kind, name: 'front', uid: metadata.uid ?? '', ...fields }];
  const carts = on.client.resource('carts').namespace('web');
  await carts.create({ apiVersion, kind: 'Cart', metadata: { name: 'a', ownerReferences } });
  const [reference] = (await carts.get('a')).metadata.ownerReferences ?? [];
  return { honors: ownerResource ? 'resource' : 'kind', on, warnings, owner, reference };
}

async function resolve({ honors, on, reference }: Written): Promise<{ state: string; requests: readonly string[] }> {
  if (reference === undefined) throw new Error('the server stored no reference');
  on.client.discovery.invalidate();
  on.fake.forgetRequests();
  const { state } = await createOwners(on.client).resolve(reference, { namespace: 'web', honors });
  return { state, requests: on.fake.requests.map(({ path }) => path) };
}

const oxen = '/apis/shop.example.org/v1/namespaces/web/oxen/front';

describe('a reference with resource and kind', () => {
  it('on a server of the design leads to the owner by its resource, in one request', async () => {
    const written = await write(true, { resource: 'oxen' });
    expect(written.reference).toMatchObject({ kind: 'Ox', resource: 'oxen' });
    expect(written.warnings).toEqual([]);
    expect(await resolve(written)).toEqual({ state: 'present', requests: [oxen] });
  });

  it('on a server of today leads to it by its kind, after discovery', async () => {
    const written = await write(false, { resource: 'oxen' });
    expect(written.reference).not.toHaveProperty('resource');
    expect(written.warnings.map((text) => explainOwnerResource(text)?.outcome)).toEqual(['dropped']);
    const { state, requests } = await resolve(written);
    expect(state).toBe('present');
    expect(requests.slice(0, 2).sort()).toEqual(['/api', '/apis']);
    expect(requests.slice(2)).toEqual([oxen]);
  });

  it('whose resource is another one than the kind counts by its resource on a server of the design alone', async () => {
    expect((await resolve(await write(true, { resource: 'carts' }))).state).toBe('absent');
    expect((await resolve(await write(false, { resource: 'carts' }))).state).toBe('present');
    expect((await resolve(await write(true, { resource: 'unicorns' }))).state).toBe('unknown');
  });
});

describe('a reference with kind alone', () => {
  it.each([true, false])('is as before on every server (of the design: %s)', async (ownerResource) => {
    const written = await write(ownerResource, {});
    expect(written).toMatchObject({ warnings: [], reference: { kind: 'Ox' } });
    expect((await resolve(written)).state).toBe('present');
  });
});

describe('a reference without kind', () => {
  it.each([
    [true, { kind: '', resource: 'oxen' }],
    [false, { kind: '', resource: 'oxen' }],
    [true, { kind: '' }],
    [false, { kind: '' }],
  ])('is refused by every server (of the design: %s): %j', async (ownerResource, fields) => {
    await expect(write(ownerResource, fields)).rejects.toMatchObject({ statusCode: 422 });
  });
});

describe('an old client on a server of the design', () => {
  it('strips the resource, which is no mutation where it maps to the kind, and one where it does not', async () => {
    for (const [resource, mutates] of [
      ['oxen', false],
      ['carts', true],
    ] as const) {
      const { on, reference } = await write(true, { resource });
      const mapper = await on.client.mapper();
      const { resource: _resource, ...stripped } = reference ?? { apiVersion: '', kind: '', name: '', uid: '' };
      expect(isMutation(reference && [reference], [stripped], mapper, { honors: 'resource' })).toBe(mutates);
      if (!mutates) expect(completeOwnerReference(stripped, mapper)).toEqual(reference);
    }
  });
});
