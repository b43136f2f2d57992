import { describe, expect, it } from 'vitest';
import { validateOwnerReference, validateOwnerReferences } from '../../src/owners/owner-references.js';
import { hostileWords, reference } from './support.js';

function problemsOf(given: unknown): string[] {
  return validateOwnerReference(given).problems.map(({ field = '-', code }) => `${field} ${code}`);
}

describe('the matrix of resource and kind', () => {
  it.each([
    ['set', 'set', { resource: 'replicasets' }, { old: 'kind', new: 'resource' }, []],
    ['set', 'not set', { resource: 'replicasets', kind: '' }, { old: 'refused', new: 'refused' }, ['kind required']],
    ['not set', 'set', {}, { old: 'kind', new: 'kind' }, []],
    ['not set', 'not set', { kind: '' }, { old: 'refused', new: 'refused' }, ['kind required']],
  ])('resource %s and kind %s', (_resource, _kind, fields, honored, problems) => {
    const given = reference(fields);
    expect(validateOwnerReference(given).honored).toEqual(honored);
    expect(problemsOf(given)).toEqual(problems);
  });

  it('counts an empty or null resource as not set', () => {
    for (const resource of ['', null, undefined]) {
      expect(validateOwnerReference({ ...reference(), resource })).toMatchObject({
        valid: true,
        honored: { old: 'kind', new: 'kind' },
      });
    }
  });

  it('has servers of today take a resource of any type, which they drop unread', () => {
    const { honored, problems } = validateOwnerReference({ ...reference(), resource: 5 });
    expect(honored).toEqual({ old: 'kind', new: 'refused' });
    expect(problems).toEqual([{ field: 'resource', code: 'type', message: 'resource: must be a string' }]);
  });

  it('lets the caller say which server is to take the reference', () => {
    const given = { ...reference(), resource: 5 };
    expect(validateOwnerReference(given).valid).toBe(true);
    expect(validateOwnerReference(given, { honors: 'kind' }).valid).toBe(true);
    expect(validateOwnerReference(given, { honors: 'resource' }).valid).toBe(false);
    expect(validateOwnerReference({ ...given, name: '' }).valid).toBe(false);
    expect(() => validateOwnerReference(given, { honors: 'old' as never })).toThrow(/honors/);
  });

  it('tells of both servers that they refuse what is wrong otherwise', () => {
    expect(validateOwnerReference({ ...reference(), name: '' }).honored).toEqual({ old: 'refused', new: 'refused' });
  });
});

