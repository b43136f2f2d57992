import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createDiscovery } from '../../src/core/discovery/create-discovery.js';
import type { DiscoveryOptions } from '../../src/core/discovery/options.js';
import { createConnection } from '../../src/core/transport/create-connection.js';
import type { TransportAnswer } from '../../src/core/transport/transport.js';

const groups = Array.from({ length: 100 }, (_, index) => ({ name: `g${index}.io`, versions: [{ version: 'v1' }] }));
const json = { 'content-type': 'application/json' };

type Answer = 'hang' | { readonly status?: number; readonly body: string | AsyncIterable<Uint8Array> };

/** A legacy server with 100 group-versions; `answer` may say something else of a path. */
function discoveryOf(answer: (path: string) => Answer | undefined, options: DiscoveryOptions = {}) {
  const body = (path: string): string => {
    if (path === '/api') return JSON.stringify({ kind: 'APIVersions', versions: ['v1'] });
    if (path === '/apis') return JSON.stringify({ kind: 'APIGroupList', groups });
    return JSON.stringify({ kind: 'APIResourceList', resources: [{ name: 'things', kind: 'Thing', verbs: ['get'] }] });
  };
  async function* piece(text: string): AsyncGenerator<Uint8Array> {
    yield new TextEncoder().encode(text);
  }
  const asked: string[] = [];
  const connection = createConnection({
    server: 'http://server.test',
    transport: {
      close: () => undefined,
      send({ url, signal }) {
        const path = new URL(url).pathname;
        asked.push(path);
        const said = answer(path) ?? { body: body(path) };
        if (said === 'hang') {
          return new Promise<TransportAnswer>((_resolve, reject) => {
            signal?.addEventListener('abort', () => {
              reject(signal.reason as Error);
            });
          });
        }
        const bytes = typeof said.body === 'string' ? piece(said.body) : said.body;
        return Promise.resolve({ status: said.status ?? 200, headers: json, body: bytes });
      },
    },
  });
  return { discovery: createDiscovery(connection, options), asked, connection };
}

/** How long something takes by the clock of the test, and what it came to. */
async function timed<T>(work: Promise<T>): Promise<{ readonly seconds: number; readonly result: T }> {
  const began = Date.now();
  let ended = 0;
  work.then(
    () => (ended = Date.now()),
    () => (ended = Date.now()),
  );
  for (let step = 0; step < 2000 && ended === 0; step += 1) await vi.advanceTimersByTimeAsync(100);
  return { seconds: (ended - began) / 1000, result: await work };
}

const isGroup = (path: string): boolean => path.split('/').length > 3;

