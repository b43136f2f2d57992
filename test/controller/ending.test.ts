import { describe, expect, it } from 'vitest';
import { createInformer } from '../../src/index.js';
import { settled } from '../../src/controller/index.js';
import { control, gate, stage, widget, widgets } from './controlled.js';

/** A reconcile of `a` that waits for a gate, and what became of its signal. */
function waiting() {
  const { opened, open } = gate();
  const seen: { reason?: unknown; isOver?: boolean } = {};
  const reconcile = async (_request: unknown, { signal }: { readonly signal: AbortSignal }) => {
    signal.addEventListener('abort', () => {
      seen.reason = signal.reason;
    });
    await opened;
    seen.isOver = true;
  };
  return { open, seen, reconcile };
}

describe('the deadline of a reconcile', () => {
  it('aborts its signal, and tells', async () => {
    const on = stage({ objects: [widget('a')] });
    const { controller, told } = control(on, {
      reconcileTimeoutMs: 1000,
      reconcile: (_request, { signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => {
            reject(signal.reason as Error);
          });
        }),
    });
    await on.clock.advance(1000);
    expect(told).toMatchObject([
      { error: { code: 'reconcile-timeout', timeoutMs: 1000, key: 'shop/a' }, failure: { at: 'deadline' } },
    ]);
    expect(controller.status).toMatchObject({ running: [], delayed: 1 });
  });

  it('leaves the key and the place to a reconcile that goes on, until it is over', async () => {
    const on = stage({ objects: [widget('a'), widget('b')] });
    const { open, seen, reconcile } = waiting();
    const { controller, told, reconciled } = control(on, {
      reconcileTimeoutMs: 1000,
      reconcile: (request, context) => (request.name === 'a' ? reconcile(request, context) : undefined),
    });
    await on.clock.advance(500_000);
    expect(controller.status.running).toMatchObject([{ request: { name: 'a' }, isHanging: true, startedAt: 0 }]);
    expect([told.length, (seen.reason as { code: string }).code]).toEqual([1, 'reconcile-timeout']);
    on.fake.put(widget('a', { labels: { x: 'y' } }));
    await on.clock.advance(0);
    expect(reconciled).toEqual(['shop/a']);
    open();
    await on.clock.advance(0);
    expect(reconciled).toEqual(['shop/a', 'shop/a', 'shop/b']);
  });

  it('is none any more once the controller has left it to itself', async () => {
    const on = stage({ objects: [widget('a')] });
    const { reconcile } = waiting();
    const { controller, told } = control(on, { reconcileTimeoutMs: 100_000, closeTimeoutMs: 1000, reconcile });
    await on.clock.advance(0);
    const closing = controller.close();
    await on.clock.advance(5000);
    await closing;
    await on.clock.advance(500_000);
    expect(told.map(({ failure }) => failure.at)).not.toContain('deadline');
  });

  it('does not abort what is over in time', async () => {
    const on = stage({ objects: [widget('a')] });
    const { open, seen, reconcile } = waiting();
    const { controller, told } = control(on, { reconcileTimeoutMs: 1000, reconcile });
    await on.clock.advance(999);
    open();
    await settled(controller);
    await on.clock.advance(5000);
    expect([seen, told]).toEqual([{ isOver: true }, []]);
  });
});

