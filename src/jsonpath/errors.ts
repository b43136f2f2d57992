import { KubeError } from '../shared/kube-error.js';
import { quote } from '../shared/quote.js';

/** A JSONPath template cannot be read. `problem` says why, `position` where. */
export class InvalidJSONPathError extends KubeError {
  static override readonly brand = 'InvalidJSONPathError';
  readonly code = 'invalid-json-path' as const;
  /** The text that was to be read. */
  readonly template: string;
  /** What is wrong with it, for people. */
  readonly problem: string;
  /** How many characters stand before what is wrong; the length of the text where something is missing at its end. */
  readonly position: number;

  constructor(template: string, problem: string, position: number) {
    super(`The JSONPath ${quote(template)} cannot be read at character ${position + 1}: ${problem}.`);
    this.template = template;
    this.problem = problem;
    this.position = position;
  }
}

/**
 * A JSONPath template makes sense, but not for the value that it was asked of: an index beyond the end of a list, a filter of
 * something that is no list, a comparison of a text with a number. The message quotes nothing of the value.
 */
export class JSONPathMismatchError extends KubeError {
  static override readonly brand = 'JSONPathMismatchError';
  readonly code = 'json-path-mismatch' as const;
  /** The template. */
  readonly template: string;
  /** What does not fit, for people. */
  readonly problem: string;
  /** How many characters of the template stand before the step that does not fit. */
  readonly position: number;

  constructor(template: string, problem: string, position: number) {
    super(`The JSONPath ${quote(template)} does not fit the value at character ${position + 1}: ${problem}.`);
    this.template = template;
    this.problem = problem;
    this.position = position;
  }
}
