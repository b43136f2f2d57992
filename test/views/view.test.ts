import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { viewObjects, createView } from '../../src/views/views.js';
import { podMapping } from '../representation/contexts.js';
import { twoPods } from '../follow/follow-pods.js';
import { hang, watchServer } from '../resource/watch/watch-server.js';
import { uncaught } from '../shared/uncaught.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());
const pass = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);

/** A view of a number that is counted up. */
function counter() {
  let count = 0;
  let announce = (): void => undefined;
  const view = createView(0, (changed) => {
    announce = changed;
    return () => count;
  });
  const next = async (): Promise<void> => {
    count += 1;
    announce();
    await pass(20);
  };
  return { view, next };
}

describe('the listeners of a view', () => {
  it('are all called, whatever one of them throws, and its error is an uncaught one', async () => {
    const errors = uncaught();
    const { view, next } = counter();
    const seen: number[] = [];
    view.subscribe(() => {
      throw new Error('of a listener');
    });
    view.subscribe(() => seen.push(view.getSnapshot()));
    await next();
    await next();
    expect(seen).toEqual([1, 2]);
    expect(errors).toHaveLength(2);
    expect(errors[0]).toMatchObject({ message: 'of a listener' });
  });

  it('are not called after they unsubscribed, not even by another one in the same round', async () => {
    const { view, next } = counter();
    const seen: string[] = [];
    const listener = (): void => void seen.push('second');
    view.subscribe(() => {
      seen.push('first');
      leave();
    });
    const leave = view.subscribe(listener);
    // The same function once more, which stays.
    view.subscribe(listener);
    await next();
    await next();
    expect(seen).toEqual(['first', 'second', 'first', 'second']);
  });
});

describe('a view that nobody follows', () => {
  it('is not live, keeps its objects, and is live again with the next subscriber', async () => {
    const { client, open } = watchServer([{ steps: [...twoPods, hang] }]);
    onTestFinished(() => client.close());
    const view = viewObjects(client, client.handle(podMapping));
    expect(view.getSnapshot()).toMatchObject({ health: 'loading', isComplete: false });
    const leave = view.subscribe(() => undefined);
    await pass(100);
    expect(view.getSnapshot()).toMatchObject({ health: 'live', isComplete: true });
    const { items } = view.getSnapshot();
    expect(items).toHaveLength(2);
    leave();
    await pass(999);
    // A page that is opened again within a second finds it as it was.
    expect(view.getSnapshot().health).toBe('live');
    await pass(1);
    expect(open()).toBe(0);
    expect(view.getSnapshot()).toMatchObject({ health: 'loading', isComplete: true });
    expect(view.getSnapshot().items).toBe(items);
    view.subscribe(() => undefined);
    expect(view.getSnapshot().health).toBe('loading');
    await pass(100);
    expect(view.getSnapshot().health).toBe('live');
  });
});
