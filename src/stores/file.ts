import { constants, mkdir, open, readdir, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import type { DiscoveryStore } from '../discovery/documents/discovery-store.js';
import { InvalidArgumentError } from '../shared/invalid-argument-error.js';
import { requireKey } from './store-key.js';

/** What a file store may hold, and for how long. */
export interface FileStoreOptions {
  /** The most bytes of one file that are read; a larger one is none of ours. @default 268_435_456 */
  readonly maxBytes?: number | undefined;
  /** Files that were not written for so long are taken away, in milliseconds. @default 2_592_000_000, 30 days */
  readonly maxUnusedMs?: number | undefined;
}

const suffix = '.discovery';
const ownName = /^[0-9a-f]{64}\.discovery$/;
const abandonedName = /^[0-9a-f]{64}\.discovery\.[0-9a-z-]+\.tmp$/;

/** A pipe in the place of a file would be waited for. Windows has no such flag. */
const withoutWaiting = constants.O_RDONLY | ((constants as Partial<typeof constants>).O_NONBLOCK ?? 0);

/** From what age on a file that was being written is nobody's any more. */
const abandonedMs = 3_600_000;

/**
 * A `DiscoveryStore` in a folder, for command lines and controllers of one user: each document is a file that its owner
 * alone may read. Any number of processes may share the folder, since a file is written aside and then renamed. Nothing
 * else in the folder is touched.
 *
 * @param folder where to keep the files; made with the first one
 * @throws InvalidArgumentError for a folder that is no text, and for limits that are no numbers above 0
 * @example
 * const options = await loadKubeconfig();
 * const store = createFileStore('/var/cache/my-tool');
 * const client = createClient({ ...options, discovery: { ...options.discovery, store } });
 */
export function createFileStore(folder: string, options: FileStoreOptions = {}): DiscoveryStore {
  const { maxBytes = 268_435_456, maxUnusedMs = 2_592_000_000 } = options;
  if (typeof folder !== 'string' || folder === '') throw new InvalidArgumentError('folder', 'has to be a path');
  requirePositive('maxBytes', maxBytes);
  requirePositive('maxUnusedMs', maxUnusedMs);
  const root = path.resolve(folder);
  const fileOf = (key: string): string => path.join(root, `${requireKey(key)}${suffix}`);
  let prepared: Promise<void> | undefined;

  const prepare = async (): Promise<void> => {
    await mkdir(root, { recursive: true, mode: 0o700 });
    // Taking away what is old is a kindness, and none that anybody waits for.
    tidy(root, maxUnusedMs).catch(() => undefined);
  };

  return Object.freeze<DiscoveryStore>({
    async get(key, { signal } = {}) {
      signal?.throwIfAborted();
      let file: FileHandle;
      try {
        file = await open(fileOf(key), withoutWaiting);
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
      try {
        const told = await file.stat();
        // A device or a pipe in its place reads as nothing, and so does what is too large: it is replaced.
        const isOurs = told.isFile() ? told.size <= maxBytes : told.isDirectory();
        if (!isOurs) return new Uint8Array();
        return new Uint8Array(await file.readFile({ signal }));
      } finally {
        await file.close();
      }
    },
    async set(key, bytes, { signal } = {}) {
      const target = fileOf(key);
      prepared ??= prepare();
      await prepared.catch((error: unknown) => {
        prepared = undefined;
        throw error;
      });
      const aside = `${target}.${globalThis.crypto.randomUUID()}.tmp`;
      try {
        const file = await open(aside, 'wx', 0o600);
        try {
          await file.writeFile(bytes, { signal });
        } finally {
          await file.close();
        }
        await rename(aside, target);
      } catch (error) {
        // The folder may have been taken away meanwhile.
        if (isMissing(error)) prepared = undefined;
        await rm(aside, { force: true }).catch(() => undefined);
        throw error;
      }
    },
    async delete(key) {
      await rm(fileOf(key), { force: true });
    },
  });
}

async function tidy(root: string, maxUnusedMs: number): Promise<void> {
  const now = Date.now();
  for (const name of await readdir(root)) {
    const limit = ownName.test(name) ? maxUnusedMs : abandonedName.test(name) ? abandonedMs : undefined;
    if (limit === undefined) continue;
    const file = path.join(root, name);
    // Another process may have taken it away meanwhile.
    const { mtimeMs = now } = await stat(file).catch(() => ({ mtimeMs: undefined }));
    if (now - mtimeMs > limit) await rm(file, { force: true });
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

function requirePositive(argument: string, value: number): void {
  if (typeof value === 'number' && value > 0) return;
  throw new InvalidArgumentError(argument, 'has to be a number above 0');
}
