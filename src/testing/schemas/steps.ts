import { refuse } from '../wire/refusals.js';

/** Enough for a second or two. Real servers refuse rules in CEL that take less. */
const mostSteps = 2_000_000;

/** Counts what a check of an object by its schema costs, which may be anything that a client has stored. */
export class Steps {
  #left = mostSteps;

  /** Whether the check was ended. */
  areSpent(): boolean {
    return this.#left < 0;
  }

  /** Throws 422 when the check takes too many. */
  spend(count = 1): void {
    this.#left -= count;
    if (this.#left < 0) throw tooExpensive;
  }
}

export const limitOfSteps = `the fake API server takes at most ${mostSteps} steps to check an object by its schema`;

const cause = { reason: 'FieldValueForbidden', message: `Forbidden: ${limitOfSteps}`, field: '<nil>' } as const;
/** One for all: each of the loops around may throw it. */
const tooExpensive = refuse(422, { message: limitOfSteps, reason: 'Invalid', details: { causes: [cause] } });
