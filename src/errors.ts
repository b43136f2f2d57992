import type { InvalidConfigurationError } from './admission/errors.js';
import type { IncompleteCensusError } from './census/census-failure.js';
import type { DiscoveryError } from './discovery/discovery-error.js';
import type { AmbiguousMatchError } from './mapper/ambiguous-match-error.js';
import type { GroupUnavailableError } from './mapper/group-unavailable-error.js';
import type { NoMatchError } from './mapper/no-match-error.js';
import type { UnexpectedShapeError } from './representation/unexpected-shape-error.js';
import type { InvalidArgumentError } from './shared/invalid-argument-error.js';
import type { InvalidNameError } from './resource/invalid-name-error.js';
import type { NamespaceConflictError, NamespaceRequiredError } from './resource/namespace-errors.js';
import type { ObjectMismatchError } from './resource/object-mismatch-error.js';
import type { UnsupportedError } from './resource/unsupported-error.js';
import { KubeError } from './shared/kube-error.js';
import type { ApiError } from './transport/api-error.js';
import type { ClientClosedError } from './transport/client-closed-error.js';
import type { ConnectionError } from './transport/connection-error.js';
import type { InvalidOptionError } from './transport/invalid-option-error.js';
import type { MalformedAnswerError } from './transport/malformed-answer-error.js';
import type { TimeoutError } from './transport/timeout-error.js';
import type {
  ConnectionRefusedError,
  HostNotFoundError,
  UntrustedServerError,
} from './transport/unreachable-errors.js';

/** Every error that the root entry throws on its own account. Errors of `kubeatlas/kubeconfig` are not among them. */
export type AnyKubeError =
  | AmbiguousMatchError
  | ApiError
  | ClientClosedError
  | ConnectionError
  | ConnectionRefusedError
  | DiscoveryError
  | GroupUnavailableError
  | HostNotFoundError
  | IncompleteCensusError
  | InvalidArgumentError
  | InvalidConfigurationError
  | InvalidNameError
  | InvalidOptionError
  | MalformedAnswerError
  | NamespaceConflictError
  | NamespaceRequiredError
  | NoMatchError
  | ObjectMismatchError
  | TimeoutError
  | UnexpectedShapeError
  | UnsupportedError
  | UntrustedServerError;

/**
 * Tells kubeatlas' own errors from all others, and narrows to their union, so that `switch (error.code)` narrows
 * further to the one class. True for errors of another copy of the package as well.
 */
export function isKubeError(error: unknown): error is AnyKubeError {
  return error instanceof KubeError;
}
