import { describe, expect, it, onTestFinished } from 'vitest';
import { createClient, createInformer, type Client, type KubeObject } from '../../src/index.js';
import type { ControllerOptions, ReconcileContext } from '../../src/controller/index.js';
import type { FakeSwitches } from '../../src/testing/index.js';
import type { WatchedResource } from '../../src/controller/controller-source.js';
import { configMap, control, gate, ownedBy, widget, type Controlled, type Stage } from './controlled.js';
import { slowStage, type SlowNetwork } from './slow-watch.js';

/** `npm run suite -- long` has ten thousand. */
const parents = Number(process.env['KUBEATLAS_OWN_WRITES'] ?? 200);

const childrenIn = ({ fake }: Stage): readonly KubeObject[] =>
  fake.objects.filter(({ kind, metadata }) => kind === 'ConfigMap' && metadata.namespace === 'shop');

/** Creates a child under a generated name for a parent that has none, and looks again soon. */
function createChild({ client }: Stage) {
  const children = client.resource('configmaps').namespace('shop');
  return async (_request: unknown, { object, dependents, signal }: ReconcileContext<unknown>) => {
    if (object === undefined) return undefined;
    if (dependents().length === 0) {
      await children.create({ metadata: { generateName: 'child-', ...ownedBy(object as KubeObject) } }, { signal });
    }
    return { requeueAfterMs: 500 };
  };
}

describe('a controller whose watch is two seconds late', () => {
  it.each([
    { awaitOwnWrites: undefined, count: parents, isOnce: true },
    { awaitOwnWrites: false, count: 20, isOnce: false },
  ])('creates one child for each parent: $isOnce, with awaitOwnWrites: $awaitOwnWrites', async (each) => {
    const { awaitOwnWrites, count, isOnce } = each;
    const on = slowStage({ objects: Array.from({ length: count }, (_, index) => widget(`w${index}`)) });
    const { controller, told } = control(on, {
      owns: ['configmaps'],
      concurrency: 8,
      awaitOwnWrites,
      reconcile: createChild(on),
    });
    await on.clock.advance(0);
    await on.clock.advance(2000);
    await controller.synced;
    await on.clock.advance(6000);
    expect(told).toEqual([]);
    if (isOnce) expect(childrenIn(on)).toHaveLength(count);
    else expect(childrenIn(on).length).toBeGreaterThan(count);
    expect(controller.status.running).toEqual([]);
  });
});

interface Scene extends Controlled {
  readonly network: SlowNetwork;
  /** The widget `shop/a`, as the server has it. */
  readonly owner: KubeObject;
  /** How often `shop/a` was reconciled after something else has wanted it at this moment. */
  readonly again: (request?: { readonly namespace?: string; readonly name: string }) => Promise<number>;
}

/** A synced controller of `shop/a` and its config maps, whose watches come two seconds late from then on. */
async function scene(
  options: Partial<ControllerOptions<WatchedResource>> & {
    readonly of?: (on: Stage) => Partial<ControllerOptions<WatchedResource>>;
    readonly speaks?: FakeSwitches['speaks'];
  } = {},
  objects: (owner: KubeObject) => readonly object[] = () => [],
): Promise<Scene> {
  const { of, speaks, ...given } = options;
  const on = slowStage({ speaks }, 0);
  const owner = on.fake.put(widget('a'));
  for (const each of objects(owner)) on.fake.put(each);
  const controlled = control(on, { owns: ['configmaps'], ...given, ...of?.(on) });
  await on.clock.advance(0);
  await controlled.controller.synced;
  await on.clock.advance(0);
  on.network.watchDelayMs = 2000;
  const again: Scene['again'] = async (request = { namespace: 'shop', name: 'a' }) => {
    const key = request.namespace === undefined ? request.name : `${request.namespace}/${request.name}`;
    const before = controlled.reconciled.filter((each) => each === key).length;
    controlled.controller.enqueue(request);
    await on.clock.advance(0);
    return controlled.reconciled.filter((each) => each === key).length - before;
  };
  return { ...controlled, network: on.network, owner, again };
}

