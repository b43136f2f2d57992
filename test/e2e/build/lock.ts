import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { isAlive } from '../harness/processes.js';

/**
 * Does the work while holding a lock file, so that two builds of one thing do not run side by side. It only saves
 * work: whoever finds a lock of a dead process takes it, and two that do so at once must not harm each other.
 *
 * @param onWait told with the process that holds the lock, and again every half minute
 */
export async function withLock<T>(file: string, onWait: (pid: number) => void, work: () => Promise<T>): Promise<T> {
  mkdirSync(path.dirname(file), { recursive: true });
  let tellAt = 0;
  while (!take(file)) {
    const holder = holderOf(file);
    if (holder === undefined || !isAlive(holder)) {
      rmSync(file, { force: true });
      continue;
    }
    if (performance.now() >= tellAt) {
      onWait(holder);
      tellAt = performance.now() + 30_000;
    }
    await wait(500);
  }
  try {
    return await work();
  } finally {
    if (holderOf(file) === process.pid) rmSync(file, { force: true });
  }
}

/** A link appears with its content, so that nobody sees a lock without its holder. */
function take(file: string): boolean {
  const own = `${file}.${process.pid}`;
  writeFileSync(own, String(process.pid));
  try {
    linkSync(own, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(own, { force: true });
  }
}

function holderOf(file: string): number | undefined {
  try {
    const pid = Number(readFileSync(file, 'utf8'));
    return Number.isInteger(pid) && pid > 0 ? pid : undefined;
  } catch {
    return undefined;
  }
}
