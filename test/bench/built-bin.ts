import { execFile } from 'node:child_process';
import { cp, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Builds the bin into a folder, as published, and returns its path. */
export async function buildBin(folder: string): Promise<string> {
  // The bin reads the manifest of its package.
  await mkdir(path.join(folder, 'dist'));
  await cp('package.json', path.join(folder, 'package.json'));
  const tsup = ['node_modules/tsup/dist/cli-default.js', '--no-dts', '--no-clean', '--silent'];
  await run(process.execPath, [...tsup, '--out-dir', path.join(folder, 'dist')]);
  return path.join(folder, 'dist/cli/main.js');
}