const child = (owner: KubeObject, name: string, more: object = {}): object =>
  configMap(name, { ...ownedBy(owner), ...more });

const maps = (client: Client, namespace = 'shop') => client.resource('configmaps').namespace(namespace);

describe('a request waits for what its process wrote', () => {
  const withChild = (owner: KubeObject) => [child(owner, 'c', { labels: { app: 'x' } })];
  const withFinalizer = (owner: KubeObject) => [child(owner, 'c', { finalizers: ['example.com/x'] })];
  const deleted = { deletionTimestamp: '2026-01-01T00:00:00Z', deletionGracePeriodSeconds: 0 };
  const selected = { owns: [{ resource: 'configmaps', labelSelector: 'app=x' }] };

  it.each<{
    readonly what: string;
    readonly options?: Parameters<typeof scene>[0];
    readonly objects?: Parameters<typeof scene>[1];
    readonly write: (client: Client, owner: KubeObject) => unknown;
  }>([
    { what: 'a create', write: (client, owner) => maps(client).create(child(owner, 'c')) },
    {
      what: 'a create under a generated name',
      write: (client, owner) => maps(client).create({ metadata: { generateName: 'c-', ...ownedBy(owner) } }),
    },
    {
      what: 'a patch of a dependent',
      objects: withChild,
      write: (client) => maps(client).patch('c', { data: { x: 'y' } }, { type: 'merge' }),
    },
    {
      what: 'a patch that gets metadata',
      objects: withChild,
      write: (client) =>
        maps(client)
          .as('PartialObjectMetadata')
          .patch('c', { data: { x: 'y' } }, { type: 'merge' }),
    },
    {
      what: 'an apply',
      write: (client, owner) => maps(client).apply(child(owner, 'c'), { fieldManager: 'me' }),
    },
    { what: 'a delete', objects: withChild, write: (client) => maps(client).delete('c') },
    {
      what: 'a delete whose answer names a version, as since 1.38',
      options: { speaks: '1.38' },
      objects: withChild,
      write: (client) => maps(client).delete('c'),
    },
    { what: 'a delete that finalizers hold up', objects: withFinalizer, write: (client) => maps(client).delete('c') },
    {
      what: 'the removal of the last finalizer',
      objects: (owner) => [child(owner, 'c', { finalizers: ['example.com/x'], ...deleted })],
      write: (client) => maps(client).patch('c', { metadata: { finalizers: null } }, { type: 'merge' }),
    },
    {
      what: 'a delete that answers with the object',
      options: { owns: ['services'] },
      objects: (owner) => [
        { apiVersion: 'v1', kind: 'Service', metadata: { name: 's', namespace: 'shop', ...ownedBy(owner) } },
      ],
      write: (client) => client.resource('services').namespace('shop').delete('s'),
    },
    {
      what: 'a delete and a create under the same name',
      objects: withChild,
      write: async (client, owner) => {
        await maps(client).delete('c');
        await maps(client).create(child(owner, 'c'));
      },
    },
    {
      what: 'a create and a delete of it',
      write: async (client, owner) => {
        await maps(client).create(child(owner, 'c'));
        await maps(client).delete('c');
      },
    },
    {
      what: 'its own object',
      write: (client) =>
        client
          .resource('widgets')
          .namespace('shop')
          .patch('a', { spec: { x: 1 } }, { type: 'merge' }),
    },
    {
      what: 'a create that the selector of the source chooses',
      options: selected,
      write: (client, owner) => maps(client).create(child(owner, 'c', { labels: { app: 'x' } })),
    },
    {
      what: 'a write after which the selector no longer chooses the object',
      options: selected,
      objects: withChild,
      write: (client) => maps(client).patch('c', { metadata: { labels: { app: 'y' } } }, { type: 'merge' }),
    },
    {
      what: 'a create that a field selector chooses',
      options: { owns: [{ resource: 'configmaps', fieldSelector: 'metadata.name=c' }] },
      write: (client, owner) => maps(client).create(child(owner, 'c')),
    },
    {
      what: 'a create that the filter of the source hides',
      options: { owns: [{ resource: 'configmaps', filter: () => false }] },
      write: (client, owner) => maps(client).create(child(owner, 'c')),
    },
    {
      what: 'a change that a predicate passes over',
      options: { owns: [{ resource: 'configmaps', predicate: () => false, predicateOn: ['added', 'changed'] }] },
      write: (client, owner) => maps(client).create(child(owner, 'c')),
    },
    {
      what: 'a change after which it is no longer the owner',
      objects: withChild,
      write: (client) => maps(client).patch('c', { metadata: { ownerReferences: null } }, { type: 'merge' }),
    },
    {
      what: 'a write that a map leads to it',
      options: {
        owns: [],
        watches: [{ resource: 'configmaps', map: ({ metadata }) => [{ namespace: 'shop', name: metadata.name[0]! }] }],
      },
      write: (client) => maps(client).create(configMap('a-1')),
    },
    {
      what: 'a write to a source of metadata',
      options: { of: ({ client }) => ({ owns: [client.resource('configmaps').as('PartialObjectMetadata')] }) },
      write: (client, owner) => maps(client).create(child(owner, 'c')),
    },
    {
      what: 'a write to a source of tables',
      options: {
        of: ({ client }) => ({
          owns: [client.resource('configmaps').as('Table', { includeObject: 'Metadata' })],
        }),
      },
      write: (client, owner) => maps(client).create(child(owner, 'c')),
    },
    {
      what: 'a write to an informer that it shares',
      options: { of: ({ client, clock }) => ({ owns: [createInformer(client, 'configmaps', { clock })] }) },
      write: (client, owner) => maps(client).create(child(owner, 'c')),
    },
    {
      what: 'a write through another guard of its client',
      write: (client, owner) => maps(client.with({ check: () => undefined })).create(child(owner, 'c')),
    },
    {
      what: 'a write without a handle',
      write: (client, owner) =>
        client.request({
          method: 'POST',
          path: '/api/v1/namespaces/shop/configmaps',
          body: JSON.stringify(child(owner, 'c')),
        }),
    },
  ])('$what', async ({ options, objects, write }) => {
    const { client, owner, again, clock, reconciled, told } = await scene(options, objects);
    const before = reconciled.length;
    await write(client, owner);
    expect(await again()).toBe(0);
    await clock.advance(1999);
    expect(reconciled.length).toBe(before);
    await clock.advance(1);
    expect(reconciled.length).toBeGreaterThan(before);
    expect(told).toEqual([]);
  });
});

