import { describe, expect, it } from 'vitest';
import { retryOnConflict } from '../../src/core/resource/retry-on-conflict.js';
import { ApiError } from '../../src/core/transport/errors.js';
import { deployment, deployments } from './handles.js';
import { recordingConnection, type FakeAnswer } from './recording-connection.js';
import { instantClock } from './watch/watch-server.js';

function stored(resourceVersion: string, replicas = 1): FakeAnswer {
  const object = deployment('front', 'web');
  return { body: { ...object, metadata: { ...object.metadata, resourceVersion }, spec: { replicas } } };
}
const conflict: FakeAnswer = { status: 409, body: { kind: 'Status', code: 409 } };

function changing(answers: readonly FakeAnswer[], change: (object: never) => unknown, options = {}) {
  const connection = recordingConnection(answers);
  const clock = instantClock();
  const result = retryOnConflict(deployments(connection).namespace('web'), 'front', change as never, {
    clock,
    ...options,
  });
  return { connection, clock, result };
}
const grow = (object: { spec: { replicas: number } }) => ({ ...object, spec: { replicas: object.spec.replicas + 1 } });

describe('retryOnConflict', () => {
  it('reads, changes and puts back, again after a conflict, from what is there then', async () => {
    const { connection, clock, result } = changing([stored('1', 1), conflict, stored('2', 5), stored('3', 6)], grow);
    expect(await result).toMatchObject({ spec: { replicas: 6 }, metadata: { resourceVersion: '3' } });
    expect(connection.requests.map(({ method }) => method)).toEqual(['GET', 'PUT', 'GET', 'PUT']);
    expect(JSON.parse(connection.requests[3]!.body as string)).toMatchObject({
      metadata: { resourceVersion: '2' },
      spec: { replicas: 6 },
    });
    expect(clock.pauses).toHaveLength(1);
  });

  it('throws the last conflict after so many attempts', async () => {
    const { connection, result } = changing([stored('1'), conflict, stored('2'), conflict], grow, {
      attempts: 2,
    });
    await expect(result).rejects.toMatchObject({ statusCode: 409 });
    expect(connection.requests).toHaveLength(4);
  });

  it('throws any other failure at once', async () => {
    const { connection, result } = changing([stored('1'), { status: 403, body: {} }], grow);
    await expect(result).rejects.toMatchObject({ statusCode: 403 });
    expect(connection.requests).toHaveLength(2);
  });

  // 409 alone is no conflict: isConflict is the one judge, as in client-go's RetryOnConflict.
  it.each<[string | undefined, number]>([
    ['Conflict', 2],
    [undefined, 2],
    ['NobodyKnows', 2],
    ['AlreadyExists', 1],
  ])('judges a 409 by its reason: %s is tried %d times', async (reason, tries) => {
    let replaced = 0;
    const handle = {
      get: () => Promise.resolve({ metadata: { name: 'front', resourceVersion: '1' } }),
      replace: () => {
        replaced += 1;
        const status = reason === undefined ? { code: 409 } : { code: 409, reason };
        return Promise.reject(new ApiError({ method: 'PUT', path: '/x', statusCode: 409, status, fromServer: true }));
      },
    };
    const result = retryOnConflict(handle as never, 'front', (object) => object as never, {
      attempts: 2,
      clock: instantClock(),
    });
    await expect(result).rejects.toMatchObject({ statusCode: 409 });
    expect(replaced).toBe(tries);
  });

  it('writes nothing where there is nothing to change', async () => {
    const { connection, result } = changing([stored('1')], () => undefined);
    expect(await result).toMatchObject({ metadata: { resourceVersion: '1' } });
    expect(connection.requests).toHaveLength(1);
  });

  it('passes on what the write takes', async () => {
    const { connection, result } = changing([stored('1'), stored('2')], grow, {
      dryRun: 'All',
      fieldManager: 'me',
    });
    await result;
    expect(connection.requests[1]!.query).toEqual({ dryRun: 'All', fieldManager: 'me' });
  });

  it('replaces a subresource that takes the whole object', async () => {
    const { connection, result } = changing([stored('1'), conflict, stored('2'), stored('3')], grow, {
      subresource: 'status',
    });
    await result;
    const object = '/apis/apps/v1/namespaces/web/deployments/front';
    expect(connection.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      `GET ${object}`,
      `PUT ${object}/status`,
      `GET ${object}`,
      `PUT ${object}/status`,
    ]);
  });

  it.each([
    ['a change that loses the version', () => ({ metadata: { name: 'front' } }), 'change'],
    ['a change that answers text', () => 'front', 'change'],
    ['a change that answers null', () => null, 'change'],
    ['a change of the name', () => ({ metadata: { name: 'other', resourceVersion: '1' } }), 'change'],
    ['a change without a name', () => ({ metadata: { resourceVersion: '1' } }), 'change'],
    [
      'a change of the namespace',
      () => ({ metadata: { name: 'front', namespace: 'shop', resourceVersion: '1' } }),
      'change',
    ],
  ])('refuses %s', async (_what, change, argument) => {
    await expect(changing([stored('1')], change).result).rejects.toMatchObject({ code: 'invalid-argument', argument });
  });

  it('refuses no change, no handle and no clock before anything is asked', async () => {
    const { connection, result } = changing([], undefined as never);
    await expect(result).rejects.toMatchObject({ argument: 'change' });
    expect(connection.requests).toEqual([]);
    await expect(retryOnConflict(null as never, 'a', grow as never)).rejects.toMatchObject({ argument: 'handle' });
    await expect(changing([], grow as never, { clock: {} }).result).rejects.toMatchObject({ argument: 'clock' });
    await expect(changing([], grow as never, { signal: 'x' }).result).rejects.toMatchObject({ argument: 'signal' });
  });

  it('refuses a number of attempts that makes no sense', async () => {
    await expect(changing([], grow as never, { attempts: 0 }).result).rejects.toMatchObject({ argument: 'attempts' });
  });
});
