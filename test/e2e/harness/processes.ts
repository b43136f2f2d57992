import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** Whether a process of that id runs. One that has ended but that nobody has fetched yet (a zombie) does not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  const stat = readOrEmpty(`/proc/${pid}/stat`);
  return stat.slice(stat.lastIndexOf(')') + 2, stat.lastIndexOf(')') + 3) !== 'Z';
}

/** The command lines of all processes that name something. */
export function commandsWith(text: string): string[] {
  const commands = existsSync('/proc/self/cmdline')
    ? readdirSync('/proc')
        .filter((name) => /^\d+$/.test(name))
        .map((pid) => readOrEmpty(`/proc/${pid}/cmdline`).replaceAll('\0', ' '))
    : execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' }).split('\n');
  return commands.filter((command) => command.includes(text));
}

/** Processes come and go while they are looked at. */
function readOrEmpty(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
