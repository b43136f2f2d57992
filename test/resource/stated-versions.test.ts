import { describe, expect, it } from 'vitest';
import { asKind } from '../../src/representations/as-kind.js';
import { csv } from '../../src/representations/csv.js';
import { originOf } from '../../src/core/representation/origin.js';
import { partialObjectMetadata } from '../../src/core/representation/partial-object-metadata.js';
import { probeVersions, versioned } from '../../src/representations/versioned.js';
import { wholeObject } from '../../src/core/representation/whole-object.js';
import { ApiError } from '../../src/core/transport/errors.js';
import { nodeMapping } from '../representation/contexts.js';
import { nodes } from './handles.js';
import { recordingConnection, type FakeAnswer, type RecordingConnection } from './recording-connection.js';

const refused: FakeAnswer = { status: 406, body: { kind: 'Status', apiVersion: 'v1', status: 'Failure', code: 406 } };
const node = { kind: 'Node', apiVersion: 'v1', metadata: { name: 'n1' }, spec: {} };
const list: FakeAnswer = { body: { kind: 'NodeList', apiVersion: 'v1', metadata: {}, items: [node] } };
const acceptsOf = ({ requests }: RecordingConnection) => requests.map(({ accept }) => accept);

describe('a kind that the server refuses', () => {
  const scaleKind = { group: 'autoscaling', version: 'v1', kind: 'Scale' };

  it('costs one request once, and its own kind is an error unless it is taken', async () => {
    const connection = recordingConnection(({ accept }) => (accept === 'application/json' ? { body: node } : refused));
    await expect(nodes(connection).as(asKind(scaleKind)).get('n1')).rejects.toMatchObject({ code: 'unexpected-shape' });
    const own = await nodes(connection)
      .as(asKind(scaleKind, { orOwn: true }))
      .get('n1');
    expect([own.kind, originOf(own)]).toEqual(['Node', 'converted']);
    expect(acceptsOf(connection)).toEqual([
      'application/json;g=autoscaling;v=v1;as=Scale,application/json',
      'application/json',
      'application/json',
    ]);
  });
});

describe('stated versions', () => {
  it('stand in every clause of Accept, and in the query of a list', async () => {
    const connection = recordingConnection([{ body: node }, list]);
    const versions = { serverVersion: 'v1', listOptions: 'meta.k8s.io/v1' };
    const handle = nodes(connection).as(versioned(partialObjectMetadata({ managedFields: true }), versions));
    await handle.get('n1');
    await handle.list({ limit: 1 });
    const clause = (version: string, kind: string): string =>
      `application/json;g=meta.k8s.io;v=${version};as=${kind};sv=v1`;
    const accept = (kind: string): string =>
      [clause('v1', kind), clause('v1beta1', kind), 'application/json;sv=v1'].join();
    expect(connection.requests.map(({ accept, query }) => [accept, query])).toEqual([
      [accept('PartialObjectMetadata'), {}],
      [accept('PartialObjectMetadataList'), { limit: 1, kind: 'ListOptions', apiVersion: 'meta.k8s.io/v1' }],
    ]);
  });

  it('keep what the form has in the query, and its protobuf', () => {
    const context = { mapping: nodeMapping };
    expect(versioned(csv(), { listOptions: 'meta.k8s.io/v2' }).offer('watch', context)).toEqual({
      accept: csv().offer('watch', context).accept,
      jsonAccept: undefined,
      exact: false,
      query: { includeObject: 'None', kind: 'ListOptions', apiVersion: 'meta.k8s.io/v2' },
    });
    const { accept, jsonAccept } = versioned(partialObjectMetadata(), { serverVersion: 'v2' }).offer('get', context);
    expect(
      accept.startsWith('application/vnd.kubernetes.protobuf;g=meta.k8s.io;v=v1;as=PartialObjectMetadata;sv=v2,'),
    ).toBe(true);
    expect(jsonAccept).toBe(accept.slice(accept.indexOf(',') + 1));
  });

  it('that a server refuses are told each time, and nothing else is asked for', async () => {
    const connection = recordingConnection(() => refused);
    const handle = nodes(connection).as(versioned(wholeObject(), { serverVersion: 'v2' }));
    await expect(handle.list()).rejects.toMatchObject({ code: 'api', statusCode: 406 });
    await expect(handle.list()).rejects.toMatchObject({ statusCode: 406 });
    expect(acceptsOf(connection)).toEqual(['application/json;sv=v2', 'application/json;sv=v2']);
  });

  it('are asked for even where the same form was refused before, without being stated', async () => {
    const accept = 'application/json;sv=v2';
    const plainly = { ...wholeObject(), offer: () => ({ accept }) };
    const connection = recordingConnection(({ accept }) => (accept === 'application/json' ? list : refused));
    await nodes(connection)
      .as({ ...plainly, itemsOf: () => [], continueOf: () => undefined })
      .list();
    const handle = nodes(connection).as(versioned(wholeObject(), { serverVersion: 'v2' }));
    await expect(handle.list()).rejects.toMatchObject({ statusCode: 406 });
    expect(acceptsOf(connection)).toEqual([accept, 'application/json', accept]);
  });

  it.each([
    [{}, 'versions must name a version: serverVersion, listOptions or both.'],
    [{ serverVersion: '' }, 'serverVersion must not be empty.'],
  ])('have to be some: %j', (versions, problem) => {
    expect(() => versioned(wholeObject(), versions)).toThrow(problem);
  });
});

