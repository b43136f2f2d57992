import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { Catalog } from '../../src/core/catalog/catalog.js';
import { wholeObject } from '../../src/core/representation/whole-object.js';
import { createResourceHandle } from '../../src/core/resource/create-resource-handle.js';
import { exactEndpoint } from '../../src/core/resource/call.js';
import type { ResourceHandle } from '../../src/core/resource/resource-handle.js';
import type { Connection } from '../../src/core/transport/connection.js';
import { deploymentMapping, nodeMapping } from '../representation/contexts.js';
import { catalogOf, deployments, entryOf, nodes, discoveryWith } from './handles.js';
import { recordingConnection, silentConnection } from './recording-connection.js';

describe('a handle', () => {
  it('keeps its identity, and reads what it can do from the catalog of the moment', async () => {
    let catalog: Catalog | undefined;
    const handle = createResourceHandle({
      connection: silentConnection(),
      findEndpoint: exactEndpoint(deploymentMapping),
      representation: wholeObject(),
      discovery: discoveryWith(() => catalog),
    });
    await expect(handle.verbs()).rejects.toThrow('nothing here discovers');
    catalog = catalogOf(entryOf(deploymentMapping, ['get']));
    expect(await handle.verbs()).toContain('list');
    expect((await handle.subresources()).map(({ subresource }) => subresource)).toEqual(['scale']);
    catalog = catalogOf();
    expect([await handle.verbs(), await handle.subresources()]).toEqual([[], []]);
    expect(await handle.mapping()).toEqual(deploymentMapping);
    expect(await handle.mapping()).toBe(await handle.mapping());
  });

  it('is not changed by namespace() and as()', async () => {
    const handle = deployments(silentConnection());
    const narrowed = handle.namespace('web').as('Table').as('PartialObjectMetadata');
    expect([handle.boundNamespace, narrowed.boundNamespace]).toEqual([undefined, 'web']);
    expect(await narrowed.mapping()).toBe(await handle.mapping());
  });

  it('shows no connection when it is printed or serialised', () => {
    const connection = { ...silentConnection(), token: 'very-secret' };
    const handle = deployments(connection, catalogOf(entryOf(deploymentMapping))).namespace('web');
    const shown = [handle, handle.as('Table'), handle.scale('front')].flatMap((each) => [
      inspect(each, { depth: 10, showHidden: true, getters: true }),
      JSON.stringify(each),
    ]);
    for (const text of shown) expect(text).not.toMatch(/very-secret|connection/i);
    expect(JSON.parse(JSON.stringify(handle))).toMatchObject({ boundNamespace: 'web' });
  });
});

const calls: [string, (handle: ResourceHandle, signal: AbortSignal) => Promise<unknown>][] = [
  ['get', (handle, signal) => handle.get('n1', { signal })],
  ['get as Table', (handle, signal) => handle.as('Table').get('n1', { signal })],
  ['list', (handle, signal) => handle.list({ signal })],
  ['create', (handle, signal) => handle.create({ metadata: { name: 'n1' } }, { signal })],
  ['replace', (handle, signal) => handle.replace({ metadata: { name: 'n1' } }, { signal })],
  ['patch', (handle, signal) => handle.patch('n1', {}, { type: 'merge', signal })],
  ['delete', (handle, signal) => handle.delete('n1', { signal })],
  ['scale get', (handle, signal) => handle.scale('n1').get({ signal })],
  ['scale set', (handle, signal) => handle.scale('n1').set(1, { signal })],
];

describe('an abort', () => {
  it.each(calls)('of %s rejects with its own reason', async (_verb, call) => {
    const reason = { why: 'the user left' };
    const waiting: Connection = {
      ...silentConnection(),
      request: ({ signal }) =>
        new Promise((_resolve, reject) => {
          signal?.addEventListener('abort', () => {
            reject(signal.reason as Error);
          });
        }),
    };
    const controller = new AbortController();
    const pending = call(nodes(waiting), controller.signal);
    await new Promise(setImmediate);
    controller.abort(reason);
    await expect(pending).rejects.toBe(reason);
  });

  it('between the two requests of a call ends it', async () => {
    const controller = new AbortController();
    const reason = new Error('enough');
    const connection = recordingConnection(() => {
      controller.abort(reason);
      return { status: 406, body: {} };
    });
    await expect(nodes(connection).as('Table').list({ signal: controller.signal })).rejects.toBe(reason);
    expect(connection.requests).toHaveLength(1);
  });
});

describe('an answer that is no JSON object', () => {
  it.each([
    ['HTML', '<!doctype html><title>Log in</title>'],
    ['nothing', ''],
    ['half of it', '{"kind":"NodeList","items":[{"meta'],
    ['an array', '[]'],
    ['null', 'null'],
  ])('(%s) is a MalformedAnswerError of every call', async (_case, body) => {
    for (const [, call] of calls) {
      const handle = nodes(
        recordingConnection(() => ({ body })),
        catalogOf(entryOf(nodeMapping, ['get', 'patch'])),
      );
      await expect(call(handle, new AbortController().signal)).rejects.toMatchObject({ code: 'malformed-answer' });
    }
  });
});

describe('an answer of another shape than the question', () => {
  const node = { kind: 'Node', apiVersion: 'v1', metadata: { name: 'n1' } };

  it.each(['Table', 'PartialObjectMetadata', undefined] as const)('is refused (%s)', async (name) => {
    const bodies = [node, { kind: 'Status', apiVersion: 'v1' }, { kind: 'NodeList', apiVersion: 'v1', items: [node] }];
    const handle = nodes(recordingConnection(bodies.map((body) => ({ body }))));
    const reader = name === undefined ? handle : name === 'Table' ? handle.as(name) : handle.as(name);
    for (const call of [reader.list(), reader.list(), reader.get('n1')]) {
      await expect(call).rejects.toMatchObject({ code: 'unexpected-shape' });
    }
  });
});
