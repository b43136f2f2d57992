import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import type { OpenAPIDocument } from '../../../src/openapi/index.js';
import type { ManifestObject } from './seeds.js';

/** A manifest, and what kube-apiserver 1.37 answered to it with `dryRun=All&fieldValidation=Strict`. */
export interface Manifest {
  /** How it was made. */
  readonly how: string;
  readonly object: ManifestObject;
  readonly status: number;
  /** The beginning of the server's message. */
  readonly message: string;
}

export interface Corpus {
  /** By group-version, without operations. */
  readonly documents: Readonly<Record<string, OpenAPIDocument>>;
  /** What the server accepts. */
  readonly good: readonly Manifest[];
  /** What the server refuses, after one mutation of something good. */
  readonly broken: readonly Manifest[];
}

export const corpusFile = new URL('../../fixtures/openapi/manifests.json.br', import.meta.url);

/** Reads the corpus that `write.ts` has written. */
export function readCorpus(): Corpus {
  return JSON.parse(brotliDecompressSync(readFileSync(corpusFile)).toString()) as Corpus;
}