describe('a controller that is closed', () => {
  it('begins no further reconcile, lets those under way finish, and ends its watches', async () => {
    const on = stage({ objects: [widget('a'), widget('b')] });
    const { open, seen, reconcile } = waiting();
    const { controller, reconciled } = control(on, { reconcile });
    await on.clock.advance(0);
    let isClosed = false;
    const closing = controller.close().then(() => {
      isClosed = true;
    });
    on.fake.put(widget('c'));
    await on.clock.advance(29_999);
    expect([isClosed, seen, on.fake.openWatches]).toEqual([false, {}, 0]);
    open();
    await closing;
    await controller.ended;
    expect([seen, reconciled]).toEqual([{ isOver: true }, ['shop/a']]);
    expect(controller.status).toMatchObject({ closed: true, running: [], queued: 0 });
  });

  it('aborts what is not over in time, and leaves what does not mind', async () => {
    const on = stage({ objects: [widget('a')] });
    const { seen, reconcile } = waiting();
    const { controller, told } = control(on, { reconcile });
    await on.clock.advance(0);
    const closing = controller.close({ timeoutMs: 2000 });
    await on.clock.advance(2000);
    expect(seen.reason).toMatchObject({ code: 'controller-closed' });
    await on.clock.advance(1000);
    await closing;
    expect([controller.status.running.length, told]).toEqual([1, []]);
  });

  it('may be closed twice, the second time with less patience', async () => {
    const on = stage({ objects: [widget('a')] });
    const { seen, reconcile } = waiting();
    const { controller } = control(on, { reconcile });
    await on.clock.advance(0);
    const first = controller.close({ timeoutMs: Infinity });
    await on.clock.advance(100_000);
    expect(seen).toEqual({});
    const second = controller.close({ timeoutMs: 0 });
    expect(seen.reason).toMatchObject({ code: 'controller-closed' });
    await on.clock.advance(1000);
    await Promise.all([first, second, controller.close()]);
  });

  it('aborts what is under way when its client is closed meanwhile', async () => {
    const on = stage({ objects: [widget('a')] });
    const { seen, open, reconcile } = waiting();
    const { controller } = control(on, { reconcile });
    await on.clock.advance(0);
    const closing = controller.close({ timeoutMs: Infinity });
    await on.client.close();
    expect(seen.reason).toMatchObject({ code: 'controller-closed' });
    open();
    await closing;
    await controller.ended;
  });

  it('tells of what fails on the way out that it does not come again', async () => {
    const on = stage({ objects: [widget('a')] });
    const { opened, open } = gate();
    const { controller, told } = control(on, { reconcile: () => opened.then(() => Promise.reject(new Error('no'))) });
    await on.clock.advance(0);
    const closing = controller.close();
    open();
    await closing;
    expect(told).toMatchObject([{ failure: { at: 'reconcile', retryInMs: undefined } }]);
  });

  it('was perhaps never synced', async () => {
    const on = stage({ objects: [widget('a')] });
    on.fake.fail('/apis/example.com/v1/widgets', { status: 503 });
    const { controller, reconciled } = control(on);
    await on.clock.advance(0);
    await controller.close();
    await controller.ended;
    await expect(controller.synced).rejects.toMatchObject({ code: 'controller-closed' });
    await controller.idle();
    expect(reconciled).toEqual([]);
  });

  it('is closed by its signal, one that was aborted before included', async () => {
    const on = stage({ objects: [widget('a')] });
    const leaving = new AbortController();
    const { controller } = control(on, { signal: leaving.signal });
    await settled(controller);
    leaving.abort();
    await controller.ended;
    const { controller: late, reconciled } = control(on, { signal: leaving.signal });
    await late.ended;
    expect(reconciled).toEqual([]);
  });

  it('is closed at the end of its block', async () => {
    const on = stage({ objects: [widget('a')] });
    const { controller } = control(on);
    await settled(controller);
    await controller[Symbol.asyncDispose]();
    expect(controller.status.closed).toBe(true);
  });

  it('takes no time that is none', () => {
    const { controller } = control(stage());
    expect(() => controller.close({ timeoutMs: NaN })).toThrow(
      expect.objectContaining({ code: 'invalid-argument', argument: 'timeoutMs' }) as Error,
    );
  });
});

