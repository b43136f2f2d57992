import { KubeError } from '../shared/kube-error.js';

/**
 * The fake API server was described wrongly: a captured document that makes no sense, an object of a kind that it
 * does not serve, an answer that cannot be sent. What a client does wrong is never one of these, it is an answer.
 */
export class FakeApiServerError extends KubeError {
  static override readonly brand = 'FakeApiServerError';
  readonly code = 'fake-api-server' as const;
}
