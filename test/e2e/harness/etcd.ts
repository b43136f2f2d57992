import type { TestServer } from './start-server.js';

/**
 * Makes etcd forget all that was before this moment. Something must have been written since for that to matter to a
 * reader of an older state.
 * @see https://etcd.io/docs/v3.6/dev-guide/api_grpc_gateway/
 */
export async function compactEtcd(server: Pick<TestServer, 'etcdUrl'>): Promise<void> {
  const { header } = await askEtcd(server, 'range', { key: Buffer.from('/').toString('base64'), limit: 1 });
  await askEtcd(server, 'compaction', { revision: header.revision, physical: true });
}

/** Deletes a key past the API server, while it is away say: `/registry/configmaps/web/front`. */
export async function deleteFromEtcd(server: Pick<TestServer, 'etcdUrl'>, key: string): Promise<void> {
  const { deleted } = await askEtcd(server, 'deleterange', { key: Buffer.from(key).toString('base64') });
  if (deleted !== '1') throw new Error(`etcd has no ${key}`);
}

interface EtcdAnswer {
  /** The revision is a number of 64 bits, so that it is written as a string. */
  readonly header: { readonly revision: string };
  /** How many keys a `deleterange` removed. */
  readonly deleted?: string | undefined;
}

async function askEtcd({ etcdUrl }: Pick<TestServer, 'etcdUrl'>, call: string, body: object): Promise<EtcdAnswer> {
  const response = await fetch(new URL(`/v3/kv/${call}`, etcdUrl), { method: 'POST', body: JSON.stringify(body) });
  const text = await response.text();
  if (!response.ok) throw new Error(`etcd, ${call}: ${response.status} ${text}`);
  return JSON.parse(text) as EtcdAnswer;
}
