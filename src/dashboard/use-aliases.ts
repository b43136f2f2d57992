import { useEffect, useState } from 'react';
import { formatGroupResource, resourceKey, type Catalog, type Client } from 'kubeatlas';
import { createIdentity } from 'kubeatlas/identity';

const none: ReadonlyMap<string, readonly string[]> = new Map();

/** Other names of the same objects, by the key of the resource: `events` is also `events.events.k8s.io`. */
export function useAliases(client: Client, catalog: Catalog | undefined): ReadonlyMap<string, readonly string[]> {
  const [aliases, setAliases] = useState(none);
  useEffect(() => {
    if (catalog === undefined) return;
    const ending = new AbortController();
    createIdentity(client)
      .classes({ signal: ending.signal })
      .then(
        (classes) => {
          const found = new Map<string, readonly string[]>();
          for (const { endpoints } of classes) {
            for (const endpoint of endpoints) {
              const names = new Set(endpoints.map(formatGroupResource));
              names.delete(formatGroupResource(endpoint));
              if (names.size > 0) found.set(resourceKey(endpoint), [...names]);
            }
          }
          setAliases(found);
        },
        () => setAliases(none),
      );
    return () => ending.abort();
  }, [client, catalog]);
  return aliases;
}
