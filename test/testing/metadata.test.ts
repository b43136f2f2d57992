import { describe, expect, it } from 'vitest';
import { createFakeApiServer, type FakeApiServer, type FakeResource } from '../../src/testing/index.js';
import { ask, configMap, failureOf, objectIn, type Answered } from './support.js';

const resources: FakeResource[] = [
  { group: '', version: 'v1', resource: 'configmaps', kind: 'ConfigMap' },
  { group: '', version: 'v1', resource: 'namespaces', kind: 'Namespace', scope: 'Cluster' },
  { group: 'rbac.authorization.k8s.io', version: 'v1', resource: 'roles', kind: 'Role' },
  { group: 'example.com', version: 'v1', resource: 'widgets', kind: 'Widget' },
];
const maps = '/api/v1/namespaces/default/configmaps';
const widgets = '/apis/example.com/v1/namespaces/default/widgets';
const start = (...objects: object[]): FakeApiServer => createFakeApiServer({ resources, objects });
const create = (metadata: object, path = maps, query = ''): Promise<Answered> => {
  const type = path === widgets ? { apiVersion: 'example.com/v1', kind: 'Widget' } : {};
  return ask(start(), path + query, { method: 'POST', body: { ...type, metadata } });
};
const causesOf = ({ body }: Answered): unknown[] =>
  (body as { details: { causes: { field: string; reason: string }[] } }).details.causes.map(({ field, reason }) => [
    field,
    reason,
  ]);
const owner = { apiVersion: 'v1', kind: 'Pod', name: 'p', uid: 'u' };

describe('metadata', () => {
  it.each([
    ['a name in capitals', { name: 'UPPER' }, 'metadata.name'],
    ['a name with an underscore', { name: 'a_b' }, 'metadata.name'],
    ['a name with two dots in a row', { name: 'a..b' }, 'metadata.name'],
    ['a name that is too long', { name: 'n'.repeat(254) }, 'metadata.name'],
    ['a label key with two slashes', { name: 'a', labels: { 'a/b/c': 'd' } }, 'metadata.labels'],
    ['a label key whose domain is in capitals', { name: 'a', labels: { 'A.io/b': 'c' } }, 'metadata.labels'],
    ['a label value with a slash', { name: 'a', labels: { a: 'b/c' } }, 'metadata.labels'],
    ['a label value that is too long', { name: 'a', labels: { a: 'v'.repeat(64) } }, 'metadata.labels'],
    ['an annotation key with a space', { name: 'a', annotations: { 'b c': 'd' } }, 'metadata.annotations'],
    [
      'two owners that control',
      {
        name: 'a',
        ownerReferences: [
          { ...owner, controller: true },
          { ...owner, uid: 'v', controller: true },
        ],
      },
      'metadata.ownerReferences',
    ],
    ['a negative generation', { name: 'a', generation: -1 }, 'metadata.generation'],
    ['a finalizer without a domain', { name: 'a', finalizers: ['stay'] }, 'metadata.finalizers[0]'],
  ])('with %s is 422 under its field', async (_what, metadata, field) => {
    const answered = await create(metadata);
    expect(failureOf(answered)).toEqual({ code: 422, reason: 'Invalid' });
    expect(causesOf(answered)).toEqual([[field, 'FieldValueInvalid']]);
  });

  it('with an owner without a uid is 422 for what is required', async () => {
    const answered = await create({ name: 'a', ownerReferences: [{ ...owner, uid: '' }] });
    expect(causesOf(answered)).toEqual([['metadata.ownerReferences[0].uid', 'FieldValueRequired']]);
  });

  it('with too many annotations is 422', async () => {
    const answered = await create({ name: 'a', annotations: { a: 'x'.repeat(300_000) } });
    expect(causesOf(answered)).toEqual([['metadata.annotations', 'FieldValueTooLong']]);
  });

  it('without a name is 422 for what is required', async () => {
    const answered = await create({});
    expect(causesOf(answered)).toEqual([['metadata.name', 'FieldValueRequired']]);
    expect(answered.body).not.toHaveProperty('details.name');
  });

  it('with a generated name that is none tells of both fields', async () => {
    const answered = await create({ generateName: 'UPPER-' });
    expect(causesOf(answered).map((cause) => (cause as string[])[0])).toEqual([
      'metadata.generateName',
      'metadata.name',
    ]);
  });

  it.each([
    ['names of RBAC may have colons', '/apis/rbac.authorization.k8s.io/v1/namespaces/default/roles', 'system:x', 201],
    [
      'names of RBAC may have no percent signs',
      '/apis/rbac.authorization.k8s.io/v1/namespaces/default/roles',
      'a%b',
      422,
    ],
    ['names of namespaces may have no dots', '/api/v1/namespaces', 'a.b', 422],
    ['other names may have dots', maps, 'a.b', 201],
  ])('%s', async (_rule, path, name, status) => {
    expect((await create({ name }, path)).status).toBe(status);
  });

  it('of custom resources may have finalizers without a domain, and any generation', async () => {
    const answered = await create({ name: 'a', finalizers: ['stay'], generation: -1 }, widgets);
    expect([answered.status, objectIn(answered).metadata.generation]).toEqual([201, 1]);
  });

  it('leaves out empty maps and lists, and a namespace where there are none', async () => {
    const { metadata } = objectIn(await create({ name: 'a', labels: {}, annotations: {}, finalizers: [] }));
    for (const field of ['labels', 'annotations', 'finalizers']) expect(metadata).not.toHaveProperty(field);
    expect(
      objectIn(await create({ name: 'a', namespace: 'b' }, '/api/v1/namespaces')).metadata.namespace,
    ).toBeUndefined();
  });
});

