import { spawn, spawnSync } from 'node:child_process';
import path from 'node:path';
import { parseArgs } from 'node:util';

/** A program of the system that some tests need. */
export interface NeededProgram {
  /** For people. */
  readonly title: string;
  /** The variable that names one which lies elsewhere, and tells the tests which it is. */
  readonly variable: string;
  readonly find: () => string | undefined;
  /** The package of Debian that holds it. */
  readonly debianPackage: string;
}

/** The tests that need it. */
export interface NeedyTests {
  /** The npm script. */
  readonly script: string;
  /** The config of vitest, from the root of the repository. */
  readonly config: string;
}

/**
 * Runs tests that need programs of the system, with the words of the command line: `[--install] [filter...]`. Filters are
 * vitest's, names of test files. Where there is no such program it says what to install; with `--install`, as root on a
 * system with apt-get, it installs Debian's packages by itself.
 */
export function runWithPrograms(programs: readonly NeededProgram[], { script, config }: NeedyTests): void {
  const { values, positionals } = parseArgs({
    options: { install: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  if (values.install) installMissing(programs);
  const missing = programs.filter(({ find }) => find() === undefined);
  if (missing.length > 0) {
    for (const { title, variable } of missing) {
      const named = process.env[variable] ?? '';
      const why = named === '' ? 'there is none on the path' : `${variable} is ${named}, which is no program`;
      process.stderr.write(`npm run ${script} needs ${title}, and ${why}.\n`);
    }
    process.stderr.write(
      `On Debian: apt-get ${installWords(missing).join(' ')}; as root, npm run ${script} -- --install does that. ` +
        `${missing.map(({ variable }) => variable).join(', ')} can name one that lies elsewhere.\n`,
    );
    process.exitCode = 1;
    return;
  }
  const root = path.resolve(import.meta.dirname, '../..');
  const vitest = path.join(root, 'node_modules/vitest/vitest.mjs');
  const found = Object.fromEntries(programs.map(({ variable, find }) => [variable, find()]));
  const child = spawn(process.execPath, [vitest, 'run', '--config', config, ...positionals], {
    cwd: root,
    env: { ...process.env, ...found },
    stdio: 'inherit',
  });
  child.once('exit', (code) => {
    process.exitCode = code ?? 1;
  });
}

/** Those that nobody has named and that are not there. */
function installMissing(programs: readonly NeededProgram[]): void {
  const wanted = programs.filter(({ variable, find }) => (process.env[variable] ?? '') === '' && find() === undefined);
  if (wanted.length === 0) return;
  if (process.getuid?.() === 0) install(installWords(wanted));
  else process.stderr.write('--install needs to be root.\n');
}

function installWords(programs: readonly NeededProgram[]): readonly string[] {
  return ['install', '--yes', '--no-install-recommends', ...programs.map(({ debianPackage }) => debianPackage)];
}

function install(words: readonly string[]): void {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  // The lists of a fresh container are empty, or too old to lead to a file that is still there.
  for (const each of [['update'], words]) {
    const { status, error, stdout, stderr } = spawnSync('apt-get', each, { env, encoding: 'utf8' });
    if (status === 0) continue;
    process.stderr.write(`apt-get ${each.join(' ')} failed: ${error?.message ?? `${stdout}${stderr}`}\n`);
    return;
  }
}