describe('the time of a discovery', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('is 10 s for one group-version that hangs, which is one failure', async () => {
    const { discovery } = discoveryOf((path) => (path === '/apis/g3.io/v1' ? 'hang' : undefined));
    const { seconds, result } = await timed(discovery.catalog());
    expect(seconds).toBeLessThanOrEqual(10.2);
    expect(result.failures).toEqual([
      {
        class: 'unreachable',
        root: 'apis',
        document: '/apis/g3.io/v1',
        group: 'g3.io',
        version: 'v1',
        message: '/apis/g3.io/v1: not read within 10000 ms (discovery.requestTimeoutMs)',
      },
    ]);
    expect(result.resources()).toHaveLength(100);
  });

  it('is 60 s when all of them hang, each of them a failure', async () => {
    const { discovery, asked } = discoveryOf((path) => (isGroup(path) ? 'hang' : undefined));
    const { seconds, result } = await timed(discovery.catalog());
    expect(seconds).toBeGreaterThan(59);
    expect(seconds).toBeLessThanOrEqual(60.2);
    expect(result.failures).toHaveLength(100);
    expect(result.failures[0]?.message).toContain('discovery.requestTimeoutMs');
    expect(result.failures[99]).toMatchObject({ class: 'unreachable', group: 'g99.io', version: 'v1' });
    expect(result.failures[99]?.message).toBe(
      '/apis/g99.io/v1: not read within 60000 ms, the limit for all of discovery (discovery.timeoutMs)',
    );
    expect(asked.length).toBeLessThan(70);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is 60 s when one root hangs, and the other one is read meanwhile, with all that is below it', async () => {
    const { discovery } = discoveryOf((path) => (path === '/api' ? 'hang' : undefined));
    const { seconds, result } = await timed(discovery.catalog());
    expect(seconds).toBeLessThanOrEqual(60.2);
    expect(result.failures).toMatchObject([{ class: 'unreachable', root: 'api', document: '/api' }]);
    expect(result.resources()).toHaveLength(100);
  });

  it('ends in a DiscoveryError that names the limit, when both roots hang', async () => {
    const { discovery } = discoveryOf(() => 'hang', { timeoutMs: 5000 });
    const { seconds, result } = await timed(discovery.catalog().catch((error: unknown) => error));
    expect(seconds).toBeLessThanOrEqual(5.2);
    expect(result).toMatchObject({
      code: 'discovery',
      causes: { api: { code: 'timeout' }, apis: { code: 'timeout' } },
    });
    expect((result as Error).message).toContain('/apis: not read within 5000 ms, the limit for all of discovery');
  });

  it('has the limits of its options', async () => {
    const { discovery } = discoveryOf((path) => (isGroup(path) ? 'hang' : undefined), {
      timeoutMs: 2500,
      requestTimeoutMs: 1000,
    });
    const { seconds, result } = await timed(discovery.catalog());
    expect(seconds).toBeLessThanOrEqual(2.7);
    expect(result.failures).toHaveLength(100);
  });

  it('counts for evidence as well', async () => {
    const { discovery } = discoveryOf((path) => {
      if (isGroup(path)) return 'hang';
      const items = groups.map(({ name }) => ({
        metadata: { name },
        versions: [{ version: 'v1', resources: [{ resource: 'things', scope: 'Namespaced', verbs: ['get'] }] }],
      }));
      const list = { kind: 'APIGroupDiscoveryList', apiVersion: 'apidiscovery.k8s.io/v2' };
      return { body: JSON.stringify({ ...list, items: path === '/apis' ? items : [] }) };
    });
    const catalog = await discovery.catalog();
    const all = groups.map(({ name }) => ({ group: name, version: 'v1' }));
    const { seconds, result } = await timed(discovery.evidence(catalog, all));
    expect(seconds).toBeLessThanOrEqual(60.2);
    expect(result.failures).toHaveLength(100);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is over for nobody who closes the client or leaves: that is thrown', async () => {
    const { discovery, connection } = discoveryOf((path) => (isGroup(path) ? 'hang' : undefined));
    const controller = new AbortController();
    const left = discovery.catalog({ signal: controller.signal }).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(100);
    controller.abort('left');
    expect(await left).toBe('left');
    const closed = discovery.catalog().catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(100);
    await connection.close();
    expect(await closed).toMatchObject({ code: 'closed' });
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('the size of a document', () => {
  async function* endless(): AsyncGenerator<Uint8Array> {
    for (;;) yield new Uint8Array(65_536).fill(32);
  }

  it('that is too large is a failure of this document alone', async () => {
    const { discovery } = discoveryOf((path) => (path === '/apis/g3.io/v1' ? { body: endless() } : undefined), {
      maxDocumentBytes: 1_000_000,
    });
    const catalog = await discovery.catalog();
    expect(catalog.failures).toMatchObject([{ class: 'malformed', group: 'g3.io', version: 'v1' }]);
    expect(catalog.failures[0]?.message).toBe(
      '/apis/g3.io/v1: the document is larger than 1000000 bytes (discovery.maxDocumentBytes)',
    );
    expect(catalog.resources()).toHaveLength(100);
  });

  it('of a root costs that root', async () => {
    const { discovery } = discoveryOf((path) => (path === '/apis' ? { body: endless() } : undefined), {
      maxDocumentBytes: 1_000_000,
    });
    const catalog = await discovery.catalog();
    expect(catalog.failures).toMatchObject([{ class: 'malformed', root: 'apis', document: '/apis' }]);
    expect(catalog.resources()).toHaveLength(1);
  });

  it.each<[string, DiscoveryOptions]>([
    ['discovery.timeoutMs', { timeoutMs: 0 }],
    ['discovery.requestTimeoutMs', { requestTimeoutMs: Number.NaN }],
    ['discovery.maxDocumentBytes', { maxDocumentBytes: -1 }],
  ])('and the other limits have to be above 0: %s', (option, options) => {
    expect(() => discoveryOf(() => undefined, options)).toThrow(
      expect.objectContaining({ code: 'invalid-argument', argument: option }),
    );
  });
});