describe('a request does not wait for', () => {
  it.each<{
    readonly what: string;
    readonly options?: Parameters<typeof scene>[0];
    readonly write: (client: Client, owner: KubeObject, scene: Scene) => unknown;
  }>([
    {
      what: 'its writes, if told so',
      options: { awaitOwnWrites: false },
      write: (client, owner) => maps(client).create(child(owner, 'd')),
    },
    { what: 'a write of another process', write: (_client, owner, { fake }) => fake.put(child(owner, 'd')) },
    {
      what: 'a write through another client',
      write: (_client, owner, { fake }) => maps(otherClient(fake)).create(child(owner, 'd')),
    },
    {
      what: 'an apply that changes nothing',
      write: async (client, owner, { clock }) => {
        await maps(client).apply(child(owner, 'd'), { fieldManager: 'me' });
        await clock.advance(2000);
        await maps(client).apply(child(owner, 'd'), { fieldManager: 'me' });
      },
    },
    {
      what: 'a dry run of a create',
      write: (client, owner) => maps(client).create(child(owner, 'd'), { dryRun: 'All' }),
    },
    { what: 'a dry run of a delete', write: (client) => maps(client).delete('c', { dryRun: 'All' }) },
    {
      what: 'a refused write',
      write: (client, owner) =>
        maps(client)
          .create(child(owner, 'c'))
          .catch(() => undefined),
    },
    {
      what: 'a delete of nothing',
      write: (client) =>
        maps(client)
          .delete('none')
          .catch(() => undefined),
    },
    {
      what: 'a delete of several objects',
      write: (client) => maps(client).deleteCollection({ labelSelector: 'app=x' }),
    },
    { what: 'a dependent of another object', write: (client) => maps(client).create(configMap('d')) },
    {
      what: 'an object that nobody watches',
      write: (client, owner) =>
        client
          .resource('secrets')
          .namespace('shop')
          .create({ metadata: { name: 'd', ...ownedBy(owner) } }),
    },
    {
      what: 'an object in a namespace that is not followed',
      options: { owns: [{ resource: 'configmaps', namespace: 'shop' }] },
      write: (client, owner) => maps(client, 'other').create({ metadata: { name: 'd', ...ownedBy(owner) } }),
    },
    {
      what: 'an object that the selector of the source leaves out',
      options: { owns: [{ resource: 'configmaps', labelSelector: 'app=x' }] },
      write: (client, owner) => maps(client).create(child(owner, 'd')),
    },
    {
      what: 'a write whose version does not compare',
      write: async (client, owner, { network }) => {
        network.onAnswer = async (answer) => {
          const text = await new Response(answer.body as BodyInit).text();
          const body = new Response(text.replace(/"resourceVersion":"\d+"/, '"resourceVersion":"v1"')).body;
          return { ...answer, body };
        };
        await maps(client).create(child(owner, 'd'));
      },
    },
  ])('$what', async ({ options, write }) => {
    const all = await scene(options, (owner) => [child(owner, 'c', { labels: { app: 'x' } })]);
    await write(all.client, all.owner, all);
    expect(await all.again()).toBe(1);
  });
});

