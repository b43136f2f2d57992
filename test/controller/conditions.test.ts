import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { setCondition, type Condition } from '../../src/controller/index.js';

const earlier = '2026-01-01T00:00:00Z';
const ready: Condition = {
  type: 'Ready',
  status: 'False',
  reason: 'Waiting',
  message: 'for two pods',
  observedGeneration: 1,
  lastTransitionTime: earlier,
};
const other: Condition = { ...ready, type: 'Synced', status: 'True' };

// The cases of TestSetStatusCondition in k8s.io/apimachinery/pkg/api/meta/conditions_test.go, and what they leave out.
describe('setCondition', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: new Date('2026-04-01T08:30:00.250Z') });
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  const now = '2026-04-01T08:30:00Z';
  const { lastTransitionTime: _, ...unready } = ready;

  it.each([undefined, null, []])('adds the first one to %s', (conditions) => {
    expect(setCondition(conditions, unready)).toEqual([{ ...ready, lastTransitionTime: now }]);
  });

  it('adds a new type at the end, with a given time as it is', () => {
    expect(setCondition([other], ready)).toEqual([other, ready]);
  });

  it('keeps the time unless the status changes', () => {
    const same = { ...unready, reason: 'Pulling', message: '', observedGeneration: 2 };
    expect(setCondition([ready, other], same)).toEqual([{ ...same, lastTransitionTime: earlier }, other]);
    const changed = { ...same, status: 'True' } as const;
    expect(setCondition([other, ready], changed)).toEqual([other, { ...changed, lastTransitionTime: now }]);
    expect(setCondition([ready], { ...changed, lastTransitionTime: '2026-02-02T00:00:00Z' })).toMatchObject([
      { status: 'True', lastTransitionTime: '2026-02-02T00:00:00Z' },
    ]);
  });

  it('answers the same array where nothing changed, whatever time is given', () => {
    const conditions = [other, ready];
    expect(setCondition(conditions, unready)).toBe(conditions);
    expect(setCondition(conditions, { ...ready, lastTransitionTime: now })).toBe(conditions);
  });

  it('takes a generation away, once, and keeps what it does not know', () => {
    const { observedGeneration: __, ...without } = unready;
    const odd = { ...ready, lastHeartbeatTime: earlier };
    const once = setCondition([odd], without);
    expect(once).toEqual([{ ...without, lastTransitionTime: earlier, lastHeartbeatTime: earlier }]);
    expect(setCondition(once, without)).toBe(once);
  });

  it('changes no array and no condition that it was given', () => {
    const frozen = Object.freeze([Object.freeze({ ...ready })]);
    expect(setCondition(frozen, { ...unready, status: 'True' })).not.toBe(frozen);
  });
});
