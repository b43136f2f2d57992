import { describe, expect, it, onTestFinished } from 'vitest';
import { createClient, type Client } from '../../src/index.js';
import {
  createFakeApiServer,
  type FakeApiServer,
  type FakeSwitches,
  type FaultAnswer,
} from '../../src/testing/index.js';
import { viewObject, viewObjects, type LiveView } from '../../src/views/index.js';
import { transportTo } from '../live/transport-to.js';

const pods = { group: '', version: 'v1', resource: 'pods', kind: 'Pod' };
const nodes = { group: '', version: 'v1', resource: 'nodes', kind: 'Node', scope: 'Cluster' };
const widgets = { group: 'example.com', version: 'v1', resource: 'widgets', kind: 'Widget' };

function stage(switches: FakeSwitches = {}): { fake: FakeApiServer; client: Client } {
  const fake = createFakeApiServer({ resources: [pods, nodes, widgets], ...switches });
  for (const namespace of ['a', 'b', 'c']) fake.put(pod('p', namespace));
  const client = createClient({ server: 'http://views.test', transport: transportTo(fake) });
  onTestFinished(() => client.close());
  return { fake, client };
}

function pod(name: string, namespace: string) {
  return { apiVersion: 'v1', kind: 'Pod', metadata: { name, namespace } };
}

/** Follows a view until the test is finished. */
function follow<T>(view: LiveView<T>) {
  let calls = 0;
  const stop = view.subscribe(() => void (calls += 1));
  onTestFinished(stop);
  return { last: view.getSnapshot, stop, calls: () => calls };
}

const placesOf = (
  items: readonly { readonly metadata: { readonly name: string; readonly namespace?: string | undefined } }[],
) => items.map(({ metadata }) => `${metadata.namespace}/${metadata.name}`).sort();
const asked = ({ requests }: FakeApiServer, part: string): number =>
  requests.filter(({ path }) => path.includes(part)).length;

