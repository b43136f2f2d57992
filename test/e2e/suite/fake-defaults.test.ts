import * as library from '@marcbachmann/cel-js';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { celRules, createFakeApiServer, type FakeApiServer } from '../../../src/testing/index.js';
import { kubernetes, kubernetesDefaults } from '../../../src/testing/kubernetes.js';
import { commonObjects } from '../../testing/common-objects.js';
import { changedObjects } from '../../testing/immutable-rows.js';
import { invalidDefinitions, ruledDefinitions, taken } from '../../testing/invalid-definitions.js';
import { invalidObjects } from '../../testing/invalid-rows.js';
import { furtherObjects, minimalObjects } from '../../testing/minimal-objects.js';
import { objectOf, waysToWrite, writeStatus, writtenWithStatus } from '../../testing/status-metadata.js';
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
const protections = ['pvc', 'pv', 'vac'].map((name) => `kubernetes.io/${name}-protection`);

const times = ['resourceVersion', 'creationTimestamp', 'lastPhaseTransitionTime', 'lastTransitionTime'];
/** The taint of a new node, which is not added here because nothing would take it away. */
const isNotReady = (taint: unknown): boolean => JSON.stringify(taint).includes('"node.kubernetes.io/not-ready"');

/** An object without what is another on each server, and without its managed fields. */
function comparable(body: unknown): unknown {
  const {
    uid,
    finalizers,
    managedFields: _managers,
    ...metadata
  } = (body as { metadata: { uid?: string; finalizers?: string[]; managedFields?: unknown } }).metadata;
  const kept = finalizers?.filter((each) => !protections.includes(each)) ?? [];
  const whole = { ...(body as object), metadata: { ...metadata, ...(kept.length > 0 && { finalizers: kept }) } };
  const text = JSON.stringify(whole, (key, value: unknown) => {
    if (times.includes(key)) return 'any';
    // A controller adds it at some time.
    if (key === 'conditions' && JSON.stringify(value).includes('"Dangling"')) return undefined;
    if (key === 'taints' && Array.isArray(value) && value.some(isNotReady)) {
      return value.length === 1 ? undefined : value.filter((taint) => !isNotReady(taint));
    }
    if (key === 'clusterIP' && value !== 'None') return 'any';
    if (key === 'clusterIPs' && (value as string[])[0] !== 'None') return ['any'];
    return value;
  });
  return JSON.parse(text.replaceAll(uid ?? 'none', 'UID'));
}

/** A cause in one line, without the end of a generated name. */
const inOneLine = ({ reason = '', field = '', message = '' }): string =>
  `${reason} ${field}: ${message.replace(/"A!\w{5}"/, 'NAME')}`;
/** The selector that a server makes for a job has the uid that the job would have. */
const withoutOwn = (causes: readonly string[]): string[] =>
  causes.map((cause) => cause.replace(/Invalid value: (\{.*\}|null)(?=: `selector`)/, 'Invalid value'));

it('refuses what the real server refuses in objects of common kinds, in its words', async () => {
  const different: object[] = [];
  const rows = invalidObjects();
  for (const { kind, path, change, object } of rows) {
    const request = { method: 'POST', path: `${path}?dryRun=All`, body: object } as const;
    const [real, answer] = await Promise.all([
      ask(server, { ...request, token: server.tokens.admin }),
      askFake(fake, request.path, request),
    ]);
    // Some checks of the real server are generated, and come in another order.
    const answerOf = (status: number, body: unknown): unknown[] => {
      const { reason = '', details = {} } = body as { reason?: string; details?: { causes?: object[] } };
      const causes = (details.causes ?? []).map(inOneLine).sort();
      return [status, reason, kind === 'Job' ? withoutOwn(causes) : causes];
    };
    const [wanted, got] = [answerOf(real.status, real.json()), answerOf(answer.status, answer.body)];
    if (JSON.stringify(wanted) !== JSON.stringify(got)) different.push({ kind, change, wanted, got });
  }
  expect(different).toEqual([]);
  expect(rows.length).toBeGreaterThan(800);
});

