import { KubeError } from '../../core/shared/kube-error.js';
import { quote } from '../../core/shared/quote.js';

/** A JSONPath template cannot be parsed. `problem` says why, `position` where. */
export class InvalidJSONPathError extends KubeError {
  static override readonly brand = 'InvalidJSONPathError';
  readonly code = 'invalid-json-path' as const;
  /** The template. */
  readonly template: string;
  /** What is wrong with it, for people. */
  readonly problem: string;
  /** The number of characters before the problem; the length of the text if something is missing at its end. */
  readonly position: number;

  constructor(template: string, problem: string, position: number) {
    super(`The JSONPath ${quote(template)} is invalid at character ${position + 1}: ${problem}.`);
    this.template = template;
    this.problem = problem;
    this.position = position;
  }
}

/**
 * A JSONPath template is valid, but does not fit the given value: an index beyond the end of a list, a filter on a
 * value that is not a list, a comparison of a string with a number. The message quotes nothing of the value.
 */
export class JSONPathMismatchError extends KubeError {
  static override readonly brand = 'JSONPathMismatchError';
  readonly code = 'json-path-mismatch' as const;
  /** The template. */
  readonly template: string;
  /** What does not fit, for people. */
  readonly problem: string;
  /** The number of characters of the template before the step that does not fit. */
  readonly position: number;

  constructor(template: string, problem: string, position: number) {
    super(`The JSONPath ${quote(template)} does not fit the value at character ${position + 1}: ${problem}.`);
    this.template = template;
    this.problem = problem;
    this.position = position;
  }
}
