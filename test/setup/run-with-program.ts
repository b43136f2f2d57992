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
 * Runs tests that need a program of the system, with the words of the command line: `[--install] [filter...]`. Filters are
 * vitest's, names of test files. Where there is no such program it says what to install; with `--install`, as root on a
 * system with apt-get, it installs Debian's package by itself.
 */
export function runWithProgram(program: NeededProgram, { script, config }: NeedyTests): void {
  const { values, positionals } = parseArgs({
    options: { install: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const found = programFor(program, values.install);
  if (found === undefined) {
    const { title, variable } = program;
    process.stderr.write(
      `npm run ${script} needs ${title}, and there is none on the path. On Debian: ` +
        `apt-get ${installWords(program).join(' ')}; as root, npm run ${script} -- --install does that. ` +
        `${variable} names one that lies elsewhere.\n`,
    );
    process.exitCode = 1;
    return;
  }
  const root = path.resolve(import.meta.dirname, '../..');
  const vitest = path.join(root, 'node_modules/vitest/vitest.mjs');
  const child = spawn(process.execPath, [vitest, 'run', '--config', config, ...positionals], {
    cwd: root,
    env: { ...process.env, [program.variable]: found },
    stdio: 'inherit',
  });
  child.once('exit', (code) => {
    process.exitCode = code ?? 1;
  });
}

function programFor(program: NeededProgram, mayInstall: boolean): string | undefined {
  const found = program.find();
  if (found !== undefined) return found;
  const named = process.env[program.variable] ?? '';
  if (named !== '') {
    process.stderr.write(`${program.variable} is ${named}, which is no program.\n`);
    return undefined;
  }
  if (!mayInstall) return undefined;
  if (process.getuid?.() !== 0) {
    process.stderr.write('--install needs to be root.\n');
    return undefined;
  }
  install(installWords(program));
  return program.find();
}

function installWords({ debianPackage }: NeededProgram): readonly string[] {
  return ['install', '--yes', '--no-install-recommends', debianPackage];
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
