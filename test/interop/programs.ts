import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { withLock } from '../e2e/build/lock.js';
import { cacheFolder, goEnvironment } from '../e2e/build/server-module.js';
import { findPython } from './find-python.js';

const run = promisify(execFile);
const here = import.meta.dirname;

/** A program that uses a client library, and prints a line for each of its steps. */
export interface Program {
  readonly name: string;
  /** What it is started with; the path of a kubeconfig follows after the first of `words`. */
  readonly command: string;
  readonly words: readonly string[];
  /** What follows after the kubeconfig. */
  readonly last?: string;
  /** The least number of its steps. */
  readonly steps: number;
}

/** Builds and installs what the programs need: seconds, and a minute the first time. */
export async function preparePrograms(folder: string): Promise<readonly Program[]> {
  const [go, python] = await Promise.all([buildGo(folder), installPython()]);
  const tsx = ['--import', 'tsx', path.join(here, 'client-node/program.ts')];
  const node = { command: process.execPath, words: tsx, steps: 65 };
  return [
    { name: 'client-go and controller-runtime', command: go, words: [], steps: 130 },
    { name: 'client-node 1.4', ...node, last: '@kubernetes/client-node' },
    { name: 'client-node 2.0', ...node, last: 'client-node-2' },
    { name: 'python', command: python, words: [path.join(here, 'python/program.py')], steps: 75 },
  ];
}

/** Builds as kube-apiserver is built (test/e2e/build), so that what both stand on is compiled once. */
async function buildGo(folder: string): Promise<string> {
  const program = path.join(folder, 'interop');
  const flags = ['-mod=readonly', '-trimpath', '-buildvcs=false'];
  const cwd = path.join(here, 'client-go');
  await run('go', ['build', ...flags, '-o', program, '.'], { cwd, env: { ...process.env, ...goEnvironment } });
  return program;
}

/** Installs the client for Python beside the servers, for one version of it. */
async function installPython(): Promise<string> {
  const requirements = path.join(here, 'python/requirements.txt');
  const hash = createHash('sha256').update(readFileSync(requirements)).digest('hex').slice(0, 12);
  const folder = path.join(cacheFolder(), 'python', hash);
  const python = (of: string): string => path.join(of, 'bin/python');
  if (existsSync(folder)) return python(folder);
  await withLock(
    `${folder}.lock`,
    () => undefined,
    async () => {
      if (existsSync(folder)) return;
      const unfinished = `${folder}.new`;
      rmSync(unfinished, { recursive: true, force: true });
      await run(findPython() ?? 'python3', ['-m', 'venv', unfinished]);
      await run(python(unfinished), ['-m', 'pip', 'install', '--quiet', '--no-compile', '-r', requirements]);
      renameSync(unfinished, folder);
    },
  );
  return python(folder);
}
