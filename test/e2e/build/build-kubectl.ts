import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { withLock } from './lock.js';
import { cacheFolder, goEnvironment } from './server-module.js';

const source = path.resolve(import.meta.dirname, '../kubectl');

/** Returns kubectl of the module in kubectl/, built now if it is not in the cache yet. */
export async function buildKubectl(): Promise<string> {
  const hash = createHash('sha256');
  for (const name of ['go.mod', 'go.sum', 'main.go']) hash.update(readFileSync(path.join(source, name)));
  const folder = path.join(cacheFolder(), 'kubectl', hash.digest('hex').slice(0, 12));
  const program = path.join(folder, 'kubectl');
  if (existsSync(program)) return program;
  mkdirSync(folder, { recursive: true });
  await withLock(
    `${folder}.lock`,
    () => undefined,
    async () => {
      if (existsSync(program)) return;
      const words = ['build', '-mod=readonly', '-trimpath', '-buildvcs=false', '-ldflags=-s -w', '-o'];
      const env = { ...process.env, ...goEnvironment };
      await promisify(execFile)('go', [...words, `${program}.new`, '.'], { cwd: source, env });
      renameSync(`${program}.new`, program);
    },
  );
  return program;
}
