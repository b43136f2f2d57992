import type { CatalogFailure, FailureClass } from './catalog/failures.js';
import type { Discovery } from './discovery/discovery.js';
import { GroupUnavailableError, NoMatchError } from './mapper/errors.js';
import type { Resolution, Resolutions, ResolveOptions } from './mapper/resolution.js';
import type { RESTMapper } from './mapper/rest-mapper.js';
import type { Subject } from './mapper/subject.js';

/** What a {@link NameResolver} stands on. */
export interface NameResolverParts {
  readonly discovery: Pick<Discovery, 'refresh' | 'recheck'>;
  /** The mapper of the newest catalog at hand; the first call may have to learn one. */
  readonly mapper: (signal?: AbortSignal) => Promise<RESTMapper>;
}

/** Options of one question: what counts as an answer, and how to leave. */
export interface NameResolveOptions extends ResolveOptions {
  readonly signal?: AbortSignal | undefined;
}

/** `resolve` and `resolveAll` of the mapper of the moment, with a second look for names that are not there. */
export interface NameResolver {
  readonly resolve: (subject: Subject, options?: NameResolveOptions) => Promise<Resolution>;
  readonly resolveAll: (words: string | readonly string[], options?: NameResolveOptions) => Promise<Resolutions>;
}

/** A catalog that was asked for within this time answers a question for what may be new: 1000 ms. */
const freshMs = 1000;

/** What may be readable the next time. */
const passing: readonly FailureClass[] = ['stale', 'unreachable', 'notFound', 'missing'];

/**
 * Makes a {@link NameResolver}. A name that is not there is looked for once more after the server was asked again. A
 * discovery that began less than a second before the question still answers it: thus questions that miss together cause
 * one discovery, there is at most one a second, and what the server has published is found by the first question asked
 * more than a second later. When the server cannot be asked, that error is thrown and not the miss: nobody knows then
 * whether the name is there.
 *
 * For a name whose group could not be read, and for an answer that something unread may go before (`unread`), what could
 * not be read is asked for again and nothing else, as often as discovery sees fit: at the first such question, and while
 * nothing changes ever more rarely. When the server cannot be asked then, the answer stands as it is.
 */
export function createNameResolver({ discovery, mapper: current }: NameResolverParts): NameResolver {
  /** The first miss asks however new the catalog is: a program that has just begun may have just created what it names. */
  let hasMissed = false;

  const lookAgain = async (signal: AbortSignal | undefined): Promise<void> => {
    const notOlderThanMs = hasMissed ? freshMs : 0;
    hasMissed = true;
    await discovery.refresh({ notOlderThanMs, signal });
  };

  const answer = async <T extends Doubt>(
    signal: AbortSignal | undefined,
    question: (mapper: RESTMapper) => T,
  ): Promise<T> => {
    const mapper = await current(signal);
    const first = attempt(() => question(mapper));
    if ('result' in first) {
      const doubtful = (first.result.unread ?? []).filter((failure) => passing.includes(failure.class));
      if (doubtful.length === 0) return first.result;
      await discovery.recheck(doubtful, { signal });
    } else if (first.miss instanceof GroupUnavailableError) await discovery.recheck(first.miss.failures, { signal });
    else await lookAgain(signal);
    const newer = await current(signal);
    if (newer !== mapper) return question(newer);
    if ('result' in first) return first.result;
    throw first.miss;
  };

  return {
    resolve: (subject, { signal, ...options } = {}) => answer(signal, (mapper) => mapper.resolve(subject, options)),
    resolveAll: (words, { signal, ...options } = {}) => answer(signal, (mapper) => mapper.resolveAll(words, options)),
  };
}

/** What may say that a part of the server which could not be read might give a better answer. */
interface Doubt {
  readonly unread?: readonly CatalogFailure[] | undefined;
}

/** The answer, or the error that says that there is none. */
function attempt<T>(question: () => T): { readonly result: T } | { readonly miss: Error } {
  try {
    return { result: question() };
  } catch (error) {
    if (error instanceof NoMatchError || error instanceof GroupUnavailableError) return { miss: error };
    throw error;
  }
}
