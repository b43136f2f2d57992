import type { Catalog } from '../catalog/catalog.js';
import type { ResourceEntry } from '../catalog/entries.js';
import type { CatalogFailure } from '../catalog/failures.js';
import { formatGroupVersion, type GroupVersion } from '../model/group-version.js';
import { abandonOnAbort } from '../shared/abort.js';
import { readGroupVersionDocument, startReading, type DiscoverySource } from './read-documents.js';

/** The fields of an endpoint that only its legacy document carries. */
export type LegacyEntry = Pick<ResourceEntry, 'storageVersionHash' | 'internalID'>;

/** The evidence in legacy documents; read by `client.discovery.evidence()`. */
export interface LegacyEvidence {
  /**
   * Returns what is known of one endpoint from everything read for the catalog so far, completed by the fields of its
   * own entry if the document lacks them. Undefined if no document read so far lists the endpoint.
   */
  readonly look: (entry: ResourceEntry) => LegacyEntry | undefined;
  /** The requested documents that could not be read, in the order requested. */
  readonly failures: readonly CatalogFailure[];
}

/** One document: its entries by plural, or none if it could not be read. */
interface EvidenceDocument {
  readonly entries: ReadonlyMap<string, LegacyEntry>;
  readonly failures: readonly CatalogFailure[];
  /** Whether it need not be requested again: it was read, or is never served. */
  readonly isFinal: boolean;
}

/** The documents read, and being read, for one catalog, by name. */
export type EvidenceDocuments = Map<string, { readonly reading: Promise<EvidenceDocument>; read?: EvidenceDocument }>;

/** Reads what legacy documents carry beyond the aggregated ones, as far as it is not among the documents. */
export async function readEvidence(
  source: DiscoverySource,
  documents: EvidenceDocuments,
  catalog: Catalog,
  groupVersions: readonly GroupVersion[],
  signal: AbortSignal | undefined,
): Promise<LegacyEvidence> {
  // Without the caller's signal: all callers share the documents, so no single caller may end their reading.
  const time = startReading(source);
  const read = async (groupVersion: GroupVersion): Promise<readonly CatalogFailure[]> => {
    const name = formatGroupVersion(groupVersion);
    const document = documents.get(name) ?? { reading: readDocument(source, groupVersion, time.signal) };
    documents.set(name, document);
    try {
      document.read = await document.reading;
      return document.read.failures;
    } finally {
      if (document.read?.isFinal !== true) documents.delete(name);
    }
  };
  const wanted = groupVersions.filter((groupVersion) => !tellsAlready(catalog, groupVersion));
  const failures = await abandonOnAbort(Promise.all(wanted.map(read)).finally(time.end), signal);
  return Object.freeze({
    look: (entry: ResourceEntry) => {
      const told = documents.get(formatGroupVersion(entry))?.read?.entries.get(entry.resource);
      if (told === undefined) return undefined;
      const { storageVersionHash = entry.storageVersionHash, internalID = entry.internalID } = told;
      return { storageVersionHash, internalID };
    },
    failures: Object.freeze([...new Set(failures.flat())]),
  });
}

async function readDocument(
  source: DiscoverySource,
  groupVersion: GroupVersion,
  signal: AbortSignal,
): Promise<EvidenceDocument> {
  const { version, failures, failed } = await readGroupVersionDocument(source, groupVersion, signal);
  const entries = new Map(version.resources.map((entry) => [entry.resource, entry]));
  const { failure } = failed ?? {};
  if (failure?.class !== 'notFound') return { entries, failures, isFinal: failed === undefined };
  const message = `${failure.document}: this server lists it because another API server serves it, but does not serve it itself`;
  return { entries, failures: [Object.freeze({ ...failure, message })], isFinal: true };
}

/**
 * Reports whether the catalog already holds all that the document carries: it came in the legacy format, or all its
 * entries carry ids. Ids on some of the entries say nothing about the others.
 */
function tellsAlready(catalog: Catalog, groupVersion: GroupVersion): boolean {
  const format = groupVersion.group === '' ? catalog.provenance.api : catalog.provenance.apis;
  if (format === 'legacy') return true;
  const version = catalog.version(groupVersion);
  if (version === undefined || version.freshness !== 'Current') return true;
  return version.resources.every((entry) => entry.internalID !== undefined);
}
