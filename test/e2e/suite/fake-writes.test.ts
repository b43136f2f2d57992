import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { createFakeApiServer, type FakeApiServer } from '../../../src/testing/index.js';
import { kubernetes, kubernetesDefaults, kubernetesSchemas } from '../../../src/testing/kubernetes.js';
import { createHeldTimers } from '../../testing/held-timers.js';
import { ask as askFake } from '../../testing/support.js';
import { definitionRow, writeRows } from '../../testing/write-rows.js';
import { ask } from '../harness/ask.js';

const server = inject('server');
const admin = { token: server.tokens.admin };
let fake: FakeApiServer;

beforeAll(async () => {
  const [defaults, schemas] = await Promise.all([kubernetesDefaults(), kubernetesSchemas()]);
  // No agent ends the pods of the real server, so none may end those of the fake, however slow the machine is.
  const timers = createHeldTimers();
  fake = createFakeApiServer({ documents: kubernetes(), defaults, schemas, gracefulDeletion: true, timers });
});

afterAll(async () => {
  const paths = writeRows.flatMap(({ method, path, body }) => {
    const { name = '' } = (body as { metadata?: { name?: string } } | undefined)?.metadata ?? {};
    return method === 'POST' && name !== '' ? [`${path}/${name}`] : method === 'GET' ? [] : [path.replace(/\?.*/, '')];
  });
  // The definition last: it takes its objects along.
  for (const path of [...paths.filter((each) => !each.includes('definitions')), ...paths]) {
    await ask(server, { method: 'DELETE', path, body: { gracePeriodSeconds: 0 }, ...admin });
  }
});

const times = ['creationTimestamp', 'deletionTimestamp', 'time', 'resourceVersion', 'lastTransitionTime', 'uid'];
/** What admission fills in is tracked by no real server. */
const admitted = new Set(['f:tolerations', 'f:priority', 'f:preemptionPolicy']);

/** The entries of managed fields, in the order of their managers. */
function sorted(entries: readonly unknown[]): readonly unknown[] {
  const keyOf = (entry: unknown): string => {
    const { manager, operation, subresource, apiVersion } = entry as Record<string, unknown>;
    return JSON.stringify([manager, operation, subresource, apiVersion]);
  };
  return [...entries].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

/** An answer without what is another on each server. */
function comparable(status: number, body: unknown): unknown {
  const { code, kind, reason, message, metadata, items } = body as Record<string, unknown>;
  if (kind === 'Status' && status >= 400) return { code, reason, message };
  if (Array.isArray(items)) return { status, kind };
  const shown = JSON.stringify(
    kind === 'CustomResourceDefinition' ? { metadata, status } : { status, body },
    (key, value: unknown) => {
      if (times.includes(key) && typeof value === 'string' && value !== '') return 'any';
      // Managed fields are not converted between the versions.
      if (kind === 'HorizontalPodAutoscaler' && key === 'managedFields') return undefined;
      // They are in the order of their times, and a second may begin between two answers.
      if (key === 'managedFields' && Array.isArray(value)) return sorted(value);
      return admitted.has(key) ? undefined : value;
    },
  );
  return JSON.parse(shown);
}

it.each(writeRows.map((each, index) => ({ index, ...each })))(
  '$index: $what is answered as by the real server',
  async ({ method, path, body, contentType, agent = 'kit', what }) => {
    const headers = { 'user-agent': `${agent}/1`, ...(contentType !== undefined && { 'content-type': contentType }) };
    const real = await ask(server, { method, path, headers, ...(body && { body }), ...admin });
    const answer = await askFake(fake, path, { method, body, headers, ...(contentType && { contentType }) });
    expect(comparable(answer.status, answer.body)).toEqual(comparable(real.status, real.json()));
    if (what !== definitionRow.what) return;
    const established = async (): Promise<string> =>
      (await ask(server, { path: `${path}/widgets.writes.kit.example`, ...admin })).body;
    await expect.poll(established).toContain('"Established"');
  },
);
