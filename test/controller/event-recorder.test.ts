import { describe, expect, it } from 'vitest';
import type { KubeObject } from '../../src/index.js';
import { createEventRecorder, type EventRecorderOptions, type RecordedEvent } from '../../src/controller/index.js';
import { stage, type Stage } from './controlled.js';

const pod = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'front', namespace: 'web', uid: 'u1', resourceVersion: '7' },
};
const failed = (message: string, reason = 'Failed'): RecordedEvent => ({ type: 'Warning', reason, message });

function recorderOn(on: Stage, options: Partial<EventRecorderOptions> = {}) {
  const told: unknown[] = [];
  const start = Date.UTC(2026, 10, 22, 9, 0, 0, 123);
  const recorder = createEventRecorder(on.client, {
    component: 'tester',
    host: 'node-1',
    clock: on.clock,
    now: () => new Date(start + on.clock.now()),
    onError: (error) => told.push(error),
    ...options,
  });
  return { recorder, told };
}

const eventsOf = (on: Stage) =>
  on.fake.objects.filter(({ kind }) => kind === 'Event') as (KubeObject & { count: number; message: string })[];
const brief = (on: Stage) => eventsOf(on).map(({ count, message }) => `${count} ${message}`);

describe('an event recorder', () => {
  it('writes an event as client-go does', async () => {
    const on = stage();
    const { recorder, told } = recorderOn(on);
    recorder.event(pod, failed('no image'));
    await recorder.flush();
    expect(told).toEqual([]);
    const [event] = eventsOf(on);
    expect(event).toMatchObject({
      apiVersion: 'v1',
      kind: 'Event',
      metadata: { namespace: 'web', name: expect.stringMatching(/^front\.[0-9a-f]{16}$/) as string },
      involvedObject: {
        apiVersion: 'v1',
        kind: 'Pod',
        name: 'front',
        namespace: 'web',
        uid: 'u1',
        resourceVersion: '7',
      },
      type: 'Warning',
      reason: 'Failed',
      message: 'no image',
      count: 1,
      firstTimestamp: '2026-11-22T09:00:00Z',
      lastTimestamp: '2026-11-22T09:00:00Z',
      source: { component: 'tester', host: 'node-1' },
      reportingComponent: 'tester',
    });
  });

  it('counts up an event that comes again', async () => {
    const on = stage();
    const { recorder } = recorderOn(on);
    recorder.event(pod, failed('no image'));
    await on.clock.advance(60_000);
    recorder.event(pod, failed('no image'));
    recorder.event(pod, failed('no image'));
    await recorder.flush();
    expect(brief(on)).toEqual(['3 no image']);
    expect(eventsOf(on)[0]).toMatchObject({
      firstTimestamp: '2026-11-22T09:00:00Z',
      lastTimestamp: '2026-11-22T09:01:00Z',
    });
  });

  it('counts on in a new one where the old one is gone', async () => {
    const on = stage();
    const { recorder } = recorderOn(on);
    recorder.event(pod, failed('no image'));
    await recorder.flush();
    on.fake.remove(eventsOf(on)[0]!);
    recorder.event(pod, failed('no image'));
    await recorder.flush();
    recorder.event(pod, failed('no image'));
    await recorder.flush();
    expect(brief(on)).toEqual(['3 no image']);
  });

  it('makes one event of those that differ by their message alone, from the tenth on', async () => {
    const on = stage();
    const { recorder } = recorderOn(on);
    for (let index = 1; index <= 12; index += 1) recorder.event(pod, failed(`try ${index}`));
    recorder.event(pod, failed('other', 'Other'));
    await recorder.flush();
    expect(brief(on)).toHaveLength(11);
    expect(brief(on)).toContain('1 try 9');
    expect(brief(on)).toContain('3 (combined from similar events): try 12');
    expect(brief(on)).toContain('1 other');
  });

  it('begins anew with similar ones after ten minutes without', async () => {
    const on = stage();
    const { recorder } = recorderOn(on);
    for (let index = 1; index <= 9; index += 1) recorder.event(pod, failed(`try ${index}`));
    await recorder.flush();
    await on.clock.advance(600_001);
    recorder.event(pod, failed('try 10'));
    await recorder.flush();
    expect(brief(on)).toContain('1 try 10');
  });

  it('writes 25 events of one object, then one in five minutes, of each type', async () => {
    const on = stage();
    const { recorder } = recorderOn(on);
    for (let index = 0; index < 30; index += 1) recorder.event(pod, failed('no image'));
    await recorder.flush();
    expect(brief(on)).toEqual(['25 no image']);
    recorder.event({ ...pod, metadata: { ...pod.metadata, name: 'other', uid: 'u2' } }, failed('no image'));
    recorder.event(pod, { type: 'Normal', reason: 'Pulled', message: 'image' });
    await recorder.flush();
    expect(eventsOf(on)).toHaveLength(3);
    await on.clock.advance(299_000);
    recorder.event(pod, failed('no image'));
    await recorder.flush();
    expect(brief(on)).toContain('25 no image');
    await on.clock.advance(1000);
    recorder.event(pod, failed('no image'));
    await recorder.flush();
    // What was not written was counted all the same, as client-go does.
    expect(brief(on)).toContain('32 no image');
  });

  it('writes events of cluster-scoped objects to the namespace default', async () => {
    const on = stage();
    const { recorder } = recorderOn(on);
    recorder.event({ apiVersion: 'v1', kind: 'Node', metadata: { name: 'n1', uid: 'u' } }, failed('gone'));
    await recorder.flush();
    expect(eventsOf(on)[0]?.metadata.namespace).toBe('default');
  });

  it.each(['system:node', 'x'.repeat(250)])('finds a name for an event of %j', async (name) => {
    const on = stage();
    const { recorder, told } = recorderOn(on);
    recorder.event({ apiVersion: 'v1', kind: 'Node', metadata: { name } }, failed('gone'));
    await recorder.flush();
    expect(told).toEqual([]);
    expect(eventsOf(on)[0]?.metadata.name).toMatch(/^event\.[0-9a-f]{16}$/);
  });

  it('tries again while the server is away, gives up in the end, and tells', async () => {
    const on = stage();
    const { recorder, told } = recorderOn(on);
    await on.client.resource('events').mapping();
    const off = on.fake.fail(({ method }) => method === 'POST', { status: 500 });
    recorder.event(pod, failed('no image'));
    await on.clock.advance(30_000);
    expect(brief(on)).toEqual([]);
    off();
    await on.clock.advance(10_000);
    expect([brief(on), told]).toEqual([['1 no image'], []]);
    on.fake.fail(({ method }) => method === 'PATCH', { status: 500 });
    recorder.event(pod, failed('no image'));
    await on.clock.advance(200_000);
    await recorder.flush();
    expect(told).toMatchObject([{ statusCode: 500 }]);
    expect(on.fake.requests.filter(({ method }) => method === 'PATCH')).toHaveLength(12);
  });

  it('takes the event of an attempt whose answer was lost for its own, and counts on in it', async () => {
    const on = stage();
    const { recorder, told } = recorderOn(on);
    await on.client.resource('events').mapping();
    on.fake.fail(({ method }) => method === 'POST', { reset: { afterBytes: 10 }, times: 1 });
    recorder.event(pod, failed('no image'));
    await on.clock.advance(0);
    expect(brief(on)).toEqual(['1 no image']);
    await on.clock.advance(30_000);
    recorder.event(pod, failed('no image'));
    await recorder.flush();
    expect([brief(on), told]).toEqual([['2 no image'], []]);
  });

  it('does not try again what the server refuses', async () => {
    const on = stage();
    const { recorder, told } = recorderOn(on);
    on.fake.fail(({ method }) => method === 'POST', { status: 403 });
    recorder.event(pod, failed('no image'));
    recorder.event(pod, failed('no network'));
    await recorder.flush();
    expect(told).toMatchObject([{ statusCode: 403 }, { statusCode: 403 }]);
  });

  it('ends with its client', async () => {
    const on = stage();
    const { recorder, told } = recorderOn(on);
    on.fake.fail(({ method }) => method === 'POST', { status: 500 });
    recorder.event(pod, failed('no image'));
    await on.clock.advance(1000);
    await on.client.close();
    await recorder.flush();
    expect(told).toHaveLength(1);
  });

  it('drops events beyond what may wait, and tells', async () => {
    const on = stage();
    const { recorder, told } = recorderOn(on, { maxQueued: 2 });
    for (let index = 0; index < 5; index += 1) recorder.event(pod, failed(`try ${index}`));
    await recorder.flush();
    expect([brief(on).length, told.length]).toEqual([2, 3]);
    expect(told[0]).toMatchObject({ code: 'queue-full', maxKeys: 2 });
  });

  it.each<[object, object]>([
    [pod, { type: 'Error', reason: 'x', message: 'y' }],
    [pod, { type: 'Normal', reason: '', message: 'y' }],
    [pod, { type: 'Normal', reason: 'x' }],
    [{ metadata: { name: 'x' } }, failed('x')],
    [{ apiVersion: 'v1', kind: 'Pod' }, failed('x')],
  ])('refuses %j with %j', (object, event) => {
    const { recorder } = recorderOn(stage());
    expect(() => {
      recorder.event(object, event as never);
    }).toThrow(expect.objectContaining({ code: 'invalid-argument' }) as Error);
  });
});
