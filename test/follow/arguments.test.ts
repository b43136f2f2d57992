import { describe, expect, it, onTestFinished } from 'vitest';
import { follow } from '../../src/watch/follow.js';
import { waitFor } from '../../src/watch/wait-for.js';
import { podMapping } from '../representation/contexts.js';
import { watchServer } from '../resource/watch/watch-server.js';

function pods() {
  const { client, asked } = watchServer([]);
  onTestFinished(() => client.close());
  return { handle: client.handle(podMapping).namespace('web'), asked };
}

const refused = (argument: string) => expect.objectContaining({ code: 'invalid-argument', argument }) as Error;

describe('an option of follow', () => {
  it.each<[string, unknown]>([
    ['options', null],
    ['options', 'x'],
    ['signal', { signal: 'x' }],
    ['signal', { signal: null }],
    ['foo', { foo: 1 }],
    ['namespace', { namespace: 'web' }],
    ['state', { state: [] }],
    ['state', { state: {} }],
    ['labelSelector', { labelSelector: 5 }],
    ['limit', { limit: 1.5 }],
    ['idleTimeoutMs', { idleTimeoutMs: 0 }],
    ['pollIntervalMs', { pollIntervalMs: Number.NaN }],
    ['pollIntervalMs', { pollIntervalMs: -1 }],
    ['denialLimitMs', { denialLimitMs: 'x' }],
    ['managedFields', { managedFields: 'no' }],
    ['transform', { transform: 'x' }],
    ['clock', { clock: {} }],
  ])('is refused in the call, as %s of %j', (argument, options) => {
    const { handle, asked } = pods();
    expect(() => follow(handle, options as object)).toThrow(refused(argument));
    expect(asked).toEqual([]);
  });

  it.each([undefined, null, 'pods', {}])('cannot follow %j', (handle) => {
    expect(() => follow(handle as never)).toThrow(refused('handle'));
  });

  it('that is undefined is as left out', () => {
    const { handle } = pods();
    expect(() => follow(handle, { signal: undefined, limit: 0, denialLimitMs: 0, state: new Map() })).not.toThrow();
  });
});

describe('an option of waitFor', () => {
  it.each<[string, unknown]>([
    ['options', null],
    ['signal', { signal: 'x' }],
    ['timeoutMs', { timeoutMs: '5' }],
    ['timeout', { timeout: 5 }],
  ])('is refused as %s', async (argument, options) => {
    await expect(waitFor(pods().handle, 'a', 'Ready', options as object)).rejects.toThrow(refused(argument));
  });

  it.each([undefined, null, 'pods', {}])('cannot wait for an object of %j', async (handle) => {
    await expect(waitFor(handle as never, 'a', 'Ready')).rejects.toThrow(refused('handle'));
  });
});
