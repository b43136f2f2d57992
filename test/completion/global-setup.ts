import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { buildPackage } from '../setup/build-package.js';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The built command line. */
    bin: string;
  }
}

const project = path.resolve(import.meta.dirname, '../..');

/** Builds the package into a folder of its own, once for all files. */
export default async function setup({ provide }: TestProject): Promise<() => void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'kubeatlas-completion-'));
  provide('bin', path.join(await buildPackage(project, folder), 'cli/main.js'));
  return () => {
    rmSync(folder, { recursive: true, force: true });
  };
}
