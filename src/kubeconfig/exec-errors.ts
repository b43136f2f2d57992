import { KubeconfigError, type KubeconfigPlace } from './kubeconfig-error.js';

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
