import type { Scope } from '../core/model/rest-mapping.js';
import type { OptionNames } from '../core/shared/arguments.js';
import type { IdentityOptions } from './evidence.js';

/** The names of {@link IdentityOptions}. */
export const identityOptionNames: OptionNames<IdentityOptions> = {
  evidence: true,
  probes: true,
  cohabitation: true,
  remote: true,
};

/** A `DistinctChoice`, whose own file imports this one. */
interface Choice {
  readonly verbs?: readonly string[] | undefined;
  readonly scope?: Scope | undefined;
  readonly prefer?: unknown;
}

/** The names of a choice. */
export const choiceNames: OptionNames<Choice> = { verbs: true, scope: true, prefer: true };
