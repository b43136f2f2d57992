import { memo, createElement, useMemo, useState } from 'react';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createClient, type Client } from '../../src/index.js';
import {
  useAction,
  useAge,
  useCanI,
  useCatalog,
  useLogs,
  useObject,
  useObjects,
  useResolve,
} from '../../src/react/index.js';
import { createFakeApiServer, type FakeApiServer, type FakeApiServerOptions } from '../../src/testing/index.js';
import { kubernetes } from '../../src/testing/kubernetes.js';
import { transportTo } from '../live/transport-to.js';
import { render } from './render.js';

const pods = { group: '', version: 'v1', resource: 'pods', kind: 'Pod' };
const reviews = {
  group: 'authorization.k8s.io',
  version: 'v1',
  resource: 'selfsubjectaccessreviews',
  kind: 'SelfSubjectAccessReview',
  scope: 'Cluster',
};
const widgets = { group: 'example.com', version: 'v1', resource: 'widgets', kind: 'Widget' };

function stage(switches: FakeApiServerOptions = {}, count = 2): { fake: FakeApiServer; client: Client } {
  const fake = createFakeApiServer({ resources: [pods, reviews], ...switches });
  for (let index = 0; index < count; index += 1) fake.put(pod(`p-${index}`));
  const client = createClient({ server: 'http://react.test', transport: transportTo(fake) });
  onTestFinished(() => client.close());
  return { fake, client };
}

function pod(name: string, labels: Readonly<Record<string, string>> = {}, namespace = 'shop') {
  return { apiVersion: 'v1', kind: 'Pod', metadata: { name, namespace, labels } };
}

const watches = ({ requests }: FakeApiServer): number => requests.filter(({ path }) => path.includes('watch=')).length;
const namesOf = (items: readonly { metadata: { name: string } }[]) => items.map(({ metadata }) => metadata.name).sort();

