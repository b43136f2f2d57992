import { expect, it } from 'vitest';
import { settled } from '../../src/controller/index.js';
import { configMap, control, ownedBy, stage, widget, widgets } from './controlled.js';

it('a source that is given by name may be of one namespace', async () => {
  const on = stage({ objects: [widget('a'), widget('b', { namespace: 'other' })] });
  const { controller, reconciled } = control(on, {
    for: { resource: 'widgets', namespace: 'shop' },
    owns: [{ resource: 'configmaps', namespace: 'shop' }],
  });
  await settled(controller);
  const owner = on.fake.objects.find(({ metadata }) => metadata.name === 'a');
  on.fake.put(configMap('of-a', ownedBy(owner!)));
  await settled(controller);
  expect(reconciled).toEqual(['shop/a', 'shop/a']);
});

it('a source may be waited for until it is served', async () => {
  const on = stage({ resources: [] });
  const { reconciled } = control(on, { for: { resource: 'widgets', waitForResourceMs: Infinity } });
  await expect.poll(() => on.fake.requests.length).toBeGreaterThan(0);
  on.fake.define(widgets);
  on.fake.put(widget('late'));
  await expect
    .poll(async () => {
      await on.clock.advance(5000);
      return reconciled;
    })
    .toEqual(['shop/late']);
});

it('a source is waited for by the clock of the controller', async () => {
  const on = stage({ resources: [] });
  const { controller } = control(on, { for: { resource: 'widgets', waitForResourceMs: 3_600_000 } });
  const synced = expect(controller.synced).rejects.toMatchObject({ code: 'resource-not-served' });
  await on.clock.advance(3_600_000);
  await synced;
});

it('a handle says its namespace by itself', async () => {
  const on = stage();
  const resource = on.client.resource('widgets');
  const { controller } = control(on, { for: { resource, namespace: 'shop' } });
  await expect(controller.synced).rejects.toMatchObject({ code: 'invalid-argument', argument: 'namespace' });
});
