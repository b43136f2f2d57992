import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import {
  follow,
  originOf,
  retryOnConflict,
  waitFor,
  type Client,
  type FollowStep,
  type KubeObject,
  type ResourceHandle,
} from '../../../src/index.js';
import { closeClients, connect } from '../harness/connect.js';
import { createObject, namespace } from '../harness/objects.js';
import { waitUntil } from '../harness/wait-until.js';

const server = inject('server');
const place = `watch-${Date.now()}`;
let client: Client;
let configMaps: ResourceHandle;
/** What was asked, once its answer began. */
const exchanges: string[] = [];

beforeAll(async () => {
  await createObject(server, '/api/v1/namespaces', namespace(place));
  client = connect(server, { token: server.tokens.admin, onExchange: ({ path }) => exchanges.push(path) });
  configMaps = client.resource('configmaps').namespace(place);
});

afterAll(closeClients);

const make = (name: string, data: Record<string, string> = {}, labels: Record<string, string> = {}) =>
  configMaps.create({ metadata: { name, labels }, data });
const change = (name: string, value: string) => configMaps.patch(name, { data: { value } }, { type: 'merge' });

async function take<T>(events: AsyncIterable<T>, count: number, act?: () => Promise<unknown>): Promise<T[]> {
  const seen: T[] = [];
  const acting = act?.();
  for await (const event of events) {
    seen.push(event);
    if (seen.length === count) break;
  }
  await acting;
  return seen;
}

/** Waits until so many more watches were opened, or lists read. */
async function opened(count: number, kind: 'watch' | 'list' = 'watch'): Promise<void> {
  const isOf = (path: string): boolean =>
    path.includes('/configmaps') && path.includes('watch=') === (kind === 'watch');
  const seen = (): number => exchanges.filter(isOf).length;
  const before = seen();
  await waitUntil(`${count} more to ${kind}`, () => (seen() >= before + count ? true : undefined));
}

async function versionNow(): Promise<string> {
  return (await configMaps.list({ limit: 1 })).metadata.resourceVersion!;
}

const told = (events: readonly unknown[]) =>
  (events as { type: string; object?: KubeObject }[]).map(({ type, object }) =>
    object === undefined ? type : `${type} ${object.metadata.name ?? ''}`,
  );

describe('a watch', () => {
  it('of whole objects tells every change since a version', async () => {
    const resourceVersion = await versionNow();
    await make('whole');
    await change('whole', '1');
    await configMaps.delete('whole');
    const events = await take(configMaps.watch({ resourceVersion }), 3);
    expect(told(events)).toEqual(['ADDED whole', 'MODIFIED whole', 'DELETED whole']);
    expect(events[1]).toMatchObject({ object: { apiVersion: 'v1', kind: 'ConfigMap', data: { value: '1' } } });
  });

  it('goes on through the timeouts of the server', async () => {
    const resourceVersion = await versionNow();
    const events = await take(configMaps.watch({ resourceVersion, timeoutSeconds: 1 }), 3, async () => {
      for (const name of ['long-1', 'long-2', 'long-3']) {
        await opened(1);
        await make(name);
      }
    });
    expect(told(events)).toEqual(['ADDED long-1', 'ADDED long-2', 'ADDED long-3']);
  });

  it.each(['labels', 'fields'] as const)('by %s tells what comes and goes', async (by) => {
    const name = `selected-by-${by}`;
    const selector = by === 'labels' ? { labelSelector: `by=${name}` } : { fieldSelector: `metadata.name=${name}` };
    const resourceVersion = await versionNow();
    await make('another');
    await make(name, {}, { by: name });
    if (by === 'labels') await configMaps.patch(name, { metadata: { labels: { by: null } } }, { type: 'merge' });
    else await configMaps.delete(name);
    await configMaps.delete('another');
    const events = await take(configMaps.watch({ resourceVersion, ...selector }), 2);
    expect(told(events)).toEqual([`ADDED ${name}`, `DELETED ${name}`]);
  });

  it('of metadata alone, and of rows with their columns', async () => {
    const resourceVersion = await versionNow();
    await make('light', { heavy: 'x'.repeat(1000) });
    await change('light', '1');
    const [metadata] = await take(configMaps.as('PartialObjectMetadata').watch({ resourceVersion }), 1);
    expect(metadata).toMatchObject({ type: 'ADDED', object: { kind: 'ConfigMap', metadata: { name: 'light' } } });
    expect(metadata?.object).not.toHaveProperty('data');
    const rows = await take(configMaps.as('Table').watch({ resourceVersion, timeoutSeconds: 1 }), 3, async () => {
      await opened(2);
      await change('light', '2');
    });
    const columns = rows.map((row) => ('columns' in row ? row.columns : undefined));
    expect(columns[0]?.map(({ name }) => name)).toEqual(['Name', 'Data', 'Age']);
    expect(columns[1]).toBe(columns[0]);
    expect(columns[2]).toBe(columns[0]);
    expect(rows[0]).toMatchObject({ type: 'ADDED', object: { cells: ['light', 1, expect.anything()] } });
    expect(originOf(rows[0]!)).toBe('server');
  });

  it.each(['object', 'PartialObjectMetadata', 'Table'] as const)(
    'of %s begins with the state, and marks its end',
    async (form) => {
      await make(`state-${form.toLowerCase()}`);
      const options = { initialEvents: true, labelSelector: '' } as const;
      const handle = form === 'object' ? configMaps : form === 'Table' ? configMaps.as(form) : configMaps.as(form);
      const { metadata, items } = await configMaps.list();
      const events = await take<{ type: string; resourceVersion?: string }>(handle.watch(options), items.length + 1);
      expect(events.slice(0, -1).map(({ type }) => type)).toEqual(items.map(() => 'ADDED'));
      expect(events.at(-1)?.type).toBe('INITIAL_EVENTS_END');
      expect(Number(events.at(-1)?.resourceVersion)).toBeGreaterThanOrEqual(Number(metadata.resourceVersion));
    },
  );

  it('from a version that the server has not reached ends once it has been silent', async () => {
    const events = take(configMaps.watch({ resourceVersion: '900000000', idleTimeoutMs: 2000 }), 1);
    await expect(events).rejects.toMatchObject({ code: 'watch-ended', end: 'behind' });
  });

  it('goes on through silence', async () => {
    const resourceVersion = await versionNow();
    const events = take(configMaps.watch({ resourceVersion, idleTimeoutMs: 700 }), 1, async () => {
      await opened(3);
      await make('after-silence');
    });
    expect(told(await events)).toEqual(['ADDED after-silence']);
  });

  it('without the right throws at once', async () => {
    const reader = connect(server, { token: server.tokens.reader });
    const events = take(
      reader
        .handle(await configMaps.mapping())
        .namespace(place)
        .watch({ resourceVersion: '1' }),
      1,
    );
    await expect(events).rejects.toMatchObject({ code: 'api', statusCode: 403 });
  });

  it('of a resource without the verb is refused, and can be had by lists', async () => {
    const handle = client.resource('componentstatuses');
    await expect(take(handle.watch(), 1)).rejects.toMatchObject({ code: 'unsupported', verb: 'watch' });
    const polled = take(configMaps.watch({ poll: 200, initialEvents: false }), 1, async () => {
      await opened(2, 'list');
      await make('polled');
    });
    expect(told(await polled)).toEqual(['ADDED polled']);
  });
});

