import { describe, expect, it } from 'vitest';
import { bookmark, errorEvent, hang, reset } from '../resource/watch/watch-server.js';
import { inform, pod, state, until } from './inform-pods.js';

/** The versions that were reached, in order. */
function reachedBy({ informer }: ReturnType<typeof inform>, versions: readonly string[]): string[] {
  const reached: string[] = [];
  for (const version of versions) {
    informer.reached(version).then(
      () => reached.push(version),
      () => undefined,
    );
  }
  return reached;
}

describe('informer.reached()', () => {
  it('resolves by the end of the first state, and by each change', async () => {
    const all = inform([{ steps: [...state, pod('MODIFIED', 'a', 12), pod('DELETED', 'b', 20, {}, 'shop'), hang] }]);
    const reached = reachedBy(all, ['21', '20', '2', '13', '9', '10', '12', '100']);
    await until(() => reached.length === 6);
    expect(reached).toEqual(['2', '9', '10', '12', '13', '20']);
    await all.informer.reached('20');
    expect(reached).toHaveLength(6);
  });

  it('is known before the listeners of a step can act', async () => {
    const all = inform([{ steps: [...state, pod('MODIFIED', 'a', 12), hang] }]);
    const order: string[] = [];
    void all.informer.reached('12').then(() => order.push('reached'));
    all.informer.on((step) => {
      if (step.type === 'changed') void Promise.resolve().then(() => order.push('listener'));
    });
    await until(() => order.length === 2);
    expect(order).toEqual(['reached', 'listener']);
  });

  it('goes by bookmarks, and by what a filter hides', async () => {
    const all = inform([{ steps: [...state, bookmark(15), pod('ADDED', 'c', 20), hang] }], { filter: () => false });
    const reached = reachedBy(all, ['15', '20', '21']);
    await until(() => reached.length === 2);
    expect(reached).toEqual(['15', '20']);
  });

  it('does not take a part of a state that is being read for the whole of it', async () => {
    const all = inform([
      { steps: [...state, errorEvent(410)] },
      { steps: [pod('ADDED', 'z', 30), pod('ADDED', 'a', 25), reset] },
      { steps: [pod('ADDED', 'a', 25), pod('ADDED', 'z', 30), bookmark(31, true), hang] },
    ]);
    const seen: string[] = [];
    void all.informer.reached('26').then(() => seen.push(...all.steps));
    await until(() => seen.length > 0);
    expect(seen.at(-1)).toMatch(/^(recovered|changed|added)/);
    expect(all.informer.store.get('web', 'a')?.metadata.resourceVersion).toBe('25');
    expect(all.informer.health.relists).toBe(2);
  });

  it('rejects by its signal, and by the end of the informer', async () => {
    const { informer } = inform([{ steps: [...state, hang] }]);
    await informer.synced;
    const leaving = new AbortController();
    const left = informer.reached('100', { signal: leaving.signal });
    const ended = informer.reached('100');
    leaving.abort(new Error('left'));
    await expect(left).rejects.toThrow('left');
    informer.close();
    await expect(ended).rejects.toThrow('the informer was closed');
    await expect(informer.reached('1')).rejects.toThrow('the informer was closed');
    await expect(informer.reached('1', { signal: AbortSignal.abort(new Error('early')) })).rejects.toThrow('early');
  });

  it.each(['0', '', 'v1', '01', undefined])('refuses %j, which is no version that compares', async (version) => {
    const { informer } = inform([{ steps: [...state, hang] }]);
    await expect(informer.reached(version as string)).rejects.toMatchObject({ code: 'invalid-argument' });
    await expect(informer.reached('1', { signals: 1 } as object)).rejects.toMatchObject({ code: 'invalid-argument' });
  });
});
