import { describe, expect, it } from 'vitest';
import { createClient } from '../../src/index.js';
import { createFakeApiServer, failure, type FakeApiServer } from '../../src/testing/index.js';
import { kubernetes } from '../../src/testing/kubernetes.js';
import { migrateStorage } from '../../src/upgrade/index.js';
import { crd } from '../cli/widget-definition.js';
import { transportTo } from '../cli/support.js';

const widget = (name: string, namespace = 'a') => ({
  apiVersion: 'example.com/v1',
  kind: 'Widget',
  metadata: { name, namespace },
  spec: { size: 0 },
});
const names = Array.from({ length: 12 }, (_, index) => `w-${String(index).padStart(2, '0')}`);

interface Hostile {
  /** Runs before each patch of a widget, which is the nth of that widget. */
  readonly beforePatch?: (name: string, nth: number, api: FakeApiServer) => unknown;
  /** Answers a patch of a widget in the place of the server. */
  readonly answerPatch?: (name: string, nth: number) => { status: number; body: object } | undefined;
}

/** A server whose definition says that widgets may be stored in two versions. */
function start({ beforePatch, answerPatch }: Hostile = {}) {
  const api = createFakeApiServer({
    documents: kubernetes(),
    objects: [crd(['v1', 'v1beta1'], ['v1beta1', 'v1']), ...names.map((name) => widget(name))],
  });
  const transport = transportTo(api);
  const patches = new Map<string, number>();
  const client = createClient({
    server: 'http://fake.example',
    transport: {
      ...transport,
      send(request) {
        const [, name] = /\/widgets\/([^/?]+)(?:\?|$)/.exec(request.url) ?? [];
        if (request.method !== 'PATCH' || name === undefined) return transport.send(request);
        const nth = (patches.get(name) ?? 0) + 1;
        patches.set(name, nth);
        const answer = answerPatch?.(name, nth);
        if (answer !== undefined) {
          const { status, body } = answer;
          const headers = { 'content-type': 'application/json' };
          return Promise.resolve({ status, headers, body: new Blob([JSON.stringify(body)]).stream() });
        }
        beforePatch?.(name, nth, api);
        return transport.send(request);
      },
    },
  });
  let time = 0;
  const clock = {
    now: () => time,
    async sleep(ms: number) {
      time += ms;
      await Promise.resolve();
    },
  };
  const migrate = async () => {
    const options = { by: 'client', trim: true, writesPerSecond: 1e6, clock } as const;
    const result = await migrateStorage(client, 'widgets.example.com', options);
    const definition = await client.resource('customresourcedefinitions').get('widgets.example.com');
    expect((definition['status'] as { storedVersions: unknown }).storedVersions).toEqual(result.storedVersions);
    return result;
  };
  return { api, patches, migrate };
}

const conflict = { kind: 'Status', apiVersion: 'v1', status: 'Failure', code: 409, reason: 'Conflict' };
const missing = (name: string) => ({
  ...conflict,
  code: 404,
  reason: 'NotFound',
  details: { name, group: 'example.com', kind: 'widgets' },
});

const proof = { proved: true, storedVersions: ['v1'], refusedCount: 0 };
const noProof = { proved: false, storedVersions: ['v1beta1', 'v1'], refusedCount: 0 };

describe('a migration proves nothing', () => {
  it.each([
    ['every patch is answered with a conflict', () => ({ status: 409, body: conflict })],
    ['every patch is answered as if the object were gone', (name: string) => ({ status: 404, body: missing(name) })],
    [
      'one object answers every patch with a conflict',
      (name: string) => (name === 'w-07' ? { status: 409, body: conflict } : undefined),
    ],
    [
      'one object is there and its patches are not',
      (name: string) => (name === 'w-11' ? { status: 404, body: missing(name) } : undefined),
    ],
  ])('if %s', async (_what, answerPatch) => {
    const { migrate, api } = start({ answerPatch });
    const result = await migrate();
    expect(result).toMatchObject(noProof);
    expect(result.problem).toMatch(
      /^(1|12) objects answered each of 5 writes with a conflict, or as if they were gone$/,
    );
    expect(api.requests.filter(({ method, path }) => method === 'PATCH' && path.includes('/status'))).toEqual([]);
  });

  it('if somebody always writes first', async () => {
    let size = 0;
    const { migrate } = start({
      beforePatch: (name, _nth, api) => name === 'w-03' && api.put({ ...widget(name), spec: { size: (size += 1) } }),
    });
    expect(await migrate()).toMatchObject(noProof);
  });

  it('if an object cannot be read again', async () => {
    const { migrate, api } = start({ answerPatch: () => ({ status: 409, body: conflict }) });
    api.fail(({ query }) => query.has('fieldSelector'), failure('Forbidden'));
    const { problem, ...result } = await migrate();
    expect(result).toMatchObject(noProof);
    expect(problem).toMatch(/forbidden|403/i);
  });
});

describe('a migration goes on, and proves', () => {
  it('where others write or refuse meanwhile, with the objects as they then are', async () => {
    let size = 0;
    const { migrate, patches } = start({
      beforePatch: (name, nth, api) => nth < 4 && api.put({ ...widget(name), spec: { size: (size += 1) } }),
      answerPatch: (name, nth) => (nth === 4 && name === 'w-01' ? { status: 409, body: conflict } : undefined),
    });
    expect(await migrate()).toMatchObject({ ...proof, objects: 12 });
    expect(patches.get('w-01')).toBeGreaterThan(4);
  });

  it('where objects are deleted, and others come under their names', async () => {
    const { migrate, patches } = start({
      beforePatch(name, nth, api) {
        if (nth > 1) return;
        api.remove(widget(name));
        if (name > 'w-05') api.put(widget(name));
      },
    });
    expect(await migrate()).toMatchObject(proof);
    expect([patches.get('w-02'), (patches.get('w-09') ?? 0) > 1]).toEqual([1, true]);
  });
});