describe('a controller ends', () => {
  it('with its client, whose reason it passes on, and aborts at once', async () => {
    const on = stage({ objects: [widget('a')] });
    const { seen, open, reconcile } = waiting();
    const { controller } = control(on, { reconcile });
    await on.clock.advance(0);
    await on.client.close();
    expect(seen.reason).toMatchObject({ code: 'closed' });
    open();
    await expect(controller.ended).rejects.toMatchObject({ code: 'closed' });
  });

  it('with a 403 at the start', async () => {
    const on = stage({ objects: [widget('a')] });
    on.fake.fail('/api/v1/configmaps', {
      status: 403,
      body: { kind: 'Status', apiVersion: 'v1', status: 'Failure', reason: 'Forbidden', code: 403 },
    });
    const { controller, reconciled } = control(on, { owns: ['configmaps'] });
    await expect(controller.synced).rejects.toMatchObject({ code: 'api', statusCode: 403 });
    await expect(controller.ended).rejects.toMatchObject({ code: 'api', statusCode: 403 });
    await expect(settled(controller)).rejects.toMatchObject({ code: 'api', statusCode: 403 });
    expect([reconciled, on.fake.openWatches]).toEqual([[], 0]);
  });

  it('with a name that means nothing', async () => {
    const { controller } = control(stage(), { owns: ['gizmos'] });
    await expect(controller.synced).rejects.toMatchObject({ code: 'no-match' });
    await expect(controller.ended).rejects.toMatchObject({ code: 'no-match' });
  });

  it('with a definition that is taken away in the middle', async () => {
    const maps = { group: '', version: 'v1', resource: 'configmaps', kind: 'ConfigMap' };
    const gadgets = { ...widgets, resource: 'gadgets', kind: 'Gadget' };
    const on = stage({ documents: {}, resources: [widgets, gadgets, maps], objects: [widget('a')] });
    const { controller } = control(on, { owns: ['configmaps'] });
    await settled(controller);
    on.fake.undefine(widgets);
    await on.client.discovery.refresh({ deleted: [widgets] });
    await on.clock.advance(60_000);
    expect(controller.status.closed).toBe(true);
    await expect(controller.ended).rejects.toMatchObject({ code: 'resource-gone' });
    expect(on.fake.openWatches).toBe(0);
  });

  it('with an informer that somebody else closes', async () => {
    const on = stage({ objects: [widget('a')] });
    const informer = createInformer(on.client, 'widgets');
    const { controller } = control(on, { for: informer });
    await settled(controller);
    informer.close();
    await expect(controller.ended).rejects.toMatchObject({ code: 'source-closed' });
  });

  it('with a queue that is full', async () => {
    const on = stage({ objects: [widget('a'), widget('b'), widget('c')] });
    const { controller } = control(on, { maxKeys: 2 });
    await expect(controller.synced).rejects.toMatchObject({ code: 'queue-full', maxKeys: 2 });
  });

  // A rejection that nobody handles fails the run of these tests.
  it.each([
    ['a queue that is full', { maxKeys: 2 }, 'queue-full'],
    ['a name that means nothing', { owns: ['gizmos'] }, 'no-match'],
  ])('once, by ended alone, before the sync: with %s', async (_, options, code) => {
    const on = stage({ objects: [widget('a'), widget('b'), widget('c')] });
    const { controller } = control(on, options);
    await expect(controller.ended).rejects.toMatchObject({ code });
    await new Promise((resolve) => setImmediate(resolve));
  });

  it('once, with a queue that a step, a map or a written object fills', async () => {
    const on = stage({ objects: [widget('a')] });
    const { reconcile } = waiting();
    const { controller } = control(on, {
      ...{ maxKeys: 3, reconcile },
      watches: [
        { resource: 'configmaps', map: () => ['b', 'c', 'd', 'e'].map((name) => ({ namespace: 'shop', name })) },
      ],
    });
    await on.clock.advance(0);
    const ended = expect(controller.ended).rejects.toMatchObject({ code: 'queue-full', maxKeys: 3 });
    on.fake.put({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'x', namespace: 'shop' } });
    await on.clock.advance(40_000);
    await ended;
    expect(controller.status).toMatchObject({ closed: true, queued: 0 });
    expect(on.fake.openWatches).toBe(0);
  });
});
