import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const quietly = ['--silent', '--no-audit', '--no-fund', '--omit=peer'];

/** The tarball that `KUBEATLAS_TARBALL` names; otherwise builds and packs this project, and answers the tarball in that folder. */
export async function packProject(folder: string): Promise<string> {
  const packed = process.env['KUBEATLAS_TARBALL'] ?? '';
  if (packed !== '') return packed;
  const { stdout } = await run('npm', ['pack', '--silent', '--pack-destination', folder]);
  return path.join(folder, stdout.trim().split('\n').at(-1) ?? '');
}

/** Installs packages into an empty folder that exists, as a stranger would. */
export async function installInto(folder: string, ...packages: readonly string[]): Promise<void> {
  await writeFile(path.join(folder, 'package.json'), '{ "name": "stranger", "version": "1.0.0", "private": true }');
  await run('npm', ['install', ...quietly, ...packages], { cwd: folder });
}
