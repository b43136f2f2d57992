import type { Catalog } from '../catalog/catalog.js';
import { defaultPrefixes } from '../model/api-path.js';
import { singleFlight, type SingleFlight } from '../shared/single-flight.js';
import type { Connection } from '../transport/connection.js';
import { InvalidOptionError } from '../transport/errors.js';
import type { DiscoverySource } from './ask-root.js';
import type { Discovery } from './discovery.js';
import { createDocumentCache } from './document-cache.js';
import { acceptFormats, allFormats } from './formats.js';
import { learnCatalog, type LearnedCatalog } from './learn-catalog.js';
import { createEvidenceReader } from './read-evidence.js';
import { defaultTimeoutMs, type DiscoveryOptions } from './options.js';

/** Makes the {@link Discovery} of one connection. Nothing is asked before the first call. */
export function createDiscovery(connection: Connection, options: DiscoveryOptions = {}): Discovery {
  const source = sourceOf(connection, options);
  let learned: LearnedCatalog | undefined;
  const reader = createEvidenceReader(connection, options);
  let flight = newFlight();

  function newFlight(): SingleFlight<Catalog> {
    const mine: SingleFlight<Catalog> = singleFlight(async (signal) => {
      const result = await learnCatalog(source, learned, signal);
      // What was asked before an invalidate() is answered to its callers, but not kept.
      if (flight === mine) learned = result;
      return result.catalog;
    });
    return mine;
  }

  return Object.freeze<Discovery>({
    async catalog({ signal } = {}) {
      return learned?.catalog ?? flight.run(signal);
    },
    refresh: ({ signal } = {}) => flight.runAnew(signal),
    evidence: (catalog, groupVersions, { signal } = {}) => reader.read(catalog, groupVersions, signal),
    get current() {
      return learned?.catalog;
    },
    invalidate() {
      learned = undefined;
      source.cache.clear();
      flight = newFlight();
    },
  });
}

function sourceOf(connection: Connection, options: DiscoveryOptions): DiscoverySource {
  const { formats = allFormats, profile, prefixes = defaultPrefixes, timeoutMs = defaultTimeoutMs } = options;
  if (formats.length === 0 || !formats.every((format) => allFormats.includes(format))) {
    throw new InvalidOptionError('discovery.formats', `must hold some of ${allFormats.join(', ')}`);
  }
  const accept = acceptFormats(formats, profile);
  return { connection, prefixes, formats, accept, timeoutMs, cache: createDocumentCache() };
}
