/**
 * Runs the tests in Chromium: `tsx test/browser/run.ts [--install] [filter...]`, with the browser that `KUBEATLAS_CHROMIUM`
 * names, or the first Chromium or Chrome on the path.
 */
import { runWithPrograms } from '../setup/run-with-programs.js';
import { findChromium } from './harness/find-chromium.js';

runWithPrograms(
  [{ title: 'Chromium', variable: 'KUBEATLAS_CHROMIUM', find: findChromium, debianPackage: 'chromium' }],
  { script: 'test:browser', config: 'test/browser/vitest.config.ts' },
);
