import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Environment } from '../load-options.js';

/** The system on which to look for commands. */
export interface System {
  readonly platform: NodeJS.Platform;
  /** Reports whether a file exists that this process may run. */
  readonly isExecutable: (file: string) => Promise<boolean>;
}

const thisSystem: System = { platform: process.platform, isExecutable };

/**
 * Returns the file for a command: a bare name is looked up on the PATH, an absolute path stays as is; undefined if
 * there is none. As in kubectl, nothing is run from the current folder or from folders relative to it: not through an
 * empty or relative entry of the PATH, and not on Windows, where the system itself would look there first.
 * @see https://pkg.go.dev/os/exec#hdr-Executables_in_the_current_directory
 */
export async function findExecutable(
  command: string,
  env: Environment,
  { platform, isExecutable }: System = thisSystem,
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

async function isExecutable(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK);
    return (await stat(file)).isFile();
  } catch {
    return false;
  }
}
