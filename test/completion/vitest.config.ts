import path from 'node:path';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: path.resolve(import.meta.dirname, '../..'),
  test: {
    include: ['test/completion/suite/**/*.test.ts'],
    setupFiles: ['test/setup/fail-on-console.ts'],
    globalSetup: ['test/completion/global-setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    slowTestThreshold: 60_000,
  },
});
