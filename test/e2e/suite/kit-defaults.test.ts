import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { createFakeApiServer, type FakeApiServer } from '../../../src/testing/index.js';
import { kubernetes, kubernetesDefaults } from '../../../src/testing/kubernetes.js';
import { minimalObjects } from '../../testing/minimal-objects.js';
import { ask as askFake } from '../../testing/support.js';
import { ask } from '../harness/ask.js';

const server = inject('server');
let fake: FakeApiServer;
const created: string[] = [];

beforeAll(async () => {
  fake = createFakeApiServer({ documents: kubernetes(), defaults: await kubernetesDefaults() });
});

afterAll(async () => {
  for (const path of created) await ask(server, { method: 'DELETE', path, token: server.tokens.admin });
});

/** The finalizers of storage, which are not added here because nothing would take them away. */
const protections = ['kubernetes.io/pvc-protection', 'kubernetes.io/pv-protection'];

/** An object without what is another on each server. */
function comparable(body: unknown): unknown {
  const { uid, finalizers, ...metadata } = (body as { metadata: { uid?: string; finalizers?: string[] } }).metadata;
  const kept = finalizers?.filter((each) => !protections.includes(each)) ?? [];
  const whole = { ...(body as object), metadata: { ...metadata, ...(kept.length > 0 && { finalizers: kept }) } };
  const text = JSON.stringify(whole, (key, value: unknown) => {
    if (['resourceVersion', 'creationTimestamp', 'time'].includes(key)) return 'any';
    if (key === 'clusterIP' && value !== 'None') return 'any';
    if (key === 'clusterIPs' && (value as string[])[0] !== 'None') return ['any'];
    return value;
  });
  return JSON.parse(text.replaceAll(uid ?? 'none', 'UID'));
}

it.each(minimalObjects.map((each, index) => ({ ...each, name: `${each.kind.toLowerCase()}-${index}` })))(
  'a created $name is as on the real server, and a replace with what was sent changes nothing',
  async ({ path, name, ...sent }) => {
    const body = { ...sent, metadata: { name, labels: { kit: 'defaults' } } };
    const headers = { 'user-agent': 'kit/1' };
    const real = await ask(server, { method: 'POST', path, headers, body, token: server.tokens.admin });
    created.push(`${path}/${name}`);
    const answer = await askFake(fake, path, { method: 'POST', headers, body });
    expect(comparable(answer.body)).toEqual(comparable(JSON.parse(real.body)));
    expect([answer.status, real.status]).toEqual([201, 201]);
    const before = objectVersions(JSON.parse(real.body), answer.body);
    const again = { method: 'PUT', path: `${path}/${name}`, headers, body } as const;
    const realAgain = await ask(server, { ...again, token: server.tokens.admin });
    const fakeAgain = await askFake(fake, again.path, again);
    expect(fakeAgain.status).toBe(realAgain.status);
    const after = objectVersions(JSON.parse(realAgain.body), fakeAgain.body);
    expect(after[1] === before[1]).toBe(after[0] === before[0]);
  },
);

function objectVersions(...objects: readonly unknown[]): (string | undefined)[] {
  return objects.map((object) => (object as { metadata: { resourceVersion?: string } }).metadata.resourceVersion);
}
