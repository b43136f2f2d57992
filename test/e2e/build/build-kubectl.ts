import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { buildOnce } from './build-once.js';
import { cacheFolder, goEnvironment } from './server-module.js';

const source = path.resolve(import.meta.dirname, '../kubectl');

/** Returns kubectl of the module in kubectl/, built now if it is not in the cache yet. */
export function buildKubectl(): Promise<string> {
  const hash = createHash('sha256');
  for (const name of ['go.mod', 'go.sum', 'main.go']) hash.update(readFileSync(path.join(source, name)));
  const output = path.join(cacheFolder(), 'kubectl', hash.digest('hex').slice(0, 12), 'kubectl');
  const ignore = (): void => undefined;
  return buildOnce(output, ignore, async (unfinished) => {
    const words = ['build', '-mod=readonly', '-trimpath', '-buildvcs=false', '-ldflags=-s -w', '-o', unfinished, '.'];
    await promisify(execFile)('go', words, { cwd: source, env: { ...process.env, ...goEnvironment } });
  });
}