describe('a view of several namespaces', () => {
  it('has the rows of all, each with its own health: what is refused hides no other', async () => {
    const { fake, client } = stage();
    const allow = fake.fail(({ path }) => path.includes('/namespaces/b/'), { status: 403, body: 'no' });
    const { last } = follow(viewObjects(client, 'pods', { as: 'Table', namespaces: ['a', 'b', 'c'] }));
    await expect.poll(() => last().namespaces.map(({ health }) => health)).toEqual(['live', 'failed', 'live']);
    expect(last()).toMatchObject({ health: 'live', isComplete: false, error: { statusCode: 403 } });
    expect(last().namespaces[1]).toMatchObject({ namespace: 'b', isComplete: false, error: { statusCode: 403 } });
    expect(last().namespaces[0]).toEqual({ namespace: 'a', isComplete: true, health: 'live', error: undefined });
    expect(last().items).toHaveLength(2);
    expect(last().columns[0]?.name).toBe('Name');
    allow();
    await expect.poll(() => last().isComplete).toBe(true);
    expect(last()).toMatchObject({ health: 'live', error: undefined });
    expect(last().items).toHaveLength(3);
  });

  // What becomes of `a`, `b` and `c`, which were live where it is later.
  const forbidden = { status: 403, body: 'no' } as const;
  const silent = { hang: true } as const;
  const lost = { drop: true } as const;
  const gone = { status: 404, body: 'no' } as const;
  it.each([
    ['one is forbidden', { b: forbidden }, {}, 'live failed live', 'live', 403, 'a c'],
    ['all are forbidden', { a: forbidden, b: forbidden, c: forbidden }, {}, 'failed failed failed', 'failed', 403, ''],
    ['one is not listed yet', { b: silent }, {}, 'live loading live', 'loading', undefined, 'a c'],
    ['one is silent, another forbidden', { b: silent, c: forbidden }, {}, 'live loading failed', 'loading', 403, 'a'],
    ['one is lost', {}, { b: lost }, 'live interrupted live', 'interrupted', undefined, 'a b c'],
    [
      'one is lost, another forbidden',
      { a: forbidden },
      { b: lost },
      'failed interrupted live',
      'interrupted',
      undefined,
      'b c',
    ],
    ['one is not found any more', {}, { b: gone }, 'live deleted live', 'deleted', 404, 'a b c'],
    ['one is forbidden later', {}, { b: forbidden }, 'live failed live', 'live', 403, 'a c'],
    [
      'all are forbidden later',
      {},
      { a: forbidden, b: forbidden, c: forbidden },
      'failed failed failed',
      'failed',
      403,
      'a b c',
    ],
  ])('where %s, says so of the whole', async (_, first, later, parts, health, statusCode, shown) => {
    const { fake, client } = stage();
    const begin = (replies: Partial<Record<string, FaultAnswer>>): void => {
      for (const [namespace, reply] of Object.entries(replies)) {
        fake.fail(({ path }) => path.includes(`/namespaces/${namespace}/pods`), reply as FaultAnswer);
      }
    };
    begin(first);
    const { last } = follow(viewObjects(client, 'pods', { namespaces: ['a', 'b', 'c'] }));
    const healths = (): string =>
      last()
        .namespaces.map((each) => each.health)
        .join(' ');
    if (Object.keys(later).length > 0) {
      await expect.poll(healths).not.toMatch(/loading/);
      begin(later);
      fake.endWatches();
    }
    await expect.poll(healths).toBe(parts);
    expect(last().health).toBe(health);
    expect((last().error as { statusCode?: number } | undefined)?.statusCode).toBe(statusCode);
    expect(placesOf(last().items)).toEqual(shown === '' ? [] : shown.split(' ').map((each) => `${each}/p`));
    expect(last().isComplete).toBe(!/loading/.test(parts) && shown === 'a b c');
  });

  it('shares the watches of its namespaces: one that is added or removed leaves the others as they are', async () => {
    const { fake, client } = stage();
    const one = follow(viewObjects(client, 'pods', { namespaces: ['a', 'b'] }));
    await expect.poll(() => one.last().health).toBe('live');
    const view = viewObjects(client, 'pods', { namespaces: ['b', 'c'] });
    // What is known is there at once.
    expect(placesOf(view.getSnapshot().items)).toEqual(['b/p']);
    const other = follow(view);
    one.stop();
    await expect.poll(() => other.last().health).toBe('live');
    expect(placesOf(other.last().items)).toEqual(['b/p', 'c/p']);
    await expect.poll(() => fake.openWatches).toBe(2);
    expect(asked(fake, '/namespaces/b/pods')).toBe(1);
    fake.put(pod('q', 'b'));
    await expect.poll(() => placesOf(other.last().items)).toEqual(['b/p', 'b/q', 'c/p']);
  });

  it('announces changes of many namespaces once, and keeps its state until one changes', async () => {
    const { fake, client } = stage();
    const { last, calls } = follow(viewObjects(client, 'pods', { namespaces: ['a', 'b', 'c'] }));
    await expect.poll(() => last().health).toBe('live');
    const before = [calls(), last()] as const;
    expect(last()).toBe(before[1]);
    for (const namespace of ['a', 'b', 'c']) fake.put(pod('q', namespace));
    await expect.poll(() => last().items.length).toBe(6);
    expect(calls() - before[0]).toBeLessThanOrEqual(2);
  });

  it('asks for a namespace once that is named twice, and for none of an empty list', async () => {
    const { fake, client } = stage();
    const { last } = follow(viewObjects(client, 'pods', { namespaces: ['a', 'a'] }));
    await expect.poll(() => last().health).toBe('live');
    expect(placesOf(last().items)).toEqual(['a/p']);
    expect(last().namespaces).toHaveLength(1);
    fake.forgetRequests();
    const none = follow(viewObjects(client, 'pods', { namespaces: [] }));
    await expect.poll(() => none.last().health).toBe('live');
    expect(none.last()).toMatchObject({ items: [], isComplete: true, namespaces: [] });
    expect(fake.requests).toEqual([]);
  });

  it('fails for the namespace that is no name, as for one of a resource without namespaces', async () => {
    const { client } = stage();
    const { last } = follow(viewObjects(client, 'pods', { namespaces: ['', 'a', 'no/name'] }));
    await expect.poll(() => last().namespaces.map(({ health }) => health)).toEqual(['failed', 'live', 'failed']);
    expect(last()).toMatchObject({ health: 'live', error: { code: 'invalid-name' } });
    expect(placesOf(last().items)).toEqual(['a/p']);
    const ofNodes = follow(viewObjects(client, 'nodes', { namespaces: ['a'] }));
    await expect.poll(() => ofNodes.last()).toMatchObject({ health: 'failed', error: { code: 'namespace-conflict' } });
  });

  it('takes names that objects have by birth', async () => {
    const { fake, client } = stage();
    fake.put(pod('p', 'constructor'));
    const { last } = follow(viewObjects(client, 'pods', { namespaces: ['constructor', 'tostring'] }));
    await expect.poll(() => last().health).toBe('live');
    expect(placesOf(last().items)).toEqual(['constructor/p']);
  });

  it('is refused with more than 500, and beside a namespace', () => {
    const { client } = stage();
    const namespaces = Array.from({ length: 501 }, (_, index) => `n-${index}`);
    const state = (options: object) => viewObjects(client, 'pods', options).getSnapshot();
    const refused = { health: 'failed', error: { code: 'invalid-argument', argument: 'namespaces' } };
    expect(state({ namespaces })).toMatchObject(refused);
    expect(state({ namespaces: namespaces.slice(1) }).health).toBe('loading');
    expect(state({ namespace: 'a', namespaces: ['b'] })).toMatchObject(refused);
  });
});

