import { describe, expect, it } from 'vitest';
import { readElectionOptions, type LeaderElectionOptions } from '../../../src/controller/lease/options.js';

const named = { name: 'it', namespace: 'ns' };

describe('the options of an election', () => {
  it('have the defaults of kube-controller-manager, and an identity of their own', () => {
    expect(readElectionOptions(named)).toMatchObject({
      ...{ leaseDurationMs: 15_000, renewDeadlineMs: 10_000, retryPeriodMs: 2000, stopTimeoutMs: 10_000 },
      ...{ standAgain: true, annotation: undefined, identity: expect.stringMatching(/^[-0-9a-f]{36}$/) as string },
    });
    expect(readElectionOptions(named).identity).not.toBe(readElectionOptions(named).identity);
    expect(readElectionOptions({ ...named, fence: true }).annotation).toBe('epoch.kubeatlas.dev/it');
  });

  it.each(['ä-日本-😀', 'x'.repeat(1024)])('take the identity %s', (identity) => {
    expect(readElectionOptions({ ...named, identity }).identity).toBe(identity);
  });

  it.each<[string, Partial<Record<keyof LeaderElectionOptions | 'leaseDuration', unknown>>]>([
    ['leaseDuration', { leaseDuration: 15 }],
    ['name', { name: '' }],
    ['namespace', { namespace: 7 }],
    ['identity', { identity: '' }],
    ['leaseDurationMs', { leaseDurationMs: 0 }],
    ['leaseDurationMs', { leaseDurationMs: NaN }],
    ['leaseDurationMs', { leaseDurationMs: Infinity }],
    ['leaseDurationMs', { leaseDurationMs: 10_000 }],
    ['renewDeadlineMs', { renewDeadlineMs: 2400 }],
    ['retryPeriodMs', { retryPeriodMs: -1 }],
    ['stopTimeoutMs', { stopTimeoutMs: '1' }],
    ['standAgain', { standAgain: 1 }],
    ['onLost', { onLost: true }],
    ['signal', { signal: {} }],
    ['signal', { signal: null }],
    ['clock', { clock: { now: () => 0 } }],
    ['fence', { fence: 'yes' }],
    ['fence', { fence: { annotation: 'two words' } }],
    ['fence.annotation', { fence: {} }],
    ['fence', { fence: true, name: 'x'.repeat(64) }],
  ])('are refused for their %s: %j', (argument, options) => {
    expect(() => readElectionOptions({ ...named, ...options } as never)).toThrow(
      expect.objectContaining({ code: 'invalid-argument', argument }) as Error,
    );
  });
});
