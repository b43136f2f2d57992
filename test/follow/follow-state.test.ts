import { describe, expect, it, onTestFinished } from 'vitest';
import { follow } from '../../src/watch/follow.js';
import type { FollowState } from '../../src/watch/follow-step.js';
import type { KubeObject } from '../../src/core/model/kube-object.js';
import type { Served } from '../../src/core/representation/shapes.js';
import { podMapping } from '../representation/contexts.js';
import {
  bookmark,
  errorEvent,
  hang,
  podEvent,
  reset,
  watchServer,
  type Answer,
} from '../resource/watch/watch-server.js';

import { followPods, take, twoPods } from './follow-pods.js';
describe('what is kept', () => {
  it('is held once, in the state that the caller passes, without managed fields', async () => {
    const state = new Map<string, KubeObject>();
    const heavy = podEvent('ADDED', 'a', 1) as { object: { metadata: Record<string, unknown> } };
    heavy.object.metadata['managedFields'] = [{ manager: 'x' }];
    const { steps } = followPods([{ steps: [heavy, bookmark(2, true), hang] }], {
      state: state as FollowState<Served<KubeObject>>,
    });
    let told: unknown;
    for await (const step of steps) {
      if (step.type === 'added') told = step.object;
      if (step.type === 'synced') break;
    }
    expect([...state.keys()]).toEqual(['web/a']);
    expect(state.get('web/a')).toBe(told);
    expect(state.get('web/a')?.metadata).not.toHaveProperty('managedFields');
  });

  it('is transformed first, and has to keep its identity', async () => {
    const transform = (pod: Served<KubeObject>) => ({ ...pod, seen: true });
    const { steps } = followPods([{ steps: [...twoPods, hang] }], { transform });
    for await (const step of steps) {
      expect(step).toMatchObject({ object: { seen: true } });
      break;
    }
    const spoilt = followPods([{ steps: [...twoPods, hang] }], {
      transform: (pod) => ({ ...pod, metadata: { name: 'other', uid: '' } }),
    });
    expect((await take(spoilt.steps, 1)).error).toMatchObject({ code: 'invalid-argument', argument: 'transform' });
  });

  it('cannot be rows without metadata', async () => {
    const { client } = watchServer([{ steps: [...twoPods, hang] }]);
    onTestFinished(() => client.close());
    const rows = follow(client.handle(podMapping).as('Table', { includeObject: 'None' }));
    expect((await take(rows, 1)).error).toMatchObject({ code: 'invalid-argument', argument: 'handle' });
  });

  it('are rows with metadata, and their columns', async () => {
    const { client } = watchServer([{ steps: [...twoPods, hang] }]);
    onTestFinished(() => client.close());
    for await (const step of follow(client.handle(podMapping).as('Table', { includeObject: 'Metadata' }))) {
      expect(step).toMatchObject({ type: 'added', object: { object: { metadata: { name: 'a' } } } });
      expect(step.type === 'added' && step.columns?.length).toBeGreaterThan(0);
      break;
    }
  });
});

describe('a state that is taken again', () => {
  it('is the newest one where a try was cut off after it had told objects, which an older one would take back', async () => {
    const { steps, asked } = followPods([
      { steps: [podEvent('ADDED', 'a', 1), bookmark(9, true), errorEvent(410)] },
      { steps: [podEvent('ADDED', 'a', 20), reset] },
      { steps: [podEvent('ADDED', 'a', 20), bookmark(30, true), hang] },
    ]);
    const { seen } = await take(steps, 5);
    expect(seen.at(-1)).toBe('recovered @30');
    expect(asked.map(({ query }) => query['resourceVersion'])).toEqual([undefined, '9', undefined]);
  });

  it.each<[string, Answer]>([
    ['has forgotten the version', { steps: [errorEvent(410)] }],
    ['does not understand the version', { status: 400 }],
  ])('is the newest one where a server %s for the state as well', async (_how, refusal) => {
    const { steps, asked } = followPods(
      [{ steps: [...twoPods, errorEvent(410)] }, refusal, { steps: [...twoPods, hang] }],
      {},
      () => ({ status: 400 }),
    );
    expect((await take(steps, 5)).seen.at(-1)).toBe('recovered @9');
    const watches = asked.filter(({ query }) => query['watch'] === 'true');
    expect(watches.map(({ query }) => query['resourceVersion'])).toEqual([undefined, '9', undefined]);
  });

  it('is asked for ever more rarely where each one is lost at once', async () => {
    const { steps, clock } = followPods([{ steps: [...twoPods, errorEvent(410)] }]);
    await take(steps, 30);
    expect(clock.pauses.length).toBeGreaterThan(10);
    expect(Math.max(...clock.pauses)).toBeGreaterThan(10_000);
  });
});