function otherClient(fake: Stage['fake']): Client {
  const client = createClient({
    server: 'http://kubernetes.test',
    transport: {
      close: () => undefined,
      async send({ url, method, headers, body }) {
        const answer = await fake.handle(
          new Request(url, { method, headers: headers as HeadersInit, body: body as BodyInit }),
        );
        return { status: answer.status, headers: Object.fromEntries(answer.headers), body: answer.body };
      },
    },
  });
  onTestFinished(() => client.close());
  return client;
}

describe('a write to a subresource', () => {
  const web = { namespace: 'shop', name: 'web' };
  const deployment = {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { ...web, labels: { app: 'x' } },
    spec: { replicas: 1, selector: { matchLabels: { app: 'x' } }, template: {} },
  };
  const pod = { apiVersion: 'v1', kind: 'Pod', metadata: web, spec: { containers: [] } };
  const [deployments, pods] = [
    { for: { resource: 'deployments', labelSelector: 'app=x' }, owns: [] },
    { for: 'pods', owns: [] },
  ];

  const evict = (client: Client): unknown =>
    client.resource('pods').namespace('shop').create({ metadata: web }, { subresource: 'eviction', name: 'web' });
  const bind = (client: Client): unknown => {
    const binding = { metadata: web, target: { kind: 'Node', name: 'n' } };
    return client.resource('pods').namespace('shop').create(binding, { subresource: 'binding', name: 'web' });
  };

  it.each<{
    readonly what: string;
    readonly options: Parameters<typeof scene>[0];
    readonly object: object;
    readonly write: (client: Client) => unknown;
    readonly isAwaited: boolean;
  }>([
    { what: 'eviction of 1.38', options: { ...pods, speaks: '1.38' }, object: pod, write: evict, isAwaited: true },
    { what: 'binding of 1.38', options: { ...pods, speaks: '1.38' }, object: pod, write: bind, isAwaited: true },
    { what: 'binding, which names no version', options: pods, object: pod, write: bind, isAwaited: false },
    {
      what: 'status',
      options: deployments,
      object: deployment,
      write: (client) =>
        client
          .resource('deployments')
          .namespace('shop')
          .patch('web', { status: { replicas: 1 } }, { type: 'merge', subresource: 'status' }),
      isAwaited: true,
    },
    {
      what: 'scale, which answers with the version of the object',
      options: deployments,
      object: deployment,
      write: (client) => client.resource('deployments').namespace('shop').scale('web').set(3),
      isAwaited: true,
    },
    {
      what: 'eviction, which names no version',
      options: pods,
      object: pod,
      write: evict,
      isAwaited: false,
    },
  ])('$what: awaited: $isAwaited', async ({ options, object, write, isAwaited }) => {
    const { client, again, clock } = await scene(options, () => [object]);
    await write(client);
    expect(await again(web)).toBe(isAwaited ? 0 : 1);
    if (!isAwaited) return;
    await clock.advance(1999);
    expect(await again(web)).toBe(0);
    await clock.advance(1);
    expect(await again(web)).toBe(1);
  });
});

