import { describe, expect, it } from 'vitest';
import { applyEdit, startEdit, type StartedEdit } from '../../src/views/index.js';
import { onFakeServer } from '../client/on-fake-server.js';

const container = (image: string): object => ({ name: 'main', image });
const deployment = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'front', namespace: 'shop', labels: { app: 'front' } },
  spec: {
    replicas: 1,
    selector: { matchLabels: { app: 'front' } },
    template: { metadata: { labels: { app: 'front' } }, spec: { containers: [container('web:1')] } },
  },
};
const fieldManager = 'a-page';

async function begin() {
  const { client, exchanges } = await onFakeServer();
  const handle = client.resource('deployments.apps').namespace('shop');
  await handle.apply(deployment, { fieldManager: 'helm' });
  const started = await startEdit(handle, 'front');
  exchanges.length = 0;
  const writes = (): number => exchanges.filter(({ method }) => method !== 'GET').length;
  return { handle, started, writes };
}

function withReplicas({ before }: StartedEdit, replicas: number) {
  return { ...before, spec: { ...(before['spec'] as object), replicas } };
}

describe('the edit of an object', () => {
  it('begins without what the server sets, and without a status that is written elsewhere', async () => {
    const { started } = await begin();
    const { metadata, ...rest } = started.before;
    expect(started.hasStatus).toBe(true);
    expect(metadata).toEqual(deployment.metadata);
    expect(Object.keys(rest).sort()).toEqual(['apiVersion', 'kind', 'spec']);
  });

  it('names who manages what it takes, and takes it with force alone', async () => {
    const { handle, started, writes } = await begin();
    const edited = withReplicas(started, 3);
    await expect(applyEdit(handle, started, edited, { fieldManager })).rejects.toMatchObject({
      code: 'edit-refused',
      refusal: 'managed-by-others',
      cause: { statusCode: 409 },
      conflicts: [{ field: '.spec.replicas', manager: 'helm' }],
    });
    const after = await applyEdit(handle, started, edited, { fieldManager, force: true });
    expect(after).toMatchObject({ spec: { replicas: 3 } });
    expect(writes()).toBe(2);
    const own = after.metadata.managedFields?.find(({ manager }) => manager === fieldManager);
    expect(own?.fieldsV1).toEqual({ 'f:spec': { 'f:replicas': {} } });
  });

  it.each<[string, (before: StartedEdit['before']) => object, string, string]>([
    ['changes nothing', (before) => before, 'unchanged', 'changes nothing'],
    [
      'changes the name',
      (before) => ({ ...before, metadata: { name: 'x', namespace: 'shop' } }),
      'identity',
      'The name',
    ],
    ['changes the namespace', (before) => ({ ...before, metadata: { name: 'front' } }), 'identity', 'The namespace'],
    ['has no metadata', (before) => ({ ...before, metadata: undefined }), 'identity', 'The name'],
    ['changes the kind', (before) => ({ ...before, kind: 'Job' }), 'identity', 'The kind'],
    ['changes the version', (before) => ({ ...before, apiVersion: 'apps/v2' }), 'identity', 'The apiVersion'],
    ['sets a status', (before) => ({ ...before, status: {} }), 'identity', 'The status'],
  ])('is refused where it %s', async (_, change, refusal, message) => {
    const { handle, started, writes } = await begin();
    const edited = change(started.before) as StartedEdit['before'];
    await expect(applyEdit(handle, started, edited, { fieldManager, force: true })).rejects.toMatchObject({
      code: 'edit-refused',
      refusal,
      message: expect.stringContaining(message) as string,
    });
    expect(writes()).toBe(0);
  });

  it('is refused where the object was made anew, or a removal meets a change', async () => {
    const { handle, started } = await begin();
    const { labels: _, ...metadata } = started.before['metadata'] as { labels: object };
    const edited = { ...started.before, metadata };
    await handle.patch('front', { metadata: { annotations: { a: 'b' } } }, { type: 'merge' });
    const refused = (refusal: string) => ({ code: 'edit-refused', refusal });
    await expect(applyEdit(handle, started, edited, { fieldManager })).rejects.toMatchObject(refused('changed'));
    const again = await startEdit(handle, 'front');
    const without = { ...again.before, metadata: { ...(again.before['metadata'] as object), labels: undefined } };
    await expect(applyEdit(handle, again, without, { fieldManager })).rejects.toMatchObject({
      ...refused('managed-by-others'),
      conflicts: [{ manager: 'helm' }],
    });
    await handle.delete('front');
    await handle.apply(deployment, { fieldManager: 'helm' });
    await expect(applyEdit(handle, started, edited, { fieldManager, force: true })).rejects.toMatchObject(
      refused('replaced'),
    );
  });
});
