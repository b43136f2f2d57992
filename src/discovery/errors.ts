import type { CatalogFailure } from '../catalog/failures.js';
import { KubeError } from '../shared/kube-error.js';
import { ConnectionError } from '../transport/errors.js';

/** What went wrong at one root of discovery: for programs, and in words. */
export interface RootFailure {
  /** What was thrown. */
  readonly error: Error;
  /** The same as a catalog tells it. */
  readonly failure: CatalogFailure;
}

/**
 * Nothing at all could be learned about the server. Failures of parts of it are no error: they are listed in
 * `catalog.failures`.
 */
export class DiscoveryError extends KubeError {
  static override readonly brand: string = 'DiscoveryError';
  readonly code = 'discovery' as const;
  /** What went wrong at each root. */
  readonly causes: { readonly api: Error; readonly apis: Error };

  constructor({ api, apis }: { readonly api: RootFailure; readonly apis: RootFailure }) {
    super(`nothing could be learned of the server: ${describe(api, apis)}`, { cause: apis.error });
    this.causes = { api: api.error, apis: apis.error };
  }
}

/** A server that is not there is named once, and not for each root. */
function describe(api: RootFailure, apis: RootFailure): string {
  const unreachable = api.error instanceof ConnectionError && apis.error instanceof ConnectionError;
  const once = unreachable && api.error.reasonCode === apis.error.reasonCode;
  return once ? apis.failure.message : `${apis.failure.message}; ${api.failure.message}`;
}

/** A document that makes no sense as a whole. Never leaves the room: it becomes a failure, or a `MalformedAnswerError`. */
export class DocumentProblem extends Error {}

/** Why the requests of a discovery are ended when its time is over. Never leaves the room: it becomes a failure. */
export class DeadlinePassed extends Error {
  constructor(readonly timeoutMs: number) {
    super(`discovery took longer than ${timeoutMs} ms`);
  }
}
