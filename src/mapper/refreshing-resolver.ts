import type { CatalogFailure, FailureClass } from '../catalog/failures.js';
import { GroupUnavailableError, NoMatchError } from './errors.js';
import type { Resolution, Resolutions, ResolveOptions } from './resolution.js';
import type { RESTMapper } from './rest-mapper.js';
import { createRounds, roundHolds, type Round } from './rounds.js';
import type { Subject } from './subject.js';

/** What a {@link RefreshingResolver} stands on. */
export interface RefreshingResolverOptions {
  /** The mapper of the newest catalog at hand; the first call may have to learn one. */
  readonly current: (signal?: AbortSignal) => Promise<RESTMapper>;
  /** Asks the server again, so that `current` gives what it serves now. Must not join what began before the call. */
  readonly refresh: () => Promise<unknown>;
  /** Milliseconds of a clock that never goes back. @default performance.now */
  readonly now?: (() => number) | undefined;
}

/** Options of one question: what counts as an answer, and how to leave. */
export interface RefreshingResolveOptions extends ResolveOptions {
  readonly signal?: AbortSignal | undefined;
}

/** `resolve` and `resolveAll` of the mapper of the moment, with a second look for names that are not there. */
export interface RefreshingResolver {
  readonly resolve: (subject: Subject, options?: RefreshingResolveOptions) => Promise<Resolution>;
  readonly resolveAll: (words: string | readonly string[], options?: RefreshingResolveOptions) => Promise<Resolutions>;
}

/** How long a doubtful answer is believed at most, in milliseconds, when looking again has been of no use. */
const doubtHolds = 64_000;

/** What may be readable the next time. */
const passing: readonly FailureClass[] = ['stale', 'unreachable', 'notFound'];

/**
 * Makes a {@link RefreshingResolver}. A name that is not there, or whose group could not be read, is looked for once
 * more after the server was asked again. A round that began less than a second before the question still answers it:
 * thus questions that miss together cause one round, there is at most one round a second, and what the server has
 * published is found by the first question asked more than a second later. When the server cannot be asked, that error
 * is thrown and not the miss: nobody knows then whether the name is there.
 *
 * An answer that something unread may go before (`unread`) is looked for again as well, where the failure may pass:
 * at the first such question, and while nothing changes ever more rarely, so that a backend which is gone for good costs
 * little. When the server cannot be asked then, the answer stands as it is.
 */
export function createRefreshingResolver({
  current,
  refresh,
  now = () => performance.now(),
}: RefreshingResolverOptions): RefreshingResolver {
  const rounds = createRounds(refresh, now);
  /** The mapper that gave doubtful answers, how long they hold, and the last round that did not help. */
  let doubted: { readonly mapper: RESTMapper; holds: number; vain?: Round } | undefined;

  const lookAgainInDoubt = async (
    mapper: RESTMapper,
    asked: number,
    signal: AbortSignal | undefined,
  ): Promise<void> => {
    if (doubted?.mapper !== mapper) doubted = { mapper, holds: 0 };
    const mine = doubted;
    const last = rounds.latest();
    if (last?.ended === true && asked - last.began <= mine.holds) return;
    await rounds.askAgain(asked, signal).catch((error: unknown) => {
      if (signal?.aborted) throw error;
    });
    const round = rounds.latest();
    if (round === undefined || mine.vain === round) return;
    mine.vain = round;
    mine.holds = Math.min(Math.max(roundHolds, mine.holds * 2), doubtHolds);
  };

  const answer = async <T>(
    signal: AbortSignal | undefined,
    question: (mapper: RESTMapper) => T,
    isDoubtful: (result: T) => boolean,
  ): Promise<T> => {
    const asked = now();
    const mapper = await current(signal);
    const first = attempt(() => question(mapper));
    if ('result' in first) {
      if (!isDoubtful(first.result)) return first.result;
      await lookAgainInDoubt(mapper, asked, signal);
    } else await rounds.askAgain(asked, signal);
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
