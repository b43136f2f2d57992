import { describe, expect, it } from 'vitest';
import { createStorage, type Storage } from '../../src/testing/store/storage.js';
import type { Change } from '../../src/testing/store/change.js';

const object = (name: string, fields: object = {}) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name },
  ...fields,
});
const formatChange = ({ type, key, resourceVersion }: Change): string => `${type} ${key} ${resourceVersion}`;

function listening(limit = 100): { storage: Storage; received: Change[]; stop: () => void } {
  const storage = createStorage(limit);
  const received: Change[] = [];
  return { storage, received, stop: storage.changes.listen((change) => received.push(change)) };
}

describe('a commit', () => {
  it('gives each change the next resource version, in all stores', () => {
    const { storage, received } = listening();
    const [a, b] = [storage.store('a'), storage.store('b')];
    a.put('x', object('x'));
    b.put('x', object('x'));
    a.put('x', object('x', { data: 1 }));
    b.remove('x');
    expect(received.map(formatChange)).toEqual(['ADDED x 2', 'ADDED x 3', 'MODIFIED x 4', 'DELETED x 5']);
    expect(received.map(({ store }) => (store === a ? 'a' : 'b'))).toEqual(['a', 'b', 'a', 'b']);
    expect([storage.resourceVersion, storage.changes.resourceVersion]).toEqual(['5', '5']);
  });

  it('holds the object as it was committed, and the one before', () => {
    const { storage, received } = listening();
    const store = storage.store('a');
    const given = object('x', { data: 1 });
    const added = store.put('x', given);
    store.put('x', object('x', { data: 2 }));
    const removed = store.remove('x');
    expect(received.map((change) => [change.previous?.['data'], change.object['data']])).toEqual([
      [undefined, 1],
      [1, 2],
      [2, 2],
    ]);
    expect(received.map((change) => change.object.metadata.resourceVersion)).toEqual(['2', '3', '4']);
    expect(received.map((change) => change.previous?.metadata.resourceVersion)).toEqual([undefined, '2', '3']);
    expect([received[0], received[2]]).toEqual([added, removed]);
    expect(given).toEqual(object('x', { data: 1 }));
  });

  it('of nothing is none', () => {
    const { storage, received } = listening();
    expect(storage.store('a').remove('x')).toBeUndefined();
    expect([received, storage.resourceVersion]).toEqual([[], '1']);
  });
});

describe('who listens', () => {
  it('finds the change in the store, and hears no more once it has stopped', () => {
    const storage = createStorage(10);
    const store = storage.store('a');
    const seen: unknown[] = [];
    const stop = storage.changes.listen(({ key, object: { metadata } }) => {
      seen.push(store.get(key)?.metadata.resourceVersion === metadata.resourceVersion);
    });
    store.put('x', object('x'));
    stop();
    stop();
    store.put('y', object('y'));
    expect(seen).toEqual([true]);
  });

  it('hears what another one commits meanwhile in the order of versions', () => {
    const storage = createStorage(10);
    const store = storage.store('a');
    const received: string[] = [];
    storage.changes.listen(({ key }) => {
      if (key === 'x') store.put('y', object('y'));
    });
    storage.changes.listen((change) => received.push(formatChange(change)));
    store.put('x', object('x'));
    expect(received).toEqual(['ADDED x 2', 'ADDED y 3']);
  });

  it('does not hear what was there when it began, though others are still being told', () => {
    const storage = createStorage(10);
    const store = storage.store('a');
    const received: string[] = [];
    const late: string[] = [];
    storage.changes.listen(({ key }) => {
      if (key !== 'x') return;
      store.put('y', object('y'));
      storage.changes.listen((change) => late.push(formatChange(change)));
      store.put('z', object('z'));
    });
    storage.changes.listen((change) => received.push(formatChange(change)));
    store.put('x', object('x'));
    expect(late).toEqual(['ADDED z 4']);
    expect(received).toHaveLength(3);
  });

  it('may stop another one, which then hears nothing of the same change', () => {
    const { storage, received } = listening();
    const others: string[] = [];
    const again = createStorage(10);
    let stop = (): void => undefined;
    again.changes.listen(() => {
      stop();
    });
    stop = again.changes.listen((change) => others.push(formatChange(change)));
    again.store('a').put('x', object('x'));
    storage.store('a').put('x', object('x'));
    expect([others, received.length]).toEqual([[], 1]);
  });

  it('and fails, fails on its own: the change is made, and the others hear of it', async () => {
    const storage = createStorage(10);
    const received: string[] = [];
    const uncaught = new Promise((resolve) => {
      const listeners = process.listeners('uncaughtException');
      process.removeAllListeners('uncaughtException');
      process.once('uncaughtException', (error) => {
        for (const listener of listeners) process.on('uncaughtException', listener);
        resolve(error);
      });
    });
    const failure = new Error('in the test');
    const stop = storage.changes.listen(() => {
      throw failure;
    });
    storage.changes.listen((change) => received.push(formatChange(change)));
    storage.store('a').put('x', object('x'));
    stop();
    storage.store('a').put('y', object('y'));
    expect(received).toEqual(['ADDED x 2', 'ADDED y 3']);
    expect(await uncaught).toBe(failure);
  });
});