describe('the Status of a delete', () => {
  /** Answers each delete with a Status that has this metadata, after the server has acted. */
  const answering =
    (change: (status: { metadata: object; details: object }) => object): SlowNetwork['onAnswer'] =>
    async (answer, { method }) => {
      if (method !== 'DELETE') return answer;
      const status = JSON.parse(await new Response(answer.body as BodyInit).text()) as never;
      return { ...answer, body: new Response(JSON.stringify(change(status))).body };
    };

  // What the server has in the watch is the end of the object, two seconds later, at version 5 or 6.
  it.each<[string, unknown]>([
    ['none', undefined],
    ['an empty one', ''],
    ['0', '0'],
    ['-1', '-1'],
    ['with a leading zero', '007'],
    ['of another type', 7],
    ['null', null],
    ['a list', ['9']],
    ['words', 'latest'],
    ['that of the object before, of a server that does not count its end', '1'],
    ['far ahead', '9'.repeat(40)],
  ])('is awaited with the end of the object, whatever version it names: %s', async (_what, resourceVersion) => {
    const { client, network, again, clock, reconciled, told } = await scene({}, (owner) => [child(owner, 'c')]);
    network.onAnswer = answering((status) => ({ ...status, metadata: { resourceVersion } }));
    await maps(client).delete('c');
    const before = reconciled.length;
    expect(await again()).toBe(0);
    await clock.advance(1999);
    expect(reconciled.length).toBe(before);
    await clock.advance(1);
    expect(reconciled.length).toBeGreaterThan(before);
    expect(told).toEqual([]);
  });

  it.each<[string, unknown, boolean]>([
    ['that names a version and no uid is about the object in the path', { resourceVersion: '6' }, true],
    ['that names neither tells nothing', {}, false],
    ['whose metadata is none tells nothing', 'metadata', false],
  ])('%s', async (_what, metadata, isAwaited) => {
    const { client, network, again } = await scene({}, (owner) => [child(owner, 'c')]);
    network.onAnswer = answering(() => ({ kind: 'Status', apiVersion: 'v1', metadata, status: 'Success' }));
    await maps(client).delete('c');
    expect(await again()).toBe(isAwaited ? 0 : 1);
  });
});

describe('a source of another server', () => {
  it('has nothing to do with the writes to this one', async () => {
    const there = slowStage({ objects: [widget('a')] }, 0);
    const here = slowStage({ objects: [widget('a')] }, 0);
    const { reconciled, controller } = control(
      { ...here, clock: there.clock },
      { for: there.client.resource('widgets') },
    );
    await there.clock.advance(0);
    await controller.synced;
    const patch = (client: Client) =>
      client
        .resource('widgets')
        .namespace('shop')
        .patch('a', { spec: { x: 1 } }, { type: 'merge' });
    there.network.watchDelayMs = 2000;
    await patch(here.client);
    controller.enqueue({ namespace: 'shop', name: 'a' });
    await there.clock.advance(0);
    expect(reconciled).toEqual(['shop/a', 'shop/a']);
    await patch(there.client);
    controller.enqueue({ namespace: 'shop', name: 'a' });
    await there.clock.advance(1999);
    expect(reconciled).toEqual(['shop/a', 'shop/a']);
    await there.clock.advance(1);
    expect(reconciled).toEqual(['shop/a', 'shop/a', 'shop/a']);
  });
});

