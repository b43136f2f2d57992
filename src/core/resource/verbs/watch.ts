import type { Shapes } from '../../representation/shapes.js';
import type { StreamSlot } from '../../transport/connection.js';
import { isSignal } from '../../shared/arguments.js';
import { InvalidArgumentError } from '../../shared/invalid-argument-error.js';
import type { KubeError } from '../../shared/kube-error.js';
import { abortableIterator } from '../../shared/abortable-iterator.js';
import { freshCatalog, inShard, listPath, locate, type HandleParts } from '../call.js';
import { isServedIn } from '../capabilities.js';
import { NamespaceConflictError, ResourceGoneError } from '../errors.js';
import { optionTables, queryOf, type WatchOptions } from '../options.js';
import type { Relist } from '../watch/watch-marks.js';
import { runWatch, type Follower, type Watched } from '../watch/watcher.js';

/** One watch. It keeps its slot among the streams even between two streams. */
export interface WatchRun<S extends Shapes> {
  begin(this: void, signal: AbortSignal): Promise<AsyncGenerator<Watched<S>, void, undefined>>;
  /** Frees its slot. */
  end(this: void): void;
}

/** Prepares a watch, or that of a follower. */
export function prepareWatch<S extends Shapes>(
  parts: HandleParts<S>,
  options: WatchOptions,
  follower?: Follower,
): WatchRun<S> {
  const { connection, onNotFound } = parts;
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
      const found = await locate(parts, { signal });
      // The watch may have been left meanwhile: no slot is taken for it.
      signal.throwIfAborted();
      const whyGone = async (notFound: unknown): Promise<KubeError | undefined> => {
        const { mapping, namespace } = found;
        const { resource } = mapping;
        onNotFound?.(resource, listPath(found));
        const catalog = await freshCatalog(parts, signal).catch(() => undefined);
        signal.throwIfAborted();
        if (catalog === undefined || isServedIn(catalog, resource) === undefined) return undefined;
        const entry = catalog.resource(resource);
        if (entry === undefined) return new ResourceGoneError(resource, notFound);
        if (entry.scope !== 'Cluster' || namespace === undefined) return undefined;
        return new NamespaceConflictError(resource, namespace);
      };
      const takeSlot = (): StreamSlot => (slot = connection.takeStreamSlot());
      const representation = options.shard === undefined ? parts.representation : inShard(parts, options.shard);
      return runWatch({ ...parts, representation }, options, { found, query, signal, whyGone, takeSlot }, follower);
    },
    end: () => slot?.release(),
  };
}

/** Watches a list. Every iteration is a separate watch. */
export function watchList<S extends Shapes>(
  parts: HandleParts<S>,
  options: WatchOptions,
): AsyncIterable<Exclude<Watched<S>, Relist>> {
  // An invalid signal and invalid options are refused when the first event is requested.
  const given: { readonly signal?: unknown } = Object(options) as object;
  const signals = [isSignal(given.signal) ? given.signal : undefined, parts.connection.signal];
  return {
    [Symbol.asyncIterator]() {
      const { begin, end } = prepareWatch(parts, options);
      return abortableIterator(begin, signals, end) as AsyncIterator<Exclude<Watched<S>, Relist>, undefined>;
    },
  };
}
