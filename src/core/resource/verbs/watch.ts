import type { Catalog } from '../../catalog/catalog.js';
import type { GroupVersionResource } from '../../model/group-version-resource.js';
import type { Shapes } from '../../representation/shapes.js';
import type { StreamSlot } from '../../transport/connection.js';
import { isSignal } from '../../shared/arguments.js';
import { InvalidArgumentError } from '../../shared/invalid-argument-error.js';
import type { KubeError } from '../../shared/kube-error.js';
import { leavable } from '../../shared/leavable.js';
import { isServedIn } from '../capabilities.js';
import { NamespaceConflictError, ResourceGoneError } from '../errors.js';
import { optionTables, queryOf, type WatchOptions } from '../options.js';
import { listPath } from '../target.js';
import { runWatch, type Follower, type Watched } from '../watch/watcher.js';
import type { Relist } from '../watch/watch-marks.js';
import type { Reader } from './read.js';

/** What a watch uses of discovery when its path answers 404. */
interface WatchDiscovery {
  readonly freshCatalog: (signal: AbortSignal) => Promise<Catalog>;
  readonly onNotFound?: ((resource: GroupVersionResource, path: string) => void) | undefined;
}

/** One watch. It keeps its slot among the streams even between two streams. */
export interface WatchRun<S extends Shapes> {
  begin(this: void, signal: AbortSignal): Promise<AsyncGenerator<Watched<S>, void, undefined>>;
  /** Frees its slot. */
  end(this: void): void;
}

/** Prepares a watch, or that of a follower. */
export function prepareWatch<S extends Shapes>(
  reader: Reader<S>,
  options: WatchOptions,
  { freshCatalog, onNotFound }: WatchDiscovery,
  follower?: Follower,
): WatchRun<S> {
  const { connection, ready, target } = reader;
  let slot: StreamSlot | undefined;
  return {
    async begin(signal) {
      const query = queryOf(optionTables.watch, options);
      if ('timeoutMs' in options) {
        throw new InvalidArgumentError(
          'timeoutMs',
          'is not supported for a watch: pass the signal AbortSignal.timeout(ms) instead',
        );
      }
      await ready(optionTables.watch, { signal });
      // The watch may have been left meanwhile: no slot is taken for it.
      signal.throwIfAborted();
      const whyGone = async (notFound: unknown): Promise<KubeError | undefined> => {
        const at = target();
        const { mapping, namespace } = at;
        const { resource } = mapping;
        onNotFound?.(resource, listPath(at));
        const catalog = await freshCatalog(signal).catch(() => undefined);
        signal.throwIfAborted();
        if (catalog === undefined || isServedIn(catalog, resource) === undefined) return undefined;
        const entry = catalog.resource(resource);
        if (entry === undefined) return new ResourceGoneError(resource, notFound);
        if (entry.scope !== 'Cluster' || namespace === undefined) return undefined;
        return new NamespaceConflictError(resource, namespace);
      };
      const takeSlot = (): StreamSlot => (slot = connection.takeStreamSlot());
      return runWatch(reader, options, { query, signal, whyGone, takeSlot }, follower);
    },
    end: () => slot?.release(),
  };
}

/** Watches a list. Every iteration is a separate watch. */
export function watchList<S extends Shapes>(
  reader: Reader<S>,
  options: WatchOptions,
  discovery: WatchDiscovery,
): AsyncIterable<Exclude<Watched<S>, Relist>> {
  // An invalid signal and invalid options are refused when the first event is requested.
  const given: { readonly signal?: unknown } = Object(options) as object;
  const signals = [isSignal(given.signal) ? given.signal : undefined, reader.connection.signal];
  return {
    [Symbol.asyncIterator]() {
      const { begin, end } = prepareWatch(reader, options, discovery);
      return leavable(begin, signals, end) as AsyncIterator<Exclude<Watched<S>, Relist>, undefined>;
    },
  };
}