describe('useObjects', () => {
  it('has the objects, then every change, with one watch for all who ask the same', async () => {
    const { fake, client } = stage();
    const use = () => useObjects(client, 'pods', { namespace: 'shop' });
    const [one, other] = [render(use), render(use)];
    await expect.poll(() => one.last().health).toBe('live');
    expect(one.last()).toMatchObject({ isComplete: true, error: undefined, columns: [] });
    expect(namesOf(one.last().items)).toEqual(['p-0', 'p-1']);
    await expect.poll(() => other.last()).toBe(one.last());
    fake.put(pod('p-2'));
    await expect.poll(() => namesOf(other.last().items)).toEqual(['p-0', 'p-1', 'p-2']);
    expect(fake.openWatches).toBe(1);
    one.unmount();
    fake.put(pod('p-3'));
    await expect.poll(() => other.last().items.length).toBe(4);
    other.unmount();
    await expect.poll(() => fake.openWatches).toBe(0);
    // StrictMode mounts everything twice.
    expect(watches(fake)).toBe(1);
  });

  it('keeps what did not change the same object, and renders once for many changes', async () => {
    const { fake, client } = stage({}, 50);
    const { renders, last } = render(() => useObjects(client, 'pods'));
    await expect.poll(() => last().items.length).toBe(50);
    const before = last().items;
    const kept = before.find(({ metadata }) => metadata.name === 'p-1');
    const count = renders.length;
    for (let index = 2; index < 50; index += 1) fake.put(pod(`p-${index}`, { new: 'yes' }));
    await expect.poll(() => last().items.filter(({ metadata }) => metadata.labels?.['new'] === 'yes').length).toBe(48);
    // StrictMode renders twice, and changes may come in a few frames.
    expect(renders.length - count).toBeLessThan(20);
    expect(last().items.find(({ metadata }) => metadata.name === 'p-1')).toBe(kept);
  });

  it('has rows with columns as a Table', async () => {
    const { client } = stage();
    const { last } = render(() => useObjects(client, 'pods', { as: 'Table' }));
    await expect.poll(() => last().items.length).toBe(2);
    expect(last().columns[0]?.name).toBe('Name');
    expect(last().items[0]?.cells[0]).toMatch(/^p-/);
  });

  it('says that nobody serves a name, and finds it when it is installed', async () => {
    const { fake, client } = stage();
    const { last } = render(() => useObjects(client, 'widgets'));
    await expect.poll(() => last().health).toBe('failed');
    expect(last().error).toMatchObject({ code: 'no-match' });
    fake.define(widgets);
    fake.put({ apiVersion: 'example.com/v1', kind: 'Widget', metadata: { name: 'w', namespace: 'shop' } });
    await expect.poll(() => last().health).toBe('live');
    expect(namesOf(last().items)).toEqual(['w']);
    expect(last().error).toBeUndefined();
  });

  it('says that the server is lost, and keeps what it has', async () => {
    const { fake, client } = stage();
    const { last } = render(() => useObjects(client, 'pods'));
    await expect.poll(() => last().health).toBe('live');
    const { items } = last();
    const stop = fake.fail(({ path }) => path.includes('/pods'), { status: 503, body: 'down' });
    fake.endWatches();
    await expect.poll(() => last().health).toBe('interrupted');
    expect(last()).toMatchObject({ isComplete: true, error: { statusCode: 503 } });
    expect(last().items).toBe(items);
    stop();
    fake.put(pod('p-9'));
    await expect.poll(() => last().health).toBe('live');
    await expect.poll(() => last().items.length).toBe(3);
  });

  it('says what was refused, and asks again', async () => {
    const { fake, client } = stage();
    const stop = fake.fail(({ path }) => path.includes('/pods'), { status: 403, body: 'no' });
    const { last } = render(() => useObjects(client, 'pods'));
    await expect.poll(() => last().health).toBe('failed');
    expect(last().error).toMatchObject({ code: 'api', statusCode: 403 });
    stop();
    await expect.poll(() => last().health).toBe('live');
  });

  it.each<[string, object, string]>([
    ['a selector', { labelSelector: 'a in (' }, 'api'],
    ['an option', { nameSpace: 'shop' }, 'invalid-argument'],
    ['an empty namespace', { namespace: '' }, 'invalid-name'],
  ])('fails for good for %s that is wrong', async (_, options, code) => {
    const { fake, client } = stage();
    const { last } = render(() => useObjects(client, 'pods', options));
    await expect.poll(() => last().health).toBe('failed');
    expect(last().error).toMatchObject({ code });
    expect(watches(fake)).toBeLessThan(2);
  });

  it('shows the objects of the latest question', async () => {
    const { fake, client } = stage();
    fake.put(pod('x', { app: 'x' }));
    let select = (_: string): void => undefined;
    const { last, renders } = render(() => {
      const [labelSelector, setSelector] = useState<string>();
      select = setSelector;
      return useObjects(client, 'pods', { labelSelector });
    });
    await expect.poll(() => last().items.length).toBe(3);
    renders.length = 0;
    select('app=x');
    await expect.poll(() => renders.length > 0 && last().isComplete).toBe(true);
    expect(namesOf(last().items)).toEqual(['x']);
    await expect.poll(() => fake.openWatches).toBe(1);
  });

  it('ends with the client', async () => {
    const { client } = stage();
    const { last } = render(() => useObjects(client, 'pods'));
    await expect.poll(() => last().health).toBe('live');
    await client.close();
    await expect.poll(() => last().health).toBe('failed');
    expect(last().error).toMatchObject({ code: 'closed' });
  });
});

it('useObjects has several namespaces in one state, of which one is added while the others stay live', async () => {
  const { fake, client } = stage();
  fake.put(pod('x', {}, 'bank'));
  let show = (_: readonly string[]): void => undefined;
  const { last, renders } = render(() => {
    const [namespaces, setNamespaces] = useState<readonly string[]>(['shop']);
    show = setNamespaces;
    return useObjects(client, 'pods', { namespaces, enabled: namespaces.length > 0 });
  });
  await expect.poll(() => last().health).toBe('live');
  renders.length = 0;
  show(['shop', 'bank']);
  await expect.poll(() => namesOf(last().items)).toEqual(['p-0', 'p-1', 'x']);
  // What was there is never away.
  expect(renders.filter(({ items }) => items.length < 2)).toEqual([]);
  // StrictMode mounts everything twice.
  expect(watches(fake)).toBe(2);
  show([]);
  await expect.poll(() => last().health).toBe('disabled');
  await expect.poll(() => fake.openWatches).toBe(0);
});

