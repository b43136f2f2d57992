import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The program that runs the informers. */
    clientGo: string;
  }
}

const run = promisify(execFile);
// As kube-apiserver is built (test/e2e/build), so that what both stand on is compiled once.
const flags = ['-mod=readonly', '-trimpath', '-buildvcs=false'];

/** Builds the program for this run: within a second or two, minutes the first time. */
export default async function setup(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'kubeatlas-informers-'));
  const remove = (): void => {
    rmSync(folder, { recursive: true, force: true });
  };
  const program = path.join(folder, 'client-go');
  const cwd = path.join(import.meta.dirname, 'client-go');
  try {
    await run('go', ['build', ...flags, '-o', program, '.'], {
      cwd,
      env: { ...process.env, CGO_ENABLED: '0', GOWORK: 'off' },
    });
  } catch (error) {
    remove();
    const { code, stderr } = error as { readonly code?: unknown; readonly stderr?: string };
    if (code !== 'ENOENT')
      throw new Error(`client-go could not be built: ${stderr ?? String(error)}`, { cause: error });
    throw new Error('The informers of client-go need Go: install it (https://go.dev/dl)', { cause: error });
  }
  project.provide('clientGo', program);
  return remove;
}
