import { describeLocation, type ConfigLocation as KubeconfigLocation } from '../core/shared/config-location.js';
import { KubeError } from '../core/shared/kube-error.js';

export type { KubeconfigLocation };

/**
 * A kubeconfig is missing, cannot be read, or does not lead to a server or a credential. The error names file, context
 * and field, but never shows a value that may be a secret. Each cause has its own class and `code`; `isKubeconfigError`
 * narrows to their union. Not used for answers of the server.
 */
export abstract class KubeconfigError extends KubeError {
  static override readonly brand: string = 'KubeconfigError';
  abstract override readonly code: `kubeconfig-${string}`;
  /** The file that contains the error, if there is one. */
  readonly file: string | undefined;
  /** The context in use, if known. */
  readonly context: string | undefined;
  /** The field to correct: `users["me"].user.token`. */
  readonly field: string | undefined;

  /** @param what follows the location: `users["me"].user.token: it is not a string` */
  constructor(what: string, location: KubeconfigLocation = {}) {
    const prefix = describeLocation(location);
    super(prefix === '' ? what : `${prefix}: ${what}`);
    this.file = location.file;
    this.context = location.context;
    this.field = location.field;
  }
}

/** No kubeconfig was found, no server was given, and there is no service account of a pod. */
export class KubeconfigMissingFileError extends KubeconfigError {
  static override readonly brand = 'KubeconfigMissingFileError';
  readonly code = 'kubeconfig-missing-file' as const;
}

/**
 * A file cannot be read, is too large or does not contain text: the kubeconfig itself, or the certificate, key or token
 * that its `field` names.
 */
export class KubeconfigUnreadableFileError extends KubeconfigError {
  static override readonly brand = 'KubeconfigUnreadableFileError';
  readonly code = 'kubeconfig-unreadable-file' as const;
}

/** A file exists, but is not valid YAML, or its YAML is not a kubeconfig. */
export class KubeconfigSyntaxError extends KubeconfigError {
  static override readonly brand = 'KubeconfigSyntaxError';
  readonly code = 'kubeconfig-syntax' as const;
}

/** The named context, cluster or user does not exist, or none is named although one is required. */
export class KubeconfigMissingEntryError extends KubeconfigError {
  static override readonly brand = 'KubeconfigMissingEntryError';
  readonly code = 'kubeconfig-missing-entry' as const;
}

/** A field or an option has an invalid value, is missing although another requires it, or contradicts another. */
export class KubeconfigInvalidFieldError extends KubeconfigError {
  static override readonly brand = 'KubeconfigInvalidFieldError';
  readonly code = 'kubeconfig-invalid-field' as const;
}

/** A certificate or key cannot be used for TLS, or the two do not belong together. */
export class KubeconfigInvalidCertificateError extends KubeconfigError {
  static override readonly brand = 'KubeconfigInvalidCertificateError';
  readonly code = 'kubeconfig-invalid-certificate' as const;
}

/**
 * A kubeconfig that came from a cluster has a field that is refused there, because it would read files or run programs of
 * this process, send its credentials elsewhere, or weaken the connection. `field` names it.
 */
export class KubeconfigRefusedFieldError extends KubeconfigError {
  static override readonly brand = 'KubeconfigRefusedFieldError';
  readonly code = 'kubeconfig-refused-field' as const;
}

/** This process does not run in a pod with access to its cluster; `field` is the variable that is not set. */
export class NotInClusterError extends KubeconfigError {
  static override readonly brand = 'NotInClusterError';
  readonly code = 'kubeconfig-not-in-cluster' as const;
}

/** The command of an exec plugin was not found. */
export class ExecPluginMissingError extends KubeconfigError {
  static override readonly brand = 'ExecPluginMissingError';
  readonly code = 'kubeconfig-exec-missing' as const;

  constructor(
    what: string,
    location: KubeconfigLocation,
    /** The command that was not found. */
    readonly command: string,
    /** The kubeconfig's hint on how to install the plugin, without control characters. */
    readonly installHint: string | undefined,
  ) {
    super(what, location);
  }
}

/** The policy of a kuberc file does not allow an exec plugin, so it did not run. */
export class ExecPluginRefusedError extends KubeconfigError {
  static override readonly brand = 'ExecPluginRefusedError';
  readonly code = 'kubeconfig-exec-refused' as const;

  constructor(
    what: string,
    location: KubeconfigLocation,
    /** The command that did not run. */
    readonly command: string,
    /** The kuberc file with the policy. */
    readonly kuberc: string,
  ) {
    super(what, location);
  }
}

/** An exec plugin could not be run, or its exit code reports a failure. */
export class ExecPluginFailedError extends KubeconfigError {
  static override readonly brand = 'ExecPluginFailedError';
  readonly code = 'kubeconfig-exec-failed' as const;
  /** Undefined if it did not start, or was terminated by a signal. */
  readonly exitCode: number | undefined;

  constructor(what: string, location: KubeconfigLocation, exitCode?: number) {
    super(what, location);
    this.exitCode = exitCode;
  }
}

/** An exec plugin took too long and was terminated. */
export class ExecPluginTimeoutError extends KubeconfigError {
  static override readonly brand = 'ExecPluginTimeoutError';
  readonly code = 'kubeconfig-exec-timeout' as const;
  /** The limit, in milliseconds. */
  readonly timeoutMs: number;

  constructor(what: string, location: KubeconfigLocation, timeoutMs: number) {
    super(what, location);
    this.timeoutMs = timeoutMs;
  }
}

/** An exec plugin printed something that is not a credential. The output is not shown, because it may contain one. */
export class ExecPluginOutputError extends KubeconfigError {
  static override readonly brand = 'ExecPluginOutputError';
  readonly code = 'kubeconfig-exec-output' as const;
}

/**
 * A KubeConfig of @kubernetes/client-node does not lead to a server or credential. Its own error is not shown, because
 * it may contain the output of a plugin.
 */
export class ClientNodeError extends KubeconfigError {
  static override readonly brand = 'ClientNodeError';
  readonly code = 'kubeconfig-client-node' as const;
}

/** Every error that `kubeatlas/kubeconfig` throws itself, while loading or when authenticating later. */
export type AnyKubeconfigError =
  | ClientNodeError
  | ExecPluginFailedError
  | ExecPluginMissingError
  | ExecPluginOutputError
  | ExecPluginRefusedError
  | ExecPluginTimeoutError
  | KubeconfigInvalidCertificateError
  | KubeconfigInvalidFieldError
  | KubeconfigMissingEntryError
  | KubeconfigMissingFileError
  | KubeconfigRefusedFieldError
  | KubeconfigSyntaxError
  | KubeconfigUnreadableFileError
  | NotInClusterError;

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