describe('a request that waits for a write', () => {
  it('waits ten seconds at most', async () => {
    const { client, owner, network, again, clock, reconciled } = await scene();
    network.watchDelayMs = 60_000;
    await maps(client).create(child(owner, 'c'));
    expect(await again()).toBe(0);
    await clock.advance(9999);
    expect(reconciled).toEqual(['shop/a']);
    await clock.advance(1);
    expect(reconciled).toEqual(['shop/a', 'shop/a']);
  });

  it('waits ten seconds at most although it is written again and again', async () => {
    const { client, owner, network, again, clock, reconciled } = await scene();
    network.watchDelayMs = 60_000;
    await maps(client).create(child(owner, 'c'));
    for (let second = 0; second < 10; second += 1) {
      expect(await again()).toBe(0);
      await maps(client).patch('c', { data: { second: `${second}` } }, { type: 'merge' });
      await clock.advance(1000);
    }
    expect(reconciled).toEqual(['shop/a', 'shop/a']);
  });

  it('is let go for the writes that are left when others are too old', async () => {
    const { client, owner, network, again, clock, reconciled } = await scene();
    network.watchDelayMs = 60_000;
    await maps(client).create(configMap('d', ownedBy(owner)));
    await clock.advance(9000);
    const widgets = client.resource('widgets').namespace('shop');
    network.watchDelayMs = 4000;
    await widgets.patch('a', { spec: { x: 1 } }, { type: 'merge' });
    expect(await again()).toBe(0);
    await clock.advance(4000);
    expect(reconciled).toEqual(['shop/a', 'shop/a']);
  });

  it('holds no worker, and lets others go on', async () => {
    const { client, owner, again, controller } = await scene();
    await maps(client).create(child(owner, 'c'));
    expect(await again()).toBe(0);
    expect(await again({ namespace: 'shop', name: 'b' })).toBe(1);
    expect(controller.status).toMatchObject({ running: [], queued: 0, delayed: 1 });
  });

  it('is dropped when the controller is closed', async () => {
    const { client, owner, again, clock, controller, reconciled } = await scene();
    await maps(client).create(child(owner, 'c'));
    expect(await again()).toBe(0);
    await controller.close();
    await clock.advance(20_000);
    expect(reconciled).toEqual(['shop/a']);
  });

  it('keeps its attempt, and its place behind what changed', async () => {
    const attempts: number[] = [];
    const { client, owner, clock, told } = await scene({
      async reconcile(_request, { attempt }) {
        attempts.push(attempt);
        if (attempts.length > 1) return;
        await Promise.resolve();
        throw new Error('no');
      },
    });
    expect(told).toHaveLength(1);
    await maps(client).create(child(owner, 'c'));
    await clock.advance(2000);
    expect(attempts).toEqual([1, 2]);
  });

  it.each([
    { what: 'a create', write: (client: Client, owner: KubeObject) => maps(client).create(child(owner, 'd')) },
    { what: 'a delete', write: (client: Client) => maps(client).delete('c') },
  ])('goes on after $what once the state was read again', async ({ write }) => {
    const { client, owner, fake, network, again, clock, reconciled } = await scene({}, (each) => [child(each, 'c')]);
    const off = fake.fail(({ query }) => query.has('watch'), { drop: true });
    fake.endWatches();
    await clock.advance(0);
    await write(client, owner);
    fake.expireHistory();
    expect(await again()).toBe(0);
    await clock.advance(3000);
    expect(reconciled).toEqual(['shop/a']);
    network.watchDelayMs = 0;
    off();
    await clock.advance(6000);
    expect(reconciled.length).toBeGreaterThan(1);
  });

  it('waits while the write is under way, and no longer if its event came first', async () => {
    const { client, owner, network, again, clock, reconciled } = await scene();
    network.watchDelayMs = 0;
    const { opened, open } = gate();
    network.onAnswer = async (answer, { method }) => (method === 'GET' ? answer : (await opened, answer));
    const write = maps(client).create(child(owner, 'c'));
    await clock.advance(0);
    expect(await again()).toBe(0);
    await clock.advance(100);
    expect(reconciled).toEqual(['shop/a']);
    open();
    await write;
    await clock.advance(0);
    expect(reconciled).toEqual(['shop/a', 'shop/a']);
  });

  it('waits no longer for a delete whose event came first', async () => {
    const { client, network, again, clock, reconciled } = await scene({}, (owner) => [child(owner, 'c')]);
    network.watchDelayMs = 0;
    const { opened, open } = gate();
    network.onAnswer = async (answer, { method }) => (method === 'GET' ? answer : (await opened, answer));
    const write = maps(client).delete('c');
    await clock.advance(0);
    expect(await again()).toBe(0);
    open();
    await write;
    await clock.advance(0);
    expect(reconciled).toEqual(['shop/a', 'shop/a']);
    expect(await again()).toBe(1);
  });

  it.each([
    { made: 'under a generated name', name: { generateName: 'c-' }, waitMs: 10_000 },
    { made: 'under a name of its own, which cannot be there twice', name: { name: 'c' }, waitMs: 0 },
  ])('waits $waitMs ms if the answer to a create was lost, $made', async ({ name, waitMs }) => {
    const { client, owner, network, again, clock, reconciled } = await scene();
    network.watchDelayMs = 5000;
    network.onAnswer = (answer, { method }) => {
      if (method === 'GET') return answer;
      throw Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });
    };
    await expect(maps(client).create({ metadata: { ...name, ...ownedBy(owner) } })).rejects.toThrow();
    expect(await again()).toBe(waitMs === 0 ? 1 : 0);
    if (waitMs === 0) return;
    await clock.advance(waitMs - 1);
    expect(reconciled).toEqual(['shop/a']);
    await clock.advance(1);
    expect(reconciled).toEqual(['shop/a', 'shop/a']);
  });

  it('sees neither what it created nor what it deleted too early', async () => {
    const seen: string[][] = [];
    const { client, owner, again, clock } = await scene({
      reconcile: (_request, { dependents }) => void seen.push(dependents().map(({ metadata }) => metadata.name)),
    });
    await maps(client).create(child(owner, 'c'));
    await clock.advance(500);
    await maps(client).delete('c');
    expect(await again()).toBe(0);
    await clock.advance(1500);
    expect(seen).toEqual([[]]);
    await clock.advance(500);
    expect(seen).toEqual([[], []]);
  });

  it('knows the children of an owner that it has only just created', async () => {
    const { client, again, clock, reconciled } = await scene();
    const owner = await client.resource('widgets').namespace('shop').create(widget('new'));
    await clock.advance(1000);
    await maps(client).create(child(owner, 'c'));
    expect(await again({ namespace: 'shop', name: 'new' })).toBe(0);
    await clock.advance(1000);
    expect(reconciled).toEqual(['shop/a']);
    await clock.advance(1000);
    expect(reconciled).toContain('shop/new');
  });

  it('waits in each of two controllers of one client', async () => {
    const first = await scene();
    const second = control(first, { owns: ['configmaps'] });
    await first.clock.advance(2000);
    await second.controller.synced;
    await maps(first.client).create(child(first.owner, 'c'));
    expect(await first.again()).toBe(0);
    second.controller.enqueue({ namespace: 'shop', name: 'a' });
    await first.clock.advance(0);
    expect(second.reconciled).toEqual(['shop/a']);
    await first.clock.advance(2000);
    expect(second.reconciled).toEqual(['shop/a', 'shop/a']);
  });
});
