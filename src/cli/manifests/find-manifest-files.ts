import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { UsageError } from '../errors.js';
import type { ReadInput } from '../session.js';
import { oneLine } from '../terminal/one-line.js';
import type { ManifestFlags } from './manifest-flags.js';
import type { Kustomize } from './run-kustomize.js';

const extensions = /\.(?:json|yaml|yml)$/;
const maxFiles = 10_000;

/** A text with manifests. */
export interface ManifestSource {
  /** The name of the file or the folder, for messages. */
  readonly name: string;
  /** Reads it. */
  readonly read: () => Promise<string>;
}

/**
 * Returns what `-f` and `-k` name, in order; `-k` is one text.
 *
 * @throws {UsageError} as {@link findManifestFiles}, and for `-k` beside `-f` or `-R`
 */
export async function findManifests(
  { filename = [], kustomize: folder, recursive }: ManifestFlags,
  { readInput, kustomize }: { readonly readInput: ReadInput; readonly kustomize: Kustomize },
): Promise<readonly ManifestSource[]> {
  if (folder === undefined) {
    return (await findManifestFiles(filename, { recursive })).map((file) => manifestFile(file, readInput));
  }
  if (filename.length > 0 || recursive === true) throw new UsageError('-k cannot be combined with -f or -R.');
  return [{ name: oneLine(folder), read: () => kustomize(folder) }];
}

/** The text of a file, or of standard input for `-`. */
export function manifestFile(file: string, readInput: ReadInput): ManifestSource {
  return { name: fileName(file), read: () => readInput(file) };
}

/** The name of a file, for messages. */
export function fileName(file: string): string {
  return oneLine(file === '-' ? 'standard input' : file);
}

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
