import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { bundlePackage } from './harness/bundle-package.js';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The script that every page loads. */
    bundle: string;
    /** The command line. */
    bin: string;
  }
}

/** Builds the package and bundles it for browsers, once for all files. */
export default async function setup(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'kubeatlas-browser-'));
  const { bundle, bin } = await bundlePackage(folder);
  project.provide('bundle', bundle);
  project.provide('bin', bin);
  return () => {
    rmSync(folder, { recursive: true, force: true });
  };
}
