import path from 'node:path';
import { defineConfig } from 'vitest/config';
import project from '../../../vitest.config.js';

/** Compiles and runs all that the pages show, with the settings of the unit tests. */
export default defineConfig({
  ...project,
  root: path.resolve(import.meta.dirname, '../../..'),
  test: { ...project.test, include: ['test/docs/guides/**/*.test.ts'], exclude: [] },
});
