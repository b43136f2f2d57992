import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { bundlePackage } from './harness/bundle-package.js';
import { findChromium } from './harness/find-chromium.js';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The script that every page loads. */
    bundle: string;
    chromium: string;
  }
}

/** Builds the package and bundles it for browsers, once for all files. */
export default async function setup(project: TestProject): Promise<() => void> {
  const chromium = findChromium();
  if (chromium === undefined) throw new Error('There is no Chromium; npm run test:browser says how to get one.');
  const folder = mkdtempSync(path.join(tmpdir(), 'kubeatlas-browser-'));
  project.provide('chromium', chromium);
  project.provide('bundle', await bundlePackage(folder));
  return () => {
    rmSync(folder, { recursive: true, force: true });
  };
}
