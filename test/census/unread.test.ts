import { describe, expect, it } from 'vitest';
import { createCensus } from '../../src/census/create-census.js';
import type { FakeResource } from '../../src/testing/served/fake-resource.js';
import { configMap, onFakeServer } from '../client/on-fake-server.js';

const all = { categories: ['all'] };
const resources: readonly FakeResource[] = [
  { group: '', version: 'v1', resource: 'configmaps', kind: 'ConfigMap', ...all },
  { group: 'example.com', version: 'v2', resource: 'widgets', kind: 'Widget', ...all },
];

describe('a count by names', () => {
  it('is not complete where a category or a name may hold more than could be read', async () => {
    const { client, fake } = await onFakeServer({
      documents: {},
      resources,
      objects: [configMap('one')],
      speaks: 'legacy',
    });
    const good = await createCensus(client).count({ resources: ['all'] });
    expect([good.total, good.complete, good.failures]).toEqual([1, true, []]);

    fake.fail('/apis/example.com/v2', { status: 503 });
    client.discovery.invalidate();
    const { total, complete, failures } = await createCensus(client).count({ resources: ['all'] });
    expect([total, complete]).toEqual([1, false]);
    expect(failures).toEqual([
      expect.objectContaining({
        message: expect.stringContaining('discovery could not read example.com/v2 (unreachable): ') as string,
        unread: expect.objectContaining({ group: 'example.com', version: 'v2' }) as object,
      }),
    ]);
    // What was not asked for does not matter, nor does what cannot be in the group.
    expect((await createCensus(client).count({ resources: ['configmaps'] })).complete).toBe(true);
    expect((await createCensus(client).count({ resources: ['all'], group: '' })).complete).toBe(true);
    expect((await createCensus(client).count({ resources: ['all'], group: 'example.com' })).complete).toBe(false);
  });
});
