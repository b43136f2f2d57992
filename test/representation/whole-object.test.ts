import { describe, expect, it } from 'vitest';
import { originOf } from '../../src/core/representation/origin.js';
import { wholeObject } from '../../src/core/representation/whole-object.js';
import { bareItem, pod, podList, received } from './bodies.js';
import { allPods, nodes, webPods } from './contexts.js';

const whole = wholeObject();

describe('whole objects', () => {
  it('are asked for as plain JSON, with nothing in the query', () => {
    expect(whole.offer('get', webPods)).toEqual({ accept: 'application/json' });
    expect(whole.offer('list', webPods)).toEqual({ accept: 'application/json' });
  });

  it('come back as they were sent', () => {
    const decoded = whole.decodeOne(received(pod('front')), webPods);
    expect(decoded).toEqual(pod('front'));
    expect(originOf(decoded)).toBe('server');
  });

  it('get the kind and apiVersion of the mapping in a list that leaves them out', () => {
    const list = whole.decodeMany(received(podList([bareItem('front', 'web'), bareItem('back', 'web')])), allPods);
    expect(list.items.map(({ kind, apiVersion, metadata }) => [kind, apiVersion, metadata.name])).toEqual([
      ['Pod', 'v1', 'front'],
      ['Pod', 'v1', 'back'],
    ]);
    expect(list.items[0]).toMatchObject(bareItem('front', 'web'));
  });

  it('keep the kind and apiVersion that they carry, even foreign ones', () => {
    const foreign = { kind: 'Sandbox', apiVersion: 'example.com/v2', metadata: { name: 'x' } };
    expect(whole.decodeMany(received(podList([foreign])), allPods).items).toEqual([foreign]);
    expect(whole.decodeOne(received(foreign), webPods)).toEqual(foreign);
  });

  it.each([
    ['missing', { kind: 'PodList', apiVersion: 'v1', metadata: {} }],
    ['null, as Go writes an empty slice', { kind: 'PodList', apiVersion: 'v1', metadata: {}, items: null }],
  ])('are none when items is %s', (_case, body) => {
    expect(whole.decodeMany(received(body), allPods).items).toEqual([]);
  });

  it('are none when items is null, whatever the list calls itself', () => {
    expect(
      whole.decodeMany(received({ kind: 'Fleet', apiVersion: 'x/v1', metadata: {}, items: null }), nodes).items,
    ).toEqual([]);
    expect(whole.decodeMany(received({ metadata: {}, items: null }), nodes).items).toEqual([]);
    const object = { kind: 'Crate', apiVersion: 'x/v1', metadata: { name: 'a' }, items: null };
    expect(whole.decodeOne(received(object), nodes)).toEqual(object);
  });

  it('get the kind that discovery names for the objects where they come without', () => {
    const objectKind = { group: 'other.io', version: 'v2', kind: 'Node' };
    const list = whole.decodeMany(received({ metadata: {}, items: [bareItem('a')] }), { ...nodes, objectKind });
    expect([list.apiVersion, list.items[0]?.apiVersion]).toEqual(['other.io/v2', 'other.io/v2']);
  });

  it.each([-1, -9007199254740991])('do not say that %d more follow', (remainingItemCount) => {
    const list = whole.decodeMany(received(podList([], { continue: 'a', remainingItemCount })), allPods);
    expect(list.metadata).toEqual({ continue: 'a' });
  });

  it('fill in the type of a list that does not name it, and its metadata', () => {
    expect(whole.decodeMany(received({ metadata: {}, items: [] }), nodes)).toEqual({
      apiVersion: 'v1',
      kind: 'NodeList',
      metadata: {},
      items: [],
    });
    expect(whole.decodeMany(received({ kind: 'Fleet', apiVersion: 'x/v1', items: [] }), nodes)).toEqual({
      apiVersion: 'x/v1',
      kind: 'Fleet',
      metadata: {},
      items: [],
    });
  });

  it('get empty metadata where an item has none, as custom metrics do', () => {
    const value = { kind: 'MetricValue', apiVersion: 'custom.metrics.k8s.io/v1beta1', value: '5' };
    expect(whole.decodeMany(received(podList([value])), allPods).items).toEqual([{ ...value, metadata: {} }]);
  });

  it('tell where the next page begins, and nothing after the last one', () => {
    const page = (metadata: { continue?: string }) =>
      whole.continueOf(whole.decodeMany(received(podList([], metadata)), allPods));
    expect(page({ continue: 'abc' })).toBe('abc');
    expect(page({ continue: '' })).toBeUndefined();
    expect(page({})).toBeUndefined();
  });

  it('may be of a kind that is called like a list or has a field named items', () => {
    const context = {
      mapping: {
        resource: { group: 'x.io', version: 'v1', resource: 'allowlists' },
        kind: { group: 'x.io', version: 'v1', kind: 'AllowList' },
        scope: 'Cluster',
      },
    } as const;
    const object = { kind: 'AllowList', apiVersion: 'x.io/v1', metadata: { name: 'a' }, items: ['10.0.0.0/8'] };
    const list = { kind: 'AllowListList', apiVersion: 'x.io/v1', metadata: {}, items: [object] };
    expect(whole.decodeOne(received(object), context)).toEqual(object);
    expect(whole.decodeMany(received(list), context).items).toEqual([object]);
    expect(() => whole.decodeMany(received(object), context)).toThrow(/a single object, but a list was requested/);
  });

  it('keep a field named __proto__ as data', () => {
    const body = JSON.parse('{"kind":"Pod","apiVersion":"v1","metadata":{},"__proto__":{"polluted":true}}') as Record<
      string,
      unknown
    >;
    const decoded = whole.decodeOne(received(body), webPods);
    expect(Object.getPrototypeOf(decoded)).toBe(Object.prototype);
    expect(JSON.stringify(decoded)).toContain('"__proto__":{"polluted":true}');
  });
});
