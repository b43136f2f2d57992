import { constants, mkdir, open, readdir, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import type { DiscoveryStore } from '../core/discovery/documents/discovery-store.js';
import { storeCodec } from '../core/discovery/documents/store-codec.js';
import { requireKnownOptions, requireName, requirePositive } from '../core/shared/arguments.js';
import { requireKey } from './store-key.js';

/** Options of {@link createFileStore}. */
export interface FileStoreOptions {
  /** The maximum size of a file, in bytes; a larger one counts as foreign and is replaced. @default 268_435_456 */
  readonly maxBytes?: number | undefined;
  /** Files that were not written for this long are removed, in milliseconds. @default 2_592_000_000, 30 days */
  readonly maxUnusedMs?: number | undefined;
}

const suffix = '.discovery';
const ownName = /^[0-9a-f]{64}\.discovery$/;
const abandonedName = /^[0-9a-f]{64}\.discovery\.[0-9a-z-]+\.tmp$/;

/** Opening a pipe instead of a file would block. Windows has no such flag. */
const nonBlocking = constants.O_RDONLY | ((constants as Partial<typeof constants>).O_NONBLOCK ?? 0);

/** The age at which a partially written file counts as abandoned. */
const abandonedMs = 3_600_000;

/**
 * Makes a `DiscoveryStore` in a folder, for command lines and controllers of one user: each document is a file that
 * only its owner may read. Any number of processes may share the folder, because each file is written under another
 * name and then renamed. Nothing else in the folder is touched.
 *
 * @param folder where to keep the files; created with the first one
 * @throws InvalidArgumentError for a folder without a name and for limits that are not numbers above 0
 * @example
 * const options = await loadKubeconfig();
 * const store = createFileStore('/var/cache/my-tool');
 * const client = createClient({ ...options, discovery: { ...options.discovery, store } });
 */
export function createFileStore(folder: string, options: FileStoreOptions = {}): DiscoveryStore {
  const { maxBytes = 268_435_456, maxUnusedMs = 2_592_000_000 } = requireKnownOptions(options, {
    maxBytes: requirePositive,
    maxUnusedMs: requirePositive,
  });
  const root = path.resolve(requireName('folder', folder));
  const fileOf = (key: string): string => path.join(root, `${requireKey(key)}${suffix}`);
  let prepared: Promise<void> | undefined;

  const prepare = async (): Promise<void> => {
    await makeFolder(root);
    // Nothing waits for the removal of old files.
    removeUnused(root, maxUnusedMs).catch(() => undefined);
  };

  return Object.freeze<DiscoveryStore>({
    codec: storeCodec,
    async get(key, options = {}) {
      const { signal } = requireKnownOptions(options, { signal: true });
      signal?.throwIfAborted();
      let file: FileHandle;
      try {
        file = await open(fileOf(key), nonBlocking);
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
      try {
        const stats = await file.stat();
        // A device, a pipe or a file that is too large reads as empty, so that it is replaced.
        const isOurs = stats.isFile() ? stats.size <= maxBytes : stats.isDirectory();
        if (!isOurs) return new Uint8Array();
        return new Uint8Array(await file.readFile({ signal }));
      } finally {
        await file.close();
      }
    },
    async set(key, bytes, options = {}) {
      const { signal } = requireKnownOptions(options, { signal: true });
      const target = fileOf(key);
      prepared ??= prepare();
      await prepared.catch((error: unknown) => {
        prepared = undefined;
        throw error;
      });
      const temporary = `${target}.${globalThis.crypto.randomUUID()}.tmp`;
      try {
        const file = await open(temporary, 'wx', 0o600);
        try {
          await file.writeFile(bytes, { signal });
        } finally {
          await file.close();
        }
        await rename(temporary, target);
      } catch (error) {
        // The folder may have been removed meanwhile.
        if (isMissing(error)) prepared = undefined;
        await rm(temporary, { force: true }).catch(() => undefined);
        throw error;
      }
    },
    async delete(key) {
      await rm(fileOf(key), { force: true });
    },
  });
}

async function removeUnused(root: string, maxUnusedMs: number): Promise<void> {
  const now = Date.now();
  for (const name of await readdir(root)) {
    const limit = ownName.test(name) ? maxUnusedMs : abandonedName.test(name) ? abandonedMs : undefined;
    if (limit === undefined) continue;
    const file = path.join(root, name);
    // One that another process has removed meanwhile, a folder or one that may not be removed does not stop the rest.
    const mtimeMs = await stat(file).then(
      (found) => (found.isFile() ? found.mtimeMs : now),
      () => now,
    );
    if (now - mtimeMs > limit) await rm(file, { force: true }).catch(() => undefined);
  }
}

/** Node's own recursive `mkdir` never ends where a folder cannot be made although its parent is there, as below `/proc`. */
async function makeFolder(folder: string): Promise<void> {
  const make = (): Promise<void> =>
    mkdir(folder, { mode: 0o700 }).catch((error: unknown) => {
      if (!hasCode(error, 'EEXIST')) throw error;
    });
  try {
    await make();
  } catch (error) {
    const parent = path.dirname(folder);
    if (!isMissing(error) || parent === folder) throw error;
    await makeFolder(parent);
    await make();
  }
}

function isMissing(error: unknown): boolean {
  return hasCode(error, 'ENOENT');
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