describe('the fields of a reference', () => {
  it('are all right as the API documents them', () => {
    const given = reference({ resource: 'replicasets', controller: true, blockOwnerDeletion: false });
    expect(validateOwnerReference(given)).toMatchObject({ valid: true, problems: [] });
  });

  it('are all told at once where they are missing', () => {
    expect(problemsOf({})).toEqual(['apiVersion required', 'kind required', 'name required', 'uid required']);
    expect(problemsOf({ apiVersion: null, kind: '', name: null, uid: '' })).toEqual(problemsOf({}));
  });

  it('are all told at once where they are of another type', () => {
    const wrong = {
      apiVersion: 1,
      kind: true,
      name: {},
      uid: [],
      resource: 5,
      controller: 'yes',
      blockOwnerDeletion: 1,
    };
    expect(problemsOf(wrong)).toEqual([
      'apiVersion type',
      'kind type',
      'name type',
      'uid type',
      'resource type',
      'controller type',
      'blockOwnerDeletion type',
    ]);
  });

  it.each([undefined, null, 'front', 5, [], true])('cannot be those of %j', (given) => {
    expect(validateOwnerReference(given)).toEqual({
      valid: false,
      problems: [{ code: 'type', message: 'an owner reference must be an object' }],
      honored: { old: 'refused', new: 'refused' },
    });
  });

  it.each(['apps/', '/', 'a/b/c', 'a/b/'])('want a version: %j has none', (apiVersion) => {
    expect(problemsOf(reference({ apiVersion }))).toEqual(['apiVersion format']);
  });

  it.each(['v1', '/v1', 'apps/v1', 'shop.example.org/v1alpha1'])(
    'take %j for an apiVersion, as servers do',
    (apiVersion) => {
      expect(problemsOf(reference({ apiVersion }))).toEqual([]);
    },
  );

  it('may not name an event of the core group, and may name one of events.k8s.io', () => {
    const event = reference({ kind: 'Event' });
    expect(problemsOf({ ...event, apiVersion: 'v1' })).toEqual(['- banned']);
    expect(problemsOf({ ...event, apiVersion: '/v1' })).toEqual(['- banned']);
    expect(problemsOf({ ...event, apiVersion: 'events.k8s.io/v1' })).toEqual([]);
  });

  it.each(hostileWords)('may be what servers take and nobody can follow: %j', (word) => {
    const isWord = word === '__proto__' || word === 'constructor';
    const given = reference({ apiVersion: `${word}/v1`, name: word, resource: word });
    // The name of an object may hold more than a group or a resource, as servers let it.
    const name = /^\.{1,2}$|[/%]/.test(word) ? ['name unusable'] : [];
    const apiVersion = word === 'a/b' ? 'apiVersion format' : 'apiVersion unusable';
    expect(problemsOf(given)).toEqual(isWord ? [] : [...name, apiVersion, 'resource unusable']);
    expect(problemsOf(reference({ uid: word, kind: word }))).toEqual([]);
    if (word !== 'a/b') expect(validateOwnerReference(given).honored).toEqual({ old: 'kind', new: 'resource' });
  });

  it('are told with their values in quotes, so that a hostile one stays in its line', () => {
    const [problem] = validateOwnerReference(reference({ name: 'a\r\n/b' })).problems;
    expect(problem?.message).toBe('name: "a\\r\\n/b" is not a valid path segment');
  });

  it('give a verdict that nobody can change', () => {
    const { problems } = validateOwnerReference({});
    expect([problems, ...problems].every((each) => Object.isFrozen(each))).toBe(true);
  });
});

describe('the references of an object', () => {
  it('are none where the list is left out', () => {
    expect([undefined, null, []].map((list) => validateOwnerReferences(list))).toEqual([[], [], []]);
  });

  it.each(['front', {}, 5])('cannot be %j', (list) => {
    expect(validateOwnerReferences(list)).toEqual([{ code: 'type', message: 'ownerReferences must be an array' }]);
  });

  it('are each told with their place', () => {
    const found = validateOwnerReferences([reference(), 5, reference({ uid: '' })]);
    expect(found.map(({ index, field, code }) => [index, field, code])).toEqual([
      [1, undefined, 'type'],
      [2, 'uid', 'required'],
    ]);
  });

  it('may have one controller', () => {
    const owners = ['a', 'b', 'c'].map((name) => reference({ name, uid: name, controller: true }));
    expect(validateOwnerReferences(owners).map(({ index, code }) => [index, code])).toEqual([
      [1, 'controllers'],
      [2, 'controllers'],
    ]);
    expect(validateOwnerReferences([owners[0], { ...owners[1], controller: false }])).toEqual([]);
  });

  it('are duplicates where all their fields are equal, whatever their order, and not where one differs', () => {
    const { uid, ...rest } = reference();
    expect(validateOwnerReferences([reference(), { uid, ...rest }])).toMatchObject([{ index: 1, code: 'duplicate' }]);
    expect(validateOwnerReferences([reference(), reference({ name: 'other' })])).toEqual([]);
  });

  it('may be 1,000', () => {
    const owners = Array.from({ length: 1000 }, (_, index) => reference({ name: `o-${index}`, uid: `u-${index}` }));
    expect(validateOwnerReferences(owners)).toEqual([]);
  });
});