describe('a field of metadata that servers do not know', () => {
  const metadata = { name: 'a', nonsense: 1, ownerReferences: [{ ...owner, resource: 'pods' }] };
  const fields = ['metadata.nonsense', 'metadata.ownerReferences[0].resource'];

  it('is dropped, with a warning', async () => {
    const answered = await create(metadata);
    expect(objectIn(answered).metadata).toMatchObject({ ownerReferences: [owner] });
    expect(objectIn(answered).metadata).not.toHaveProperty('nonsense');
    expect(answered.headers.get('warning')).toBe(
      fields.map((field) => `299 - "unknown field \\"${field}\\""`).join(', '),
    );
  });

  it('is dropped in silence under fieldValidation=Ignore, and 400 under Strict', async () => {
    expect((await create(metadata, maps, '?fieldValidation=Ignore')).headers.has('warning')).toBe(false);
    const strict = await create(metadata, maps, '?fieldValidation=Strict');
    expect(failureOf(strict)).toEqual({ code: 400, reason: 'BadRequest' });
    expect(strict.text).toContain('strict decoding error');
  });

  it('is dropped by replace and patch as well, and kept by put', async () => {
    const server = start(configMap('a', { ownerReferences: [{ ...owner, resource: 'pods' }] }));
    expect(server.objects[0]?.metadata.ownerReferences).toEqual([{ ...owner, resource: 'pods' }]);
    const replaced = await ask(server, `${maps}/a`, { method: 'PUT', body: { metadata } });
    expect(objectIn(replaced).metadata.ownerReferences).toEqual([owner]);
    const body = { metadata: { nonsense: 2 } };
    const patched = await ask(server, `${maps}/a`, {
      method: 'PATCH',
      body,
      contentType: 'application/merge-patch+json',
    });
    expect(patched.headers.get('warning')).toContain('metadata.nonsense');
  });
});

describe('a change of metadata', () => {
  const patch = (server: FakeApiServer, metadata: object, path = maps): Promise<Answered> =>
    ask(server, `${path}/a`, { method: 'PATCH', body: { metadata }, contentType: 'application/merge-patch+json' });

  it('to another uid is 422 in a patch and 409 in a replace', async () => {
    const patched = await patch(start(configMap('a')), { uid: 'other' });
    expect([patched.status, causesOf(patched)[0]]).toEqual([422, ['metadata.uid', 'FieldValueInvalid']]);
    const body = { metadata: { name: 'a', uid: 'other' } };
    expect((await ask(start(configMap('a')), `${maps}/a`, { method: 'PUT', body })).status).toBe(409);
  });

  it('to another namespace is 400', async () => {
    expect(failureOf(await patch(start(configMap('a')), { namespace: 'other' })).code).toBe(400);
  });

  it('may take finalizers away while the object is being deleted, and add none', async () => {
    const server = start(configMap('a', { finalizers: ['x.io/a', 'x.io/b'] }));
    await ask(server, `${maps}/a`, { method: 'DELETE' });
    const refused = await patch(server, { finalizers: ['x.io/a', 'x.io/b', 'x.io/c'] });
    expect([refused.status, causesOf(refused)[0]]).toEqual([422, ['metadata.finalizers', 'FieldValueForbidden']]);
    expect((await patch(server, { finalizers: ['x.io/b'] })).status).toBe(200);
  });

  it('of an object whose name no server would take is possible', async () => {
    expect((await patch(start({ ...configMap('a'), metadata: { name: 'a' } }), { labels: { l: 'm' } })).status).toBe(
      200,
    );
    const server = start(configMap('Odd_Name'));
    const body = { metadata: { labels: { l: 'm' } } };
    const path = `${maps}/Odd_Name`;
    const patched = await ask(server, path, { method: 'PATCH', body, contentType: 'application/merge-patch+json' });
    expect(patched.status).toBe(200);
  });
});
