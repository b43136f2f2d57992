import { KubeError } from '../shared/kube-error.js';
import { quote } from '../shared/quote.js';

/**
 * A selector cannot be parsed. `problem` gives the reason in the words of a Kubernetes server, and `position` the
 * place. A value that is not a string is an `InvalidArgumentError`.
 */
export class InvalidSelectorError extends KubeError {
  static override readonly brand = 'InvalidSelectorError';
  readonly code = 'invalid-selector' as const;
  /** The text of the selector. */
  readonly selector: string;
  /** What is wrong, in the words of a Kubernetes server. */
  readonly problem: string;
  /** The number of characters before the problem; the length of the text if something is missing at its end. */
  readonly position: number;

  constructor(kind: 'label' | 'field', selector: string, problem: string, position: number) {
    super(`The ${kind} selector ${quote(selector)} is invalid at character ${position + 1}: ${problem}.`);
    this.selector = selector;
    this.problem = problem;
    this.position = position;
  }
}
