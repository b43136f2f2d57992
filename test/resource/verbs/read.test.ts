import { describe, expect, it } from 'vitest';
import type { JsonRecord } from '../../../src/core/shared/json-record.js';
import type { ApiRequest } from '../../../src/core/transport/connection.js';
import { nodes } from '../handles.js';
import { recordingConnection, type FakeAnswer } from '../recording-connection.js';

function page(names: readonly string[], next?: string): FakeAnswer {
  const metadata: JsonRecord = { resourceVersion: '10', ...(next === undefined ? {} : { continue: next }) };
  return {
    body: { kind: 'NodeList', apiVersion: 'v1', metadata, items: names.map((name) => ({ metadata: { name } })) },
  };
}

const threePages = [page(['a', 'b'], 't1'), page([], 't2'), page(['c'])];

async function namesOf(items: AsyncIterable<{ metadata: { name?: string | undefined } }>): Promise<unknown[]> {
  const names: unknown[] = [];
  for await (const item of items) names.push(item.metadata.name);
  return names;
}

describe('items', () => {
  it('come from all pages in order, empty pages among them', async () => {
    const connection = recordingConnection(threePages);
    expect(await namesOf(nodes(connection).items({ limit: 2 }))).toEqual(['a', 'b', 'c']);
    expect(connection.requests.map(({ query }) => query?.['continue'])).toEqual([undefined, 't1', 't2']);
  });

  it('of a Table are its rows', async () => {
    const rows: unknown[] = [];
    for await (const row of nodes(recordingConnection(threePages)).as('Table').items()) rows.push(row.cells[0]);
    expect(rows).toEqual(['a', 'b', 'c']);
  });

  it('ask for nothing before they are wanted, and for no page too many', async () => {
    const connection = recordingConnection(threePages);
    const items = nodes(connection).items();
    expect(connection.requests).toHaveLength(0);
    for await (const item of items) if (item.metadata.name === 'b') break;
    expect(connection.requests).toHaveLength(1);
  });

  it('begin at the first page each time', async () => {
    const connection = recordingConnection([...threePages, ...threePages]);
    const items = nodes(connection).items();
    expect(await namesOf(items)).toEqual(await namesOf(items));
    expect(connection.requests).toHaveLength(6);
  });

  it('go on for as many pages as there are', async () => {
    let asked = 0;
    const connection = recordingConnection(() => {
      asked += 1;
      return page([`n${asked}`], asked < 1000 ? `t${asked}` : undefined);
    });
    expect(await namesOf(nodes(connection).items())).toHaveLength(1000);
  });

  it('end with the reason of an abort, even inside a page', async () => {
    const controller = new AbortController();
    const reason = new Error('enough');
    const connection = recordingConnection(threePages);
    const seen: unknown[] = [];
    const walk = async (): Promise<void> => {
      for await (const item of nodes(connection).items({ signal: controller.signal })) {
        seen.push(item.metadata.name);
        controller.abort(reason);
      }
    };
    await expect(walk()).rejects.toBe(reason);
    expect(seen).toEqual(['a']);
    expect(connection.requests).toHaveLength(1);
  });

  it('throw when a token has expired on the way', async () => {
    const connection = recordingConnection([page(['a'], 't1'), { status: 410, body: {} }]);
    await expect(namesOf(nodes(connection).items())).rejects.toMatchObject({ code: 'api', statusCode: 410 });
  });

  it('throw when the server sends the same token again, which would never end', async () => {
    const connection = recordingConnection([page(['a'], 't1'), page(['b'], 't1')]);
    await expect(namesOf(nodes(connection).items())).rejects.toMatchObject({
      code: 'unexpected-shape',
      field: 'metadata.continue',
    });
    await expect(
      namesOf(nodes(recordingConnection([page(['a'], 't0')])).items({ continue: 't0' })),
    ).rejects.toMatchObject({ code: 'unexpected-shape' });
  });
});

