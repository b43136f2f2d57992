import { KubeconfigError } from './kubeconfig-error.js';

/** The context, cluster or user that was named does not exist, or none is named where one has to be. */
export class KubeconfigMissingEntryError extends KubeconfigError {
  static override readonly brand = 'KubeconfigMissingEntryError';
  readonly code = 'kubeconfig-missing-entry' as const;
}

/** A field or an option has a value that cannot be used, is missing beside another, or contradicts it. */
export class KubeconfigInvalidFieldError extends KubeconfigError {
  static override readonly brand = 'KubeconfigInvalidFieldError';
  readonly code = 'kubeconfig-invalid-field' as const;
}

/** A certificate or a key was read, and it is none that TLS can use, or the two do not belong together. */
export class KubeconfigInvalidCertificateError extends KubeconfigError {
  static override readonly brand = 'KubeconfigInvalidCertificateError';
  readonly code = 'kubeconfig-invalid-certificate' as const;
}

/** This process runs in no pod that may speak to its cluster; `field` is the variable that is not set. */
export class NotInClusterError extends KubeconfigError {
  static override readonly brand = 'NotInClusterError';
  readonly code = 'kubeconfig-not-in-cluster' as const;
}
