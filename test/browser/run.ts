/**
 * Runs the tests in Chromium and in Firefox: `tsx test/browser/run.ts [--install] [filter...]`, with the browsers that
 * `KUBEATLAS_CHROMIUM` and `KUBEATLAS_FIREFOX` name, or the first ones on the path.
 */
import { runWithPrograms } from '../setup/run-with-programs.js';
import { browserNames, browsers, findBrowser } from './harness/find-browser.js';

runWithPrograms(
  browserNames.map((name) => ({ ...browsers[name], find: () => findBrowser(name) })),
  { script: 'test:browser', config: 'test/browser/vitest.config.ts' },
);
