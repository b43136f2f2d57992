import path from 'node:path';
import { build } from 'esbuild';
import { buildPackage } from '../../setup/build-package.js';

const project = path.resolve(import.meta.dirname, '../../..');

/** What the bundle is made of: the entries that a page may import, as the global variable `kubeatlas`. */
const contents = ['', '/connect', '/stores/browser'].map((entry) => `export * from 'kubeatlas${entry}';`).join('\n');

/** Builds the package into a folder as though it were installed there, bundles it as users do, and gives the file. */
export async function bundlePackage(folder: string): Promise<string> {
  const installed = path.join(folder, 'node_modules/kubeatlas');
  await buildPackage(project, installed);
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
