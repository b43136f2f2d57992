import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** Reports whether a process with that id is running. A process that has ended but was not reaped (a zombie) is not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  const stat = readOrEmpty(`/proc/${pid}/stat`);
  return stat.slice(stat.lastIndexOf(')') + 2, stat.lastIndexOf(')') + 3) !== 'Z';
}

/** Returns the command lines of all processes that contain a text. */
export function commandsWith(text: string): string[] {
  const commands = existsSync('/proc/self/cmdline')
    ? readdirSync('/proc')
        .filter((name) => /^\d+$/.test(name))
        .map((pid) => readOrEmpty(`/proc/${pid}/cmdline`).replaceAll('\0', ' '))
    : execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' }).split('\n');
  return commands.filter((command) => command.includes(text));
}

/** A process may end while it is being inspected. */
function readOrEmpty(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
