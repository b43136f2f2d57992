import { expect, it, onTestFinished, vi } from 'vitest';
import { createClient } from '../../src/client.js';
import { createInformer } from '../../src/informer/informer.js';
import { createFakeApiServer } from '../../src/testing/index.js';
import { transportTo } from '../live/transport-to.js';

const widgets = { group: 'example.com', resource: 'widgets', kind: 'Widget' };

function setUp(versions: readonly string[]) {
  const fake = createFakeApiServer({ resources: versions.map((version) => ({ ...widgets, version })) });
  const client = createClient({ server: 'http://informer.test', transport: transportTo(fake) });
  onTestFinished(() => client.close());
  return { fake, client };
}

it('moves to the next version when its own is withdrawn, and tells each object as changed', async () => {
  const { fake, client } = setUp(['v1', 'v1beta1']);
  fake.put({ apiVersion: 'example.com/v1', kind: 'Widget', metadata: { name: 'one', namespace: 'web' } });
  const informer = createInformer(client, 'widgets');
  await informer.synced;
  expect(informer.store.get('web', 'one')?.apiVersion).toBe('example.com/v1');
  const told: string[] = [];
  informer.on(({ type }) => told.push(type));
  fake.undefine({ ...widgets, version: 'v1' });
  await vi.waitFor(
    () => {
      expect(informer.store.get('web', 'one')?.apiVersion).toBe('example.com/v1beta1');
    },
    { timeout: 15_000 },
  );
  expect(told).not.toContain('removed');
  expect(told).not.toContain('added');
  expect(told).toContain('changed');
});

it('waits for a resource that is not served yet, where it is asked to', async () => {
  const { fake, client } = setUp([]);
  const informer = createInformer(client, 'widgets', { namespace: 'web', waitForResourceMs: 10_000 });
  fake.define({ ...widgets, version: 'v1' });
  await informer.synced;
  expect(informer.store.size).toBe(0);
  informer.close();
});

it('says that a name is not served, where it is not asked to wait', async () => {
  const { client } = setUp([]);
  await expect(createInformer(client, 'widgets').synced).rejects.toMatchObject({ code: 'no-match' });
});
