import { KubeError } from '../shared/kube-error.js';
import { quote } from '../shared/quote.js';

/**
 * A resource that was waited for was not served in time. The last answer to its name is the `cause`: it says what there is
 * instead, and what could not be read.
 */
export class ResourceNotServedError extends KubeError {
  static override readonly brand = 'ResourceNotServedError';
  readonly code = 'resource-not-served' as const;
  /** As it was asked for. */
  readonly subject: string;

  constructor(subject: string, timeoutMs: number, cause: unknown) {
    super(
      `${quote(subject)} was not served within ${timeoutMs} ms: give it more time, or look at the conditions of its CustomResourceDefinition or APIService.`,
      { cause },
    );
    this.subject = subject;
  }
}
