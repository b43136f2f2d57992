import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

/**
 * Builds the package of a project into a folder, without types: `dist` as published, beside the manifest, which the bin
 * reads and which tells bundlers about side effects. Returns the path of `dist`.
 */
export async function buildPackage(project: string, folder: string): Promise<string> {
  const dist = path.join(folder, 'dist');
  mkdirSync(dist, { recursive: true });
  copyFileSync(path.join(project, 'package.json'), path.join(folder, 'package.json'));
  const tsup = path.join(project, 'node_modules/tsup/dist/cli-default.js');
  await promisify(execFile)(process.execPath, [tsup, '--no-dts', '--no-clean', '--silent', '--out-dir', dist], {
    cwd: project,
  });
  return dist;
}
