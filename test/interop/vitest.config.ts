import path from 'node:path';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: path.resolve(import.meta.dirname, '../..'),
  test: {
    include: ['test/interop/**/*.test.ts'],
    setupFiles: ['test/setup/fail-on-console.ts'],
    slowTestThreshold: 60_000,
  },
});
