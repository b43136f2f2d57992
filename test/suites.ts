/**
 * Runs the tests that need more than Node, and what writes their data: `npm run suite -- NAME [--install] [words...]`. Without a
 * name it lists them. The words are the suite's own; where vitest runs it, they are vitest's filters: names of test files.
 */
import { spawn, spawnSync } from 'node:child_process';
import path from 'node:path';
import { browserNames, browsers, findBrowser } from './browser/harness/find-browser.js';
import { neededPrograms } from './completion/harness/needed-programs.js';
import { findPython } from './interop/find-python.js';
import { findRedis } from './redis/harness/find-redis.js';
import type { NeededProgram } from './setup/needed-program.js';

interface Suite {
  readonly about: string;
  /** A config of vitest, a program for tsx or a script for bash; or runs of other suites, one after the other. */
  readonly runs: string | readonly Run[];
  /** What it needs of the system; `--install` installs Debian's packages, as root. */
  readonly programs?: readonly NeededProgram[];
}

interface Run {
  readonly suite: string;
  readonly words?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

const redis = { title: 'redis-server', variable: 'KUBEATLAS_REDIS', find: findRedis, debianPackage: 'redis-server' };
const python = {
  title: 'python3 with venv and pip',
  variable: 'KUBEATLAS_PYTHON',
  find: findPython,
  debianPackage: 'python3-venv',
};

const suites: Readonly<Record<string, Suite>> = {
  guides: { about: 'what README, docs and guides show, compiled and run', runs: 'test/docs/guides/vitest.config.ts' },
  'react-18': { about: 'the hooks with React 18', runs: 'test/react/vitest.config.ts' },
  package: { about: 'the package as it is installed', runs: 'test/package/installed.sh' },
  newcomer: { about: 'every block of the README and the guides, copied', runs: 'test/newcomer/run.ts' },
  runtimes: { about: 'Node 20 to 26, Bun and Deno', runs: 'test/package/runtimes.sh' },
  browser: {
    about: 'Chromium and Firefox',
    runs: 'test/browser/vitest.config.ts',
    programs: browserNames.map((name) => ({ ...browsers[name], find: () => findBrowser(name) })),
  },
  redis: { about: 'a store that processes share', runs: 'test/redis/vitest.config.ts', programs: [redis] },
  completion: { about: 'bash, zsh and fish', runs: 'test/completion/vitest.config.ts', programs: neededPrograms },
  e2e: { about: 'kube-apiserver: [--server KIND]... [filter...]', runs: 'test/e2e/run.ts' },
  parity: { about: 'the fake server beside kube-apiserver: [--show WORDS]', runs: 'test/parity/run.ts' },
  conformance: { about: 'the answers of client-go: [--write]', runs: 'test/conformance/run.ts' },
  informers: { about: "client-go's informers on the fake server", runs: 'test/informers/vitest.config.ts' },
  interop: {
    about: 'programs on other clients, on both servers',
    runs: 'test/interop/vitest.config.ts',
    programs: [python],
  },
  long: {
    about: 'what takes too long for each change: hours',
    runs: [
      {
        suite: 'browser',
        words: ['real-server'],
        env: { KUBEATLAS_BROWSER_IDLE_SECONDS: '130', KUBEATLAS_BROWSER_CHANGE_SECONDS: '300' },
      },
      { suite: 'browser', words: ['dashboard-broken'], env: { KUBEATLAS_BROWSER_BROKEN: '1' } },
      { suite: 'browser', words: ['suite/tabs'], env: { KUBEATLAS_BROWSER_TABS: '1,3,10' } },
      {
        suite: 'browser',
        words: ['dashboard-scale'],
        env: { KUBEATLAS_BROWSER_PODS: '30000', KUBEATLAS_BROWSER_CHANGE_SECONDS: '60' },
      },
      {
        suite: 'e2e',
        words: ['--server', '1.37', 'watch-chaos', 'watch-restart', 'informer-restart', 'leader-election'],
        env: { KUBEATLAS_SESSIONS: '1000', KUBEATLAS_RESTARTS: '50', KUBEATLAS_STOPS: '30' },
      },
      {
        suite: 'e2e',
        words: ['--server', '1.37', 'suite/sharing', 'suite/peers', 'suite/fleet'],
        env: { KUBEATLAS_SHARING_CHANGES: '60', KUBEATLAS_E2E_WHOLE: '1' },
      },
      {
        suite: 'e2e',
        words: ['--server', '1.37', 'suite/sharing.test'],
        env: { KUBEATLAS_SHARING_CHANGES: '60', KUBEATLAS_SHARING_GATE: '1' },
      },
      { suite: 'e2e', words: ['--server', '1.37', 'upgrade'], env: { KUBEATLAS_MIGRATED: '20000' } },
      {
        suite: 'e2e',
        words: ['1.36', '1.36-as-1.34', '1.29-legacy'].flatMap((kind) => ['--server', kind]),
        env: { KUBEATLAS_E2E_WHOLE: '1' },
      },
      { suite: 'own-writes', env: { KUBEATLAS_OWN_WRITES: '10000' } },
      { suite: 'interop', env: { KUBEATLAS_INTEROP_LONG: '1' } },
    ],
  },
  'own-writes': { about: 'a controller that reads its own writes', runs: 'test/controller/own-writes.test.ts' },
  sources: {
    about: 'what the fake server was read from: [--release VERSION] [--write]',
    runs: 'test/fixtures/check-kubernetes-sources.ts',
  },
  capture: { about: 'writes test/fixtures/documents anew from real servers', runs: 'test/e2e/capture.ts' },
};

const root = path.resolve(import.meta.dirname, '..');

function commandOf(run: string): readonly string[] {
  const vitest = [process.execPath, path.join(root, 'node_modules/vitest/vitest.mjs'), 'run'];
  if (run.endsWith('.sh')) return ['bash', run];
  if (run.endsWith('vitest.config.ts')) return [...vitest, '--config', run];
  if (run.endsWith('.test.ts')) return [...vitest, run];
  return [process.execPath, path.join(root, 'node_modules/tsx/dist/cli.mjs'), run];
}

/** Answers the exit code. */
async function runSuite({ suite: name, words = [], env = {} }: Run): Promise<number> {
  const suite = suites[name];
  if (suite === undefined) {
    say(`npm run suite -- NAME [--install] [words...]`);
    for (const [each, { about }] of Object.entries(suites)) say(`  ${each.padEnd(12)} ${about}`);
    return 1;
  }
  if (typeof suite.runs !== 'string') {
    for (const each of suite.runs) {
      const code = await runSuite({ ...each, words: [...(each.words ?? []), ...words] });
      if (code !== 0) return code;
    }
    return 0;
  }
  const { programs = [] } = suite;
  if (words.includes('--install')) installMissing(programs);
  if (!areThere(name, programs)) return 1;
  const [program = '', ...given] = commandOf(suite.runs);
  const found = Object.fromEntries(programs.map(({ variable, find }) => [variable, find()]));
  const child = spawn(program, [...given, ...words.filter((word) => word !== '--install')], {
    cwd: root,
    env: { ...process.env, ...found, ...env },
    stdio: 'inherit',
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => {
      resolve(code ?? 1);
    });
  });
}

