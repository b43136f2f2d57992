import type { Catalog } from '../catalog/catalog.js';
import type { ResourceEntry } from '../catalog/entries.js';
import type { CatalogFailure } from '../catalog/failures.js';
import { defaultPrefixes } from '../model/api-path.js';
import { formatGroupVersion, type GroupVersion } from '../model/group-version.js';
import { abandonOnAbort } from '../shared/abort.js';
import { mapLimit } from '../shared/map-limit.js';
import type { Connection } from '../transport/connection.js';
import { defaultTimeoutMs, type DiscoveryOptions } from './options.js';
import { fanOut, readGroupVersion } from './read-group-version.js';

/** The fields of an endpoint that only its legacy document carries. */
export type LegacyEntry = Pick<ResourceEntry, 'storageVersionHash' | 'internalID'>;

/** What legacy documents told. */
export interface LegacyEvidence {
  /** Of one endpoint, over all that was read for the catalog so far. */
  readonly look: (entry: ResourceEntry) => LegacyEntry | undefined;
  /** What could not be read of the documents that were asked for, in their order. */
  readonly failures: readonly CatalogFailure[];
}

/** Reads what legacy documents say beyond the aggregated ones, each group-version once for a catalog. */
export interface EvidenceReader {
  /**
   * Makes sure that the legacy documents of these group-versions have been read for this catalog, 10 at a time. A
   * document that cannot be read gives no evidence and is among the failures; it is asked for again the next time.
   */
  read(catalog: Catalog, groupVersions: readonly GroupVersion[], signal?: AbortSignal): Promise<LegacyEvidence>;
}

/** One document: its entries by plural, none where it could not be read. */
interface Reading {
  readonly entries: ReadonlyMap<string, LegacyEntry>;
  readonly failures: readonly CatalogFailure[];
}

/** What was read for one catalog, and what is being read. */
interface Readings {
  readonly done: Map<string, Reading>;
  readonly underWay: Map<string, Promise<Reading>>;
}

/** Makes the {@link EvidenceReader} of one connection. */
export function createEvidenceReader(
  connection: Connection,
  { prefixes = defaultPrefixes, timeoutMs = defaultTimeoutMs }: DiscoveryOptions = {},
): EvidenceReader {
  const kept = new WeakMap<Catalog, Readings>();

  function readingsOf(catalog: Catalog): Readings {
    const known = kept.get(catalog) ?? { done: new Map(), underWay: new Map() };
    kept.set(catalog, known);
    return known;
  }

  async function readOne({ done, underWay }: Readings, groupVersion: GroupVersion): Promise<Reading> {
    const key = formatGroupVersion(groupVersion);
    const start = async (): Promise<Reading> => {
      try {
        // No signal: the reading is shared by all callers, so no single one may end it.
        const source = { connection, prefixes, timeoutMs };
        const { version, failures } = await readGroupVersion(source, groupVersion, undefined);
        const reading = { entries: new Map(version.resources.map((entry) => [entry.resource, entry])), failures };
        if (version.freshness === 'Current') done.set(key, reading);
        return reading;
      } finally {
        underWay.delete(key);
      }
    };
    const known = done.get(key) ?? underWay.get(key);
    if (known !== undefined) return known;
    const reading = start();
    underWay.set(key, reading);
    return reading;
  }

  return {
    async read(catalog, groupVersions, signal) {
      const readings = readingsOf(catalog);
      const wanted = groupVersions.filter((groupVersion) => !tellsAlready(catalog, groupVersion));
      const found = await abandonOnAbort(
        mapLimit(wanted, fanOut, (groupVersion) => readOne(readings, groupVersion)),
        signal,
      );
      const failures = Object.freeze([...new Set(found.flatMap((reading) => reading.failures))]);
      return { look: (entry) => readings.done.get(formatGroupVersion(entry))?.entries.get(entry.resource), failures };
    },
  };
}

/** A document in the legacy format has told all that it can; so has one whose entries carry the fields anyway. */
function tellsAlready(catalog: Catalog, groupVersion: GroupVersion): boolean {
  const format = groupVersion.group === '' ? catalog.provenance.api : catalog.provenance.apis;
  if (format === 'legacy') return true;
  const version = catalog.version(groupVersion);
  if (version === undefined || version.freshness === 'Stale') return true;
  return version.resources.some((entry) => entry.internalID !== undefined || entry.storageVersionHash !== undefined);
}
