import { KubeError } from '../shared/kube-error.js';
import { quote } from '../shared/quote.js';

/**
 * A selector cannot be read. `problem` says why, in the words of a Kubernetes server, and `position` where. What is no
 * text at all is an `InvalidArgumentError`.
 */
export class InvalidSelectorError extends KubeError {
  static override readonly brand = 'InvalidSelectorError';
  readonly code = 'invalid-selector' as const;
  /** The text that was to be read. */
  readonly selector: string;
  /** What is wrong, as a Kubernetes server answers it. */
  readonly problem: string;
  /** How many characters stand before what is wrong; the length of the text where something is missing at its end. */
  readonly position: number;

  constructor(kind: 'label' | 'field', selector: string, problem: string, position: number) {
    super(`The ${kind} selector ${quote(selector)} cannot be read at character ${position + 1}: ${problem}.`);
    this.selector = selector;
    this.problem = problem;
    this.position = position;
  }
}
