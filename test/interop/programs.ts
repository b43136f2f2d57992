import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { buildComponent } from '../e2e/build/build-component.js';
import { buildKubectl } from '../e2e/build/build-kubectl.js';
import { buildOnce } from '../e2e/build/build-once.js';
import { withLock } from '../e2e/build/lock.js';
import { cacheFolder, goEnvironment } from '../e2e/build/server-module.js';
import { findPython } from './find-python.js';

const run = promisify(execFile);
const here = import.meta.dirname;

/** A program that uses a client library, and prints a line for each of its steps. */
export interface Program {
  readonly name: string;
  /** The least number of its steps. */
  readonly steps: number;
  /** Builds or installs what it needs, in a folder of the run or in the cache, and returns how to start it. */
  readonly prepare: (folder: string) => Promise<Start>;
}

/** What a program is started with: the path of a kubeconfig follows after `words`, and then `last`. */
export interface Start {
  readonly command: string;
  readonly words: readonly string[];
  readonly last?: string;
}

/** Programs that take seconds to prepare, and a minute the first time. */
export const programs: readonly Program[] = [
  { name: 'client-go and controller-runtime', steps: 130, prepare: buildGo },
  { name: 'client-node 1.4', steps: 65, prepare: () => onNode('@kubernetes/client-node') },
  { name: 'client-node 2.0', steps: 65, prepare: () => onNode('client-node-2') },
  { name: 'python', steps: 75, prepare: () => installPython('python') },
];

/** Programs that take minutes to prepare, and toolchains that few machines have: for `npm run suite -- long`. */
export const longPrograms: readonly Program[] = [
  { name: 'kube-rs', steps: 90, prepare: buildRust },
  { name: 'fabric8', steps: 90, prepare: buildJava },
  { name: 'helm', steps: 95, prepare: installHelm },
  { name: 'kube-controller-manager', steps: 45, prepare: buildControllerManager },
  { name: 'lightkube, kr8s and kopf', steps: 43, prepare: () => installPython('python-others') },
];

/** Builds as kube-apiserver is built (test/e2e/build), so that what both stand on is compiled once. */
async function buildGo(folder: string): Promise<Start> {
  const command = path.join(folder, 'interop');
  const flags = ['-mod=readonly', '-trimpath', '-buildvcs=false'];
  const cwd = path.join(here, 'client-go');
  await run('go', ['build', ...flags, '-o', command, '.'], { cwd, env: { ...process.env, ...goEnvironment } });
  return { command, words: [] };
}

function onNode(library: string): Promise<Start> {
  const words = ['--import', 'tsx', path.join(here, 'client-node/program.ts')];
  return Promise.resolve({ command: process.execPath, words, last: library });
}

/** Installs what a program in Python requires beside the servers, for one version of it. */
async function installPython(program: string): Promise<Start> {
  const requirements = path.join(here, program, 'requirements.txt');
  const hash = createHash('sha256').update(readFileSync(requirements)).digest('hex').slice(0, 12);
  const folder = path.join(cacheFolder(), 'python', hash);
  const python = (of: string): string => path.join(of, 'bin/python');
  const start = { command: python(folder), words: [path.join(here, program, 'program.py')] };
  if (existsSync(folder)) return start;
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
  return start;
}

const helm = 'helm.sh/helm/v4/cmd/helm@v4.3.2';

async function installHelm(): Promise<Start> {
  const folder = path.join(cacheFolder(), 'helm', helm.replace(/.*@/, ''));
  const command = path.join(folder, 'helm');
  const [kubectl] = await Promise.all([
    buildKubectl(),
    buildOnce(
      command,
      () => undefined,
      async (unfinished) => {
        const GOBIN = `${unfinished}.bin`;
        await run('go', ['install', '-trimpath', helm], { env: { ...process.env, ...goEnvironment, GOBIN } });
        renameSync(path.join(GOBIN, 'helm'), unfinished);
        rmSync(GOBIN, { recursive: true });
      },
    ),
  ]);
  return { command: 'bash', words: [path.join(here, 'helm/lines.sh'), command, kubectl] };
}

async function buildControllerManager(): Promise<Start> {
  const nothing = (): void => undefined;
  const [manager, kubectl] = await Promise.all([buildComponent('kube-controller-manager', nothing), buildKubectl()]);
  return { command: 'bash', words: [path.join(here, 'controller-manager/lines.sh'), manager, kubectl] };
}

async function buildRust(): Promise<Start> {
  const folder = path.join(cacheFolder(), 'cargo');
  const manifest = path.join(here, 'kube-rs/Cargo.toml');
  const words = ['build', '--quiet', '--locked', '--manifest-path', manifest, '--target-dir', folder];
  await run('cargo', words, { maxBuffer: 10_000_000 });
  return { command: path.join(folder, 'debug/interop'), words: [] };
}

async function buildJava(): Promise<Start> {
  const folder = path.join(cacheFolder(), 'maven');
  const words = ['--quiet', '--batch-mode', '--file', path.join(here, 'fabric8/pom.xml'), `-Dto=${folder}`];
  await run('mvn', [...words, 'process-classes'], { maxBuffer: 10_000_000 });
  const classes = [path.join(folder, 'classes'), path.join(folder, 'lib/*')].join(path.delimiter);
  return { command: 'java', words: ['-cp', classes, 'Interop'] };
}
