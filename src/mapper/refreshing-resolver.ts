import { abandonOnAbort } from '../shared/abort.js';
import { GroupUnavailableError } from './group-unavailable-error.js';
import { NoMatchError } from './no-match-error.js';
import type { Resolution, ResolveOptions } from './resolution.js';
import type { RESTMapper } from './rest-mapper.js';
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
  readonly resolveAll: (
    words: string | readonly string[],
    options?: RefreshingResolveOptions,
  ) => Promise<readonly Resolution[]>;
}

/** How long a miss is believed, in milliseconds, and how far apart two rounds of discovery begin at least. */
const missHolds = 1000;

/**
 * Makes a {@link RefreshingResolver}. A name that is not there, or whose group could not be read, is looked for once
 * more after the server was asked again. A round that began less than a second before the question still answers it:
 * thus questions that miss together cause one round, there is at most one round a second, and what the server has
 * published is found by the first question asked more than a second later. A round that began earlier answers
 * nothing, even while it is under way: it may have read the document too soon.
 *
 * A caller whose signal aborts leaves with the signal's reason; the round goes on for the others. When the server
 * cannot be asked, that error is thrown and not the miss: nobody knows then whether the name is there.
 */
export function createRefreshingResolver({
  current,
  refresh,
  now = () => performance.now(),
}: RefreshingResolverOptions): RefreshingResolver {
  let round: { readonly began: number; readonly done: Promise<unknown>; ended: boolean } | undefined;

  const answers = (asked: number): boolean => round !== undefined && asked - round.began <= missHolds;

  const begin = (): Promise<unknown> => {
    const done = refresh();
    const begun = { began: now(), done, ended: false };
    const end = (): void => {
      begun.ended = true;
    };
    done.then(end, end);
    round = begun;
    return done;
  };

  const askAgain = async (asked: number, signal: AbortSignal | undefined): Promise<void> => {
    if (round?.ended === false && !answers(asked)) {
      await abandonOnAbort(
        round.done.catch(() => undefined),
        signal,
      );
    }
    await abandonOnAbort(round !== undefined && answers(asked) ? round.done : begin(), signal);
  };

  const answer = async <T>(signal: AbortSignal | undefined, question: (mapper: RESTMapper) => T): Promise<T> => {
    const asked = now();
    const mapper = await current(signal);
    try {
      return question(mapper);
    } catch (error) {
      if (!(error instanceof NoMatchError || error instanceof GroupUnavailableError)) throw error;
      await askAgain(asked, signal);
      const newer = await current(signal);
      if (newer === mapper) throw error;
      return question(newer);
    }
  };

  return {
    resolve: (subject, { signal, ...options } = {}) => answer(signal, (mapper) => mapper.resolve(subject, options)),
    resolveAll: (words, { signal, ...options } = {}) => answer(signal, (mapper) => mapper.resolveAll(words, options)),
  };
}