describe('follow', () => {
  it.each(['object', 'PartialObjectMetadata', 'Table'] as const)(
    'of %s tells the state and what becomes of it',
    async (form) => {
      const names = ['first', 'second'].map((each) => `${each}-${form.toLowerCase()}`);
      const selected = { follow: form.toLowerCase() };
      await make(names[0]!, {}, selected);
      const options = { labelSelector: `follow=${selected.follow}` };
      const handle = configMaps as ResourceHandle<never>;
      const chosen =
        form === 'object'
          ? handle
          : form === 'Table'
            ? (configMaps.as(form, { includeObject: 'Metadata' }) as unknown as ResourceHandle<never>)
            : (configMaps.as(form) as unknown as ResourceHandle<never>);
      const steps: string[] = [];
      let acting: Promise<unknown> | undefined;
      for await (const step of follow(chosen, options) as AsyncIterable<FollowStep<unknown>>) {
        steps.push(step.type);
        if (step.type === 'synced') {
          acting = (async () => {
            await make(names[1]!, {}, selected);
            await change(names[0]!, '1');
            await configMaps.delete(names[1]!);
          })();
        }
        if (steps.length === 5) break;
      }
      await acting;
      expect(steps).toEqual(['added', 'synced', 'added', 'changed', 'removed']);
    },
  );
});

describe('what stands on it', () => {
  it('waits for an object to come, to be as wanted, and to go', async () => {
    const coming = waitFor(configMaps, 'awaited', 'created');
    await make('awaited');
    expect(await coming).toMatchObject({ metadata: { name: 'awaited' } });
    const wanted = waitFor(configMaps, 'awaited', (object) => object['data'] !== undefined);
    await change('awaited', '1');
    expect(await wanted).toMatchObject({ data: { value: '1' } });
    const going = waitFor(configMaps, 'awaited', 'deleted');
    await configMaps.delete('awaited');
    expect(await going).toBeUndefined();
  });

  it('counts right when many change one object at once', async () => {
    await make('counter', { count: '0' });
    const increment = () =>
      retryOnConflict(
        configMaps,
        'counter',
        (object) => ({ ...object, data: { count: String(Number((object['data'] as { count: string }).count) + 1) } }),
        { attempts: 50 },
      );
    await Promise.all(Array.from({ length: 10 }, increment));
    expect(await configMaps.get('counter')).toMatchObject({ data: { count: '10' } });
  });
});
