import { KubeError } from '../core/shared/kube-error.js';
import { quote } from '../core/shared/quote.js';

/**
 * The server did not serve the expected resource in time. The last error for its name is the `cause`: it tells what
 * there is instead, and what could not be read.
 */
export class ResourceNotServedError extends KubeError {
  static override readonly brand = 'ResourceNotServedError';
  readonly code = 'resource-not-served' as const;
  /** The name of the resource, as given. */
  readonly subject: string;

  constructor(subject: string, timeoutMs: number, cause: unknown) {
    super(
      `${quote(subject)} was not served within ${timeoutMs} ms: increase the timeout, or check the conditions of its CustomResourceDefinition or APIService.`,
      { cause },
    );
    this.subject = subject;
  }
}
