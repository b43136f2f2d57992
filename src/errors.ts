import type { InvalidConfigurationError } from './admission/errors.js';
import type { IncompleteCensusError } from './census/errors.js';
import type { ResourceNotServedError } from './live/errors.js';
import type { ResourceGoneError, WaitFailedError } from './follow/errors.js';
import type { InvalidJSONPathError, JSONPathMismatchError } from './jsonpath/errors.js';
import type { DiscoveryError } from './discovery/errors.js';
import type { AmbiguousMatchError, GroupUnavailableError, NoMatchError } from './mapper/errors.js';
import type { UnexpectedShapeError } from './representation/errors.js';
import type { InvalidArgumentError } from './shared/invalid-argument-error.js';
import type {
  InvalidNameError,
  NamespaceConflictError,
  NamespaceRequiredError,
  ObjectMismatchError,
  PreconditionError,
  UnsupportedError,
  WatchEndedError,
} from './resource/errors.js';
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
  TooManyStreamsError,
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
  | InvalidJSONPathError
  | InvalidNameError
  | InvalidOptionError
  | JSONPathMismatchError
  | MalformedAnswerError
  | NamespaceConflictError
  | NamespaceRequiredError
  | NoMatchError
  | ObjectMismatchError
  | PreconditionError
  | ResourceGoneError
  | ResourceNotServedError
  | TimeoutError
  | TooManyStreamsError
  | UnexpectedShapeError
  | UnsupportedError
  | UntrustedServerError
  | WaitFailedError
  | WatchEndedError;

/**
 * Tells kubeatlas' own errors from all others, and narrows to their union, so that `switch (error.code)` narrows
 * further to the one class. True for errors of another copy of the package as well.
 */
export function isKubeError(error: unknown): error is AnyKubeError {
  return error instanceof KubeError;
}
