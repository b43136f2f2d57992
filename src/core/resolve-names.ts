import type { CatalogFailure, FailureClass } from './catalog/failures.js';
import { innerDiscovery, type Discovery } from './discovery/discovery.js';
import { GroupUnavailableError, NoMatchError } from './mapper/errors.js';
import type { RESTMapper } from './mapper/create-mapper.js';

/** A result that may list unread parts of the server, which might hold a better answer. */
interface Doubtful {
  readonly unread?: readonly CatalogFailure[] | undefined;
}

/** A catalog requested within this time is fresh enough to rule out a new name: 1000 ms. */
const freshMs = 1000;

/** Classes of failures that may pass before the next attempt. */
const passing: readonly FailureClass[] = ['stale', 'unreachable', 'notFound', 'missing'];

/**
 * Creates the function that answers a question about names by the current mapper, with a second look for what it does not
 * know. A name that is not found is looked for once more in a fresh catalog. A discovery that
 * began less than a second before the call is fresh enough. So misses that occur together cause one discovery, there is
 * at most one a second, and the first call made more than a second after the server published a name finds it. If the
 * server cannot be reached, that error is thrown and not the miss, because the name may well exist.
 *
 * If the group of a name could not be read at all, or something unread may take precedence over the answer (`unread`),
 * only the unread parts are requested again, as often as discovery allows: at the first such call, and then at growing
 * intervals while nothing changes. If the server cannot be reached then, the answer stands.
 *
 * @param current returns the mapper of the newest catalog at hand; the first call may have to learn one
 */
export function createNameResolver(
  discovery: Pick<Discovery, 'refresh'>,
  current: (signal?: AbortSignal) => Promise<RESTMapper>,
) {
  /**
   * The first miss always refreshes, however new the catalog: a program that just started may just have created the
   * resource.
   */
  let hasMissed = false;

  return async <T extends Doubtful>(
    signal: AbortSignal | undefined,
    question: (mapper: RESTMapper) => T,
  ): Promise<T> => {
    const mapper = await current(signal);
    let first: T | undefined;
    let miss: unknown;
    try {
      first = question(mapper);
    } catch (error) {
      if (!(error instanceof NoMatchError || error instanceof GroupUnavailableError)) throw error;
      miss = error;
    }
    if (first !== undefined) {
      const doubtful = first.unread?.filter((failure) => passing.includes(failure.class)) ?? [];
      if (doubtful.length === 0) return first;
      await innerDiscovery(discovery).check(doubtful, { signal });
    } else if (
      miss instanceof GroupUnavailableError &&
      // A new name may appear at any time in a group that was read, apart from what the failure names.
      !miss.failures.some(({ class: why, resource }) => why === 'missing' || resource !== undefined)
    ) {
      await innerDiscovery(discovery).check(miss.failures, { signal });
    } else {
      const notOlderThanMs = hasMissed ? freshMs : 0;
      hasMissed = true;
      await discovery.refresh({ notOlderThanMs, signal });
    }
    const newer = await current(signal);
    if (newer !== mapper) return question(newer);
    if (first !== undefined) return first;
    throw miss;
  };
}
