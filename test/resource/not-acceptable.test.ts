import { afterEach, describe, expect, it, vi } from 'vitest';
import { originOf } from '../../src/core/representation/origin.js';
import type { AnswerBody } from '../../src/core/media/answer-body.js';
import { deployments, nodes } from './handles.js';
import { recordingConnection, type FakeAnswer } from './recording-connection.js';

const refused: FakeAnswer = { status: 406, body: { kind: 'Status', apiVersion: 'v1', status: 'Failure', code: 406 } };
const node = { kind: 'Node', apiVersion: 'v1', metadata: { name: 'n1' }, spec: {} };
const one: FakeAnswer = { body: node };
const list: FakeAnswer = {
  body: { kind: 'NodeList', apiVersion: 'v1', metadata: { continue: 'next' }, items: [node] },
};

afterEach(() => {
  vi.useRealTimers();
});

describe('a representation that the server refuses with 406', () => {
  it.each(['Table', 'PartialObjectMetadata'] as const)('%s is made here from plain JSON, and says so', async (name) => {
    const connection = recordingConnection([refused, one, refused, list]);
    const handle = name === 'Table' ? nodes(connection).as(name) : nodes(connection).as(name);
    const single: object = await handle.get('n1');
    const many = await handle.list();
    expect([originOf(single), originOf(many)]).toEqual(['converted', 'converted']);
    expect(many.metadata.continue).toBe('next');
    expect(connection.requests.map(({ accept }) => accept === 'application/json')).toEqual([false, true, false, true]);
  });

  it('is asked for once more only, and the second refusal is the error', async () => {
    const connection = recordingConnection([refused, refused]);
    await expect(nodes(connection).as('Table').list()).rejects.toMatchObject({ code: 'api', statusCode: 406 });
    expect(connection.requests).toHaveLength(2);
  });

  it.each(['get', 'list'] as const)(
    'is asked for once in an hour, and costs one request more then: %s',
    async (verb) => {
      vi.useFakeTimers({ toFake: ['Date'] });
      const connection = recordingConnection(({ accept, path }) => {
        if (accept !== 'application/json') return refused;
        return path.endsWith('/n1') ? one : list;
      });
      const tables = nodes(connection).as('Table');
      const read = (): Promise<object> => (verb === 'get' ? tables.get('n1') : tables.list());
      const asked = (): boolean[] => connection.requests.map(({ accept }) => accept !== 'application/json');
      expect(originOf(await read())).toBe('converted');
      vi.advanceTimersByTime(3_599_999);
      expect(originOf(await read())).toBe('converted');
      expect(asked()).toEqual([true, false, false]);
      vi.advanceTimersByTime(1);
      await read();
      expect(asked()).toEqual([true, false, false, true, false]);
    },
  );

  it('is remembered for the endpoint, the verb and the form alone', async () => {
    const connection = recordingConnection(({ accept, path }) => {
      if (accept?.includes('as=Table') === true && !path.endsWith('/n1')) return refused;
      return path.endsWith('/n1') ? one : list;
    });
    await nodes(connection).as('Table').list();
    await nodes(connection).as('Table').get('n1');
    await nodes(connection).as('PartialObjectMetadata').list();
    await deployments(connection).as('Table').list();
    expect(connection.requests.map(({ accept }) => accept?.includes('as='))).toEqual([
      true,
      false,
      true,
      true,
      true,
      false,
    ]);
  });

  it('is asked for again where plain JSON was refused as well', async () => {
    const connection = recordingConnection([refused, refused, refused, list]);
    await expect(nodes(connection).as('Table').list()).rejects.toMatchObject({ statusCode: 406 });
    await nodes(connection).as('Table').list();
    expect(connection.requests.map(({ accept }) => accept?.includes('as='))).toEqual([true, false, true, false]);
  });

  it('is not asked for again when it was plain JSON already', async () => {
    const connection = recordingConnection([refused]);
    await expect(nodes(connection).list()).rejects.toMatchObject({ code: 'api', statusCode: 406 });
    expect(connection.requests).toHaveLength(1);
  });

  it('is not patched again, since the patch may have been done', async () => {
    const connection = recordingConnection([refused]);
    const patched = nodes(connection).as('Table').patch('n1', {}, { type: 'merge' });
    await expect(patched).rejects.toMatchObject({ code: 'api', statusCode: 406 });
    expect(connection.requests).toHaveLength(1);
  });

  it('may be one of the caller’s own', async () => {
    const namesOnly = {
      name: 'names',
      offer: (verb: string) => ({
        accept: 'application/x-names',
        query: verb === 'get' ? { short: 'true' } : {},
      }),
      decodeOne: (body: AnswerBody) => (body.json() as { kind: string }).kind,
      decodeMany: (body: AnswerBody) =>
        (body.json() as { items: { metadata: { name: string } }[] }).items.map(({ metadata }) => metadata.name),
      decodeEvents: () => (frame: AnswerBody) => frame.text(),
      itemsOf: (names: string[]) => names,
      continueOf: () => undefined,
    };
    const connection = recordingConnection([refused, one, refused, list]);
    expect(await nodes(connection).as(namesOnly).get('n1')).toBe('Node');
    expect(await nodes(connection).as(namesOnly).list()).toEqual(['n1']);
    expect(connection.requests.map(({ accept, query }) => [accept, query])).toEqual([
      ['application/x-names', { short: 'true' }],
      ['application/json', {}],
      ['application/x-names', {}],
      ['application/json', {}],
    ]);
  });

  it('is asked for within the time of one call, with the second question', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const startedAt = performance.now();
    const connection = recordingConnection(({ accept }) => {
      vi.advanceTimersByTime(2000);
      return accept === 'application/json' ? list : refused;
    });
    await nodes(connection).as('Table').list({ timeoutMs: 5000 });
    const limits = connection.requests.map((request) => [request.timeoutMs, request.startedAt]);
    expect(limits).toEqual([
      [5000, startedAt],
      [5000, startedAt],
    ]);
  });
});

it.each([400, 403, 404, 410, 415, 500, 503])('a %d is an error at once', async (status) => {
  const connection = recordingConnection([{ status, body: {} }]);
  await expect(nodes(connection).as('Table').list()).rejects.toMatchObject({ code: 'api', statusCode: status });
  expect(connection.requests).toHaveLength(1);
});
