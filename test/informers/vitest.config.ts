import path from 'node:path';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: path.resolve(import.meta.dirname, '../..'),
  test: {
    include: ['test/informers/**/*.test.ts'],
    setupFiles: ['test/setup/fail-on-console.ts'],
    globalSetup: ['test/informers/build-client-go.ts'],
    testTimeout: 90_000,
    // client-go waits for up to 2 s before it tries again, then longer.
    expect: { poll: { timeout: 30_000 } },
    slowTestThreshold: 60_000,
  },
});
