import { KubeError } from '../core/shared/kube-error.js';

/** One problem in a configuration. */
export interface ConfigurationProblem {
  /** The path of the field: `webhooks[0].rules[1].apiGroups`; empty for the configuration as a whole. */
  readonly field: string;
  /** Completes a sentence that begins with the field: `must be a list of strings`. */
  readonly problem: string;
}

const shown = 5;

/**
 * The input is not an admission configuration, or one that every server rejects. The first 1,000 problems are reported
 * together; the message names the first few.
 */
export class InvalidConfigurationError extends KubeError {
  static override readonly brand = 'InvalidConfigurationError';
  readonly code = 'invalid-configuration' as const;
  /** The problems, each with its field. */
  readonly problems: readonly ConfigurationProblem[];

  /** `total` also counts problems that are not reported. */
  constructor(problems: readonly ConfigurationProblem[], total = problems.length) {
    const lines = problems.slice(0, shown).map(({ field, problem }) => `${field || 'the configuration'} ${problem}`);
    const rest = total > shown ? `; and ${total - shown} more problems` : '';
    super(`Invalid admission configuration: ${lines.join('; ')}${rest}.`);
    this.problems = Object.freeze([...problems]);
  }
}
