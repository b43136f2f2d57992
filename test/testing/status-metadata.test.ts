import { describe, expect, it } from 'vitest';
import { createFakeApiServer } from '../../src/testing/index.js';
import { kubernetes, kubernetesDefaults } from '../../src/testing/kubernetes.js';
import { ask } from './support.js';
import { waysToWrite, writeStatus, writtenWithStatus, type Send } from './status-metadata.js';

async function started(): Promise<Send> {
  const fake = createFakeApiServer({ documents: kubernetes(), defaults: await kubernetesDefaults() });
  return async (method, path, contentType, body) =>
    ask(fake, path, { method, ...(contentType !== undefined && { contentType }), ...(body && { body }) });
}

// That a real server does the same is a test of the end-to-end suite.
describe('a write of the status', () => {
  it.each(Object.entries(writtenWithStatus))('of a %s changes of the metadata: %j', async (kind, fields) => {
    for (const way of waysToWrite) {
      const { status, written, owned } = await writeStatus(await started(), kind, way, 'one');
      expect([way, status, written]).toEqual([way, 200, fields]);
      expect(owned).toEqual(fields.map((field) => `f:${field}`).sort());
    }
  });

  it('of a custom resource changes no metadata', async () => {
    const resource = {
      group: 'example.com',
      version: 'v1',
      resource: 'widgets',
      kind: 'Widget',
      subresources: ['status'],
    };
    const fake = createFakeApiServer({ resources: [resource] });
    const path = '/apis/example.com/v1/namespaces/default/widgets';
    const widget = { apiVersion: 'example.com/v1', kind: 'Widget', metadata: { name: 'a', labels: { a: 'b' } } };
    await ask(fake, path, { method: 'POST', body: widget });
    const body = { metadata: { labels: { x: '1' }, annotations: { x: '1' } }, status: { ready: true } };
    const contentType = 'application/merge-patch+json';
    const answer = await ask(fake, `${path}/a/status`, { method: 'PATCH', contentType, body });
    expect(answer.body).toMatchObject({ metadata: { labels: { a: 'b' } }, status: { ready: true } });
    expect(answer.text).not.toContain('"x"');
  });

  it('with the metadata that an object has changes nothing', async () => {
    const send = await started();
    const path = '/apis/apps/v1/namespaces/default/deployments';
    await writeStatus(send, 'apps/v1 Deployment', 'merge', 'one');
    const before = (await send('GET', `${path}/one`)).body as { metadata: { resourceVersion: string } };
    const after = (await send('PUT', `${path}/one/status`, 'application/json', before)).body as typeof before;
    expect(after.metadata.resourceVersion).toBe(before.metadata.resourceVersion);
  });
});
