import { spawn, type ChildProcess } from 'node:child_process';
import { longestTimerMs, reasonOf } from '../../core/shared/abort.js';
import { errorCode } from '../file/read-limited.js';
import type { Environment } from '../load-options.js';

export interface Command {
  readonly file: string;
  readonly args: readonly string[];
  readonly env: Environment;
  /** Whether it reads from the terminal of this process; otherwise its standard input is empty. */
  readonly terminal: boolean;
  /** Whether it shares the standard error of this process; otherwise the beginning of its own is kept. */
  readonly inheritStderr: boolean;
}

export interface CommandLimits {
  readonly timeoutMs: number;
  readonly maxOutputBytes: number;
  readonly signal: AbortSignal;
}

export type CommandOutcome =
  | { readonly ending: 'exited'; readonly exitCode: number; readonly output: Buffer; readonly stderr: string }
  | { readonly ending: 'killed'; readonly by: string }
  | { readonly ending: 'not started'; readonly reason: string }
  | { readonly ending: 'too late' }
  | { readonly ending: 'too much output' };

const unknownReason = 'unknown reason';
const maxStderrBytes = 4096;
/** How long a command has to end after SIGTERM. */
const graceMs = 2_000;

/**
 * Runs a command to its end, or ends it at a limit. Rejects only with the signal's reason; everything else is an
 * outcome. Quotes nothing of the command except its output.
 */
export function runCommand(command: Command, limits: CommandLimits): Promise<CommandOutcome> {
  const { timeoutMs, maxOutputBytes, signal } = limits;
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(reasonOf(signal));
      return;
    }
    const child = start(command);
    if (typeof child === 'string') {
      resolve({ ending: 'not started', reason: child });
      return;
    }
    const output = collect(child.stdout, maxOutputBytes, () => stop({ ending: 'too much output' }));
    const stderr = collect(child.stderr, maxStderrBytes);

    const settle = (outcome: CommandOutcome | undefined): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      if (outcome === undefined) reject(reasonOf(signal));
      else resolve(outcome);
    };
    const stop = (outcome: CommandOutcome | undefined): void => {
      end(child);
      settle(outcome);
    };
    const onAbort = (): void => stop(undefined);
    const timer = setTimeout(() => stop({ ending: 'too late' }), Math.min(timeoutMs, longestTimerMs));
    signal.addEventListener('abort', onAbort, { once: true });
    child.on('error', (error) => settle({ ending: 'not started', reason: errorCode(error) ?? unknownReason }));
    child.once('close', (exitCode, by) => {
      if (exitCode === null) settle({ ending: 'killed', by: by ?? 'a signal' });
      else settle({ ending: 'exited', exitCode, output: output(), stderr: stderr().toString('utf8') });
    });
  });
}

/** Returns the child, or the error code if it could not be started. */
function start({ file, args, env, terminal, inheritStderr }: Command): ChildProcess | string {
  try {
    const stdin = terminal ? 'inherit' : 'ignore';
    return spawn(file, args, { env, stdio: [stdin, 'pipe', inheritStderr ? 'inherit' : 'pipe'], windowsHide: true });
  } catch (error) {
    return errorCode(error) ?? unknownReason;
  }
}

/** Keeps the first `limit` bytes of a stream. More are reported once, and read so that the writer can go on. */
function collect(stream: ChildProcess['stdout'], limit: number, onMore?: () => void): () => Buffer {
  const chunks: Buffer[] = [];
  let size = 0;
  stream?.on('data', (chunk: Buffer) => {
    if (size <= limit) chunks.push(chunk);
    if (size <= limit && size + chunk.length > limit) onMore?.();
    size += chunk.length;
  });
  return () => Buffer.concat(chunks).subarray(0, limit);
}

/** Terminates a process, kills it soon after, and releases the pipes that its own children may keep open. */
function end(child: ChildProcess): void {
  child.stdout?.destroy();
  child.stderr?.destroy();
  const timer = setTimeout(() => child.kill('SIGKILL'), graceMs);
  child.once('exit', () => clearTimeout(timer));
  child.kill('SIGTERM');
}