it('refuses the definitions that the real server refuses, for the same fields and reasons', async () => {
  const whole = createFakeApiServer({
    documents: kubernetes(),
    defaults: await kubernetesDefaults(),
    cel: await celRules(library),
  });
  const path = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions?dryRun=All';
  const different: object[] = [];
  const rows = [...invalidDefinitions(), ...ruledDefinitions()];
  for (const { what, definition: body } of rows) {
    const real = await ask(server, { method: 'POST', path, body, token: server.tokens.admin });
    const answer = await askFake(whole, path, { method: 'POST', body });
    const answerOf = (status: number, answered: unknown): unknown[] => {
      const { reason = '', details = {} } = answered as {
        reason?: string;
        details?: { causes?: { reason: string; field: string }[] };
      };
      return [status, reason, (details.causes ?? []).map((cause) => `${cause.reason} ${cause.field}`).sort()];
    };
    const [wanted, got] = [answerOf(real.status, real.json()), answerOf(answer.status, answer.body)];
    if (JSON.stringify(wanted) !== JSON.stringify(got)) different.push({ what, wanted, got });
    expect([what, real.status < 300]).toEqual([what, taken.has(what)]);
  }
  expect(different).toEqual([]);
  expect(rows.length).toBeGreaterThan(140);
});

/** Without those of the LimitRange first, which changes the pods that come later. */
const objects = [...commonObjects(), ...furtherObjects(), ...minimalObjects];

it.each(objects.map((each, index) => ({ name: `${each.kind.toLowerCase()}-${index}`, ...each })))(
  'a created $name is as on the real server, and a replace with what was sent changes nothing',
  async ({ path, name, isUnlabelled = false, ...sent }) => {
    const body = { ...sent, metadata: { name, ...(!isUnlabelled && { labels: { kit: 'defaults' } }) } };
    const headers = { 'user-agent': 'kit/1' };
    const real = await ask(server, { method: 'POST', path, headers, body, token: server.tokens.admin });
    created.push(`${path}/${name}`);
    const answer = await askFake(fake, path, { method: 'POST', headers, body });
    expect(comparable(answer.body)).toEqual(comparable(JSON.parse(real.body)));
    expect([answer.status, real.status]).toEqual([201, 201]);
    const again = { method: 'PUT', path: `${path}/${name}`, headers, body } as const;
    const realAgain = await ask(server, { ...again, token: server.tokens.admin });
    const fakeAgain = await askFake(fake, again.path, again);
    expect(fakeAgain.status).toBe(realAgain.status);
    if (realAgain.status === 200) expect(comparable(fakeAgain.body)).toEqual(comparable(realAgain.json()));
  },
);

/** A cause without a struct by its names in Go, the address of a service, and what a server adds about the difference. */
function plain({ reason = '', field = '', message = '' }): string {
  const [line = ''] = message.split('\n');
  const shown = line
    .replace(/Invalid value: (\{.*\}|\[.*\]|null)(?=: )/, 'Invalid value')
    .replace(/"10\.[\d.]+"/, 'IP');
  return `${reason} ${field}: ${shown}`;
}

it.each(changedObjects())(
  'a change of $kind is refused in the words of the real server: $title',
  async ({ kind, path, name, body, change }) => {
    const at = `${path}/${name}`;
    const contentType = 'application/merge-patch+json';
    const admin = { token: server.tokens.admin };
    // A definition of the same name may still be going away.
    await expect.poll(async () => (await ask(server, { method: 'POST', path, body, ...admin })).status).toBe(201);
    created.push(at);
    await askFake(fake, path, { method: 'POST', body });
    const isServed = async (): Promise<boolean> =>
      (await ask(server, { path: at, ...admin })).body.includes('"Established"');
    if (kind === 'CustomResourceDefinition') await expect.poll(isServed).toBe(true);
    const patch = { method: 'PATCH', path: at, headers: { 'content-type': contentType }, body: change } as const;
    const real = (await ask(server, { ...patch, ...admin })).json();
    const answer = await askFake(fake, at, { method: 'PATCH', contentType, body: change });
    const causesOf = (status: unknown): string[] =>
      ((status as { details?: { causes?: object[] } }).details?.causes ?? []).map(plain).sort();
    await ask(server, { method: 'DELETE', path: at, ...admin });
    await askFake(fake, at, { method: 'DELETE' });
    expect(answer.status).toBe(422);
    expect(causesOf(answer.body)).toEqual(causesOf(real));
  },
);

