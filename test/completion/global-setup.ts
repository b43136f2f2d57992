import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The built command line. */
    bin: string;
  }
}

const project = path.resolve(import.meta.dirname, '../..');

/** Builds the package into a folder of its own, once for all files. */
export default async function setup({ provide }: TestProject): Promise<() => void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'kubeatlas-completion-'));
  const tsup = path.join(project, 'node_modules/tsup/dist/cli-default.js');
  const dist = path.join(folder, 'dist');
  mkdirSync(dist);
  copyFileSync(path.join(project, 'package.json'), path.join(folder, 'package.json'));
  await promisify(execFile)(process.execPath, [tsup, '--no-dts', '--no-clean', '--silent', '--out-dir', dist], {
    cwd: project,
  });
  provide('bin', path.join(dist, 'cli/main.js'));
  return () => {
    rmSync(folder, { recursive: true, force: true });
  };
}
