import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createClient } from '../../src/core/client.js';
import type { CatalogChanges } from '../../src/core/catalog/changes.js';
import { createLiveCatalog, type LiveCatalogOptions } from '../../src/watch/live-catalog.js';
import { createFakeApiServer, type FakeApiServer, type FakeSwitches } from '../../src/testing/index.js';
import { createManualClock, type ManualClock } from '../../src/testing/manual-clock.js';
import { idleTurns } from '../shared/idle-turns.js';
import { transportTo } from './transport-to.js';

const definitions = [
  {
    group: 'apiextensions.k8s.io',
    version: 'v1',
    resource: 'customresourcedefinitions',
    kind: 'CustomResourceDefinition',
    scope: 'Cluster',
  },
  { group: 'apiregistration.k8s.io', version: 'v1', resource: 'apiservices', kind: 'APIService', scope: 'Cluster' },
] as const;
const widgets = { group: 'example.com', version: 'v1', resource: 'widgets', kind: 'Widget' };
const gadgets = { group: 'gadgets.example.com', version: 'v1', resource: 'gadgets', kind: 'Gadget' };

function definitionOf({ resource, group }: { resource: string; group: string }) {
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${resource}.${group}` },
  };
}

function start(resources: readonly object[], options: LiveCatalogOptions = {}, switches: FakeSwitches = {}) {
  const fake = createFakeApiServer({ resources: resources as never, ...switches });
  const transport = transportTo(fake);
  const client = createClient({ server: 'http://live.test', transport });
  const clock = createManualClock({ settle: idleTurns(transport.isBusy) });
  const live = createLiveCatalog(client, { clock, ...options });
  onTestFinished(() => client.close());
  const told: CatalogChanges[] = [];
  const ended = (async () => {
    for await (const changes of live) told.push(changes);
  })();
  ended.catch(() => undefined);
  return { fake, client, clock, live, told, ended };
}

const names = (changes: CatalogChanges | undefined) =>
  changes &&
  Object.fromEntries(
    Object.entries(changes).map(
      ([list, entries]: [string, readonly { resource?: string; after?: { resource: string } }[]]) => [
        list,
        entries.map((entry) => entry.resource ?? entry.after?.resource),
      ],
    ),
  );
const nothing = { added: [], changed: [], removed: [], kept: [], recovered: [] };
const roots = (fake: FakeApiServer) => fake.requests.filter(({ path }) => /^\/apis?(\?|$)/.test(path)).length;

async function install(fake: FakeApiServer, clock: ManualClock): Promise<void> {
  fake.define(gadgets);
  fake.put(definitionOf(gadgets));
  await clock.advance(5000);
}

describe('a live catalog', () => {
  it('follows definitions, and tells what came and went', async () => {
    const { fake, clock, live, told, client } = start([...definitions, widgets]);
    fake.put(definitionOf(widgets));
    await clock.advance(0);
    expect(live.mode).toBe('watch');
    expect(live.catalog).toBe(client.discovery.current);
    await install(fake, clock);
    expect(told.map(names)).toEqual([{ ...nothing, added: ['gadgets'] }]);
    expect((await client.resolve('gadgets')).mapping.kind.kind).toBe('Gadget');
    fake.undefine(widgets);
    fake.remove(definitionOf(widgets));
    await clock.advance(60_000);
    expect(told.map(names).slice(1)).toEqual([{ ...nothing, removed: ['widgets'] }]);
    expect(live.catalog?.resource(widgets)).toBeUndefined();
  });

  it('looks sooner after a change where somebody waits for it', async () => {
    const { fake, clock, told } = start([...definitions, widgets], { changeDelayMs: 200 });
    await clock.advance(0);
    fake.define(gadgets);
    fake.put(definitionOf(gadgets));
    await clock.advance(200);
    expect(told.map(names)).toEqual([{ ...nothing, added: ['gadgets'] }]);
  });

  it('calls onChange where only a failure is new', async () => {
    const seen: number[] = [];
    const { fake, clock, live, told } = start(
      [...definitions, widgets],
      { onChange: () => seen.push(live.catalog?.failures.length ?? 0) },
      { deadGroupVersions: ['gadgets.example.com/v1'] },
    );
    await clock.advance(0);
    expect(seen.at(-1)).toBe(0);
    await install(fake, clock);
    expect([seen.at(-1), told]).toEqual([1, []]);
  });

  it.each(['gadgets.example.com', 'example.com'])(
    'tells soon that what was installed a moment ago was deleted, in %s',
    async (group) => {
      const thing = { ...gadgets, group };
      const { fake, clock, live, told } = start([...definitions, widgets]);
      await clock.advance(0);
      fake.define(thing);
      fake.put(definitionOf(thing));
      await clock.advance(45_000);
      fake.undefine(thing);
      fake.remove(definitionOf(thing));
      await clock.advance(45_000);
      expect(told.map(names)).toEqual([
        { ...nothing, added: ['gadgets'] },
        { ...nothing, removed: ['gadgets'] },
      ]);
      expect(live.catalog?.failures).toEqual([]);
    },
  );

  it('looks soon for what was defined a moment before it began, and not for ever', async () => {
    const { fake, clock, live, told } = start([...definitions, widgets]);
    fake.put(definitionOf(widgets));
    fake.put(definitionOf(gadgets));
    await clock.advance(0);
    expect([live.mode, live.catalog?.resource(gadgets)]).toEqual(['watch', undefined]);
    fake.define(gadgets);
    await clock.advance(6000);
    expect(told.map(names)).toEqual([{ ...nothing, added: ['gadgets'] }]);
    fake.put(definitionOf({ resource: 'taken', group: 'example.com' }));
    await clock.advance(150_000);
    const before = roots(fake);
    await clock.advance(60_000);
    expect(roots(fake)).toBe(before);
  });

  it('minds a deletion that discovery shows late', async () => {
    const { fake, clock, told } = start([...definitions, widgets]);
    await clock.advance(0);
    fake.put(definitionOf(gadgets));
    await clock.advance(0);
    fake.remove(definitionOf(gadgets));
    await clock.advance(45_000);
    expect(told).toEqual([]);
    // Another change lets it look.
    fake.define(gadgets);
    fake.put(definitionOf(widgets));
    await clock.advance(45_000);
    expect(told.map(names)).toEqual([{ ...nothing, added: ['gadgets'] }]);
    fake.undefine(gadgets);
    await clock.advance(45_000);
    expect(told.map(names).slice(1)).toEqual([{ ...nothing, removed: ['gadgets'] }]);
  });

  it('asks nothing while nothing changes, but at a slow interval', async () => {
    const { fake, clock } = start([...definitions, widgets], { revalidateIntervalMs: 100_000 });
    await clock.advance(40_000);
    const before = roots(fake);
    await clock.advance(40_000);
    expect(roots(fake)).toBe(before);
    await clock.advance(120_000);
    expect(roots(fake) - before).toBeGreaterThanOrEqual(2);
    expect(roots(fake) - before).toBeLessThanOrEqual(6);
  });

  it('watches metadata alone', async () => {
    const { fake, clock } = start(definitions);
    await clock.advance(0);
    const watches = fake.requests.filter(({ path }) => path.includes('watch='));
    expect(watches).toHaveLength(2);
    for (const { accept } of watches) expect(accept).toContain('as=PartialObjectMetadata');
  });

  it('asks again until discovery shows what was installed', async () => {
    const { fake, clock, told } = start([...definitions, widgets]);
    await clock.advance(0);
    fake.put(definitionOf(gadgets));
    await clock.advance(6000);
    expect(told).toEqual([]);
    fake.define(gadgets);
    await clock.advance(20_000);
    expect(told.map(names)).toEqual([{ ...nothing, added: ['gadgets'] }]);
  });

  it('merges the changes of a burst', async () => {
    const { fake, clock, told } = start([...definitions]);
    await clock.advance(0);
    const before = roots(fake);
    for (let index = 0; index < 50; index += 1) {
      const resource = { group: 'example.com', version: 'v1', resource: `things${index}`, kind: `Thing${index}` };
      fake.define(resource);
      fake.put(definitionOf(resource));
    }
    await clock.advance(0);
    await clock.advance(10_000);
    expect(told.flatMap(({ added }) => added)).toHaveLength(50);
    expect(roots(fake) - before).toBeLessThanOrEqual(6);
  });

  it('polls where it may not follow, and says why', async () => {
    const { fake, clock, live, told } = start([...definitions, widgets], { pollIntervalMs: 10_000 });
    fake.fail('/apis/apiextensions.k8s.io/v1/customresourcedefinitions', { status: 403, body: 'no' });
    await clock.advance(0);
    expect(live.mode).toBe('poll');
    expect(live.reason).toMatchObject({ statusCode: 403 });
    fake.define(gadgets);
    await clock.advance(12_001);
    expect(told.map(names)).toEqual([{ ...nothing, added: ['gadgets'] }]);
  });

  it('polls where definitions are not served', async () => {
    const { clock, live, fake, told } = start([widgets], { pollIntervalMs: 10_000 });
    await clock.advance(0);
    expect(live.mode).toBe('poll');
    expect(live.reason).toBeUndefined();
    fake.define(gadgets);
    await clock.advance(12_001);
    expect(told).toHaveLength(1);
  });

  it('goes on through failures of the server', async () => {
    const { fake, clock, live, told } = start([...definitions, widgets]);
    await clock.advance(0);
    for (const root of ['/api', '/apis']) fake.fail(root, { status: 500, body: 'down', times: 3 });
    await install(fake, clock);
    await clock.advance(60_000);
    expect(told.map(names)).toContainEqual(expect.objectContaining({ added: ['gadgets'] }));
    expect(live.mode).toBe('watch');
  });

  it('polls while a watch alone is broken, and says why', async () => {
    const { fake, clock, live, told } = start([...definitions, widgets], { pollIntervalMs: 10_000 });
    await clock.advance(0);
    const mend = fake.fail(({ query, path }) => query.has('watch') && path.includes('customresourcedefinitions'), {
      drop: true,
    });
    fake.endWatches();
    await clock.advance(5000);
    expect(live.mode).toBe('poll');
    expect(live.reason).toMatchObject({ code: 'connection' });
    fake.define(gadgets);
    await clock.advance(12_000);
    expect(told.map(names)).toEqual([{ ...nothing, added: ['gadgets'] }]);
    mend();
    await clock.advance(60_000);
    expect(live.mode).toBe('watch');
    expect(live.reason).toBeUndefined();
  });

  it('follows soon where the server is away at the beginning', async () => {
    const fake = createFakeApiServer({ resources: definitions });
    for (const root of ['/api', '/apis']) fake.fail(root, { status: 500, body: 'down', times: 1 });
    const transport = transportTo(fake);
    const client = createClient({ server: 'http://live.test', transport, retry: { limit: 0 } });
    onTestFinished(() => client.close());
    const clock = createManualClock({ settle: idleTurns(transport.isBusy) });
    const live = createLiveCatalog(client, { clock });
    await clock.advance(0);
    expect(live.mode).toBe('poll');
    await clock.advance(5000);
    expect(live.mode).toBe('watch');
  });

  it('ends with what its clock throws', async () => {
    const client = createClient({ server: 'http://live.test' });
    onTestFinished(() => client.close());
    const reason = new Error('no clock');
    const clock = { now: () => 0, sleep: () => Promise.reject(reason) };
    const changes = createLiveCatalog(client, { clock })[Symbol.asyncIterator]();
    await expect(changes.next()).rejects.toBe(reason);
  });

  it.each(['close', 'signal', 'client'] as const)('is ended by %s', async (how) => {
    const controller = new AbortController();
    const { client, clock, live, ended } = start(definitions, { signal: controller.signal });
    await clock.advance(0);
    const reason = new Error('enough');
    if (how === 'close') live.close();
    else if (how === 'signal') controller.abort(reason);
    else await client.close();
    if (how === 'close') await ended;
    else await expect(ended).rejects.toMatchObject(how === 'signal' ? { message: 'enough' } : { code: 'closed' });
  });

  it('leaves the signals that it followed when it is over', async () => {
    const { signal } = new AbortController();
    const { clock, live } = start(definitions, { signal });
    await clock.advance(0);
    const left = vi.spyOn(signal, 'removeEventListener');
    live.close();
    expect(left).toHaveBeenCalledOnce();
  });

  it.each<[string, unknown]>([
    ['options', null],
    ['revalidateIntervalMs', { revalidateIntervalMs: 0 }],
    ['pollIntervalMs', { pollIntervalMs: '5' }],
    ['signal', { signal: 'x' }],
    ['clock', { clock: {} }],
    ['interval', { interval: 5 }],
  ])('refuses a wrong %s in the call', (argument, options) => {
    const client = createClient({ server: 'http://live.test' });
    expect(() => createLiveCatalog(client, options as object)).toThrow(expect.objectContaining({ argument }) as Error);
  });

  it.each([undefined, null, 5, {}])('cannot be made of %j', (client) => {
    expect(() => createLiveCatalog(client as never)).toThrow(
      expect.objectContaining({ code: 'invalid-argument', argument: 'client' }) as Error,
    );
  });
});