it('useLogs follows a log once for all who show it', async () => {
  const log = (): string => '2026-01-01T00:00:00.000000001Z hello\n';
  const { fake, client } = stage({ log, documents: kubernetes(), resources: [] });
  const pods = client.resource('pods').namespace('shop');
  const use = () => useLogs(pods, 'p-1', { container: 'main' });
  fake.put({ ...pod('p-1'), spec: { containers: [{ name: 'main' }] }, status: { phase: 'Succeeded' } });
  const [one, other] = [
    render(use),
    render(() =>
      useLogs(
        useMemo(() => pods, []),
        'p-1',
        { container: 'main' },
      ),
    ),
  ];
  await expect.poll(() => one.last().lines.map(({ line }) => line)).toEqual(['hello']);
  await expect.poll(() => other.last()).toBe(one.last());
  expect(fake.requests.filter(({ path }) => path.includes('/log?') && path.includes('follow=true'))).toHaveLength(1);
});

describe('useObject', () => {
  it('has the object, says that it is gone, and finds it again', async () => {
    const { fake, client } = stage();
    const { last } = render(() => useObject(client, 'pods', 'p-1', { namespace: 'shop' }));
    await expect.poll(() => last().object?.metadata.name).toBe('p-1');
    fake.remove(pod('p-1'));
    await expect.poll(() => last().object).toBeUndefined();
    expect(last().isComplete).toBe(true);
    fake.put(pod('p-1', { new: 'yes' }));
    await expect.poll(() => last().object?.metadata.labels?.['new']).toBe('yes');
  });

  it.each(['', 'p-1,metadata.name!=x', 'p-1\\'])('finds nothing by the name %j', async (name) => {
    const { client } = stage();
    const { last } = render(() => useObject(client, 'pods', name, { namespace: 'shop' }));
    await expect.poll(() => last().health).toMatch(/live|failed/);
    expect(last().object).toBeUndefined();
  });

  it('asks for a namespace where several have the name', async () => {
    const { fake, client } = stage();
    fake.put(pod('p-1', {}, 'other'));
    const { last } = render(() => useObject(client, 'pods', 'p-1'));
    await expect.poll(() => last().health).toBe('failed');
    expect(last()).toMatchObject({ object: undefined, error: { code: 'invalid-argument', argument: 'namespace' } });
  });
});

it('useCatalog follows what the server serves', async () => {
  const { fake, client } = stage();
  const { last } = render(() => useCatalog(client));
  await expect.poll(() => last().catalog?.resources({}).length).toBe(2);
  fake.define(widgets);
  await client.discovery.refresh();
  expect(last().error).toBeUndefined();
});

describe('useResolve', () => {
  it('answers the latest word, and asks the server only for what stands', async () => {
    const { fake, client } = stage();
    await client.mapper();
    fake.forgetRequests();
    let type = (_: string): void => undefined;
    const { last } = render(() => {
      const [word, setWord] = useState('');
      type = setWord;
      return useResolve(client, word, { pauseMs: 50 });
    });
    expect(last()).toEqual({ resolution: undefined, error: undefined, isPending: false });
    for (const word of ['p', 'po', 'pod', 'pods']) type(word);
    await expect.poll(() => last().resolution?.mapping.resource.resource).toBe('pods');
    expect(fake.requests).toEqual([]);
    type('podz');
    await expect.poll(() => last().isPending).toBe(true);
    await expect.poll(() => last().isPending).toBe(false);
    expect(last().error).toMatchObject({ code: 'no-match' });
    expect(fake.requests.length).toBeGreaterThan(0);
    fake.define({ ...widgets, resource: 'podz', kind: 'Podz' });
    type('podz ');
    type('pods');
    await expect.poll(() => last().resolution?.mapping.resource.resource).toBe('pods');
  });
});

