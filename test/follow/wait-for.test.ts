import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { waitFor, type ObjectCondition, type WaitForOptions } from '../../src/watch/wait-for.js';
import type { Served } from '../../src/core/representation/shapes.js';
import type { KubeObject } from '../../src/core/model/kube-object.js';
import { podMapping } from '../representation/contexts.js';
import { bookmark, hang, watchServer, type Answer } from '../resource/watch/watch-server.js';
import { uncaught } from '../shared/uncaught.js';

type Pod = Served<KubeObject>;

function podIs(type: string, version: number, rest: object = {}, metadata: object = {}): object {
  const own = { name: 'a', namespace: 'web', uid: 'u1', resourceVersion: String(version), ...metadata };
  return { type, object: { apiVersion: 'v1', kind: 'Pod', metadata: own, ...rest } };
}
const condition = (status: string, rest: object = {}) => ({
  status: { conditions: [{ type: 'Ready', status, ...rest }] },
});

function waiting(watches: readonly Answer[], wanted: ObjectCondition<Pod>, options: WaitForOptions = {}) {
  const server = watchServer(watches);
  onTestFinished(() => server.client.close());
  const result = waitFor(server.client.handle(podMapping).namespace('web'), 'a', wanted, options);
  return { ...server, result };
}
const none = bookmark(1, true);

