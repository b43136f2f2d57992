import type { VersionEntry } from '../catalog/entries.js';
import type { CatalogFailure } from '../catalog/failures.js';
import { groupVersionPath } from '../model/api-path.js';
import type { GroupVersion } from '../model/group-version.js';
import { readJsonObject } from '../media/answer-body.js';
import type { DiscoverySource } from './ask-root.js';
import { failureOf } from './failure-of.js';
import { none } from './fields.js';
import { acceptFormats } from './formats.js';
import { parseLegacyResources } from './parse-legacy-resources.js';
import { problemsOf } from './problems.js';

/** The legacy document of one group-version; a version that could not be read stays, by name, without resources. */
export interface ReadGroupVersion {
  readonly version: VersionEntry;
  readonly failures: readonly CatalogFailure[];
}

/** How many legacy documents are asked for at a time. */
export const fanOut = 10;

/** Reads the legacy document of one group-version. Never throws but for an abort or a closed client. */
export async function readGroupVersion(
  { connection, prefixes, timeoutMs }: Pick<DiscoverySource, 'connection' | 'prefixes' | 'timeoutMs'>,
  { group, version }: GroupVersion,
  signal: AbortSignal | undefined,
): Promise<ReadGroupVersion> {
  const document = groupVersionPath({ group, version }, prefixes);
  const root = group === '' ? 'api' : 'apis';
  const problems = problemsOf(root, document);
  try {
    const accept = acceptFormats(['legacy']);
    const response = await connection.request({ method: 'GET', path: document, accept, signal, timeoutMs });
    const resources = parseLegacyResources(readJsonObject(response), { group, version }, problems);
    return { version: { group, version, freshness: 'Current', resources }, failures: problems.failures };
  } catch (error) {
    const failure = failureOf(error, { root, document, group, version }, signal);
    return { version: { group, version, freshness: 'Stale', resources: none }, failures: [failure] };
  }
}
