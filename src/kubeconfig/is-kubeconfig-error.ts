import { KubeconfigError, type AnyKubeconfigError } from './errors.js';

/** Narrows to the union of kubeconfig errors, so that `switch (error.code)` narrows further to the one class. */
export function isKubeconfigError(error: unknown): error is AnyKubeconfigError {
  return error instanceof KubeconfigError;
}
