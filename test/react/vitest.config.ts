import path from 'node:path';
import { defineConfig } from 'vitest/config';

/** Runs the tests of this folder with React 18; those of the whole package have the newest React. */
export default defineConfig({
  root: path.resolve(import.meta.dirname, '../..'),
  resolve: {
    alias: [
      { find: /^react$/, replacement: 'react-18' },
      { find: /^react-dom(?=$|\/)/, replacement: 'react-dom-18' },
    ],
  },
  test: {
    include: ['test/react/**/*.test.ts'],
    setupFiles: ['test/setup/fail-on-console.ts', 'test/react/react-18.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
  },
});
