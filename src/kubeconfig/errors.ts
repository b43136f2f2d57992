import type { ClientNodeError } from './client-node-error.js';
import type {
  KubeconfigInvalidCertificateError,
  KubeconfigInvalidFieldError,
  KubeconfigMissingEntryError,
  NotInClusterError,
} from './entry-errors.js';
import type {
  ExecPluginFailedError,
  ExecPluginMissingError,
  ExecPluginOutputError,
  ExecPluginTimeoutError,
} from './exec-errors.js';
import type {
  KubeconfigMissingFileError,
  KubeconfigSyntaxError,
  KubeconfigUnreadableFileError,
} from './file-errors.js';
import { KubeconfigError } from './kubeconfig-error.js';

/** Every error that `kubeatlas/kubeconfig` throws on its own account, while loading or while authenticating later. */
export type AnyKubeconfigError =
  | ClientNodeError
  | ExecPluginFailedError
  | ExecPluginMissingError
  | ExecPluginOutputError
  | ExecPluginTimeoutError
  | KubeconfigInvalidCertificateError
  | KubeconfigInvalidFieldError
  | KubeconfigMissingEntryError
  | KubeconfigMissingFileError
  | KubeconfigSyntaxError
  | KubeconfigUnreadableFileError
  | NotInClusterError;

/** Narrows to the union of kubeconfig errors, so that `switch (error.code)` narrows further to the one class. */
export function isKubeconfigError(error: unknown): error is AnyKubeconfigError {
  return error instanceof KubeconfigError;
}
