import { describe, expect, it } from 'vitest';
import type { KubeObject } from '../../src/index.js';
import {
  addFinalizer,
  generationChanged,
  removeFinalizer,
  settled,
  withFinalizer,
} from '../../src/controller/index.js';
import { control, stage, widget, type Stage } from './controlled.js';

const ours = 'example.com/cleanup';

async function widgetsOf(on: Stage) {
  const handle = on.client.resource('widgets');
  return { handle, shop: handle.namespace('shop') };
}

const finalizersOf = (on: Stage) =>
  (on.fake.objects.find(({ kind }) => kind === 'Widget') as KubeObject).metadata.finalizers;

describe('a finalizer', () => {
  it('is put on and taken off, with nothing else changed', async () => {
    const on = stage({ objects: [widget('a', { finalizers: ['other.com/x'] }, { spec: { size: 1 } })] });
    const { handle, shop } = await widgetsOf(on);
    const on1 = await addFinalizer(handle, await shop.get('a'), ours);
    expect((on1 as KubeObject).metadata.finalizers).toEqual(['other.com/x', ours]);
    expect(await addFinalizer(handle, on1, ours)).toBe(on1);
    const off = await removeFinalizer(handle, on1, ours);
    expect(off).toMatchObject({ metadata: { finalizers: ['other.com/x'] }, spec: { size: 1 } });
    expect(await removeFinalizer(handle, off!, ours)).toBe(off);
  });

  it('loses none that others put on or took off meanwhile', async () => {
    const on = stage({ objects: [widget('a', { finalizers: ['other.com/x', 'other.com/y'] })] });
    const { handle, shop } = await widgetsOf(on);
    const old = await shop.get('a');
    await shop.patch('a', { metadata: { finalizers: ['other.com/y', 'other.com/z'] } }, { type: 'merge' });
    await addFinalizer(handle, old, ours);
    expect(finalizersOf(on)).toEqual(['other.com/y', 'other.com/z', ours]);
    const older = await shop.get('a');
    await shop.patch('a', { metadata: { finalizers: ['other.com/z', ours] } }, { type: 'merge' });
    await removeFinalizer(handle, older, ours);
    expect(finalizersOf(on)).toEqual(['other.com/z']);
  });

  it('is not put on what is being deleted, and its last removal ends the object', async () => {
    const on = stage({ objects: [widget('a', { finalizers: [ours] })] });
    const { handle, shop } = await widgetsOf(on);
    await shop.delete('a');
    const dying = await shop.get('a');
    expect(await addFinalizer(handle, dying, 'example.com/late')).toBe(dying);
    await removeFinalizer(handle, dying, ours);
    expect(on.fake.objects).toEqual([]);
    expect(await removeFinalizer(handle, dying, ours)).toBeUndefined();
    await expect(
      addFinalizer(
        handle,
        { ...dying, metadata: { ...dying.metadata, deletionTimestamp: undefined, finalizers: [] } },
        ours,
      ),
    ).rejects.toMatchObject({ statusCode: 404 });
  });

  it.each([
    ['its namespace', { name: 'shop', kind: 'namespaces' }],
    ['a namespace that has its name', { name: 'a', kind: 'namespaces' }],
    ['another kind', { name: 'a', kind: 'gadgets' }],
    ['nothing', {}],
  ])('is not taken for gone where a 404 names %s', async (_what, details) => {
    const on = stage({ objects: [widget('a', { finalizers: [ours] })] });
    const { handle, shop } = await widgetsOf(on);
    const object = await shop.get('a');
    const body = { kind: 'Status', apiVersion: 'v1', status: 'Failure', reason: 'NotFound', details, code: 404 };
    on.fake.fail(({ method }) => method === 'PATCH', { status: 404, body });
    await expect(removeFinalizer(handle, object, ours)).rejects.toMatchObject({ statusCode: 404 });
  });

  it('is not touched on another object of the same name', async () => {
    const on = stage({ objects: [widget('a', { finalizers: [ours] })] });
    const { handle, shop } = await widgetsOf(on);
    const old = await shop.get('a');
    on.fake.remove(widget('a'));
    on.fake.put(widget('a', { finalizers: [ours] }));
    expect(await removeFinalizer(handle, old, ours)).toBeUndefined();
    expect(finalizersOf(on)).toEqual([ours]);
    await expect(addFinalizer(handle, old, 'example.com/new')).rejects.toMatchObject({ statusCode: 409 });
    expect(finalizersOf(on)).toEqual([ours]);
  });

  it.each([undefined, '', ' '])('is not put on or taken off without a version: %j', async (resourceVersion) => {
    const on = stage({ objects: [widget('a', { finalizers: ['other.com/x', ours] })] });
    const { handle, shop } = await widgetsOf(on);
    const object = await shop.get('a');
    const old = { ...object, metadata: { ...object.metadata, resourceVersion } } as typeof object;
    await expect(addFinalizer(handle, old, 'example.com/new')).rejects.toMatchObject({ argument: 'object' });
    await expect(removeFinalizer(handle, old, ours)).rejects.toMatchObject({ argument: 'object' });
    expect(finalizersOf(on)).toEqual(['other.com/x', ours]);
  });

  it('gives up where conflicts never end', async () => {
    const on = stage({ objects: [widget('a')] });
    const { handle, shop } = await widgetsOf(on);
    const object = await shop.get('a');
    const conflict = { kind: 'Status', apiVersion: 'v1', status: 'Failure', reason: 'Conflict', code: 409 };
    on.fake.fail(({ method }) => method === 'PATCH', { status: 409, body: conflict });
    await expect(addFinalizer(handle, object, ours)).rejects.toMatchObject({ statusCode: 409 });
    expect(on.fake.requests.filter(({ method }) => method === 'PATCH')).toHaveLength(5);
  });

  it('is not tried again after a 409 that is no conflict', async () => {
    const on = stage({ objects: [widget('a')] });
    const { handle, shop } = await widgetsOf(on);
    const object = await shop.get('a');
    const other = { kind: 'Status', apiVersion: 'v1', status: 'Failure', reason: 'AlreadyExists', code: 409 };
    on.fake.fail(({ method }) => method === 'PATCH', { status: 409, body: other });
    await expect(addFinalizer(handle, object, ours)).rejects.toMatchObject({ statusCode: 409 });
    expect(on.fake.requests.filter(({ method }) => method === 'PATCH')).toHaveLength(1);
  });

  it.each(['cleanup', '', 'a/b/c', 'with space/x'])('has a domain: %j is refused', async (name) => {
    const on = stage({ objects: [widget('a')] });
    const { handle, shop } = await widgetsOf(on);
    const object = await shop.get('a');
    await expect(addFinalizer(handle, object, name)).rejects.toMatchObject({ argument: 'finalizer' });
    expect(() => withFinalizer(handle, name, { reconcile: () => undefined, cleanup: () => undefined })).toThrow(
      expect.objectContaining({ argument: 'finalizer' }) as Error,
    );
  });
});

