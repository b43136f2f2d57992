import { type ChildProcess, spawn } from 'node:child_process';
import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import type { Socket } from 'node:net';
import path from 'node:path';
import { longestTimerMs, onAbort, reasonOf } from '../../core/shared/abort.js';
import { errorCode } from '../file/section.js';
import type { Environment } from '../load-options.js';

/** The system on which to look for commands. */
const thisSystem = { platform: process.platform, isExecutable };

/**
 * Returns the file for a command: a bare name is looked up on the PATH, an absolute path stays as is; undefined if
 * there is none. As in kubectl, nothing is run from the current folder or from folders relative to it: not through an
 * empty or relative entry of the PATH, and not on Windows, where the system itself would look there first.
 * @see https://pkg.go.dev/os/exec#hdr-Executables_in_the_current_directory
 */
export async function findExecutable(
  command: string,
  env: Environment,
  { platform, isExecutable } = thisSystem,
): Promise<string | undefined> {
  const files = platform === 'win32' ? windowsFiles(command, env) : posixFiles(command, env);
  if (typeof files === 'string') return files;
  for (const file of files) if (await isExecutable(file)) return file;
  return undefined;
}

function posixFiles(command: string, env: Environment): string | readonly string[] {
  if (path.posix.isAbsolute(command)) return command;
  const folders = (env['PATH'] ?? '').split(':').filter((folder) => path.posix.isAbsolute(folder));
  return folders.map((folder) => path.posix.join(folder, command));
}

/** A folder such as `\tools` is on the current drive, whichever that is, so it counts as relative. */
const absoluteOnWindows = /^([a-z]:[\\/]|[\\/]{2}[^\\/])/i;

function windowsFiles(command: string, env: Environment): string | readonly string[] {
  if (absoluteOnWindows.test(command)) return command;
  // `C:tool` means the current folder of that drive.
  if (/[:\\/]/.test(command)) return [];
  const endings = (windowsVariable(env, 'PATHEXT') || '.COM;.EXE;.BAT;.CMD')
    .toLowerCase()
    .split(';')
    .filter((ending) => ending !== '')
    .map((ending) => (ending.startsWith('.') ? ending : `.${ending}`));
  const isWhole = endings.includes(path.win32.extname(command).toLowerCase());
  const names = [...(isWhole ? [command] : []), ...endings.map((ending) => command + ending)];
  return splitWindowsPath(windowsVariable(env, 'PATH') ?? '')
    .filter((folder) => absoluteOnWindows.test(folder))
    .flatMap((folder) => names.map((name) => path.win32.join(folder, name)));
}

/** Splits a PATH of Windows. Quotes protect semicolons in an entry, and are not part of it. */
function splitWindowsPath(text: string): readonly string[] {
  return (text.match(/(?:"[^"]*"?|[^;"])+/g) ?? []).map((entry) => entry.replaceAll('"', ''));
}

/** Finds a variable in any letter case: on Windows `process.env` ignores case, but other objects do not. */
function windowsVariable(env: Environment, name: string): string | undefined {
  const [, value] = Object.entries(env).find(([each]) => each.toUpperCase() === name) ?? [];
  return value;
}

/** Reports whether a file exists that this process may run. */
async function isExecutable(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK);
    return (await stat(file)).isFile();
  } catch {
    return false;
  }
}

export interface Command {
  readonly file: string;
  readonly args: readonly string[];
  readonly env: Environment;
  /** Whether it reads from the terminal of this process; otherwise its standard input is empty. */
  readonly terminal: boolean;
  /** Whether it shares the standard error of this process; otherwise the beginning of its own is kept. */
  readonly inheritStderr: boolean;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

export type CommandOutcome =
  | { readonly ending: 'exited'; readonly exitCode: number; readonly output: Buffer; readonly stderr: string }
  | { readonly ending: 'failed'; readonly why: string }
  | { readonly ending: 'too late' }
  | { readonly ending: 'too much output' };

const notStarted = (reason = 'unknown reason') => `could not be started (${reason})`;
/** Why a command fails that does not exist. */
export const commandMissing = notStarted('ENOENT');

/** Far more than any credential. */
export const maxOutputBytes = 1024 * 1024;
const maxStderrBytes = 4096;
/** How long a command has to end after SIGTERM. */
const graceMs = 2_000;
/** How long its standard error is waited for after it failed. */
const stderrGraceMs = 500;

/**
 * Runs a command to its end, or ends it at a limit. Rejects only with the signal's reason; everything else is an
 * outcome. Quotes nothing of the command except its output.
 */
export function runCommand(command: Command): Promise<CommandOutcome> {
  const { timeoutMs, signal } = command;
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const child = start(command);
    if (typeof child === 'string') return resolve({ ending: 'failed', why: child });
    const output = collect(child.stdout, maxOutputBytes, () => stop({ ending: 'too much output' }));
    const stderr = collect(child.stderr, maxStderrBytes);

    const settle = (outcome: CommandOutcome | undefined): void => {
      clearTimeout(timer);
      unfollow();
      if (outcome === undefined) reject(reasonOf(signal));
      else resolve(outcome);
    };
    const stop = (outcome: CommandOutcome | undefined): void => {
      end(child);
      settle(outcome);
    };
    let timer = setTimeout(() => stop({ ending: 'too late' }), Math.min(timeoutMs, longestTimerMs));
    const unfollow = onAbort(signal, () => stop(undefined));
    child.on('error', (error) => settle({ ending: 'failed', why: notStarted(errorCode(error)) }));
    const finish = (): void => {
      const { exitCode, signalCode: by } = child;
      if (exitCode === null) settle({ ending: 'failed', why: `was terminated by ${by ?? 'a signal'}` });
      else settle({ ending: 'exited', exitCode, output: output(), stderr: stderr().toString('utf8') });
    };
    child.once('close', finish);
    // As in kubectl, the process and its output count. What it leaves behind, such as a browser, may hold its standard
    // error for hours: it is read, so that nothing behind it fails, but waited for only to explain a failure.
    let awaited = 2;
    const onPart = (): void => {
      awaited -= 1;
      if (awaited > 0) return;
      (child.stderr as Socket | null)?.unref();
      if (child.exitCode === 0) return finish();
      clearTimeout(timer);
      timer = setTimeout(finish, stderrGraceMs);
    };
    child.once('exit', onPart);
    child.stdout?.once('close', onPart);
  });
}

/** Returns the child, or why it could not be started. */
function start({ file, args, env, terminal, inheritStderr }: Command): ChildProcess | string {
  try {
    const stdin = terminal ? 'inherit' : 'ignore';
    return spawn(file, args, { env, stdio: [stdin, 'pipe', inheritStderr ? 'inherit' : 'pipe'], windowsHide: true });
  } catch (error) {
    return notStarted(errorCode(error));
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
