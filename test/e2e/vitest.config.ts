import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { FailuresReporter } from './harness/failures-reporter.js';

const project = path.resolve(import.meta.dirname, '../..');
/** Examples import the package by its name, as its users do. */
const entry = (name: string): { find: RegExp; replacement: string } => ({
  find: new RegExp(`^kubeatlas${name}$`),
  replacement: path.join(project, `src${name}/index.ts`),
});

const { KUBEATLAS_E2E_FAILURES: failures, KUBEATLAS_E2E_SERVER: kind = '', KUBEATLAS_E2E_WHOLE: isWhole } = process.env;

/**
 * Everything runs on the newest server and on the oldest one. The kinds between them run what depends on what they serve: discovery,
 * its negotiation, forms and watches. The rest of them is for `npm run suite -- long`.
 */
const ofEveryKind = [
  'catalogs-agree',
  'crd-lifecycle',
  'extension-server',
  'failures',
  'further-forms',
  'identity',
  'identity-extension',
  'metadata-forms',
  'negotiation',
  'not-acceptable',
  'owners-field',
  'representations',
  'restart',
  'servers-in-turn',
  'watch',
];
/**
 * What the newest one alone is for: comparing the fake server and the page, servers that know of each other, replicas that share,
 * and what takes long and has nothing to do with the version of the server.
 */
const ofTheNewest = [
  'build',
  'dashboard-edits',
  'fake-defaults',
  'fake-kubectl',
  'fake-lifecycle',
  'fake-protobuf',
  'fake-schemas',
  'fake-web-sockets',
  'fake-writes',
  'fleet',
  'from-client-node',
  'harness',
  'http2',
  'informer-restart',
  'leader-election',
  'peers',
  'recipes',
  'roles',
  'sharing',
  'sharing-servers',
  'upgrade',
  'watch-chaos',
];
/** What takes minutes: for `npm run suite -- long`. */
const ofTheLong = ['fleet', 'peers', 'sharing-servers'];
const isOlder = kind.startsWith('1.') && kind !== '1.37';
const isBetween = ['1.36', '1.36-as-1.34', '1.29-legacy'].includes(kind) && isWhole !== '1';
const files = (names: readonly string[]): string[] => names.map((name) => `test/e2e/suite/${name}.test.ts`);

export default defineConfig({
  resolve: { alias: ['', '/controller', '/identity', '/kubeconfig', '/owners'].map(entry) },
  root: project,
  test: {
    include: isBetween ? files(ofEveryKind) : ['test/e2e/suite/**/*.test.ts'],
    exclude: files([...(isOlder ? ofTheNewest : []), ...(isWhole === '1' ? [] : ofTheLong)]),
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
