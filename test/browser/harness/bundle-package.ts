import { execFile } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { buildPackage } from '../../setup/build-package.js';

const project = path.resolve(import.meta.dirname, '../../..');

/** What the bundle is made of: the entries that a page may import, as the global variable `kubeatlas`. */
const contents = ['', '/connect', '/stores/browser'].map((entry) => `export * from 'kubeatlas${entry}';`).join('\n');

/** What is built of the package. */
export interface Bundled {
  /** The script that pages load. */
  readonly bundle: string;
  /** The command line. */
  readonly bin: string;
}

/** Builds the package into a folder as though it were installed there, and bundles it as users do. */
export async function bundlePackage(folder: string): Promise<Bundled> {
  const installed = path.join(folder, 'node_modules/kubeatlas');
  const dist = await buildPackage(project, installed);
  symlinkSync(path.join(project, 'node_modules'), path.join(installed, 'node_modules'));
  const vite = path.join(project, 'node_modules/vite/bin/vite.js');
  const config = path.join(project, 'src/dashboard/vite.config.ts');
  await promisify(execFile)(process.execPath, [vite, 'build', '--config', config, '--logLevel', 'warn'], {
    cwd: project,
    env: { ...process.env, NODE_ENV: 'production', KUBEATLAS_DIST: dist },
  });
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
  return { bundle: outfile, bin: path.join(dist, 'cli/main.js') };
}