describe('the page after the one that is read', () => {
  const names = (from: number): string[] => Array.from({ length: 20 }, (_, place) => `n${from + place}`);
  const twoPages = [page(names(0), 't1'), page(names(20))];

  /** Answers the first page at once, and the others when they are let go. */
  function slowConnection(answers: readonly FakeAnswer[]) {
    const connection = recordingConnection(answers);
    const signals: (AbortSignal | undefined)[] = [];
    let letGo: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (letGo = resolve));
    const request = async (asked: ApiRequest) => {
      signals.push(asked.signal);
      if (signals.length > 1) await held;
      return connection.request(asked);
    };
    return { ...connection, request, signals, letGo };
  }
  async function read(items: AsyncIterator<{ metadata: { name?: string | undefined } }>, count: number) {
    for (let place = 0; place < count; place += 1) await items.next();
  }

  it('is asked for once a few items were read, and one at a time', async () => {
    const connection = slowConnection([...twoPages.slice(0, 1), page(names(20), 't2'), page(names(40))]);
    const items = nodes(connection).items()[Symbol.asyncIterator]();
    await read(items, 8);
    expect(connection.signals).toHaveLength(1);
    await read(items, 1);
    expect(connection.signals).toHaveLength(2);
    connection.letGo();
    await read(items, 11);
    expect(connection.signals).toHaveLength(2);
    await read(items, 9);
    expect(connection.signals).toHaveLength(3);
  });

  it('is given up by whoever leaves', async () => {
    const connection = slowConnection(twoPages);
    for await (const item of nodes(connection).items()) if (item.metadata.name === 'n12') break;
    expect(connection.signals.map((signal) => signal?.aborted)).toEqual([true, true]);
  });

  it('is given up by whoever leaves while waiting for it', async () => {
    const connection = slowConnection(twoPages);
    const items = nodes(connection).items()[Symbol.asyncIterator]();
    await read(items, 20);
    const waiting = items.next();
    await items.return?.();
    expect(connection.signals[1]?.aborted).toBe(true);
    connection.letGo();
    await expect(waiting).resolves.toEqual({ done: true, value: undefined });
  });

  it('is given up with the reason of an abort', async () => {
    const controller = new AbortController();
    const connection = slowConnection(twoPages);
    const items = nodes(connection).items({ signal: controller.signal })[Symbol.asyncIterator]();
    await read(items, 12);
    const reason = new Error('enough');
    controller.abort(reason);
    expect(connection.signals[1]?.reason).toBe(reason);
    await expect(items.next()).rejects.toBe(reason);
    await expect(items.next()).resolves.toEqual({ done: true, value: undefined });
  });

  it('is told as failed when it is wanted, and not before', async () => {
    const seen: unknown[] = [];
    const walk = async (): Promise<void> => {
      for await (const item of nodes(recordingConnection([twoPages[0]!, { status: 410, body: {} }])).items()) {
        seen.push(item.metadata.name);
        await new Promise(setImmediate);
      }
    };
    await expect(walk()).rejects.toMatchObject({ code: 'api', statusCode: 410 });
    expect(seen).toEqual(names(0));
  });

  it('may fail when nobody wants it any more', async () => {
    const connection = recordingConnection([twoPages[0]!, { status: 500, body: {} }]);
    for await (const item of nodes(connection).items()) {
      await new Promise(setImmediate);
      if (item.metadata.name === 'n12') break;
    }
    await new Promise(setImmediate);
    expect(connection.requests).toHaveLength(2);
  });

  it('is not asked for by pages(), whose reader takes one at a time', async () => {
    const connection = recordingConnection(twoPages);
    const pages = nodes(connection).pages()[Symbol.asyncIterator]();
    await pages.next();
    await new Promise(setImmediate);
    expect(connection.requests).toHaveLength(1);
  });
});

describe('tokens that go round', () => {
  const going = (tokens: (asked: number) => string) => {
    let asked = 0;
    return recordingConnection(() => page([`n${asked}`], tokens((asked += 1))));
  };

  it.each([2, 3, 7, 100])('in rounds of %d end with an error', async (round) => {
    const connection = going((asked) => `t${asked % round}`);
    await expect(namesOf(nodes(connection).items())).rejects.toMatchObject({
      code: 'unexpected-shape',
      field: 'metadata.continue',
    });
    expect(connection.requests.length).toBeLessThanOrEqual(round * 3 + 2);
  });

  it('after a beginning that does not come again end as well', async () => {
    const connection = going((asked) => (asked < 50 ? `begin${asked}` : `t${asked % 2}`));
    await expect(namesOf(nodes(connection).items())).rejects.toMatchObject({ code: 'unexpected-shape' });
    expect(connection.requests.length).toBeLessThan(150);
  });
});

describe('pages', () => {
  it('are whole lists, the last one without a token', async () => {
    const tokens: unknown[] = [];
    for await (const each of nodes(recordingConnection(threePages)).pages()) tokens.push(each.metadata.continue);
    expect(tokens).toEqual(['t1', 't2', undefined]);
  });

  it('each take the signal and the limits of the call', async () => {
    const { signal } = new AbortController();
    const connection = recordingConnection(threePages);
    for await (const each of nodes(connection).pages({ signal, timeoutMs: 5000, limit: 2 })) void each;
    expect(connection.requests.map((request) => [request.signal === signal, request.timeoutMs])).toEqual(
      Array(3).fill([true, 5000]),
    );
  });
});
