import { describePlace, type ConfigPlace as KubeconfigPlace } from '../shared/config-place.js';
import { KubeError } from '../shared/kube-error.js';

export type { KubeconfigPlace };

/**
 * A kubeconfig that is missing, cannot be read, or does not lead to a server or a credential: says which file, context
 * and field, and never shows what stands there when that may be a secret. Each cause has a class and a `code` of its
 * own; `isKubeconfigError` narrows to their union. Not for what the server itself answers.
 */
export abstract class KubeconfigError extends KubeError {
  static override readonly brand: string = 'KubeconfigError';
  abstract override readonly code: `kubeconfig-${string}`;
  readonly file: string | undefined;
  readonly context: string | undefined;
  readonly field: string | undefined;

  /** @param what goes on after the place: `users["me"].user.token: it is not a string` */
  constructor(what: string, place: KubeconfigPlace = {}) {
    const where = describePlace(place);
    super(where === '' ? what : `${where}: ${what}`);
    this.file = place.file;
    this.context = place.context;
    this.field = place.field;
  }
}

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

/** A file is there, but it is not YAML that can be read, or its YAML is no kubeconfig. */
export class KubeconfigSyntaxError extends KubeconfigError {
  static override readonly brand = 'KubeconfigSyntaxError';
  readonly code = 'kubeconfig-syntax' as const;
}

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

/** The command of an exec plugin is not there. */
export class ExecPluginMissingError extends KubeconfigError {
  static override readonly brand = 'ExecPluginMissingError';
  readonly code = 'kubeconfig-exec-missing' as const;
  readonly command: string;
  /** What the kubeconfig says about how to get the plugin, control characters taken out. */
  readonly installHint: string | undefined;

  constructor(what: string, place: KubeconfigPlace, about: { command: string; installHint: string | undefined }) {
    super(what, place);
    this.command = about.command;
    this.installHint = about.installHint;
  }
}

/** An exec plugin could not be run, or says by its exit code that it has no credential to give. */
export class ExecPluginFailedError extends KubeconfigError {
  static override readonly brand = 'ExecPluginFailedError';
  readonly code = 'kubeconfig-exec-failed' as const;
  /** Undefined when it did not start, or was ended by a signal. */
  readonly exitCode: number | undefined;

  constructor(what: string, place: KubeconfigPlace, exitCode?: number) {
    super(what, place);
    this.exitCode = exitCode;
  }
}

/** An exec plugin took too long, and was ended. */
export class ExecPluginTimeoutError extends KubeconfigError {
  static override readonly brand = 'ExecPluginTimeoutError';
  readonly code = 'kubeconfig-exec-timeout' as const;
  readonly timeoutMs: number;

  constructor(what: string, place: KubeconfigPlace, timeoutMs: number) {
    super(what, place);
    this.timeoutMs = timeoutMs;
  }
}

/** An exec plugin printed something that is no credential. What it printed is not shown: it may hold one. */
export class ExecPluginOutputError extends KubeconfigError {
  static override readonly brand = 'ExecPluginOutputError';
  readonly code = 'kubeconfig-exec-output' as const;
}

/**
 * A KubeConfig of @kubernetes/client-node leads to no server or credential. What it threw itself is not shown, as it
 * may hold the output of a plugin.
 */
export class ClientNodeError extends KubeconfigError {
  static override readonly brand = 'ClientNodeError';
  readonly code = 'kubeconfig-client-node' as const;
}

/**
 * A text is not YAML, or would take too long or too much memory to be read as YAML. The text is not shown, as it may
 * hold a credential. Thrown by `readYaml`; for a kubeconfig there is `KubeconfigSyntaxError`.
 */
export class InvalidYamlError extends KubeError {
  static override readonly brand = 'InvalidYamlError';
  readonly code = 'invalid-yaml' as const;
  /** Where in the text, from 1; undefined where it is the text as a whole. */
  readonly line: number | undefined;
  readonly column: number | undefined;

  constructor(message: string, at?: { readonly line: number; readonly column: number }) {
    super(message);
    this.line = at?.line;
    this.column = at?.column;
  }
}

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
