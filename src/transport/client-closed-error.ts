import { KubeError } from '../shared/kube-error.js';

/** The client was closed, before the request or while it was under way. Make a new client to go on. */
export class ClientClosedError extends KubeError {
  static override readonly brand = 'ClientClosedError';
  readonly code = 'closed' as const;

  constructor() {
    super('The client was closed; make a new one to send requests.');
  }
}
