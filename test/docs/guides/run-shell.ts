import { spawn } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import type { GuideCluster } from './cluster.js';
import { project } from './page.js';
import { inPage } from './run-program.js';

/** `kubeatlas` and `npx kubeatlas` as programs of a shell, made of the sources. */
export interface ShellPrograms {
  readonly folder: string;
  remove(): void;
}

export async function makeShellPrograms(): Promise<ShellPrograms> {
  const folder = mkdtempSync(path.join(tmpdir(), 'kubeatlas-shell-'));
  const bin = path.join(folder, 'dist/cli/main.js');
  await build({
    entryPoints: { 'cli/main': path.join(project, 'src/cli/main.ts') },
    outdir: path.join(folder, 'dist'),
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'error',
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
  });
  copyFileSync(path.join(project, 'package.json'), path.join(folder, 'package.json'));
  mkdirSync(path.join(folder, 'bin'));
  const program = (name: string, before: string): void => {
    const file = path.join(folder, 'bin', name);
    writeFileSync(file, `#!/bin/sh\n${before}exec '${process.execPath}' '${bin}' "$@"\n`);
    chmodSync(file, 0o755);
  };
  program('kubeatlas', '');
  program('npx', 'shift\n');
  return {
    folder: path.join(folder, 'bin'),
    remove: () => {
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Runs a script as CI does. Answers what it printed, errors in their place, and its exit code. */
export async function runShell(
  cluster: GuideCluster,
  script: string,
  programs: ShellPrograms,
): Promise<{ readonly printed: string; readonly code: number | null }> {
  const child = spawn('bash', ['-c', `exec 2>&1\n${script}`], {
    cwd: cluster.home,
    env: { ...cluster.env, PATH: `${programs.folder}${path.delimiter}${process.env['PATH'] ?? ''}` },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  // Lines of CSV end otherwise than those of a page.
  return { printed: inPage(cluster, printed.replaceAll('\r\n', '\n')), code };
}

const mark = '\u001e';

/** The commands of a session (`$ command`, and what it prints below) as one script, and what all of it prints. */
export async function runSession(cluster: GuideCluster, session: string, programs: ShellPrograms): Promise<string> {
  const commands = session.split('\n').flatMap((line) => (line.startsWith('$ ') ? [line.slice(2)] : []));
  // Whatever stands between two commands keeps the exit code for `echo $?`.
  const script = commands.map((command) => `${command}\nbetween`).join('\n');
  const { printed } = await runShell(
    cluster,
    `between() { local code=$?; printf '${mark}'; return $code; }\n${script}`,
    programs,
  );
  const answers = printed.split(mark);
  return commands.map((command, index) => `$ ${command}\n${answers[index] ?? ''}`).join('');
}