describe('useAction', () => {
  it.each<[number, string]>([
    [409, 'conflict'],
    [403, 'forbidden'],
    [422, 'invalid'],
    [500, 'failed'],
  ])('tells %i as %s', async (status, refusal) => {
    const { fake, client } = stage();
    const handle = client.resource('pods').namespace('shop');
    await handle.get('p-0');
    const stop = fake.fail(({ method }) => method === 'PATCH', { status, body: 'no' });
    const { last } = render(() => useAction((name: string) => handle.patch(name, { metadata: {} }, { type: 'merge' })));
    expect(last()).toMatchObject({ isRunning: false, refusal: undefined });
    expect(await last().run('p-0')).toBeUndefined();
    await expect.poll(() => last()).toMatchObject({ isRunning: false, refusal, error: { statusCode: status } });
    stop();
    expect(await last().run('p-0')).toMatchObject({ metadata: { name: 'p-0' } });
    await expect.poll(() => last()).toMatchObject({ result: { kind: 'Pod' }, refusal: undefined, error: undefined });
  });

  it('counts the last start alone', async () => {
    const answers: ((text: string) => void)[] = [];
    const { last } = render(() => useAction(() => new Promise<string>((resolve) => answers.push(resolve))));
    const [first, second] = [last().run(), last().run()];
    answers[1]?.('second');
    expect(await second).toBe('second');
    answers[0]?.('first');
    expect(await first).toBeUndefined();
    await expect.poll(() => last()).toMatchObject({ result: 'second', isRunning: false });
  });
});

it('useCanI asks once for all who show it', async () => {
  const { fake, client } = stage({ may: ({ verb }: { verb: string }) => verb === 'get' });
  const use = () => [
    useCanI(client, { verb: 'get', resource: 'pods' }),
    useCanI(client, { verb: 'delete', resource: 'pods' }),
  ];
  const [one, other] = [render(use), render(use)];
  await expect.poll(() => one.last().map(({ isAllowed }) => isAllowed)).toEqual([true, false]);
  await expect.poll(() => other.last().map(({ isAllowed }) => isAllowed)).toEqual([true, false]);
  expect(fake.requests.filter(({ path }) => path.includes('selfsubjectaccessreviews'))).toHaveLength(2);
});

it('useAge moves with the time, and renders only where the text changes', async () => {
  const created = new Date(Date.now() - 5000).toISOString();
  const [young, old] = [render(() => useAge(created)), render(() => useAge('2020-01-01T00:00:00Z'))];
  const [first, count] = [young.last(), old.renders.length];
  expect(first).toMatch(/^[5-9]s$/);
  await expect.poll(() => young.last()).not.toBe(first);
  expect(old.renders.length).toBe(count);
  expect(old.last()).toMatch(/^\d+y/);
});

it('a server that renders a page says loading, and asks nothing', async () => {
  const { renderToString } = await import('react-dom/server');
  const { fake, client } = stage();
  const Page = (): string => {
    const { items, health } = useObjects(client, 'pods');
    const { isAllowed } = useCanI(client, { verb: 'get', resource: 'pods' });
    return `${items.length} ${health} ${String(isAllowed)}`;
  };
  expect(renderToString(createElement(Page))).toBe('0 loading undefined');
  expect(fake.requests).toEqual([]);
});

it('a row in memo is not rendered again while its object is the same', async () => {
  const { fake, client } = stage();
  const rendered: string[] = [];
  const Row = memo(({ item }: { item: { metadata: { name: string } } }) => {
    rendered.push(item.metadata.name);
    return null;
  });
  const { createRoot } = await import('react-dom/client');
  const root = createRoot(document.createElement('div'));
  onTestFinished(() => {
    root.unmount();
  });
  const List = () =>
    useObjects(client, 'pods').items.map((item) => createElement(Row, { item, key: item.metadata.uid }));
  root.render(createElement(List));
  await expect.poll(() => rendered.length).toBe(2);
  fake.put(pod('p-1', { new: 'yes' }));
  await expect.poll(() => rendered.slice(2)).toEqual(['p-1']);
});