describe('the history', () => {
  const written = (limit: number, count: number): Storage => {
    const storage = createStorage(limit);
    for (let index = 0; index < count; index += 1) storage.store('a').put(`c${index}`, object(`c${index}`));
    return storage;
  };
  const since = (storage: Storage, version: string) => storage.changes.since(version)?.map(formatChange);

  it('gives what came after a version', () => {
    const storage = written(10, 3);
    expect(since(storage, '1')).toEqual(['ADDED c0 2', 'ADDED c1 3', 'ADDED c2 4']);
    expect(since(storage, '3')).toEqual(['ADDED c2 4']);
    expect(since(storage, '4')).toEqual([]);
    expect(since(storage, '99999999999999999999')).toEqual([]);
  });

  it('is bounded, and tells from where on it is whole', () => {
    const storage = written(2, 2);
    expect([storage.changes.oldestResourceVersion, since(storage, '1')?.length]).toEqual(['1', 2]);
    storage.store('b').put('x', object('x'));
    expect(storage.changes.oldestResourceVersion).toBe('2');
    expect([since(storage, '0'), since(storage, '1')]).toEqual([undefined, undefined]);
    expect(since(storage, '2')).toEqual(['ADDED c1 3', 'ADDED x 4']);
  });

  it('can be forgotten, and begins again', () => {
    const storage = written(2, 2);
    storage.changes.forget();
    expect([storage.changes.oldestResourceVersion, since(storage, '2'), since(storage, '3')]).toEqual([
      '3',
      undefined,
      [],
    ]);
    for (const name of ['x', 'y', 'z']) storage.store('a').put(name, object(name));
    expect([storage.changes.oldestResourceVersion, since(storage, '3'), since(storage, '4')?.length]).toEqual([
      '4',
      undefined,
      2,
    ]);
  });

  it.each(['', 'x', '-1', '1.5', ' 1'])('%j is no version', (version) => {
    expect(() => createStorage(1).changes.since(version)).toThrow(RangeError);
  });

  it('and listening leave no gap', () => {
    const storage = written(10, 2);
    const received = since(storage, '2') ?? [];
    storage.changes.listen((change) => received.push(formatChange(change)));
    storage.store('a').remove('c0');
    expect(received).toEqual(['ADDED c1 3', 'DELETED c0 4']);
  });
});

describe('stores that move', () => {
  const families = (entries: Record<string, string>): ReadonlyMap<string, string> => new Map(Object.entries(entries));

  it('stay the same ones, whatever they are called', () => {
    const { storage, received } = listening();
    const store = storage.store('a');
    store.put('x', object('x'));
    storage.move(families({ a: 'a' }), families({ a: 'b', b: 'b' }));
    expect(storage.store('b')).toBe(store);
    expect(received).toHaveLength(1);
  });

  it('tell what moves to another, what stands in its way, and what is gone', () => {
    const { storage, received } = listening();
    const [a, b, c] = [storage.store('a'), storage.store('b'), storage.store('c')];
    a.put('x', object('x'));
    b.put('x', object('x'));
    b.put('y', object('y'));
    c.put('z', object('z'));
    received.length = 0;
    storage.move(families({ a: 'a', b: 'b', c: 'c' }), families({ a: 'a', b: 'a' }));
    expect(received.map(({ type, key, store }) => [type, key, store === a ? 'a' : store === b ? 'b' : 'c'])).toEqual([
      ['DELETED', 'x', 'b'],
      ['DELETED', 'y', 'b'],
      ['ADDED', 'y', 'a'],
      ['DELETED', 'z', 'c'],
    ]);
    expect(storage.store('c')).toBe(c);
  });

  it('that are cleared tell of each object, and go on counting versions', () => {
    const { storage, received } = listening();
    storage.store('a').put('x', object('x'));
    storage.nextUid();
    storage.clear();
    expect(received.map(formatChange)).toEqual(['ADDED x 2', 'DELETED x 3']);
    expect([storage.nextUid().at(-1), storage.resourceVersion]).toEqual(['1', '3']);
  });
});
