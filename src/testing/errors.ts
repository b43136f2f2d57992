import { KubeError } from '../core/shared/kube-error.js';
import type { Reply } from './wire/reply.js';

/**
 * The fake API server was set up incorrectly: an invalid captured document, an object of a kind that it does not serve,
 * an answer that cannot be sent. A mistake of the client never throws this error; it gets an answer.
 */
export class FakeApiServerError extends KubeError {
  static override readonly brand = 'FakeApiServerError';
  readonly code = 'fake-api-server' as const;
}

/** Ends a request early and carries its answer to where it is sent. Never leaves the server. */
export class Refusal extends KubeError {
  static override readonly brand = 'Refusal';
  readonly code = 'refusal' as const;

  constructor(readonly reply: Reply) {
    super(`The fake API server refuses with status ${reply.status}.`);
  }
}
