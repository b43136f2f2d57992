import { describe, expect, it, vi } from 'vitest';
import { createDiscovery } from '../../../src/discovery/create-discovery.js';
import type { DocumentStore, StoredDocument } from '../../../src/discovery/documents/document-store.js';
import { captured } from '../../fixtures/captured.js';
import { replay, type ReplayConnection, type Scripted } from '../replay-connection.js';

const documents = captured('kube-1.36-v2');
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

function server(): ReplayConnection {
  const answer = (path: '/api' | '/apis'): Scripted => {
    return ({ ifNoneMatch }) =>
      ifNoneMatch === documents[path]!.headers['etag'] ? { status: 304, headers: {}, body: '' } : documents[path]!;
  };
  return replay({ '/api': answer('/api'), '/apis': answer('/apis') });
}

/** A store in memory, parts of which may be replaced. */
function storeOf(parts: Partial<DocumentStore> = {}) {
  const kept = new Map<string, StoredDocument>();
  const store: DocumentStore = {
    get: async (key) => kept.get(key),
    set: async (key, document) => {
      kept.set(key, document);
    },
    delete: async (key) => {
      kept.delete(key);
    },
    ...parts,
  };
  return { kept, access: { store, scope: ['a cluster', 'a user'] } };
}

/** What a new client learns with a store, and what it was sent. */
async function start(access: ReturnType<typeof storeOf>['access']) {
  const connection = server();
  const catalog = await createDiscovery(connection, {}, { store: access }).catalog();
  // What goes into a store is waited for by nobody.
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  return { catalog, tags: connection.requests.map(({ ifNoneMatch }) => ifNoneMatch) };
}

const tags = [documents['/api']!.headers['etag'], documents['/apis']!.headers['etag']];

describe('a store of documents', () => {
  it('lets a second client begin with two answers without a body', async () => {
    const { kept, access } = storeOf();
    const first = await start(access);
    expect(first.tags).toEqual([undefined, undefined]);
    expect(kept.size).toBe(2);
    const second = await start(access);
    expect(second.tags).toEqual(tags);
    expect(second.catalog.groups).toEqual(first.catalog.groups);
    expect(second.catalog.provenance).toEqual({ api: 'aggregated/v2', apis: 'aggregated/v2' });
  });

  it('has keys that are hashes, others for another user', async () => {
    const { kept, access } = storeOf();
    await start(access);
    await start({ ...access, scope: ['a cluster', 'another user'] });
    expect([...kept.keys()].every((key) => /^[0-9a-f]{64}$/.test(key))).toBe(true);
    await vi.waitFor(() => {
      expect(kept.size).toBe(4);
    });
  });

  const bad = { bytes: bytesOf('{"kind":"APIGroupDisc'), etag: tags[1]!, mediaType: 'application/json' };
  it.each<[string, Partial<DocumentStore>]>([
    ['throws', { get: () => Promise.reject(new Error('no')), set: () => Promise.reject(new Error('no')) }],
    [
      'throws at once',
      {
        get: () => {
          throw new Error('no');
        },
      },
    ],
    ['gives half a document', { get: async () => bad }],
    ['gives another document', { get: async () => ({ ...bad, bytes: bytesOf('{"kind":"PodList","items":[]}') }) }],
    ['gives null', { get: async () => null as never }],
    ['gives a text', { get: async () => ({ ...bad, bytes: 'x' }) as never }],
    ['gives no validator', { get: async () => ({ ...bad, etag: '' }) }],
  ])('that %s does no harm', async (_what, parts) => {
    const { access } = storeOf(parts);
    const { catalog } = await start(access);
    expect(catalog.failures.filter(({ class: why }) => why !== 'stale')).toEqual([]);
    expect(catalog.groups.length).toBeGreaterThan(20);
  });

  it('that hangs is left after a while', async () => {
    const { access } = storeOf({
      get: (_key, { signal } = {}) =>
        new Promise((_resolve, reject) => {
          signal?.addEventListener('abort', () => {
            reject(new Error('left'));
          });
        }),
    });
    const began = performance.now();
    expect((await start(access)).catalog.groups.length).toBeGreaterThan(20);
    expect(performance.now() - began).toBeGreaterThan(1900);
  });
});
