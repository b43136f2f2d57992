import type { CatalogFailure } from '../catalog/failures.js';
import { KubeError } from '../shared/kube-error.js';
import { ApiError, ConnectionError } from '../transport/errors.js';

/** The failure of one root of discovery: as an error, for programs, and as a catalog describes it. */
export interface RootFailure {
  /** The error that was thrown. */
  readonly error: Error;
  /** The same failure as a catalog reports it. */
  readonly failure: CatalogFailure;
}

/**
 * Thrown if nothing at all could be learned about the server. Failures of parts of it are not errors: they are listed
 * in `catalog.failures`.
 */
export class DiscoveryError extends KubeError {
  static override readonly brand: string = 'DiscoveryError';
  readonly code = 'discovery' as const;
  /** The error at each root. */
  readonly causes: { readonly api: Error; readonly apis: Error };
  /** The HTTP status with which the server refused both roots: 401, 403; undefined if it is not one. */
  readonly statusCode: number | undefined;

  constructor({ api, apis }: { readonly api: RootFailure; readonly apis: RootFailure }) {
    super(`unable to retrieve the list of server APIs: ${describe(api, apis)}`, { cause: apis.error });
    this.causes = { api: api.error, apis: apis.error };
    const [first, second] = [api.error, apis.error].map((error) =>
      error instanceof ApiError ? error.statusCode : undefined,
    );
    this.statusCode = first === second ? first : undefined;
  }
}

/** Describes both failures, but names an unreachable server only once. */
function describe(api: RootFailure, apis: RootFailure): string {
  const unreachable = api.error instanceof ConnectionError && apis.error instanceof ConnectionError;
  const once = unreachable && api.error.reasonCode === apis.error.reasonCode;
  return once ? apis.failure.message : `${apis.failure.message}; ${api.failure.message}`;
}
