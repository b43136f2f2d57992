import { describe, expect, it } from 'vitest';
import { hang } from '../resource/watch/watch-server.js';
import { inform, named, pod, state, until } from './inform-pods.js';

const nodeOf = (object: object): string => (object as { spec: { nodeName: string } }).spec.nodeName;

describe('the indexes of a store', () => {
  it('know labels, and forget what an object no longer has', async () => {
    const change = pod('MODIFIED', 'b', 10, { labels: { app: 'x' } }, 'shop');
    const { informer, steps } = inform([{ steps: [...state, change, hang] }]);
    await informer.synced;
    expect(named(informer.store.by('label', 'app=y'))).toEqual(['b']);
    await until(() => steps.length === 4);
    expect(named(informer.store.by('label', 'app=x'))).toEqual(['a', 'b']);
    expect(informer.store.by('label', 'app=y')).toEqual([]);
  });

  it('select by namespace and label at once', async () => {
    const { informer } = inform([{ steps: [...state, hang] }]);
    await informer.synced;
    expect(named(informer.store.list({ namespace: 'shop', labelSelector: 'app' }))).toEqual(['b']);
    expect(informer.store.list({ namespace: 'shop', labelSelector: 'app=x' })).toEqual([]);
  });

  it('know owners, whatever else stands in the list of references', async () => {
    const ownerReferences = [null, 5, 'x', {}, { uid: 'o1' }];
    const change = pod('MODIFIED', 'a', 10, { ownerReferences });
    const { informer, steps } = inform([{ steps: [...state, change, hang] }]);
    await until(() => steps.length === 4);
    expect(named(informer.store.by('owner', 'o1'))).toEqual(['a']);
  });

  it('give an object that was made again under its name its new uid', async () => {
    const again = pod('MODIFIED', 'a', 10, { uid: 'other' });
    const { informer, steps } = inform([{ steps: [...state, again, hang] }]);
    await until(() => steps.length === 5);
    expect(informer.store.byUid('uid-a')).toBeUndefined();
    expect(informer.store.byUid('other')?.metadata.name).toBe('a');
  });

  it('tell who asks what their function throws, and are whole again when it throws no more', async () => {
    let isBroken = false;
    const node = (object: object): string[] => {
      if (isBroken) throw new Error('broken');
      return [nodeOf(object)];
    };
    const { informer, steps } = inform([{ steps: [...state, pod('MODIFIED', 'a', 10), hang] }], {
      indexes: { node, wrong: () => 'text' as never },
    });
    await informer.synced;
    expect(named(informer.store.by('node', 'n1'))).toEqual(['a', 'b']);
    isBroken = true;
    await until(() => steps.length === 4);
    expect(() => informer.store.by('node', 'n1')).toThrow('broken');
    isBroken = false;
    expect(named(informer.store.by('node', 'n1'))).toEqual(['a', 'b']);
    expect(() => informer.store.by('wrong', 't')).toThrow('lists of strings');
    expect(informer.health.interruptedAt).toBeUndefined();
  });

  it('show their functions frozen objects', async () => {
    const spoil = (object: { metadata: { name: string } }): string[] => {
      object.metadata.name = 'other';
      return [];
    };
    const { informer } = inform([{ steps: [...state, hang] }], { indexes: { spoil } });
    await informer.synced;
    expect(() => informer.store.by('spoil', '')).toThrow(TypeError);
    expect(informer.store.get('web', 'a')?.metadata.name).toBe('a');
  });
});

describe('what a store answers', () => {
  it('does not change while it is read', async () => {
    const { informer, steps } = inform([{ steps: [...state, pod('DELETED', 'a', 10), hang] }]);
    await informer.synced;
    const [list, snapshot, indexed] = [
      informer.store.list(),
      informer.getSnapshot(),
      informer.store.by('namespace', 'web'),
    ];
    await until(() => steps.length === 4);
    expect(informer.store.size).toBe(1);
    for (const answer of [list, snapshot]) expect(named(answer)).toEqual(['a', 'b']);
    expect(named(indexed)).toEqual(['a']);
  });

  it('is frozen however deep it is, and not before somebody reads it', async () => {
    let deep: object = {};
    for (let level = 0; level < 50_000; level += 1) deep = { deep };
    const kept: object[] = [];
    const { informer } = inform([{ steps: [...state, hang] }], {
      transform: (object) => {
        kept.push(object);
        return Object.assign(object, { deep });
      },
      listen: false,
    });
    await informer.synced;
    expect(kept.map((object) => Object.isFrozen(object))).toEqual([false, false]);
    expect(informer.store.get('web', 'a')).toBe(kept[0]);
    expect(Object.isFrozen((kept[0] as { deep: { deep: object } }).deep.deep)).toBe(true);
    expect(Object.isFrozen(kept[1])).toBe(false);
  });
});
