import { KubeError } from '../shared/kube-error.js';
import type { Reply } from './wire/reply.js';

/**
 * The fake API server was described wrongly: a captured document that makes no sense, an object of a kind that it
 * does not serve, an answer that cannot be sent. What a client does wrong is never one of these, it is an answer.
 */
export class FakeApiServerError extends KubeError {
  static override readonly brand = 'FakeApiServerError';
  readonly code = 'fake-api-server' as const;
}

/** Carries the answer that ends a request early from where it is found to where it is sent. It never leaves the server. */
export class Refusal extends KubeError {
  static override readonly brand = 'Refusal';
  readonly code = 'refusal' as const;

  constructor(readonly reply: Reply) {
    super(`The fake API server refuses with status ${reply.status}.`);
  }
}
