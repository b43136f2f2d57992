import type { InvalidConfigurationError } from './admission/invalid-configuration-error.js';
import type { IncompleteCensusError } from './census/errors.js';
import type { DiscoveryError } from './discovery/discovery-error.js';
import type { AmbiguousMatchError, GroupUnavailableError, NoMatchError } from './mapper/errors.js';
import type { UnexpectedShapeError } from './representation/unexpected-shape-error.js';
import type { InvalidArgumentError } from './shared/invalid-argument-error.js';
import type { InvalidNameError } from './resource/invalid-name-error.js';
import type { NamespaceConflictError, NamespaceRequiredError } from './resource/namespace-errors.js';
import type { ObjectMismatchError } from './resource/object-mismatch-error.js';
import type { UnsupportedError } from './resource/unsupported-error.js';
import { KubeError } from './shared/kube-error.js';
import type {
  AnswerTooLargeError,
  ApiError,
  ClientClosedError,
  ConnectionError,
  ConnectionRefusedError,
  HostNotFoundError,
  InvalidOptionError,
  TimeoutError,
  UntrustedServerError,
} from './transport/errors.js';
import type { MalformedAnswerError } from './media/errors.js';

/** Every error that the root entry throws on its own account. Errors of `kubeatlas/kubeconfig` are not among them. */
export type AnyKubeError =
  | AmbiguousMatchError
  | AnswerTooLargeError
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
