import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { FailuresReporter } from './harness/failures-reporter.js';

const project = path.resolve(import.meta.dirname, '../..');
/** Examples import the package by its name, as its users do. */
const entry = (name: string): { find: RegExp; replacement: string } => ({
  find: new RegExp(`^kubeatlas${name}$`),
  replacement: path.join(project, `src${name}/index.ts`),
});

const { KUBEATLAS_E2E_FAILURES: failures, KUBEATLAS_E2E_SERVER: kind = '' } = process.env;

/** What takes long and hardly depends on the version of the server runs on the newest one and the oldest. */
const onTwo = [
  'check-manifest',
  'explain',
  'from-client-node',
  'harness',
  'informer-changes',
  'informer-restart',
  'leader-election',
  'object-types',
  'pages',
  'recipes',
  'representations-of',
  'watch-chaos',
  'watch-restart',
];
/** What the fake server and the page are compared with, and two API servers that know of each other, is the newest one alone. */
const onNewest = [
  'dashboard-edits',
  'kit-defaults',
  'kit-kubectl',
  'kit-lifecycle',
  'kit-protobuf',
  'kit-schemas',
  'kit-web-sockets',
  'peers',
  'upgrade',
];
const isOlder = kind.startsWith('1.') && kind !== '1.37';
const isBetween = ['1.36', '1.36-as-1.34', '1.29-legacy'].includes(kind);

export default defineConfig({
  resolve: { alias: ['', '/controller', '/identity', '/kubeconfig', '/owners'].map(entry) },
  root: project,
  test: {
    include: ['test/e2e/suite/**/*.test.ts'],
    exclude: [...(isBetween ? onTwo : []), ...(isOlder ? onNewest : [])].map(
      (name) => `test/e2e/suite/${name}.test.ts`,
    ),
    setupFiles: ['test/setup/fail-on-console.ts'],
    globalSetup: ['test/e2e/global-setup.ts'],
    // All files share one server, and some of them change what it serves.
    fileParallelism: false,
    testTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
    hookTimeout: 120_000,
    reporters: ['default', ...(failures === undefined ? [] : [new FailuresReporter(failures)])],
    // One line for each file that passes.
    slowTestThreshold: 30_000,
  },
});