describe('a view that is not enabled', () => {
  it('asks nothing, says so, and asks once it is', async () => {
    const { fake, client } = stage();
    const off = follow(viewObjects(client, 'pods', { enabled: false, namespaces: ['a'] }));
    const one = follow(viewObject(client, 'pods', 'p', { enabled: false, namespace: 'a' }));
    expect(off.last()).toMatchObject({ health: 'disabled', isComplete: false, items: [], error: undefined });
    expect(one.last().health).toBe('disabled');
    expect(viewObjects(client, 'pods', { enabled: false }).getSnapshot()).toBe(off.last());
    const on = follow(viewObjects(client, 'pods', { enabled: true, namespaces: ['a'] }));
    await expect.poll(() => on.last().health).toBe('live');
    expect(asked(fake, '/pods')).toBe(1);
  });
});

describe('what happens while it is shown', () => {
  it('a definition that is deleted is deleted, and found when it is installed again', async () => {
    const { fake, client } = stage();
    fake.put({ apiVersion: 'example.com/v1', kind: 'Widget', metadata: { name: 'w', namespace: 'a' } });
    const { last } = follow(viewObjects(client, 'widgets.example.com', { namespaces: ['a'] }));
    await expect.poll(() => last().health).toBe('live');
    fake.undefine(widgets);
    await expect.poll(() => last().health).toBe('deleted');
    expect(last()).toMatchObject({ error: { statusCode: 404 }, isComplete: true });
    fake.define(widgets);
    await expect.poll(() => last().health).toBe('live');
  });

  it('rights that are taken away are a refusal, and no lost server', async () => {
    const { fake, client } = stage();
    const { last } = follow(viewObjects(client, 'pods', { namespaces: ['a', 'b'] }));
    await expect.poll(() => last().health).toBe('live');
    const allow = fake.fail(({ path }) => path.includes('/namespaces/a/'), { status: 403, body: 'no' });
    fake.endWatches();
    await expect.poll(() => last().namespaces.map(({ health }) => health)).toEqual(['failed', 'live']);
    // What may not be read any more is no row of the present.
    expect(placesOf(last().items)).toEqual(['b/p']);
    expect(last()).toMatchObject({ health: 'live', isComplete: false, error: { statusCode: 403 } });
    allow();
    await expect.poll(() => placesOf(last().items)).toEqual(['a/p', 'b/p']);
    expect(last()).toMatchObject({ health: 'live', isComplete: true, error: undefined });
  });
});
