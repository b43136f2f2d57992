import { describe, expect, it } from 'vitest';
import { createFakeApiServer, type FakeApiServer } from '../../src/testing/index.js';
import { ask, configMap, failureOf, objectIn, type Answered } from './support.js';

const maps = '/api/v1/namespaces/default/configmaps';
const resources = [{ group: '', version: 'v1', resource: 'configmaps', kind: 'ConfigMap' }];
const owner = { apiVersion: 'v1', kind: 'ConfigMap', name: 'front', uid: 'u' };
const named = { ...owner, resource: 'configmaps' };
const { kind: _kind, ...kindless } = owner;

const start = (ownerResource: boolean): FakeApiServer => createFakeApiServer({ resources, ownerResource });

function create(server: FakeApiServer, ...ownerReferences: readonly object[]): Promise<Answered> {
  return ask(server, maps, { method: 'POST', body: configMap('a', { ownerReferences }) });
}

const ownersIn = (answered: Answered): unknown => objectIn(answered).metadata.ownerReferences;
const dropped = '299 - "unknown field \\"metadata.ownerReferences[0].resource\\""';

describe('the matrix of the design, on a server of today', () => {
  it('resource and kind: the resource is dropped with a warning', async () => {
    const answered = await create(start(false), named);
    expect([answered.status, ownersIn(answered), answered.headers.get('warning')]).toEqual([201, [owner], dropped]);
  });

  it('resource without kind: 422', async () => {
    const answered = await create(start(false), { ...kindless, resource: 'configmaps' });
    expect(failureOf(answered)).toEqual({ code: 422, reason: 'Invalid' });
    expect(answered.text).toContain('metadata.ownerReferences[0].kind');
  });

  it('kind without resource: as it was sent', async () => {
    const answered = await create(start(false), owner);
    expect([answered.status, ownersIn(answered), answered.headers.get('warning')]).toEqual([201, [owner], null]);
  });

  it('neither: 422', async () => {
    expect(failureOf(await create(start(false), kindless))).toEqual({ code: 422, reason: 'Invalid' });
  });
});

describe('the matrix of the design, on a server of the design', () => {
  it('resource and kind: both are kept, without a warning', async () => {
    const answered = await create(start(true), named);
    expect([answered.status, ownersIn(answered), answered.headers.get('warning')]).toEqual([201, [named], null]);
  });

  it('resource without kind: 422', async () => {
    const answered = await create(start(true), { ...kindless, resource: 'configmaps' });
    expect(failureOf(answered)).toEqual({ code: 422, reason: 'Invalid' });
  });

  it('kind without resource: as it was sent', async () => {
    const answered = await create(start(true), owner);
    expect([answered.status, ownersIn(answered), answered.headers.get('warning')]).toEqual([201, [owner], null]);
  });

  it('neither: 422', async () => {
    expect(failureOf(await create(start(true), kindless))).toEqual({ code: 422, reason: 'Invalid' });
  });
});

describe('resource in an owner reference', () => {
  const strict = `${maps}?fieldValidation=Strict`;
  const body = configMap('a', { ownerReferences: [named] });
  const mergePatch = { method: 'PATCH', contentType: 'application/merge-patch+json', body };
  const apply = { method: 'PATCH', contentType: 'application/apply-patch+yaml', body };

  it('is 400 under strict validation today, and no matter on a server of the design', async () => {
    expect(failureOf(await ask(start(false), strict, { method: 'POST', body }))).toEqual({
      code: 400,
      reason: 'BadRequest',
    });
    expect((await ask(start(true), strict, { method: 'POST', body })).status).toBe(201);
  });

  it('is dropped or kept by replace and merge patch as well', async () => {
    for (const asking of [{ method: 'PUT', body }, mergePatch]) {
      const [today, design] = [start(false), start(true)];
      for (const server of [today, design]) server.put(configMap('a'));
      expect(ownersIn(await ask(today, `${maps}/a`, asking))).toEqual([owner]);
      expect(ownersIn(await ask(design, `${maps}/a`, asking))).toEqual([named]);
    }
  });

  it('fails an apply with 500 today, in the words of real servers', async () => {
    const answered = await ask(start(false), `${maps}/a?fieldManager=me`, apply);
    expect(answered.status).toBe(500);
    expect((answered.body as { message: string }).message).toBe(
      'failed to create typed patch object (default/a; /v1, Kind=ConfigMap): .metadata.ownerReferences[uid="u"].resource: field not declared in schema',
    );
  });

  it('names each reference that fails an apply', async () => {
    const ownerReferences = [named, owner, { ...named, uid: 'v' }];
    const several = { ...apply, body: configMap('a', { ownerReferences }) };
    const { message } = (await ask(start(false), `${maps}/a?fieldManager=me`, several)).body as { message: string };
    expect(message.split('\n')).toEqual([
      'failed to create typed patch object (default/a; /v1, Kind=ConfigMap): errors:',
      '  .metadata.ownerReferences[uid="u"].resource: field not declared in schema',
      '  .metadata.ownerReferences[uid="v"].resource: field not declared in schema',
    ]);
  });

  it('leaves an apply without it, and every apply on a server of the design, alone', async () => {
    const plain = { ...apply, body: configMap('a', { ownerReferences: [owner] }) };
    expect(ownersIn(await ask(start(false), `${maps}/a?fieldManager=me`, plain))).toEqual([owner]);
    expect(ownersIn(await ask(start(true), `${maps}/a?fieldManager=me`, apply))).toEqual([named]);
  });

  it('of another type is dropped today, and 400 on a server of the design', async () => {
    expect(ownersIn(await create(start(false), { ...owner, resource: 5 }))).toEqual([owner]);
    expect(failureOf(await create(start(true), { ...owner, resource: 5 }))).toEqual({
      code: 400,
      reason: 'BadRequest',
    });
  });

  it.each(['', null])('is left out on a server of the design when it is %j', async (resource) => {
    expect(ownersIn(await create(start(true), { ...owner, resource }))).toEqual([owner]);
  });
});

describe('an owner reference', () => {
  it.each([
    ['apiVersion', { apiVersion: 'apps/' }, 'must be <group>/<version> or <version>'],
    ['apiVersion', { apiVersion: 'a/b/c' }, 'must be <group>/<version> or <version>'],
    ['apiVersion', { apiVersion: '' }, 'Required value: must not be empty'],
    ['name', { name: '' }, 'must not be empty'],
    ['', { kind: 'Event' }, '/v1, Kind=Event is disallowed from being an owner'],
  ])('is 422 for its %s: %j', async (field, fields, why) => {
    const answered = await create(start(false), { ...owner, ...fields });
    expect(failureOf(answered)).toEqual({ code: 422, reason: 'Invalid' });
    const [cause] = (answered.body as { details: { causes: { field: string; message: string }[] } }).details.causes;
    expect(cause?.field).toBe(`metadata.ownerReferences[0]${field === '' ? '' : '.'}${field}`);
    expect(cause?.message).toContain(why);
  });

  it.each([{ uid: 5 }, { name: {} }, { apiVersion: true }, { controller: 'yes' }, { blockOwnerDeletion: 1 }])(
    'is 400 for a field of another type: %j',
    async (fields) => {
      expect(failureOf(await create(start(false), { ...owner, ...fields }))).toEqual({
        code: 400,
        reason: 'BadRequest',
      });
    },
  );

  it('may have null for a field that it may leave out', async () => {
    expect((await create(start(false), { ...owner, controller: null })).status).toBe(201);
  });
});
