import { stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { KubeconfigMissingFileError, KubeconfigUnreadableFileError } from './file-errors.js';
import type { Environment } from './load-options.js';
import { parseKubeconfig, type Kubeconfig } from './parse.js';
import { errorCode, readLimited } from './read-limited.js';

/** Room for several hundred contexts with inline certificates; more is no kubeconfig, and slow to be found out. */
const maxBytes = 2 * 1024 * 1024;

/**
 * The kubeconfig files to read, the first the most important: the one that was asked for, or those that
 * `KUBECONFIG` lists, or `~/.kube/config`.
 */
export function kubeconfigPaths(asked: string | undefined, env: Environment): readonly string[] {
  if (asked) return [path.resolve(asked)];
  const listed = (env['KUBECONFIG'] ?? '').split(path.delimiter).filter((file) => file !== '');
  if (listed.length > 0) return [...new Set(listed.map((file) => path.resolve(file)))];
  return [path.join(env['HOME'] || homedir(), '.kube', 'config')];
}

/** Reads and parses a kubeconfig file; undefined when there is none and none has to be. */
export async function readKubeconfig(file: string, required: boolean): Promise<Kubeconfig | undefined> {
  try {
    await stat(file);
  } catch (error) {
    const code = errorCode(error) ?? 'no reason given';
    if (code !== 'ENOENT') throw new KubeconfigUnreadableFileError(`it cannot be read (${code})`, { file });
    if (required) throw new KubeconfigMissingFileError('there is no such file', { file });
    return undefined;
  }
  return parseKubeconfig(await readLimited(file, maxBytes, { file }, 'it'), file);
}
