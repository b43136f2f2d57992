import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { createFakeApiServer, type FakeApiServer } from '../../../src/testing/index.js';
import { kubernetes, kubernetesDefaults } from '../../../src/testing/kubernetes.js';
import { lifecycleRows } from '../../testing/lifecycle-rows.js';
import { ask as askFake } from '../../testing/support.js';
import { ask } from '../harness/ask.js';

const server = inject('server');
let fake: FakeApiServer;

beforeAll(async () => {
  const defaults = await kubernetesDefaults();
  fake = createFakeApiServer({
    documents: kubernetes(),
    defaults,
    namespaceLifecycle: true,
    garbageCollection: true,
  });
});

// Nothing ends a namespace on a server without controllers.
afterAll(async () => {
  const held = ['api/v1', 'apis/batch/v1', 'apis/events.k8s.io/v1'];
  const plurals = ['configmaps', 'jobs', 'events'];
  for (const [index, group] of held.entries()) {
    const path = `/${group}/namespaces/kit-held/${plurals[index] ?? ''}/held`;
    const headers = { 'content-type': 'application/merge-patch+json' };
    const body = { metadata: { finalizers: null } };
    await ask(server, { method: 'PATCH', path, headers, body, token: server.tokens.admin });
    await ask(server, { method: 'DELETE', path, token: server.tokens.admin });
  }
  const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'kit-held' }, spec: {} };
  const path = '/api/v1/namespaces/kit-held';
  await ask(server, { method: 'PUT', path: `${path}/finalize`, body: namespace, token: server.tokens.admin });
});

/** An answer without what is another on each server; for objects only what tells their lives. */
function comparable(status: number, body: unknown): unknown {
  const { kind, metadata, status: own, spec, message, details, code, reason } = body as Record<string, unknown>;
  if (kind === 'Status' && status >= 400) return { message, details, code, reason };
  const { name, namespace, finalizers, deletionTimestamp, deletionGracePeriodSeconds, generation } = metadata as Record<
    string,
    unknown
  >;
  return {
    status,
    kind,
    ...{ name, namespace, finalizers, deletionGracePeriodSeconds, generation },
    isDeleted: deletionTimestamp !== undefined,
    ...(kind === 'Namespace' ? { spec, own } : {}),
  };
}

it.each(lifecycleRows)('$what is answered as by the real server', async ({ method, path, body, contentType }) => {
  const headers = contentType === undefined ? {} : { 'content-type': contentType };
  const real = await ask(server, { method, path, headers, ...(body && { body }), token: server.tokens.admin });
  const answer = await askFake(fake, path, { method, body, ...(contentType && { contentType }) });
  expect(comparable(answer.status, answer.body)).toEqual(comparable(real.status, real.json()));
});
