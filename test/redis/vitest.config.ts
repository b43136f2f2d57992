import path from 'node:path';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: path.resolve(import.meta.dirname, '../..'),
  test: {
    include: ['test/redis/suite/**/*.test.ts'],
    setupFiles: ['test/setup/fail-on-console.ts'],
    fileParallelism: false,
    testTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
    hookTimeout: 60_000,
    slowTestThreshold: 60_000,
  },
});
