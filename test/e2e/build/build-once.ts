import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { withLock } from './lock.js';

/** Builds a file of the cache, if it is not there. It appears there whole or not at all. */
export async function buildOnce(
  output: string,
  onWait: (pid: number) => void,
  build: (unfinished: string) => Promise<void>,
): Promise<string> {
  if (existsSync(output)) return output;
  mkdirSync(path.dirname(output), { recursive: true });
  await withLock(`${output}.lock`, onWait, async () => {
    if (existsSync(output)) return;
    const unfinished = `${output}.building-${process.pid}`;
    try {
      await build(unfinished);
      renameSync(unfinished, output);
    } finally {
      rmSync(unfinished, { force: true });
    }
  });
  return output;
}
