/**
 * Runs the tests in Chromium: `tsx test/browser/run.ts [--install] [filter...]`. Filters are vitest's, names of test files.
 *
 * It takes the browser that `KUBEATLAS_CHROMIUM` names, or the first Chromium or Chrome on the path. Where there is none it
 * says what to install; with `--install`, as root on a system with apt-get, it installs Debian's package by itself.
 */
import { spawn, spawnSync } from 'node:child_process';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { findChromium } from './harness/find-chromium.js';

const root = path.resolve(import.meta.dirname, '../..');
const install = ['install', '--yes', '--no-install-recommends', 'chromium'];

const { values, positionals } = parseArgs({
  options: { install: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const { KUBEATLAS_CHROMIUM: named = '' } = process.env;
let chromium = findChromium();
if (chromium === undefined && named !== '')
  process.stderr.write(`KUBEATLAS_CHROMIUM is ${named}, which is no program.\n`);
else if (chromium === undefined && values.install) {
  if (process.getuid?.() === 0) {
    installChromium();
    chromium = findChromium();
  } else process.stderr.write('--install needs to be root.\n');
}
if (chromium === undefined) {
  process.stderr.write(
    'npm run test:browser needs Chromium, and there is none on the path. On Debian: ' +
      `apt-get ${install.join(' ')}; as root, npm run test:browser -- --install does that. ` +
      'KUBEATLAS_CHROMIUM names one that lies elsewhere.\n',
  );
  process.exitCode = 1;
} else {
  const vitest = path.join(root, 'node_modules/vitest/vitest.mjs');
  const child = spawn(process.execPath, [vitest, 'run', '--config', 'test/browser/vitest.config.ts', ...positionals], {
    cwd: root,
    env: { ...process.env, KUBEATLAS_CHROMIUM: chromium },
    stdio: 'inherit',
  });
  child.once('exit', (code) => {
    process.exitCode = code ?? 1;
  });
}

function installChromium(): void {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  // The lists of a fresh container are empty, or too old to lead to a file that is still there.
  for (const words of [['update'], install]) {
    const { status, error, stdout, stderr } = spawnSync('apt-get', words, { env, encoding: 'utf8' });
    if (status === 0) continue;
    process.stderr.write(`apt-get ${words.join(' ')} failed: ${error?.message ?? `${stdout}${stderr}`}\n`);
    return;
  }
}
