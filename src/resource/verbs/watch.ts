import type { Shapes } from '../../representation/shapes.js';
import type { StreamSlot } from '../../transport/connection.js';
import { isSignal } from '../../shared/arguments.js';
import { InvalidArgumentError } from '../../shared/invalid-argument-error.js';
import { leavable } from '../../shared/leavable.js';
import { requireVerb } from '../capabilities.js';
import { optionTables, queryOf, type WatchOptions } from '../options.js';
import { pollObjects } from '../watch/poll-objects.js';
import type { WatchMark } from '../watch/watch-marks.js';
import { watchObjects } from '../watch/watch-objects.js';
import type { Reader } from './read.js';

/** What a watch yields: the events of its representation, and the requested marks. */
export type Watched<S extends Shapes> = S['event'] | WatchMark;

/**
 * Watches a list. Every iteration is a separate watch, which keeps its stream slot even between two
 * streams.
 */
export function watchList<S extends Shapes>(reader: Reader<S>, options: WatchOptions): AsyncIterable<Watched<S>> {
  const { connection, representation, target, currentCatalog } = reader;

  const iterate = (): AsyncIterator<Watched<S>, undefined> => {
    let slot: StreamSlot | undefined;
    const begin = (signal: AbortSignal): AsyncGenerator<Watched<S>, void, undefined> => {
      const query = queryOf(optionTables.watch, options);
      if ('timeoutMs' in options) {
        throw new InvalidArgumentError(
          'timeoutMs',
          'is not supported for a watch: pass the signal AbortSignal.timeout(ms) instead',
        );
      }
      const source = { connection, representation, target: target(), query, signal };
      const { resource } = source.target.mapping;
      if (options.poll !== undefined) {
        requireVerb(currentCatalog(), resource, 'list');
        return pollObjects(source, options);
      }
      requireVerb(currentCatalog(), resource, 'watch', '; { poll: milliseconds } lists instead');
      slot = connection.takeStreamSlot();
      return watchObjects(source, options, slot);
    };
    // An invalid signal and invalid options are refused when the first event is requested.
    const given: { readonly signal?: unknown } = Object(options) as object;
    return leavable(begin, [isSignal(given.signal) ? given.signal : undefined, connection.signal], () =>
      slot?.release(),
    );
  };
  return { [Symbol.asyncIterator]: iterate };
}
