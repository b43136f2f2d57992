import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { killAllGuarded } from './guarded-process.js';

/** A folder for one server. It is deleted by a call and when this process ends, however that happens. */
export interface ScratchFolder {
  readonly path: string;
  file(name: string): string;
  remove(): void;
}

/** Deletes repeatedly, because processes that are just being killed may still write to the folder. */
const guard = `read -r word || for turn in 1 2 3 4 5 6 7 8 9 10; do
  rm -rf "$1"
  [ -e "$1" ] || break
  sleep 0.2
done`;
const present = new Set<string>();

/** Creates a {@link ScratchFolder} in the temporary folder of the system. */
export function createScratchFolder(): ScratchFolder {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'kubeatlas-e2e-'));
  if (present.size === 0) process.once('exit', removeAll);
  present.add(folder);
  const watcher = spawn('sh', ['-c', guard, 'sh', folder], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
  watcher.unref();
  watcher.stdin.on('error', () => undefined);
  return {
    path: folder,
    file: (name) => path.join(folder, name),
    remove() {
      removeFolder(folder);
      present.delete(folder);
      if (present.size === 0) process.off('exit', removeAll);
      watcher.stdin.end('over\n');
    },
  };
}

function removeAll(): void {
  killAllGuarded();
  for (const folder of present) removeFolder(folder);
}

function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
}
