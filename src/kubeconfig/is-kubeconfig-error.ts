import { KubeconfigError, type AnyKubeconfigError } from './errors.js';

/**
 * Narrows to the union of kubeconfig errors, so that `switch (error.code)` narrows further to one class.
 *
 * @example
 * try {
 *   createClient(await loadKubeconfig());
 * } catch (error) {
 *   if (isKubeconfigError(error)) console.error(error.file, error.field, error.code);
 * }
 */
export function isKubeconfigError(error: unknown): error is AnyKubeconfigError {
  return error instanceof KubeconfigError;
}
