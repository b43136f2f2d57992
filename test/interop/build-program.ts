import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { goEnvironment } from '../e2e/build/server-module.js';

// As kube-apiserver is built (test/e2e/build), so that what both stand on is compiled once.
const flags = ['-mod=readonly', '-trimpath', '-buildvcs=false'];

/** Builds the program in client-go/ into a folder: within a second or two, a minute the first time. */
export async function buildProgram(folder: string): Promise<string> {
  const program = path.join(folder, 'interop');
  const cwd = path.join(import.meta.dirname, 'client-go');
  await promisify(execFile)('go', ['build', ...flags, '-o', program, '.'], {
    cwd,
    env: { ...process.env, ...goEnvironment },
  });
  return program;
}
