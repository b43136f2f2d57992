import { describe, expect, it, onTestFinished } from 'vitest';
import { createClient } from '../../src/core/client.js';
import { MalformedAnswerError, UnreadableProtobufError } from '../../src/core/media/errors.js';
import type { MetadataShapes } from '../../src/core/representation/partial-object-metadata.js';
import { originOf } from '../../src/core/representation/origin.js';
import type { ResourceHandle } from '../../src/core/resource/resource-handle.js';
import { ApiError } from '../../src/core/transport/errors.js';
import { eventType, objectType } from '../media/protobuf/bodies.js';
import {
  bytes,
  enveloped,
  event,
  framed,
  integer,
  message,
  partial,
  partialList,
  type Bytes,
} from '../media/protobuf/encode.js';
import { partial as partialJson, partialList as partialListJson } from '../representation/bodies.js';
import { nodeMapping, podMapping } from '../representation/contexts.js';
import { instantClock } from './watch/watch-server.js';

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly accept: string;
  readonly watch: boolean;
  readonly version: string | null;
}
type Answer = { readonly status?: number; readonly type: string; readonly content: Bytes | string };

/** A server that answers by a function, and metadata of pods from it. */
function serve(answer: (asked: Asked) => Answer): {
  asked: Asked[];
  pods: ResourceHandle<MetadataShapes>;
  nodes: ResourceHandle<MetadataShapes>;
} {
  const asked: Asked[] = [];
  const client = createClient({
    server: 'http://protobuf.test',
    transport: {
      send({ method, url, headers }) {
        const { pathname, searchParams } = new URL(url);
        const each = {
          method,
          path: pathname,
          accept: String(headers['accept']),
          watch: searchParams.has('watch'),
          version: searchParams.get('resourceVersion'),
        };
        asked.push(each);
        const { status = 200, type, content } = answer(each);
        return Promise.resolve({ status, headers: { 'content-type': type }, body: onePiece(content) });
      },
      close: () => undefined,
    },
  });
  onTestFinished(() => client.close());
  const pods = client.handle(podMapping).namespace('web').as('PartialObjectMetadata');
  return { asked, pods, nodes: client.handle(nodeMapping).as('PartialObjectMetadata') };
}

async function* onePiece(content: Bytes | string): AsyncGenerator<Uint8Array> {
  yield typeof content === 'string' ? new TextEncoder().encode(content) : Uint8Array.from(content);
}

const metadata = (name: string, version = '7'): Bytes =>
  message(bytes(1, name), bytes(3, 'web'), bytes(5, 'u'), bytes(6, version));
const inProtobuf = ({ accept }: Asked): boolean => accept.startsWith(objectType);
const json = (value: unknown): Answer => ({ type: 'application/json', content: JSON.stringify(value) });
const wholePod: Answer = { type: objectType, content: enveloped('v1', 'Pod', bytes(1, metadata('a'))) };
const stream = (...frames: readonly Bytes[]): Answer => ({ type: eventType, content: frames.flatMap(framed) });
const podA = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'a', namespace: 'web', uid: 'u', resourceVersion: '7' },
};

describe('metadata from a server with protobuf', () => {
  it('is got and listed as from one with JSON', async () => {
    const list = partialList(message(bytes(2, '9'), bytes(3, 'next')), metadata('a'));
    const { asked, pods } = serve(({ path }) => ({
      type: objectType,
      content: path.endsWith('/a') ? partial(metadata('a')) : list,
    }));
    const [one, many] = [await pods.get('a'), await pods.list()];
    expect(one).toStrictEqual(podA);
    expect(many).toStrictEqual({
      apiVersion: 'meta.k8s.io/v1',
      kind: 'PartialObjectMetadataList',
      metadata: { resourceVersion: '9', continue: 'next' },
      items: [podA],
    });
    expect([originOf(one), originOf(many)]).toEqual(['server', 'server']);
    expect(asked.every(inProtobuf)).toBe(true);
  });

  it('is watched, its initial state and the mark behind it included', async () => {
    const marked = bytes(12, message(bytes(1, 'k8s.io/initial-events-end'), bytes(2, 'true')));
    const { pods } = serve(() =>
      stream(
        event('ADDED', partial(metadata('a'))),
        event('BOOKMARK', partial(bytes(6, '9'), marked)),
        event('MODIFIED', partial(metadata('a', '10'))),
        event('BOOKMARK', partial(bytes(6, '11'), bytes(8, []))),
      ),
    );
    const seen: unknown[] = [];
    for await (const each of pods.watch({ initialEvents: true, bookmarks: true })) {
      seen.push(each);
      if (seen.length === 4) break;
    }
    expect(seen).toStrictEqual([
      { type: 'ADDED', object: podA },
      { type: 'INITIAL_EVENTS_END', resourceVersion: '9' },
      { type: 'MODIFIED', object: { ...podA, metadata: { ...podA.metadata, resourceVersion: '10' } } },
      { type: 'BOOKMARK', object: { apiVersion: 'v1', kind: 'Pod', metadata: { resourceVersion: '11' } } },
    ]);
  });

  it('is listed and polled where it cannot be watched', async () => {
    let turn = 0;
    const { pods, asked } = serve(({ watch }) => {
      if (watch) return { status: 422, type: objectType, content: enveloped('v1', 'Status', integer(6, 422)) };
      turn += 1;
      return { type: objectType, content: partialList(bytes(2, '9'), metadata('a', String(turn))) };
    });
    const seen: string[] = [];
    for await (const event of pods.watch({ initialEvents: true, clock: instantClock() })) {
      seen.push(event.type);
      if (event.type === 'INITIAL_EVENTS_END') break;
    }
    for await (const event of pods.watch({ poll: 1000, clock: instantClock() })) {
      seen.push(`${event.type} ${event.object.metadata.resourceVersion ?? ''}`);
      if (seen.length === 4) break;
    }
    expect(seen).toEqual(['ADDED', 'INITIAL_EVENTS_END', 'ADDED 2', 'MODIFIED 3']);
    expect(asked.every(inProtobuf)).toBe(true);
  });

  it('that lacks the metadata of an object is an error', async () => {
    const none = enveloped('meta.k8s.io/v1', 'PartialObjectMetadataList', bytes(2, []));
    const { pods } = serve(() => ({ type: objectType, content: none }));
    await expect(pods.list()).rejects.toThrow(/items\[0\] has no metadata/);
  });

  it('ends a watch by an ERROR as from one with JSON', async () => {
    const failure = message(bytes(2, 'Failure'), bytes(3, 'no more'), bytes(4, 'Forbidden'), integer(6, 403));
    const { pods } = serve(() => stream(event('ERROR', enveloped('v1', 'Status', failure))));
    const first = pods.watch({ resourceVersion: '5', clock: instantClock() })[Symbol.asyncIterator]().next();
    await expect(first).rejects.toThrow(ApiError);
    await expect(first).rejects.toMatchObject({ statusCode: 403, reason: 'Forbidden', fromServer: true });
  });

  it('is asked for in JSON for the answer to a patch, which cannot be repeated', async () => {
    const { asked, pods } = serve(() => json(partialJson('a')));
    await pods.patch('a', {}, { type: 'merge' });
    expect(asked.map(inProtobuf)).toEqual([false]);
  });

  it('that is broken is an error at once', async () => {
    const { asked, pods } = serve(() => ({ type: objectType, content: partial(metadata('a')).slice(0, -9) }));
    await expect(pods.get('a')).rejects.toThrow(MalformedAnswerError);
    expect(asked).toHaveLength(1);
  });
});

