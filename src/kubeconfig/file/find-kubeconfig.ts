import { stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { requireName } from '../../core/shared/arguments.js';
import { InvalidArgumentError } from '../../core/shared/invalid-argument-error.js';
import { KubeconfigMissingFileError, KubeconfigUnreadableFileError } from '../errors.js';
import type { Environment, LoadKubeconfigOptions } from '../load-options.js';
import { parseKubeconfig, type Kubeconfig } from './parse.js';
import { errorCode, readLimited } from './read-limited.js';

/** Enough for several hundred contexts with inline certificates; anything larger is no kubeconfig, and slow to refuse. */
const maxBytes = 2 * 1024 * 1024;

/** The result of looking for kubeconfig files. */
export interface FoundKubeconfig {
  /** The paths that were tried. */
  readonly paths: readonly string[];
  /** All existing files, merged; undefined if there are none. */
  readonly kubeconfig: Kubeconfig | undefined;
}

/**
 * Parses the text that was given, or reads and merges the kubeconfig files: the requested one, which must exist, or those in `KUBECONFIG`, or
 * `~/.kube/config`.
 * @see https://kubernetes.io/docs/concepts/configuration/organize-cluster-access-kubeconfig/#merging-kubeconfig-files
 */
export async function findKubeconfig(
  options: Pick<LoadKubeconfigOptions, 'path' | 'text' | 'signal'>,
  env: Environment,
): Promise<FoundKubeconfig> {
  const { path: requested, text, signal } = options;
  if ('text' in options) {
    requireName('text', text);
    if (requested) throw new InvalidArgumentError('text', 'is set together with path: use only one of them');
    return { paths: [], kubeconfig: parseKubeconfig(text as string, undefined) };
  }
  const paths = kubeconfigPaths(requested, env);
  const files: Kubeconfig[] = [];
  for (const file of paths) {
    signal?.throwIfAborted();
    const kubeconfig = await readKubeconfig(file, Boolean(requested));
    if (kubeconfig !== undefined) files.push(kubeconfig);
  }
  return { paths, kubeconfig: files.length === 0 ? undefined : mergeKubeconfigs(files) };
}

/** Returns the files to read, in descending priority. */
function kubeconfigPaths(requested: string | undefined, env: Environment): readonly string[] {
  if (requested) return [path.resolve(requested)];
  const listed = (env['KUBECONFIG'] ?? '').split(path.delimiter).filter((file) => file !== '');
  if (listed.length > 0) return [...new Set(listed.map((file) => path.resolve(file)))];
  return [path.join(env['HOME'] || homedir(), '.kube', 'config')];
}

/** Reads one file; returns undefined if it is missing and not required. */
async function readKubeconfig(file: string, required: boolean): Promise<Kubeconfig | undefined> {
  try {
    await stat(file);
  } catch (error) {
    const code = errorCode(error) ?? 'unknown reason';
    if (code !== 'ENOENT') throw new KubeconfigUnreadableFileError(`it cannot be read (${code})`, { file });
    if (required) throw new KubeconfigMissingFileError('file not found', { file });
    return undefined;
  }
  return parseKubeconfig(await readLimited(file, maxBytes, { file }, 'it'), file);
}

/** Merges files: the first one to set the current context or a named entry wins; later entries are ignored entirely. */
function mergeKubeconfigs(files: readonly Kubeconfig[]): Kubeconfig {
  return {
    file: files.flatMap(({ file }) => file ?? []).join(path.delimiter),
    currentContext: files.find((file) => file.currentContext !== undefined)?.currentContext,
    clusters: firstOfEach(files.map((file) => file.clusters)),
    contexts: firstOfEach(files.map((file) => file.contexts)),
    users: firstOfEach(files.map((file) => file.users)),
  };
}

function firstOfEach<Entry>(maps: readonly ReadonlyMap<string, Entry>[]): ReadonlyMap<string, Entry> {
  // The last one to set a key of a Map wins, so the files are processed from last to first.
  return new Map([...maps].reverse().flatMap((map) => [...map]));
}
