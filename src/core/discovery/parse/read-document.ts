import type { GroupEntry, ResourceEntry } from '../../catalog/entries.js';
import type { CatalogFailure, DiscoveryFormat } from '../../catalog/failures.js';
import { readJsonObject, type AnswerBody } from '../../media/answer-body.js';
import type { GroupVersion } from '../../model/group-version.js';
import { recogniseFormat } from '../documents/formats.js';
import { DocumentProblem } from '../errors.js';
import { parseAggregated } from './aggregated.js';
import { parseLegacyResources, parseLegacyRoot } from './legacy.js';
import { describeWord, failuresOf, startReading } from './reading.js';

/** The root of the core group, and the root of all others. */
export type Root = 'api' | 'apis';

export const rootNames: readonly Root[] = ['api', 'apis'];

/** The content of a root's document. In the legacy format its versions are names alone: stale, without resources. */
export interface RootContent {
  readonly format: DiscoveryFormat;
  readonly groups: readonly GroupEntry[];
  readonly failures: readonly CatalogFailure[];
}

/** The content of a group-version's legacy document. */
export interface GroupVersionContent {
  readonly resources: readonly ResourceEntry[];
  readonly failures: readonly CatalogFailure[];
}

/** A document of a root, by its path. */
export interface DocumentOrigin {
  readonly root: Root;
  readonly document: string;
}

/**
 * Reads the document of a root. Malformed entries are left out and listed; throws `MalformedAnswerError` or a
 * DocumentProblem if the document as a whole is malformed.
 */
export function readRoot(body: AnswerBody, document: DocumentOrigin): RootContent {
  const value = readJsonObject(body);
  const format = recogniseFormat(body.mediaType, value);
  const conceal = (text: string): string => body.conceal(text);
  if (format === undefined) {
    const words = [value['apiVersion'], value['kind']].map((word) => describeWord(word, conceal)).join(' ');
    throw new DocumentProblem(`apiVersion and kind are ${words}, which is not a discovery document`);
  }
  const reading = startReading({ ...document, conceal });
  const groups = format === 'legacy' ? parseLegacyRoot(value, reading) : parseAggregated(value, reading);
  return { format, groups, failures: failuresOf(reading) };
}

/** Reads the legacy document of a group-version. Throws as {@link readRoot} does. */
export function readGroupVersion(body: AnswerBody, document: DocumentOrigin & GroupVersion): GroupVersionContent {
  const reading = startReading({ ...document, conceal: (text) => body.conceal(text) });
  const resources = parseLegacyResources(readJsonObject(body), reading);
  return { resources, failures: failuresOf(reading) };
}
