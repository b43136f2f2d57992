import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { browserNames } from './harness/find-browser.js';

const inChromiumAlone = [
  'dashboard*',
  'tabs',
  ...(process.env['KUBEATLAS_BROWSER_IDLE_SECONDS'] === undefined ? ['real-server'] : []),
];

/** What needs minutes to be built: for `npm run suite -- long`. */
const ofTheLong = process.env['KUBEATLAS_BROWSER_BROKEN'] === '1' ? [] : ['dashboard-broken'];

export default defineConfig({
  root: path.resolve(import.meta.dirname, '../..'),
  test: {
    include: ['test/browser/suite/**/*.test.ts'],
    projects: browserNames.map((browser) => ({
      extends: true,
      test: {
        name: browser,
        provide: { browser },
        // The page is the same in both, and what it stands on has its tests in both; a real server is for the long suite.
        exclude: [...ofTheLong, ...(browser === 'firefox' ? inChromiumAlone : [])].map(
          (name) => `test/browser/suite/${name}.test.ts`,
        ),
      },
    })),
    setupFiles: ['test/setup/fail-on-console.ts'],
    globalSetup: ['test/browser/global-setup.ts'],
    // One browser at a time.
    fileParallelism: false,
    testTimeout: 90_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    slowTestThreshold: 30_000,
  },
});
