import { describe, expect, it } from 'vitest';
import { captured } from '../fixtures/captured.js';
import { onFakeServer } from './on-fake-server.js';

const legacy = { speaks: 'legacy', documents: captured('kube-1.36-legacy') } as const;
const deployments = { group: 'apps', version: 'v1', resource: 'deployments' };

describe('a group-version that could not be read at the first discovery', () => {
  it('does not leave its names to what looks like it, once it can be read', async () => {
    const { client, fake } = await onFakeServer(legacy);
    fake.fail('/apis/apps/v1', { status: 503, times: 1 });
    expect((await client.discovery.catalog()).failures.map(({ group }) => group)).toContain('apps');
    const handle = client.resource('deployments');
    expect((await handle.mapping()).resource).toEqual(deployments);
    expect((await client.discovery.catalog()).failures.map(({ group }) => group)).not.toContain('apps');
  });

  it('is named in the answers that it goes before, as long as it cannot be read', async () => {
    const { client, fake } = await onFakeServer(legacy);
    fake.fail('/apis/apps/v1', { status: 503 });
    const { mapping, unread } = await client.resolve('deployments');
    expect(mapping.resource.group).toBe('acid.example.org');
    expect(unread).toMatchObject([{ class: 'unreachable', group: 'apps', version: 'v1', statusCode: 503 }]);
    expect(await client.resolve('configmaps')).not.toHaveProperty('unread');
  });

  it('such as the core group, does not make pods those of the metrics', async () => {
    const { client, fake } = await onFakeServer({
      ...legacy,
      resources: [
        { group: 'metrics.k8s.io', version: 'v1beta1', resource: 'pods', kind: 'PodMetrics', scope: 'Namespaced' },
      ],
    });
    fake.fail('/api', { status: 503, times: 1 });
    expect((await client.mapper()).resolve('pods').unread).toMatchObject([
      { document: '/api', class: 'unreachable' },
      { group: 'custom.metrics.k8s.io' },
    ]);
    expect((await client.resolve('pods')).mapping.kind).toEqual({ group: '', version: 'v1', kind: 'Pod' });
  });

  it('such as the preferred version, does not leave its resource to another version', async () => {
    const { client, fake } = await onFakeServer(legacy);
    fake.fail('/apis/autoscaling/v2', { status: 503, times: 1 });
    await client.discovery.catalog();
    expect((await client.resolve('hpa')).mapping.resource.version).toBe('v2');
  });
});

describe('a group-version that was known and cannot be read any more', () => {
  it('still answers to its names, says so, and its handles ask the server', async () => {
    const { client, fake } = await onFakeServer(legacy);
    const known = await client.resource('deployments.apps').mapping();
    fake.fail('/apis/apps/v1', { status: 503 });
    await client.discovery.refresh();
    const { mapping, unread } = await client.resolve('deployments.apps');
    expect(mapping).toEqual(known);
    expect(unread).toMatchObject([{ class: 'unreachable', group: 'apps', version: 'v1' }]);
    const handle = client.handle(mapping).namespace('default');
    expect(await handle.list()).toMatchObject({ kind: 'DeploymentList' });
    await expect(handle.scale('none').get()).rejects.toMatchObject({ code: 'api', statusCode: 404 });
  });

  it('is asked for again by a question about its names, and nothing else is', async () => {
    const { client, fake, exchanges } = await onFakeServer(legacy);
    await client.discovery.catalog();
    const heal = fake.fail('/apis/apps/v1', { status: 503 });
    await client.discovery.refresh();
    heal();
    exchanges.length = 0;
    expect(await client.resolve('deployments.apps')).not.toHaveProperty('unread');
    expect(exchanges.map(({ path }) => path)).toEqual(['/apis/apps/v1']);
  });
});
