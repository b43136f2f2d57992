import { availableParallelism } from 'node:os';
import path from 'node:path';
import { defineConfig } from 'vitest/config';

/** Examples import the package by its name, as its users do. */
const entries = [
  '',
  '/admission',
  '/census',
  '/controller',
  '/fleet',
  '/identity',
  '/kubeconfig',
  '/openapi',
  '/owners',
  '/proxy',
  '/react',
  '/representations',
  '/upgrade',
  '/views',
];
const aliases = entries.map((name) => ({
  find: new RegExp(`^kubeatlas${name}$`),
  replacement: path.join(import.meta.dirname, `src${name}/index.ts`),
}));

/** The build of yaml that the package contains (tsup.config.ts). */
const yaml = { find: /^yaml$/, replacement: path.join(import.meta.dirname, 'node_modules/yaml/browser/dist/index.js') };

export default defineConfig({
  resolve: { alias: [...aliases, yaml] },
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['e2e', 'bench', 'browser', 'redis', 'completion', 'informers', 'interop', 'docs/guides'].map(
      (folder) => `test/${folder}/**`,
    ),
    setupFiles: ['test/setup/fail-on-console.ts'],
    // One more than there are processors: many tests wait for a socket or a process.
    maxWorkers: availableParallelism() + 1,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
  },
});