describe('waitFor', () => {
  it('answers the object once a condition holds of it, by following that object alone', async () => {
    const steps = [none, podIs('ADDED', 2, condition('False')), podIs('MODIFIED', 3, condition('True')), hang];
    const { result, asked } = waiting([{ steps }], 'Ready');
    expect(await result).toMatchObject({ metadata: { resourceVersion: '3' } });
    expect(asked[0]!.query['fieldSelector']).toBe('metadata.name=a');
  });

  it.each<[string, ObjectCondition<Pod>, object, object]>([
    ['a status of its own', 'Ready=False', condition('False'), {}],
    ['any letter case', 'ready=TRUE', condition('True'), {}],
    ['a function', (pod) => pod['spec'] !== undefined, { spec: {} }, {}],
    ['created', 'created', {}, {}],
    ['a generation that was observed', 'Ready', condition('True', { observedGeneration: 2 }), { generation: 2 }],
  ])('knows %s', async (_what, wanted, rest, metadata) => {
    const { result } = waiting([{ steps: [podIs('ADDED', 2, rest, metadata), none, hang] }], wanted);
    expect(await result).toMatchObject({ metadata: { resourceVersion: '2' } });
  });

  it.each<[string, object, object]>([
    ['the condition', condition('True', { observedGeneration: 1 }), {}],
    ['the status', { status: { observedGeneration: 1, conditions: [{ type: 'Ready', status: 'True' }] } }, {}],
  ])('does not count what %s says of an older generation', async (_what, old) => {
    const steps = [
      podIs('ADDED', 2, old, { generation: 2 }),
      none,
      podIs('MODIFIED', 3, condition('True', { observedGeneration: 2 }), { generation: 2 }),
      hang,
    ];
    expect(await waiting([{ steps }], 'Ready').result).toMatchObject({ metadata: { resourceVersion: '3' } });
  });

  it.each<[string, readonly object[]]>([
    ['was never there', [none, hang]],
    ['goes', [podIs('ADDED', 2), none, podIs('DELETED', 3), hang]],
  ])('sees that an object is deleted that %s', async (_what, steps) => {
    expect(await waiting([{ steps }], 'deleted').result).toBeUndefined();
  });

  it.each<[string, () => unknown]>([
    ['a text, though it be "False"', () => 'False'],
    ['an object', () => ({})],
    ['a promise', () => Promise.resolve(true)],
    ['a promise that is rejected, which is then handled', () => Promise.reject(new Error('late'))],
  ])('refuses a function that returns %s', async (_what, answer) => {
    const seen = uncaught();
    const { result } = waiting([{ steps: [podIs('ADDED', 2), none, hang] }], answer as () => boolean);
    await expect(result).rejects.toMatchObject({ code: 'invalid-argument', argument: 'condition' });
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(seen).toEqual([]);
  });

  it('takes nothing for no', async () => {
    const steps = [podIs('ADDED', 2), none, podIs('MODIFIED', 3, { spec: { paused: true } }), hang];
    const isPaused = ((pod: Pod) => (pod['spec'] as { paused?: boolean } | undefined)?.paused) as () => boolean;
    expect(await waiting([{ steps }], isPaused).result).toMatchObject({ metadata: { resourceVersion: '3' } });
  });

  it('takes another object under the name for a deletion', async () => {
    const first = { steps: [podIs('ADDED', 2), none, { type: 'ERROR', object: { kind: 'Status', code: 410 } }] };
    const then = { steps: [podIs('ADDED', 9, {}, { uid: 'u2' }), bookmark(9, true), hang] };
    expect(await waiting([first, then], 'deleted').result).toBeUndefined();
  });

  it('throws when the object is deleted before', async () => {
    const { result } = waiting([{ steps: [podIs('ADDED', 2), none, podIs('DELETED', 3), hang] }], 'Ready');
    await expect(result).rejects.toMatchObject({ code: 'wait-failed', failure: 'deleted', objectName: 'a' });
  });

  it.each<[string, readonly object[], unknown]>([
    ['there', [podIs('ADDED', 2), none, hang], { metadata: { name: 'a' } }],
    ['not there', [none, hang], undefined],
  ])('throws when the time is over and the object is %s', async (_what, steps, last) => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const { result } = waiting([{ steps }], 'Ready', { timeoutMs: 5000 });
    const outcome = result.catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(5000);
    const error = await outcome;
    expect(error).toMatchObject({ code: 'wait-failed', failure: 'timeout' });
    if (last === undefined) expect((error as { last: unknown }).last).toBeUndefined();
    else expect(error).toMatchObject({ last });
  });

  it('takes no object of another name for it, where a server or a proxy ignores the selector', async () => {
    const other = { name: 'b', uid: 'u2' };
    const before = [podIs('ADDED', 2, condition('True'), other), none, podIs('DELETED', 3, {}, other)];
    const steps = [...before, podIs('ADDED', 4, condition('True')), hang];
    expect(await waiting([{ steps }], 'Ready').result).toMatchObject({ metadata: { name: 'a' } });
    expect(await waiting([{ steps: [...before, hang] }], 'deleted').result).toBeUndefined();
  });

  it.each([
    ['', 'name'],
    ['..', 'name'],
    ['a/b', 'name'],
    [undefined, 'name'],
    [5, 'name'],
  ])('refuses %j as a name', async (name, argument) => {
    const { client, asked } = watchServer([]);
    onTestFinished(() => client.close());
    const result = waitFor(client.handle(podMapping).namespace('web'), name as string, 'Ready');
    await expect(result).rejects.toMatchObject({ code: 'invalid-argument', argument });
    expect(asked).toEqual([]);
  });

  it('keeps a name from becoming a selector of its own', async () => {
    const { client, asked } = watchServer([{ steps: [none, hang] }]);
    onTestFinished(() => client.close());
    await waitFor(client.handle(podMapping).namespace('web'), 'a,metadata.namespace!=x', 'deleted');
    expect(asked[0]!.query['fieldSelector']).toBe('metadata.name=a\\,metadata.namespace!\\=x');
  });

  it('refuses a handle of all namespaces, in which several objects may have the name', async () => {
    const { client } = watchServer([]);
    onTestFinished(() => client.close());
    const result = waitFor(client.handle(podMapping), 'a', 'Ready');
    await expect(result).rejects.toMatchObject({ code: 'invalid-argument', argument: 'handle' });
  });

  it('ends by its signal, with its reason', async () => {
    const controller = new AbortController();
    const { result } = waiting([{ steps: [none, hang] }], 'Ready', { signal: controller.signal });
    const reason = new Error('enough');
    controller.abort(reason);
    await expect(result).rejects.toBe(reason);
  });

  it.each<[string, unknown, WaitForOptions]>([
    ['condition', '', {}],
    ['condition', 'Ready=', {}],
    ['condition', '=True', {}],
    ['condition', null, {}],
    ['condition', 5, {}],
    ['timeoutMs', 'Ready', { timeoutMs: 0 }],
  ])('refuses a %s of %j', async (argument, wanted, options) => {
    await expect(waiting([], wanted as never, options).result).rejects.toMatchObject({
      code: 'invalid-argument',
      argument,
    });
  });
});
