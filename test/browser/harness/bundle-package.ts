import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';

const run = promisify(execFile);
const project = path.resolve(import.meta.dirname, '../../..');

/** What the bundle is made of: the entries that a page may import, as the global variable `kubeatlas`. */
const contents = `export * from 'kubeatlas'; export { createBrowserStore } from 'kubeatlas/stores/browser';`;

/** Builds the package into a folder as though it were installed there, bundles it as users do, and gives the file. */
export async function bundlePackage(folder: string): Promise<string> {
  const installed = path.join(folder, 'node_modules/kubeatlas');
  mkdirSync(installed, { recursive: true });
  copyFileSync(path.join(project, 'package.json'), path.join(installed, 'package.json'));
  const tsup = path.join(project, 'node_modules/tsup/dist/cli-default.js');
  const dist = path.join(installed, 'dist');
  await run(process.execPath, [tsup, '--no-dts', '--no-clean', '--silent', '--out-dir', dist], { cwd: project });
  const outfile = path.join(folder, 'kubeatlas.js');
  await build({
    stdin: { contents, resolveDir: folder },
    absWorkingDir: project,
    nodePaths: [path.join(project, 'node_modules')],
    bundle: true,
    outfile,
    platform: 'browser',
    format: 'iife',
    globalName: 'kubeatlas',
    target: 'es2022',
    logLevel: 'silent',
  });
  return outfile;
}
