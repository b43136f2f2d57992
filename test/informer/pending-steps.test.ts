import { expect, it } from 'vitest';
import { createPendingSteps } from '../../src/watch/informer/pending-steps.js';
import { brief } from '../follow/follow-pods.js';

const object = (name: string, version: number, uid = name) => ({
  metadata: { name, uid, resourceVersion: String(version) },
});

it('holds one word on the connection however often it is lost, behind what came before', () => {
  const pending = createPendingSteps<object>();
  pending.push({ type: 'synced', resourceVersion: '1' });
  for (let time = 0; time < 100; time += 1) {
    pending.push({ type: 'interrupted', error: { code: 'timeout' } });
    pending.push({ type: 'added', object: object(`o${time % 2}`, time) });
    pending.push({ type: 'recovered', resourceVersion: String(time) });
  }
  const told: string[] = [];
  while (!pending.isEmpty) told.push(...pending.shift().map(brief));
  expect(told).toEqual(['synced @1', 'added o0@98', 'added o1@99', 'recovered @99']);
});

it('tells an object that was replaced twice as one removal and one addition', () => {
  const pending = createPendingSteps<object>();
  const [first, second, third] = [object('a', 1, 'u1'), object('a', 2, 'u2'), object('a', 3, 'u3')] as const;
  pending.push({ type: 'removed', object: first });
  pending.push({ type: 'added', object: second });
  pending.push({ type: 'removed', object: second });
  pending.push({ type: 'added', object: third });
  expect(pending.shift().map(brief)).toEqual(['removed a@1', 'added a@3']);
  expect(pending.isEmpty).toBe(true);
});
