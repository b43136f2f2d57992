import { spawn, type ChildProcess } from 'node:child_process';
import { Socket } from 'node:net';
import type { Readable } from 'node:stream';

/** How a process ended. */
export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A process that does not outlive this one, however this one ends. */
export interface GuardedProcess {
  readonly pid: number;
  /** Undefined while the process is running. */
  readonly exit: Exit | undefined;
  readonly exited: Promise<Exit>;
  /** Its stderr, if the output is a pipe. */
  readonly stderr: Readable | null;
  kill(signal: NodeJS.Signals): void;
}

/** Options of {@link spawnGuarded}. */
export interface GuardOptions {
  readonly cwd?: string | undefined;
  readonly env?: NodeJS.ProcessEnv | undefined;
  /** A file descriptor for stdout and stderr, or a pipe for stderr alone. */
  readonly output: number | 'pipe';
}

/**
 * The shell starts a watcher in the background and then becomes the command. The watcher reads from a pipe that only
 * this process holds: a word means that the command has ended, end of file without a word means that this process died.
 */
const guard = '( read -r word <&3 || kill -KILL $$ ) >/dev/null 2>&1 & exec 3<&-; exec "$@"';
const living = new Set<ChildProcess>();

/**
 * Runs a command that is killed when this process ends, even by `kill -9`. It runs in a separate process group, so that
 * Ctrl-C only reaches this process, and it does not keep this process alive.
 */
export function spawnGuarded(command: string, args: readonly string[], options: GuardOptions): GuardedProcess {
  const { cwd, env, output } = options;
  const stdout = output === 'pipe' ? 'ignore' : output;
  const child = spawn('sh', ['-c', guard, 'sh', command, ...args], {
    cwd,
    env,
    detached: true,
    stdio: ['ignore', stdout, output, 'pipe'],
  });
  const lifeline = child.stdio[3];
  if (child.pid === undefined || !(lifeline instanceof Socket)) throw new Error(`cannot start ${command}`);
  lifeline.on('error', () => undefined);
  living.add(child);
  child.unref();
  lifeline.unref();
  let exit: Exit | undefined;
  const exited = new Promise<Exit>((resolve) => {
    child.once('exit', (code, signal) => {
      living.delete(child);
      lifeline.end('over\n');
      resolve((exit = { code, signal }));
    });
  });
  return {
    pid: child.pid,
    get exit() {
      return exit;
    },
    exited,
    stderr: child.stderr,
    kill: (signal) => void child.kill(signal),
  };
}

/** Kills all guarded processes immediately, for a handler that must not wait. */
export function killAllGuarded(): void {
  for (const child of living) child.kill('SIGKILL');
}
