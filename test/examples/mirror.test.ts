import { expect, it } from 'vitest';
import { mirrorConfigMaps } from '../../examples/mirror/main.js';
import type { KubeObject } from '../../src/index.js';
import { settled } from '../../src/controller/index.js';
import { configMap, stage } from '../controller/controlled.js';

const source = (to: string, value: string) =>
  configMap(
    'settings',
    { labels: { 'mirror.example.com/source': 'true' }, annotations: { 'mirror.example.com/to': to } },
    { data: { value } },
  );
const namespace = (name: string) => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } });

it('the mirror keeps copies like their source, where they are wanted, and takes them away with it', async () => {
  const on = stage({ objects: ['shop', 'web', 'taken'].map(namespace) });
  on.fake.put(configMap('settings', { namespace: 'taken' }, { data: { own: 'yes' } }));
  const errors: unknown[] = [];
  const controller = mirrorConfigMaps(on.client, { onError: (error) => errors.push(error) });
  const maps = () =>
    (on.fake.objects as (KubeObject & { data?: object })[])
      .filter(({ kind }) => kind === 'ConfigMap')
      .map(({ metadata, data }) => `${metadata.namespace ?? ''} ${JSON.stringify(data)}`);
  const settings = on.client.resource('configmaps').namespace('shop');
  const until = async (expected: readonly string[]) => {
    await expect.poll(async () => (await settled(controller), maps())).toEqual(expected);
  };
  const own = 'taken {"own":"yes"}';

  on.fake.put(source('web, later, shop, taken', '1'));
  await until(['shop {"value":"1"}', own, 'web {"value":"1"}']);
  await settings.patch('settings', { data: { value: '2' } }, { type: 'merge' });
  on.fake.put(namespace('later'));
  await until(['later {"value":"2"}', 'shop {"value":"2"}', own, 'web {"value":"2"}']);
  on.fake.remove(configMap('settings', { namespace: 'web' }));
  await until(['later {"value":"2"}', 'shop {"value":"2"}', own, 'web {"value":"2"}']);
  await settings.patch(
    'settings',
    { metadata: { annotations: { 'mirror.example.com/to': 'later' } } },
    { type: 'merge' },
  );
  await until(['later {"value":"2"}', 'shop {"value":"2"}', own]);
  await settings.patch('settings', { metadata: { labels: null } }, { type: 'merge' });
  await until(['shop {"value":"2"}', own]);
  on.fake.put(source('web', '3'));
  await until(['shop {"value":"3"}', own, 'web {"value":"3"}']);
  await controller.close();
  await settings.delete('settings');
  const next = mirrorConfigMaps(on.client, { onError: (error) => errors.push(error) });
  await settled(next);
  expect(maps()).toEqual([own]);
  await next.close();
  expect(errors).toEqual([]);
  await expect
    .poll(() => on.fake.objects.filter(({ kind }) => kind === 'Event'))
    .toMatchObject([{ reason: 'NotMirrored', involvedObject: { name: 'settings', namespace: 'shop' } }]);
});
