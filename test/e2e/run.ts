/**
 * Runs the end-to-end suite against each kind of server in turn, building what is missing:
 * `tsx test/e2e/run.ts [--server 1.36]... [filter...]`. Filters are vitest's, names of test files.
 *
 * With `KUBEBUILDER_ASSETS` set and no `--server`, nothing is built: the suite runs once on the server found there.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { BuildError } from './build/go-build.js';
import { assetsFolder, programsFor } from './harness/programs.js';
import { builtKinds, isBuiltKind, kindsLeftOut, kindsOfServer, type ServerKind } from './harness/server-kinds.js';

const root = path.resolve(import.meta.dirname, '../..');

interface Outcome {
  readonly kind: ServerKind;
  readonly passed: boolean;
  readonly seconds: number;
  readonly failures: readonly string[];
}

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

function chooseKinds(named: readonly string[]): ServerKind[] {
  const unknown = named.filter((word) => !isBuiltKind(word));
  if (unknown.length > 0) {
    throw new BuildError(`--server: there is no ${unknown.join(', ')}; there are ${builtKinds.join(', ')}`);
  }
  if (named.length > 0) return builtKinds.filter((kind) => named.includes(kind));
  return assetsFolder() === undefined ? [...builtKinds] : ['assets'];
}

async function runSuite(kind: ServerKind, filters: readonly string[]): Promise<Outcome> {
  const begun = performance.now();
  const vitest = path.join(root, 'node_modules/vitest/vitest.mjs');
  const folder = mkdtempSync(path.join(os.tmpdir(), 'kubeatlas-e2e-failures-'));
  try {
    const failed = path.join(folder, 'failed.json');
    const child = spawn(process.execPath, [vitest, 'run', '--config', 'test/e2e/vitest.config.ts', ...filters], {
      cwd: root,
      env: { ...process.env, KUBEATLAS_E2E_SERVER: kind, KUBEATLAS_E2E_FAILURES: failed },
      stdio: 'inherit',
    });
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('exit', resolve);
    });
    const passed = code === 0;
    const seconds = (performance.now() - begun) / 1000;
    const failures = passed ? [] : readFailures(failed);
    if (!passed && failures.length === 0) failures.push(`no test, but vitest ended with exit code ${code}: see above`);
    return { kind, passed, seconds, failures };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What the suite's {@link FailuresReporter} wrote; nothing, where vitest did not come so far. */
function readFailures(file: string): string[] {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as string[]) : [];
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { server: { type: 'string', multiple: true, default: [] } },
    allowPositionals: true,
  });
  const kinds = chooseKinds(values.server);
  const versions = new Map<ServerKind, string>();
  for (const kind of kinds) versions.set(kind, (await programsFor(kind, say)).version);

  const outcomes: Outcome[] = [];
  for (const kind of kinds) {
    say(`\n=== the suite on ${kind}`);
    const { only = [] } = kind === 'assets' ? {} : kindsOfServer[kind];
    outcomes.push(await runSuite(kind, positionals.length > 0 ? positionals : only));
  }
  for (const { kind, failures } of outcomes) {
    for (const failure of failures) say(`\n=== failed on ${kind}: ${failure}`);
  }
  say('\n=== all servers');
  for (const { kind, passed, seconds } of outcomes) {
    say(`${passed ? 'passed' : 'FAILED'}  ${kind.padEnd(14)} ${seconds.toFixed(1)} s`);
  }
  const left = kindsLeftOut(kinds, versions.get('assets'));
  if (left.length > 0) say(`not run  ${left.join(', ')}`);
  if (outcomes.some(({ passed }) => !passed)) process.exitCode = 1;
}

main().catch((error: unknown) => {
  say(error instanceof BuildError ? error.message : String(error instanceof Error ? error.stack : error));
  process.exitCode = 1;
});