function areThere(name: string, programs: readonly NeededProgram[]): boolean {
  const missing = programs.filter(({ find }) => find() === undefined);
  for (const { title, variable } of missing) {
    const named = process.env[variable] ?? '';
    const why = named === '' ? 'there is none on the path' : `${variable} is ${named}, which is no program`;
    say(`npm run suite -- ${name} needs ${title}, and ${why}.`);
  }
  if (missing.length > 0) {
    say(
      `On Debian: apt-get ${installWords(missing).join(' ')}; as root, npm run suite -- ${name} --install does that. ` +
        `${missing.map(({ variable }) => variable).join(', ')} can name one that lies elsewhere.`,
    );
  }
  return missing.length === 0;
}

/** Those that nobody has named and that are not there. */
function installMissing(programs: readonly NeededProgram[]): void {
  const wanted = programs.filter(({ variable, find }) => (process.env[variable] ?? '') === '' && find() === undefined);
  if (wanted.length === 0) return;
  if (process.getuid?.() === 0) install(installWords(wanted));
  else say('--install needs to be root.');
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
    say(`apt-get ${each.join(' ')} failed: ${error?.message ?? `${stdout}${stderr}`}`);
    return;
  }
}

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

const [suite = '', ...words] = process.argv.slice(2);
process.exitCode = await runSuite({ suite, words });
