import type { Catalog } from '../catalog/catalog.js';
import type { ResourceEntry } from '../catalog/entries.js';
import { defaultPrefixes } from '../model/api-path.js';
import { formatGroupVersion, type GroupVersion } from '../model/group-version.js';
import { abandonOnAbort } from '../shared/abort.js';
import { mapLimit } from '../shared/map-limit.js';
import type { Connection } from '../transport/connection.js';
import { defaultTimeoutMs, type DiscoveryOptions } from './options.js';
import { fanOut, readGroupVersion } from './read-group-version.js';

/** The fields of an endpoint that only its legacy document carries. */
export type LegacyEntry = Pick<ResourceEntry, 'storageVersionHash' | 'internalID'>;

/** Reads what legacy documents say beyond the aggregated ones, each group-version once for a catalog. */
export interface EvidenceReader {
  /**
   * Makes sure that the legacy documents of these group-versions have been read for this catalog, 10 at a time, and
   * answers a look-up over all that were read for it so far. A document that cannot be read gives no evidence, and
   * is asked for again the next time.
   */
  read(
    catalog: Catalog,
    groupVersions: readonly GroupVersion[],
    signal?: AbortSignal,
  ): Promise<(entry: ResourceEntry) => LegacyEntry | undefined>;
}

/** What was read for one catalog, and what is being read. */
interface Readings {
  readonly entries: Map<string, ReadonlyMap<string, LegacyEntry>>;
  readonly underWay: Map<string, Promise<void>>;
}

/** Makes the {@link EvidenceReader} of one connection. */
export function createEvidenceReader(
  connection: Connection,
  { prefixes = defaultPrefixes, timeoutMs = defaultTimeoutMs }: DiscoveryOptions = {},
): EvidenceReader {
  const kept = new WeakMap<Catalog, Readings>();

  function readingsOf(catalog: Catalog): Readings {
    const known = kept.get(catalog) ?? { entries: new Map(), underWay: new Map() };
    kept.set(catalog, known);
    return known;
  }

  async function readOne({ entries, underWay }: Readings, groupVersion: GroupVersion): Promise<void> {
    const key = formatGroupVersion(groupVersion);
    if (entries.has(key)) return;
    const start = async (): Promise<void> => {
      try {
        // No signal: the reading is shared by all callers, so no single one may end it.
        const { version } = await readGroupVersion({ connection, prefixes, timeoutMs }, groupVersion, undefined);
        if (version.freshness === 'Current')
          entries.set(key, new Map(version.resources.map((entry) => [entry.resource, entry])));
      } finally {
        underWay.delete(key);
      }
    };
    const reading = underWay.get(key) ?? start();
    if (!entries.has(key)) underWay.set(key, reading);
    await reading;
  }

  return {
    async read(catalog, groupVersions, signal) {
      const readings = readingsOf(catalog);
      const wanted = groupVersions.filter((groupVersion) => !tellsAlready(catalog, groupVersion));
      await abandonOnAbort(
        mapLimit(wanted, fanOut, (groupVersion) => readOne(readings, groupVersion)),
        signal,
      );
      return (entry) => readings.entries.get(formatGroupVersion(entry))?.get(entry.resource);
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
