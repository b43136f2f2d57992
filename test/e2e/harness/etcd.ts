import type { TestServer } from './start-server.js';
import { waitUntil } from './wait-until.js';

/**
 * Makes etcd forget everything before this moment. This affects a reader of an older state only if something was
 * written since that state.
 * @see https://etcd.io/docs/v3.6/dev-guide/api_grpc_gateway/
 */
export async function compactEtcd(server: Pick<TestServer, 'etcdUrl'>): Promise<void> {
  const { header } = await askEtcd(server, 'range', { key: Buffer.from('/').toString('base64'), limit: 1 });
  await askEtcd(server, 'compaction', { revision: header.revision, physical: true });
}

/** Deletes a key directly in etcd, for example while the API server is away: `/registry/configmaps/web/front`. */
export async function deleteFromEtcd(server: Pick<TestServer, 'etcdUrl'>, key: string): Promise<void> {
  const { deleted } = await askEtcd(server, 'deleterange', { key: Buffer.from(key).toString('base64') });
  if (deleted !== '1') throw new Error(`etcd has no ${key}`);
}

/**
 * Raises the revision by many writes, and forgets all before it: what `etcdutl snapshot restore --bump-revision
 * --mark-compacted` does.
 */
export async function bumpEtcd(server: Pick<TestServer, 'etcdUrl'>, revisions: number): Promise<void> {
  const body = { key: Buffer.from('/bumped').toString('base64'), value: '' };
  for (let begun = 0; begun < revisions; begun += 50) {
    await Promise.all(Array.from({ length: 50 }, () => askEtcd(server, 'put', body)));
  }
  await compactEtcd(server);
}

/** Waits until etcd answers, and returns its revision. */
export async function etcdRevision(server: Pick<TestServer, 'etcdUrl'>): Promise<number> {
  const read = { key: Buffer.from('/').toString('base64'), limit: 1 };
  const answer = await waitUntil('etcd answers', () => askEtcd(server, 'range', read).catch(() => undefined));
  return Number(answer.header.revision);
}

interface EtcdAnswer {
  /** The revision is a 64-bit number and therefore a string. */
  readonly header: { readonly revision: string };
  /** The number of keys that a `deleterange` removed. */
  readonly deleted?: string | undefined;
}

async function askEtcd({ etcdUrl }: Pick<TestServer, 'etcdUrl'>, call: string, body: object): Promise<EtcdAnswer> {
  const response = await fetch(new URL(`/v3/kv/${call}`, etcdUrl), { method: 'POST', body: JSON.stringify(body) });
  const text = await response.text();
  if (!response.ok) throw new Error(`etcd, ${call}: ${response.status} ${text}`);
  return JSON.parse(text) as EtcdAnswer;
}
