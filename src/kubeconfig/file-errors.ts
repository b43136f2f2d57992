import { KubeconfigError } from './kubeconfig-error.js';

/** There is no kubeconfig where one was looked for, and no server was given and no pod's service account is there. */
export class KubeconfigMissingFileError extends KubeconfigError {
  static override readonly brand = 'KubeconfigMissingFileError';
  readonly code = 'kubeconfig-missing-file' as const;
}

/**
 * A file cannot be read, is too large or holds no text: the kubeconfig itself, or the certificate, key or token that
 * its `field` names.
 */
export class KubeconfigUnreadableFileError extends KubeconfigError {
  static override readonly brand = 'KubeconfigUnreadableFileError';
  readonly code = 'kubeconfig-unreadable-file' as const;
}

/** A file is there, but it is not YAML, or its YAML is no kubeconfig. */
export class KubeconfigSyntaxError extends KubeconfigError {
  static override readonly brand = 'KubeconfigSyntaxError';
  readonly code = 'kubeconfig-syntax' as const;
}