describe('what a server makes of stated versions', () => {
  interface Habits {
    /** What it does with `sv`. */
    readonly sv: 'honors' | 'ignores' | 'refuses' | 'fails';
    /** Whether it looks at the version of list options. */
    readonly looks: boolean;
  }

  function server({ sv, looks }: Habits): RecordingConnection {
    const connection = recordingConnection(({ accept, query }) => {
      if (looks && query?.['apiVersion'] !== undefined) return { status: 400, body: {} };
      if (accept?.includes('sv=') === true && sv === 'refuses') return refused;
      if (accept?.includes('sv=') === true && sv === 'fails') return { status: 503, body: {} };
      if (query?.['continue'] !== undefined) return { status: 400, body: {} };
      return list;
    });
    return {
      ...connection,
      async request(request) {
        try {
          return await connection.request(request);
        } catch (error) {
          if (!(error instanceof ApiError)) throw error;
          const version = request.accept?.includes('sv=v1') === true && sv === 'honors' ? 'meta.k8s.io/v1' : 'v1';
          const status = { ...error.status, apiVersion: version, kind: 'Status' };
          throw new ApiError({ method: 'GET', path: '/', statusCode: error.statusCode, status, fromServer: true });
        }
      },
    };
  }

  it.each([
    [
      { sv: 'honors', looks: true },
      { serverVersion: 'honored', listOptions: 'checked' },
    ],
    [
      { sv: 'ignores', looks: false },
      { serverVersion: 'ignored', listOptions: 'ignored' },
    ],
    [
      { sv: 'refuses', looks: false },
      { serverVersion: 'refused', listOptions: 'ignored' },
    ],
    [
      { sv: 'fails', looks: true },
      { serverVersion: 'unknown', listOptions: 'checked' },
    ],
  ] as const)('that %j', async (habits, found) => {
    expect(await probeVersions(nodes(server(habits)))).toEqual(found);
  });

  it('is unknown of one that takes any continue token, and of one that fails', async () => {
    expect(await probeVersions(nodes(recordingConnection(() => list)))).toEqual({
      serverVersion: 'unknown',
      listOptions: 'ignored',
    });
    const failing = recordingConnection(() => ({ status: 503, body: {} }));
    expect(await probeVersions(nodes(failing))).toEqual({ serverVersion: 'unknown', listOptions: 'unknown' });
  });

  it('is not asked for a version that is none', async () => {
    await expect(probeVersions(nodes(recordingConnection([])), { serverVersion: '' })).rejects.toThrow(
      'serverVersion must',
    );
  });

  it('ends with the reason of an abort', async () => {
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(probeVersions(nodes(recordingConnection([])), { signal })).rejects.toThrow('enough');
  });
});
