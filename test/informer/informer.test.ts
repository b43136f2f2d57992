import { getEventListeners } from 'node:events';
import { describe, expect, it, vi } from 'vitest';
import type { FollowStep } from '../../src/watch/follow-step.js';
import type { InformerHealth } from '../../src/core/resource/watch/watcher.js';
import { brief } from '../follow/follow-pods.js';
import { bookmark, errorEvent, hang, reset } from '../resource/watch/watch-server.js';
import { inform, named, pod, read, state, until, type Pod } from './inform-pods.js';

const inside = { labels: { app: 'x' } };
const isInside = ({ metadata }: Pod): boolean =>
  (metadata as { labels?: Record<string, string> }).labels?.['app'] === 'x';

describe('the store of an informer', () => {
  it('has what the server has, by name, uid, namespace and label', async () => {
    const { informer } = inform([{ steps: [...state, hang] }]);
    await informer.synced;
    const { store } = informer;
    expect(store.size).toBe(2);
    expect(store.get('web', 'a')?.metadata.uid).toBe('uid-a');
    expect(store.get('web', 'b')).toBeUndefined();
    expect(store.byUid('uid-b')?.metadata.name).toBe('b');
    expect(named(store.list({ namespace: 'shop' }))).toEqual(['b']);
    expect(named(store.list({ labelSelector: 'app in (x)' }))).toEqual(['a']);
    expect(named(store.by('namespace', 'web'))).toEqual(['a']);
  });

  it('keeps its indexes, owners and those of the user, as objects change', async () => {
    const owned = { ownerReferences: [{ apiVersion: 'v1', kind: 'Node', name: 'n', uid: 'owner' }] };
    const steps = [...state, pod('MODIFIED', 'a', 10, owned), pod('DELETED', 'b', 11, {}, 'shop'), hang];
    const { informer, steps: told } = inform([{ steps }], {
      indexes: { node: ({ spec }) => [(spec as { nodeName: string }).nodeName] },
    });
    await informer.synced;
    expect(informer.store.by('owner', 'owner')).toEqual([]);
    await until(() => told.length === 5);
    expect(named(informer.store.by('owner', 'owner'))).toEqual(['a']);
    expect(named(informer.store.by('node', 'n1'))).toEqual(['a']);
    expect(informer.store.by('owner', 'nobody')).toEqual([]);
    expect(() => informer.store.by('colour', 'red')).toThrow(expect.objectContaining({ argument: 'index' }) as Error);
  });

  it('cannot be spoilt by a reader', async () => {
    const { informer } = inform([{ steps: [...state, hang] }]);
    await informer.synced;
    const object = informer.store.get('web', 'a')!;
    expect(() => {
      (object as { metadata: { name: string } }).metadata.name = 'other';
    }).toThrow(TypeError);
    const list = informer.store.list();
    expect(() => {
      (list as Pod[]).push(object);
    }).not.toThrow(RangeError);
    expect(informer.store.size).toBe(2);
  });

  it('gives the same snapshot until something changes, and tells it once a turn', async () => {
    const { informer, steps } = inform([
      { steps: [...state, pod('MODIFIED', 'a', 10), pod('MODIFIED', 'a', 11), hang] },
    ]);
    let turns = 0;
    const off = informer.subscribe(() => {
      turns += 1;
    });
    await until(() => steps.length === 5);
    await until(() => turns > 0);
    const snapshot = informer.getSnapshot();
    expect(informer.getSnapshot()).toBe(snapshot);
    expect(snapshot).toHaveLength(2);
    expect(turns).toBeLessThan(5);
    off();
  });
});