describe('an endpoint that answers with whole objects in protobuf', () => {
  const answer = (asked: Asked): Answer => {
    if (inProtobuf(asked)) return asked.watch ? stream(event('ADDED', wholePod.content as Bytes)) : wholePod;
    if (asked.watch) {
      const line = JSON.stringify({ type: 'ADDED', object: { ...partialJson('a'), metadata: podA.metadata } });
      return { type: 'application/json', content: `${line}\n` };
    }
    return json(asked.path.endsWith('/a') ? partialJson('a') : partialListJson([partialJson('a')]));
  };

  it('is asked once more for JSON in the same representation, and so from then on', async () => {
    const { asked, pods, nodes } = serve(answer);
    expect((await pods.list()).items.map((item) => item.metadata.name)).toEqual(['a']);
    expect((await pods.get('a')).metadata.name).toBe('a');
    expect(asked.map(inProtobuf)).toEqual([true, false, false]);
    expect(asked[1]?.accept).toMatch(/^application\/json;g=meta\.k8s\.io;v=v1;as=PartialObjectMetadataList,/);
    await nodes.get('a');
    expect(asked.map(inProtobuf)).toEqual([true, false, false, true, false]);
  });

  it.each([{ resourceVersion: '5' }, {}])('is watched in JSON then: %j', async (options) => {
    const { asked, pods } = serve(answer);
    for await (const each of pods.watch({ ...options, clock: instantClock() })) {
      expect(each).toMatchObject({ type: 'ADDED', object: podA });
      break;
    }
    for await (const _ of pods.watch({ ...options, clock: instantClock() })) break;
    expect(asked.map(inProtobuf)).toEqual([true, false, false]);
  });

  it('goes on in JSON from the last event where it begins to do so in the middle of a watch', async () => {
    const { asked, pods } = serve((each) =>
      inProtobuf(each)
        ? stream(event('ADDED', partial(metadata('a', '6'))), event('ADDED', wholePod.content as Bytes))
        : answer(each),
    );
    const seen: string[] = [];
    for await (const { object } of pods.watch({ resourceVersion: '5', clock: instantClock() })) {
      seen.push(object.metadata.resourceVersion ?? '');
      if (seen.length === 2) break;
    }
    expect(seen).toEqual(['6', '7']);
    expect(asked.map(({ version }) => version)).toEqual(['5', '6']);
  });

  it('is an error where it does so when it is asked for JSON', async () => {
    const { asked, pods } = serve(() => wholePod);
    await expect(pods.list()).rejects.toThrow(UnreadableProtobufError);
    await expect(pods.list()).rejects.toThrow(/of kind "Pod", apiVersion "v1"/);
    expect(asked.map(inProtobuf)).toEqual([true, false, false]);
  });
});

describe('metadata from a server without protobuf', () => {
  it.each<[string, (asked: Asked) => Answer]>([
    ['that takes the next form', () => json(partialListJson([partialJson('a')]))],
    [
      'that knows no metadata',
      () => json({ kind: 'PodList', apiVersion: 'v1', metadata: {}, items: [{ metadata: { name: 'a' } }] }),
    ],
    [
      'that refuses by 406 whatever it does not know',
      ({ accept }) =>
        accept === 'application/json'
          ? json({ kind: 'PodList', apiVersion: 'v1', metadata: {}, items: [{ metadata: { name: 'a' } }] })
          : { status: 406, type: 'text/plain', content: 'no' },
    ],
  ])('is listed: %s', async (_, answer) => {
    const { pods } = serve(answer);
    expect((await pods.list()).items.map(({ metadata }) => metadata.name)).toEqual(['a']);
  });
});
