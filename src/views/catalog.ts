import type { Catalog } from '../core/catalog/catalog.js';
import type { Client } from '../core/client.js';
import { onAbort } from '../core/shared/abort.js';
import { requireClient } from '../core/shared/arguments.js';
import { backoffMs, systemClock } from '../core/shared/clock.js';
import { createLiveCatalog } from '../watch/live-catalog.js';
import { createView, createViewRegistry, type Source, type LiveView } from './view.js';

/** What a server serves, as a user interface shows it. */
export interface CatalogState {
  /**
   * The catalog: what is unread stands in `catalog.failures`, and what is kept is marked. Undefined until the server was
   * read.
   */
  readonly catalog: Catalog | undefined;
  /** `watch` while definitions are followed; `poll` while discovery is asked at an interval. */
  readonly mode: 'watch' | 'poll';
  /** Why it cannot be read, or is polled: an `ApiError` with 403. */
  readonly error: unknown;
}

const unread: CatalogState = Object.freeze({ catalog: undefined, mode: 'poll', error: undefined });
const inRegistry = createViewRegistry();
const longestPauseMs = 60_000;
/** Somebody waits in front of the screen, and few do at the same time. */
const changeDelayMs = 500;

/**
 * Returns a {@link LiveView} of the catalog of a server, live: a definition that is created appears within a second or two. See
 * `createLiveCatalog`, which it stands on.
 *
 * @throws InvalidArgumentError if `client` is not a client
 * @example
 * const served = viewCatalog(client);
 * served.subscribe(() => console.log(served.getSnapshot().catalog?.groups.length));
 * @see https://kubernetes.io/docs/concepts/overview/kubernetes-api/#discovery-api
 */
export function viewCatalog(client: Client): LiveView<CatalogState> {
  requireClient(client);
  return inRegistry(client, 'catalog', () =>
    createView(
      unread,
      (changed) => followCatalog(client, changed),
      (shown) => Object.freeze({ ...shown, mode: 'poll' }),
    ),
  );
}

function followCatalog(client: Client, changed: () => void): Source<CatalogState> {
  const ending = new AbortController();
  const { signal } = ending;
  const live = createLiveCatalog(client, { signal, changeDelayMs, onChange: changed });
  let first: Catalog | undefined;
  let failed: unknown;
  const readFirst = async (): Promise<void> => {
    for (let tries = 0; first === undefined; tries += 1) {
      try {
        first = await client.discovery.catalog({ signal });
        failed = undefined;
      } catch (error) {
        failed = error;
        changed();
        await systemClock.sleep(Math.max(1000, backoffMs(tries, longestPauseMs)), signal);
      }
      changed();
    }
  };
  const untilEnd = async (): Promise<void> => {
    for await (const _ of live) continue;
  };
  for (const work of [readFirst(), untilEnd()]) {
    work.catch((error: unknown) => {
      if (signal.aborted) return;
      failed = error;
      changed();
    });
  }
  onAbort(client.signal, changed);
  return {
    read(shown) {
      const catalog = live.catalog ?? first;
      const error = failed ?? live.reason;
      const { mode } = live;
      const isSame = catalog === shown.catalog && error === shown.error && mode === shown.mode;
      return isSame ? shown : Object.freeze({ catalog, mode, error });
    },
    end() {
      ending.abort();
    },
  };
}