it.each(Object.entries(writtenWithStatus))(
  'a write of the status of a %s changes of the metadata what it changes on the real server: %j',
  async (kind, fields) => {
    const { path } = objectOf(kind);
    for (const [index, way] of waysToWrite.entries()) {
      const name = `status-${kind.split(' ')[1]?.toLowerCase() ?? ''}-${kind.includes('v2') ? 'b' : 'a'}${index}`;
      created.push(`${path}/${name}`);
      const [real, own] = await Promise.all([
        writeStatus(
          async (method, at, contentType, body) => {
            const headers = contentType === undefined ? {} : { 'content-type': contentType };
            const answer = await ask(server, { method, path: at, headers, body, token: server.tokens.admin });
            return { status: answer.status, body: answer.json() };
          },
          kind,
          way,
          name,
        ),
        writeStatus(
          async (method, at, contentType, body) =>
            askFake(fake, at, { method, ...(contentType !== undefined && { contentType }), ...(body && { body }) }),
          kind,
          way,
          name,
        ),
      ]);
      // What keeps it is no longer needed.
      const unbound = { metadata: { finalizers: null } };
      const headers = { 'content-type': 'application/merge-patch+json' };
      await ask(server, {
        method: 'PATCH',
        path: `${path}/${name}`,
        headers,
        body: unbound,
        token: server.tokens.admin,
      });
      expect([way, own]).toEqual([way, real]);
      expect(real.written).toEqual(fields);
    }
  },
);

it('keeps environment variables with equal names, and owns them as one, as the real server does', async () => {
  const path = '/apis/apps/v1/namespaces/default/deployments';
  const withEnv = (...env: readonly object[]): object => ({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'repeated' },
    spec: {
      selector: { matchLabels: { app: 'a' } },
      template: { metadata: { labels: { app: 'a' } }, spec: { containers: [{ name: 'a', image: 'a:1', env }] } },
    },
  });
  const [a, b, c] = ['A', 'B', 'C'].map((name) => ({ name, value: '1' }));
  const apply = { method: 'PATCH', contentType: 'application/apply-patch+yaml' } as const;
  const steps = [
    { method: 'POST', contentType: 'application/json', at: path, body: withEnv({ name: 'A' }, { ...b }, { ...a }) },
    { ...apply, at: `${path}/repeated?fieldManager=m`, body: withEnv({ ...c }) },
    { ...apply, at: `${path}/repeated?fieldManager=m`, body: withEnv({ name: 'A', value: '2' }) },
    { ...apply, at: `${path}/repeated?fieldManager=m&force=true`, body: withEnv({ name: 'A', value: '2' }) },
    { ...apply, at: `${path}/repeated?fieldManager=m`, body: withEnv() },
    { ...apply, at: `${path}/other?fieldManager=m`, body: withEnv({ ...a }, { ...a }) },
  ] as const;
  created.push(`${path}/repeated`);
  for (const { method, contentType, at, body } of steps) {
    const headers = { 'content-type': contentType, 'user-agent': 'kit/1' };
    const real = (await ask(server, { method, path: at, headers, body, token: server.tokens.admin })).json();
    const answer = (await askFake(fake, at, { method, contentType, headers, body })).body as Record<string, unknown>;
    const shown = ({ spec, metadata, code, details, message }: Record<string, unknown>): unknown => {
      const managers = (metadata as { managedFields?: { fieldsV1: object }[] }).managedFields ?? [];
      const owned = managers.map(({ fieldsV1 }) => JSON.stringify(fieldsV1).match(/"f:env":.*?\}\}\}/)?.[0]);
      return {
        code,
        details,
        env: JSON.stringify(spec ?? {}).match(/"env":\[.*?\]/)?.[0],
        owned,
        ...(code === 500 && { message }),
      };
    };
    expect(shown(answer)).toEqual(shown(real));
  }
});

it('answers a new definition, and lists its resource, as the real server does', async () => {
  const path = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
  const version = { served: true, schema: { openAPIV3Schema: { type: 'object' } } };
  const body = {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'lamps.defaults.example' },
    spec: {
      group: 'defaults.example',
      scope: 'Namespaced',
      names: { plural: 'lamps', kind: 'Lamp' },
      versions: [
        { ...version, name: 'v1', storage: false },
        { ...version, name: 'v2', storage: true },
      ],
    },
  };
  const headers = { 'user-agent': 'kit/1' };
  created.push(`${path}/lamps.defaults.example`);
  const real = await ask(server, { method: 'POST', path, headers, body, token: server.tokens.admin });
  const answer = await askFake(fake, path, { method: 'POST', headers, body });
  expect(comparable(answer.body)).toEqual(comparable(real.json()));
  const listed = { path: '/apis/defaults.example/v1', token: server.tokens.admin };
  await expect.poll(async () => (await ask(server, listed)).status).toBe(200);
  const { body: resources } = await askFake(fake, listed.path);
  expect(resources).toEqual((await ask(server, listed)).json());
});
