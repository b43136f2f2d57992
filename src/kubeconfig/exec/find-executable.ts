import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Environment } from '../load-options.js';

/**
 * The file that a bare command means, looked for on the PATH of this process, and a path as it is; undefined for none.
 * As in kubectl, nothing is run from folders that are relative to the one this process happens to be in. On Windows
 * the system itself looks, since it knows which endings are programs.
 */
export async function findExecutable(command: string, env: Environment): Promise<string | undefined> {
  if (path.isAbsolute(command) || process.platform === 'win32') return command;
  const folders = (env['PATH'] ?? '').split(path.delimiter).filter((folder) => path.isAbsolute(folder));
  for (const folder of folders) {
    const file = path.join(folder, command);
    if (await isExecutable(file)) return file;
  }
  return undefined;
}

async function isExecutable(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK);
    return (await stat(file)).isFile();
  } catch {
    return false;
  }
}
