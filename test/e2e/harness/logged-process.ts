import { closeSync, openSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { spawnGuarded, type GuardedProcess } from './guarded-process.js';

/** A server process whose output goes to a file. */
export interface LoggedProcess extends GuardedProcess {
  /** Ends the process and waits for its exit: gracefully, and by force after the grace period. */
  end(graceMs: number): Promise<void>;
}

/** Starts a program in the folder of its log file, and appends its output to that file. */
export function startLogged(program: string, args: readonly string[], log: string): LoggedProcess {
  const output = openSync(log, 'a');
  try {
    const running = spawnGuarded(program, args, { output, cwd: path.dirname(log) });
    return Object.assign(running, {
      async end(graceMs: number) {
        running.kill('SIGTERM');
        // The timer also keeps this process alive in the meantime.
        const timer = setInterval(() => {
          running.kill('SIGKILL');
        }, graceMs);
        await running.exited;
        clearInterval(timer);
      },
    });
  } finally {
    closeSync(output);
  }
}

/** Returns the last lines of a log, for an error. */
export function tailOf(log: string, lines = 40): string {
  return readFileSync(log, 'utf8').trimEnd().split('\n').slice(-lines).join('\n');
}
