/**
 * A client in a process of its own, for tests of stores that processes share. It reads one JSON word of the command line,
 * {@link DiscoveryProcessWork}, and then `learn`, `refresh` and `state`, a line each; it answers each with a line of JSON.
 */
import { createInterface } from 'node:readline';
import { createClient, type Catalog, type DiscoveryStore, type StoreFailure } from '../../src/index.js';
import { createFileStore } from '../../src/stores/file.js';
import { createKeyvStore } from '../../src/stores/keyv.js';

/** What the process is to do; without a folder for a store there is none. */
export interface DiscoveryProcessWork {
  readonly server: string;
  readonly storeKey: string;
  /** A folder for the store of files. */
  readonly folder?: string | undefined;
  /** `redis://...`, for the store in Keyv. */
  readonly redis?: string | undefined;
}

/** What it answers. */
export interface DiscoveryProcessState {
  /** `plural.version.group` of each endpoint, with `!` behind what is kept. */
  readonly endpoints: readonly string[];
  readonly from: 'store' | undefined;
  readonly failures: readonly string[];
  /** What was wrong with the store, each kind as often as it was reported. */
  readonly storeFailures: readonly StoreFailure['kind'][];
  /** How many records it has put into the store. */
  readonly written: number;
  /** The error of the last call, where it threw. */
  readonly error?: string | undefined;
}

const { server, storeKey, folder, redis } = JSON.parse(process.argv[2] ?? '{}') as DiscoveryProcessWork;
const storeFailures: StoreFailure['kind'][] = [];
let written = 0;
const inner = await storeOf();
const store = inner && counted(inner);
const client = createClient({
  server,
  discovery: { store, storeKey, onStoreFailure: ({ kind }) => storeFailures.push(kind) },
});

for await (const line of createInterface(process.stdin)) {
  let error: string | undefined;
  try {
    if (line === 'learn') await client.discovery.catalog();
    if (line === 'refresh') await client.discovery.refresh();
  } catch (thrown) {
    error = String(thrown);
  }
  process.stdout.write(`${JSON.stringify({ ...stateOf(client.discovery.current), error })}\n`);
}
// An adapter may hold the process by knocking at a server that is gone.
process.exit();

async function storeOf(): Promise<DiscoveryStore | undefined> {
  if (folder !== undefined) return createFileStore(folder);
  if (redis === undefined) return undefined;
  // Loading them takes longer than all the rest, which counts where hundreds of processes start.
  const [{ default: Keyv }, { default: KeyvRedis }] = await Promise.all([import('keyv'), import('@keyv/redis')]);
  return createKeyvStore(new Keyv(new KeyvRedis(redis)));
}

function counted(inner: DiscoveryStore): DiscoveryStore {
  return {
    ...inner,
    async set(...call) {
      await inner.set(...call);
      written += 1;
    },
  };
}

function stateOf(catalog: Catalog | undefined): DiscoveryProcessState {
  const endpoints = (catalog?.resources() ?? []).map(
    ({ resource, version, group, freshness }) =>
      `${[resource, version, group].filter((part) => part !== '').join('.')}${freshness === 'Kept' ? '!' : ''}`,
  );
  const failures = catalog?.failures.map(({ message }) => message) ?? [];
  return { endpoints, from: catalog?.provenance.from, failures, storeFailures, written };
}
