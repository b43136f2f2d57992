import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { UsageError } from '../errors.js';
import { oneLine } from '../terminal/one-line.js';

const extensions = /\.(?:json|yaml|yml)$/;
const maxFiles = 10_000;

/**
 * Returns the files that `-f` names, in order: a file itself, `-` for standard input, and for a folder its files with
 * the extensions of manifests, sorted by name; with `recursive`, also those of its subfolders. Does not follow links to
 * folders there.
 *
 * @throws {UsageError} for a folder without such files or with too many, for a URL, and for a repeated `-`
 */
export async function findManifestFiles(
  paths: readonly string[],
  { recursive = false }: { readonly recursive?: boolean | undefined },
): Promise<readonly string[]> {
  if (paths.filter((path) => path === '-').length > 1) {
    throw new UsageError("'-' is standard input, which can be read only once.");
  }
  const found: string[] = [];
  for (const path of paths) {
    if (/^https?:\/\//.test(path)) {
      throw new UsageError(
        `${JSON.stringify(path)} is a URL, which is not supported: download it first, or pipe it in with -f -.`,
      );
    }
    if (path === '-' || !(await isFolder(path))) found.push(path);
    else {
      const before = found.length;
      await addFilesOf(path, recursive, found);
      if (found.length === before) {
        const more = recursive ? '' : ' Use -R to read its subfolders as well.';
        throw new UsageError(`${JSON.stringify(path)} contains no .json, .yaml or .yml file.${more}`);
      }
    }
  }
  return found;
}

async function addFilesOf(folder: string, recursive: boolean, found: string[]): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((cause: unknown) => {
    const why = cause instanceof Error ? oneLine(cause.message) : 'unknown';
    throw new UsageError(`${JSON.stringify(folder)} cannot be read: ${why}`, { cause });
  });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (recursive) await addFilesOf(path, recursive, found);
    } else if (extensions.test(entry.name) && !(await isFolder(path))) {
      found.push(path);
      if (found.length > maxFiles) throw new UsageError(`-f selects more than ${maxFiles} files: specify fewer.`);
    }
  }
}

/** Returns false for a path that does not exist: reading it reports the error. */
async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
