import type { Catalog } from '../catalog/catalog.js';
import type { ResourceEntry } from '../catalog/entries.js';
import type { CatalogFailure } from '../catalog/failures.js';
import { formatGroupVersion, type GroupVersion } from '../model/group-version.js';
import { abandonOnAbort, reasonOf } from '../shared/abort.js';
import { startDeadline } from '../shared/deadline.js';
import { DeadlinePassed } from './errors.js';
import { readGroupVersionDocument, type DiscoverySource, type ReadingLife } from './read-documents.js';

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

/** Reads what legacy documents carry beyond the aggregated ones, each group-version once per catalog and round. */
export interface EvidenceReader {
  /** See `Discovery.evidence`. */
  read(catalog: Catalog, groupVersions: readonly GroupVersion[], signal?: AbortSignal): Promise<LegacyEvidence>;
}

/** One document: its entries by plural, or none if it could not be read. */
interface EvidenceDocument {
  readonly entries: ReadonlyMap<string, LegacyEntry>;
  readonly failures: readonly CatalogFailure[];
  /** Whether it need not be requested again: it was read, or is never served. */
  readonly isFinal: boolean;
}

/** Documents read, and being read, for one catalog. */
interface CatalogEvidence {
  readonly done: Map<string, EvidenceDocument>;
  readonly underWay: Map<string, Promise<EvidenceDocument>>;
}

/** Creates the {@link EvidenceReader} of one server. */
export function createEvidenceReader(source: DiscoverySource): EvidenceReader {
  const kept = new WeakMap<Catalog, CatalogEvidence>();

  function evidenceOf(catalog: Catalog): CatalogEvidence {
    const known = kept.get(catalog) ?? { done: new Map(), underWay: new Map() };
    kept.set(catalog, known);
    return known;
  }

  async function readOne(
    { done, underWay }: CatalogEvidence,
    groupVersion: GroupVersion,
    life: ReadingLife,
  ): Promise<EvidenceDocument> {
    const key = formatGroupVersion(groupVersion);
    const known = done.get(key) ?? underWay.get(key);
    if (known !== undefined) return known;
    const reading = readEvidence(source, groupVersion, life);
    underWay.set(key, reading);
    try {
      const document = await reading;
      if (document.isFinal) done.set(key, document);
      return document;
    } finally {
      underWay.delete(key);
    }
  }

  return {
    async read(catalog, groupVersions, signal) {
      if (signal?.aborted === true) throw reasonOf(signal);
      const evidence = evidenceOf(catalog);
      const wanted = groupVersions.filter((groupVersion) => !tellsAlready(catalog, groupVersion));
      // Not the caller's signal: all callers share the documents, so no single caller may end their reading.
      const { timeoutMs } = source.settings;
      const deadline = startDeadline(timeoutMs, () => new DeadlinePassed(timeoutMs));
      const reading = Promise.all(wanted.map((groupVersion) => readOne(evidence, groupVersion, { deadline })));
      const found = await abandonOnAbort(reading.finally(deadline.end), signal);
      const failures = Object.freeze([...new Set(found.flatMap((document) => document.failures))]);
      const look = (entry: ResourceEntry): LegacyEntry | undefined => {
        const told = evidence.done.get(formatGroupVersion(entry))?.entries.get(entry.resource);
        if (told === undefined) return undefined;
        const { storageVersionHash = entry.storageVersionHash, internalID = entry.internalID } = told;
        return { storageVersionHash, internalID };
      };
      return Object.freeze({ look, failures });
    },
  };
}

async function readEvidence(
  source: DiscoverySource,
  groupVersion: GroupVersion,
  life: ReadingLife,
): Promise<EvidenceDocument> {
  const { version, failures, failed } = await readGroupVersionDocument(source, groupVersion, life);
  const entries = new Map(version.resources.map((entry) => [entry.resource, entry]));
  const { failure } = failed ?? {};
  if (failure?.class !== 'notFound') return { entries, failures, isFinal: failed === undefined };
  const message = `${failure.document}: this server lists it, as what one of its peers serves, but never serves it itself`;
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
