import type { CatalogFailure, FailureClass } from './catalog/failures.js';
import type { Discovery } from './discovery/discovery.js';
import { GroupUnavailableError, NoMatchError } from './mapper/errors.js';
import type { Resolution, Resolutions, ResolveOptions } from './mapper/resolution.js';
import type { RESTMapper } from './mapper/rest-mapper.js';
import type { Subject } from './mapper/subject.js';

/** What a {@link NameResolver} stands on. */
export interface NameResolverParts {
  readonly discovery: Pick<Discovery, 'refresh'>;
  /** The mapper of the newest catalog at hand; the first call may have to learn one. */
  readonly mapper: (signal?: AbortSignal) => Promise<RESTMapper>;
  /** Milliseconds of a clock that never goes back. @default performance.now */
  readonly now?: (() => number) | undefined;
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

/** How long a doubtful answer is believed at most, in milliseconds, when looking again has been of no use. */
const longestBeliefMs = 64_000;

/** What may be readable the next time. */
const passing: readonly FailureClass[] = ['stale', 'unreachable', 'notFound'];

/**
 * Makes a {@link NameResolver}. A name that is not there, or whose group could not be read, is looked for once more
 * after the server was asked again. A discovery that began less than a second before the question still answers it:
 * thus questions that miss together cause one discovery, there is at most one a second, and what the server has
 * published is found by the first question asked more than a second later. When the server cannot be asked, that error
 * is thrown and not the miss: nobody knows then whether the name is there.
 *
 * An answer that something unread may go before (`unread`) is looked for again as well, where the failure may pass:
 * at the first such question, and while nothing changes ever more rarely, so that a backend which is gone for good costs
 * little. When the server cannot be asked then, the answer stands as it is.
 */
export function createNameResolver({
  discovery,
  mapper: current,
  now = () => performance.now(),
}: NameResolverParts): NameResolver {
  /** The first miss asks however new the catalog is: a program that has just begun may have just created what it names. */
  let hasMissed = false;
  /** The mapper that gave doubtful answers, when they were last looked for again, and how long they are believed. */
  let doubted: { readonly mapper: RESTMapper; looked: number; beliefMs: number } | undefined;

  const lookAgain = async (signal: AbortSignal | undefined): Promise<void> => {
    const notOlderThanMs = hasMissed ? freshMs : 0;
    hasMissed = true;
    await discovery.refresh({ notOlderThanMs, signal });
  };

  const lookAgainInDoubt = async (mapper: RESTMapper, signal: AbortSignal | undefined): Promise<void> => {
    const time = now();
    if (doubted?.mapper !== mapper) doubted = { mapper, looked: -Infinity, beliefMs: 0 };
    // Those who come before it is time wait for a look that is under way, and ask for none.
    let notOlderThanMs = Infinity;
    if (time - doubted.looked > doubted.beliefMs) {
      notOlderThanMs = Math.min(doubted.beliefMs, freshMs);
      doubted.looked = time;
      doubted.beliefMs = Math.min(Math.max(freshMs, doubted.beliefMs * 2), longestBeliefMs);
    }
    await discovery.refresh({ notOlderThanMs, signal }).catch((error: unknown) => {
      if (signal?.aborted) throw error;
    });
  };

  const answer = async <T>(
    signal: AbortSignal | undefined,
    question: (mapper: RESTMapper) => T,
    isDoubtful: (result: T) => boolean,
  ): Promise<T> => {
    const mapper = await current(signal);
    const first = attempt(() => question(mapper));
    if ('result' in first) {
      if (!isDoubtful(first.result)) return first.result;
      await lookAgainInDoubt(mapper, signal);
    } else await lookAgain(signal);
    const newer = await current(signal);
    if (newer !== mapper) return question(newer);
    if ('result' in first) return first.result;
    throw first.miss;
  };

  return {
    resolve: (subject, { signal, ...options } = {}) =>
      answer(signal, (mapper) => mapper.resolve(subject, options), mayImprove),
    resolveAll: (words, { signal, ...options } = {}) =>
      answer(signal, (mapper) => mapper.resolveAll(words, options), mayImprove),
  };
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

/** Whether a part of the server that may be readable the next time could give a better answer. */
function mayImprove({ unread = [] }: { readonly unread?: readonly CatalogFailure[] }): boolean {
  return unread.some((failure) => passing.includes(failure.class));
}
