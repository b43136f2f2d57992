import path from 'node:path';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: path.resolve(import.meta.dirname, '../..'),
  test: {
    include: ['test/e2e/suite/**/*.test.ts'],
    setupFiles: ['test/setup/fail-on-console.ts'],
    globalSetup: ['test/e2e/global-setup.ts'],
    // All files share one server, and some of them change what it serves.
    fileParallelism: false,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // One line for each file that passes.
    slowTestThreshold: 30_000,
  },
});
