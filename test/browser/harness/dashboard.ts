import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { inject } from 'vitest';

/** A running `kubeatlas dashboard`. */
export interface RunningDashboard {
  /** The address of its page, which works once. */
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** Runs `kubeatlas dashboard` as it is installed, before a server. */
export async function startDashboard(...words: readonly string[]): Promise<RunningDashboard> {
  const child = spawn(process.execPath, [inject('bin'), 'dashboard', '--no-open', '--no-cache', ...words], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [printed] = (await once(child.stdout, 'data')) as [Buffer];
  return {
    url: printed.toString().trim(),
    async stop() {
      child.kill('SIGINT');
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}