describe('a reconcile with a finalizer', () => {
  it('sees no object without it, cleans up before the object goes, and is not called for it again', async () => {
    const on = stage({ objects: [widget('a', { generation: 1 })] });
    const { handle, shop } = await widgetsOf(on);
    const calls: unknown[] = [];
    const reconcile = withFinalizer(handle, ours, {
      reconcile: (_request, { object }) => {
        calls.push([
          'reconcile',
          (object as KubeObject).metadata.finalizers,
          (object as KubeObject).metadata.resourceVersion,
        ]);
      },
      cleanup: ({ name }) => {
        calls.push(['cleanup', name]);
        return calls.length < 3 ? { requeueAfterMs: 1000 } : undefined;
      },
    });
    const { controller, told } = control(on, {
      for: { resource: 'widgets', predicate: generationChanged },
      reconcile: reconcile as never,
    });
    await settled(controller);
    const { resourceVersion } = (await shop.get('a')).metadata as { resourceVersion?: string };
    expect(calls).toEqual([['reconcile', [ours], resourceVersion]]);
    await shop.delete('a');
    await settled(controller);
    expect([calls.length, finalizersOf(on)]).toEqual([2, [ours]]);
    await on.clock.advance(1000);
    await settled(controller);
    expect(calls.slice(1)).toEqual([
      ['cleanup', 'a'],
      ['cleanup', 'a'],
    ]);
    expect([on.fake.objects, told]).toEqual([[], []]);
  });

  it.each<[unknown]>([
    [{ requeue: true }],
    [{ requeueAfter: 5 }],
    [{ requeueAfterMS: 5 }],
    [{ requeueAfterMs: '5' }],
    ['later'],
    [false],
    [null],
  ])('keeps it where the cleanup answers %j', async (result) => {
    const on = stage({ objects: [widget('a', { finalizers: [ours] })] });
    const { handle, shop } = await widgetsOf(on);
    const reconcile = withFinalizer(handle, ours, { reconcile: () => undefined, cleanup: () => result as never });
    const { controller, told } = control(on, { reconcile: reconcile as never });
    await shop.delete('a');
    expect(await settled(controller)).toMatchObject({ delayed: 1 });
    expect(finalizersOf(on)).toEqual([ours]);
    expect(told).toMatchObject([{ error: { code: 'invalid-argument' }, failure: { at: 'reconcile' } }]);
  });

  it('loses it where the cleanup answers what its last call did', async () => {
    const on = stage({ objects: [widget('a', { finalizers: [ours] })] });
    const { handle, shop } = await widgetsOf(on);
    const cleanup = () => [{ metadata: { name: 'x' } }] as never;
    const { controller } = control(on, {
      reconcile: withFinalizer(handle, ours, { reconcile: () => undefined, cleanup }) as never,
    });
    await shop.delete('a');
    await settled(controller);
    expect(on.fake.objects).toEqual([]);
  });

  it.each([
    ['steps', undefined],
    ['cleanup', { reconcile: () => undefined }],
  ])('needs %s from the start, and not when the first object is deleted', (argument, steps) => {
    expect(() => withFinalizer({} as never, ours, steps as never)).toThrow(
      expect.objectContaining({ code: 'invalid-argument', argument }) as Error,
    );
  });
});