describe('an informer', () => {
  it('tells a reader the objects that are there, then every change', async () => {
    const { informer } = inform([{ steps: [...state, pod('MODIFIED', 'a', 10), hang] }]);
    const first = await read(informer, 4);
    expect(first).toEqual(['added a@1', 'added b@2', 'synced @9', 'changed a@10 was 1']);
    expect((await read(informer, 3)).map((step) => step.split('@')[0])).toEqual(['added a', 'added b', 'synced ']);
  });

  it('tells a slow reader the last state of each object', async () => {
    const changes = Array.from({ length: 50 }, (_, index) => pod('MODIFIED', 'a', 10 + index));
    const { informer, steps } = inform([{ steps: [...state, ...changes, pod('DELETED', 'b', 99, {}, 'shop'), hang] }]);
    const iterator = informer[Symbol.asyncIterator]();
    await iterator.next();
    await until(() => steps.length === 54);
    const told: string[] = [];
    for (let count = 0; count < 2; count += 1) told.push(brief((await iterator.next()).value as FollowStep<Pod>));
    expect(told).toContain('changed a@59 was 1');
    await iterator.return?.();
  });

  it('gathers changes in sets', async () => {
    const { informer } = inform([{ steps: [...state, hang] }]);
    for await (const { added, changed, removed } of informer.changeSets()) {
      expect([named(added), changed, removed]).toEqual([['a', 'b'], [], []]);
      break;
    }
  });

  it('leaves out what its filter does not want, and tells what comes in and goes out', async () => {
    const changes = [pod('MODIFIED', 'b', 10, inside, 'shop'), pod('MODIFIED', 'a', 11), pod('MODIFIED', 'a', 12)];
    const { informer, steps } = inform([{ steps: [...state, ...changes, pod('DELETED', 'a', 13), hang] }], {
      filter: isInside,
    });
    await informer.synced;
    expect(named(informer.store.list())).toEqual(['a']);
    await until(() => informer.store.get('shop', 'b') !== undefined && informer.store.size === 1);
    await until(() => steps.length === 4);
    expect(steps).toEqual(['added a@1', 'synced @9', 'added b@10', 'removed a@1']);
    expect(named(informer.store.list())).toEqual(['b']);
  });

  it('tells what its filter lets go of where an object was made again, and where all is listed again', async () => {
    const again = pod('MODIFIED', 'a', 10, { uid: 'another' });
    const listed = [pod('ADDED', 'a', 11, { uid: 'another' }), pod('ADDED', 'b', 12, inside, 'shop')];
    const { informer, steps } = inform(
      [
        { steps: [...state, again, pod('DELETED', 'c', 11), errorEvent(410)] },
        { steps: [...listed, bookmark(13, true), hang] },
      ],
      { filter: isInside },
    );
    await until(() => steps.length === 6);
    const first = ['added a@1', 'synced @9', 'removed a@1', 'interrupted watch-ended'];
    expect(steps).toEqual([...first, 'added b@12', 'recovered @13']);
    expect([informer.store.size, named(informer.getSnapshot())]).toEqual([1, ['b']]);
  });

  it('says how it is', async () => {
    const { informer, steps } = inform([{ steps: [...state, errorEvent(410)] }, { steps: [...state, hang] }]);
    expect(informer.health).toMatchObject({ synced: false, relists: 0, lastEventAt: undefined });
    await until(() => steps.length === 5);
    expect(informer.health).toMatchObject({ synced: true, relists: 2, interruptedAt: undefined });
    expect(steps.slice(3)).toEqual(['interrupted watch-ended', 'recovered @9']);
  });

  it('counts a watch that was resumed as no relist, and says since when it is interrupted', async () => {
    const { informer, steps, clock } = inform(
      [
        { steps: [...state, reset] },
        { lost: 'ECONNREFUSED' },
        { steps: [bookmark(10), pod('MODIFIED', 'a', 11), hang] },
      ],
      { onListenerError: () => undefined },
    );
    const seen: InformerHealth[] = [];
    informer.on(() => {
      clock.pass(1);
      seen.push(informer.health);
    });
    await until(() => steps.length === 6);
    expect(steps.slice(3).map((step) => step.split(' ')[0])).toEqual(['interrupted', 'recovered', 'changed']);
    expect(seen[3]?.interruptedAt).toBeGreaterThan(seen[2]?.lastRelistAt ?? NaN);
    expect(informer.health).toMatchObject({ relists: 1, interruptedAt: undefined });
    expect(informer.health.lastEventAt).toBe(informer.health.lastHeardAt);
    expect(informer.health.lastRelistAt).toBeLessThan(informer.health.lastEventAt ?? NaN);
  });

  it('ends by what follow ends for, and says so', async () => {
    const { informer } = inform([{ status: 403 }]);
    await expect(informer.synced).rejects.toMatchObject({ statusCode: 403 });
    await expect(informer.ended).rejects.toMatchObject({ statusCode: 403 });
    await expect(read(informer, 1)).rejects.toMatchObject({ statusCode: 403 });
  });

  it('ends in order when it is closed, with every reader', async () => {
    const { informer, open } = inform([{ steps: [...state, hang] }]);
    const reading = read(informer, 99);
    await informer.synced;
    informer.close();
    await informer.ended;
    expect(await reading).toHaveLength(3);
    await until(() => open() === 0);
  });

  it('is read by nobody behind its end', async () => {
    const { informer, steps } = inform([{ steps: [...state, hang] }]);
    await informer.synced;
    informer.close();
    expect(await read(informer, 1)).toEqual([]);
    expect(informer.on(() => steps.push('more'))).toBeTypeOf('function');
    await informer.ended;
    expect(informer.store.size).toBe(2);
    expect(steps).toHaveLength(3);
  });

  it('leaves nothing behind with its client, nor with its signal', async () => {
    const outer = new AbortController();
    const { informer, client } = inform([{ steps: [...state, hang] }], { signal: outer.signal });
    await informer.synced;
    informer.close();
    await informer.ended;
    expect(getEventListeners(outer.signal, 'abort')).toEqual([]);
    expect(getEventListeners(client.signal, 'abort')).toEqual([]);
  });

  it('tells that an object vanished by what was known of it, whatever the filter thinks of its last state', async () => {
    const changes = [
      pod('DELETED', 'a', 10, { labels: { app: 'gone' } }),
      pod('DELETED', 'b', 11, { labels: { app: 'x' } }, 'shop'),
    ];
    const { informer, steps } = inform([{ steps: [...state, ...changes, pod('ADDED', 'c', 12, inside), hang] }], {
      filter: isInside,
    });
    await until(() => informer.store.get('web', 'c') !== undefined);
    await until(() => steps.length === 4);
    expect(steps).toEqual(['added a@1', 'synced @9', 'removed a@1', 'added c@12']);
  });

  it('leaves the signal that it followed when it is over', async () => {
    const { signal } = new AbortController();
    const { informer } = inform([{ steps: [...state, hang] }], { signal });
    await informer.synced;
    const left = vi.spyOn(signal, 'removeEventListener');
    informer.close();
    await informer.ended;
    expect(left).toHaveBeenCalledOnce();
  });

  it('tells nothing more to whom it is closed by another, and lets nobody rewrite how it is', async () => {
    const { informer } = inform([{ steps: [...state, hang] }], { listen: false });
    const told: string[] = [];
    informer.on(() => {
      informer.close();
    });
    informer.on((step) => told.push(brief(step)));
    await informer.ended;
    expect(told).toEqual([]);
    Object.assign(informer.health, { relists: 99 });
    expect(informer.health.relists).toBe(0);
  });

  it('goes on where a listener throws, and says what', async () => {
    const errors: unknown[] = [];
    const { informer, steps } = inform([{ steps: [...state, hang] }], {
      onListenerError: (error) => errors.push(error),
    });
    informer.on(() => {
      throw new Error('my fault');
    });
    await informer.synced;
    expect(steps).toHaveLength(3);
    expect(errors).toHaveLength(3);
  });

  it('tells the same of an async listener', async () => {
    const errors: unknown[] = [];
    const { informer } = inform([{ steps: [...state, hang] }], { onListenerError: (error) => errors.push(error) });
    const late: () => unknown = () => Promise.reject(new Error('late'));
    informer.on(late);
    await informer.synced;
    await until(() => errors.length === 3);
    expect(errors[0]).toMatchObject({ message: 'late' });
  });

  it.each<[string, object]>([
    ['filter', { filter: () => Promise.reject(new Error('late')) }],
    ['filter', { filter: () => 'false' }],
    ['transform', { transform: () => Promise.reject(new Error('late')) }],
  ])('ends by a %s that is async, or answers with a text', async (argument, options) => {
    const { informer } = inform([{ steps: [...state, hang] }], options);
    await expect(informer.synced).rejects.toMatchObject({ code: 'invalid-argument', argument });
  });
});
describe('a listener', () => {
  it.each<[string, () => unknown]>([
    [
      'throws',
      () => {
        throw new Error('my fault as well');
      },
    ],
    ['rejects', () => Promise.reject(new Error('my fault as well'))],
  ])('may fail where onListenerError %s as well: the informer goes on', async (_how, onListenerError) => {
    const { informer } = inform([{ steps: [...state, pod('MODIFIED', 'a', 10), hang] }], {
      onListenerError: onListenerError,
    });
    const fail = (): never => {
      throw new Error('my fault');
    };
    informer.on(fail);
    informer.subscribe(fail);
    await until(() => informer.store.get('web', 'a')?.metadata.resourceVersion === '10');
    expect(informer.health.synced).toBe(true);
    informer.close();
    await expect(informer.ended).resolves.toBeUndefined();
  });

  it('that another one has called off is not called any more, not even in the same turn', async () => {
    const { informer, steps } = inform([{ steps: [...state, hang] }]);
    const told: string[] = [];
    const offs: (() => void)[] = [];
    informer.on(() => {
      for (const off of offs) off();
    });
    offs.push(informer.on((step) => told.push(step.type)));
    let turns = 0;
    const turnOffs: (() => void)[] = [];
    informer.subscribe(() => {
      for (const off of turnOffs) off();
    });
    turnOffs.push(
      informer.subscribe(() => {
        turns += 1;
      }),
    );
    await until(() => steps.length === 3);
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(told).toEqual([]);
    expect(turns).toBe(0);
  });
});
