import { abandonOnAbort } from '../shared/abort.js';

/** One round of discovery. */
export interface Round {
  readonly began: number;
  readonly done: Promise<unknown>;
  ended: boolean;
}

/** Rounds of discovery that questions share. */
export interface Rounds {
  readonly latest: () => Round | undefined;
  /**
   * Waits for a round that began less than a second before the question, or begins one. A round that began earlier
   * answers nothing, even while it is under way: it may have read the document too soon. Throws what kept the round
   * from asking. A caller whose signal aborts leaves with the signal's reason; the round goes on for the others.
   */
  readonly askAgain: (asked: number, signal: AbortSignal | undefined) => Promise<void>;
}

/** How long a round answers those who come after it began, and how far apart two rounds begin at least: 1000 ms. */
export const roundHolds = 1000;

/** Makes {@link Rounds} of what asks the server again, and a clock in milliseconds. */
export function createRounds(refresh: () => Promise<unknown>, now: () => number): Rounds {
  let latest: Round | undefined;

  const begin = (): Round => {
    const done = refresh();
    const begun: Round = { began: now(), done, ended: false };
    const end = (): void => {
      begun.ended = true;
    };
    done.then(end, end);
    return begun;
  };
  const answers = (round: Round, asked: number): boolean => asked - round.began <= roundHolds;

  return {
    latest: () => latest,
    async askAgain(asked, signal) {
      if (latest?.ended === false && !answers(latest, asked)) {
        await abandonOnAbort(
          latest.done.catch(() => undefined),
          signal,
        );
      }
      if (latest === undefined || !answers(latest, asked)) latest = begin();
      await abandonOnAbort(latest.done, signal);
    },
  };
}
