import { stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { KubeconfigError } from './kubeconfig-error.js';
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
    if (errorCode(error) === 'ENOENT' && !required) return undefined;
    throw new KubeconfigError(`it cannot be read (${errorCode(error) ?? 'no reason given'})`, { file });
  }
  return parseKubeconfig(await readLimited(file, maxBytes, { file }, 'it'), file);
}
