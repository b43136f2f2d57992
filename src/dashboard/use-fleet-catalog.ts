import { useEffect, useState } from 'react';
import { resourceKey, type ResourceEntry } from 'kubeatlas';
import type { Fleet } from 'kubeatlas/fleet';

/** What clusters serve, put together. */
export interface FleetCatalog {
  /** Each resource once, as the first cluster that has it serves it. */
  readonly entries: readonly ResourceEntry[];
  /** How many clusters serve it, by the key of the resource. */
  readonly counts: ReadonlyMap<string, number>;
  /** How many clusters have answered. */
  readonly answered: number;
}

const none: FleetCatalog = { entries: [], counts: new Map(), answered: 0 };

/** What all clusters serve, once: each is shown as it answers. */
export function useFleetCatalog(fleet: Fleet): FleetCatalog {
  const [found, setFound] = useState(none);
  useEffect(() => {
    const ending = new AbortController();
    const { signal } = ending;
    const read = async (): Promise<void> => {
      const entries = new Map<string, ResourceEntry>();
      const counts = new Map<string, number>();
      let answered = 0;
      // Few at a time: the objects are read over the same six connections.
      for await (const { value } of fleet.each((client) => client.discovery.catalog({ signal }), {
        timeoutMs: 30_000,
        concurrency: 3,
        signal,
      })) {
        if (value === undefined) continue;
        answered += 1;
        for (const entry of value.resources({ preferred: true })) {
          const key = resourceKey(entry);
          if (!entries.has(key)) entries.set(key, entry);
          counts.set(key, (counts.get(key) ?? 0) + 1);
        }
        setFound({ entries: [...entries.values()], counts: new Map(counts), answered });
      }
    };
    // What does not answer is told where its objects are missing.
    read().catch(() => undefined);
    return () => ending.abort();
  }, [fleet]);
  return found;
}
