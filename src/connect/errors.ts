import { formatGroupVersionResource, type GroupVersionResource } from '../core/model/group-version-resource.js';
import type { Status } from '../core/model/status.js';
import { KubeError } from '../core/shared/kube-error.js';
import { quote } from '../core/shared/quote.js';

/** The end of a command that did not succeed. */
export type CommandFailure = Pick<CommandFailedError, 'exitCode' | 'status' | 'stdout' | 'stderr'>;

/** The selection has more logs than may be followed at once. */
export class TooManyLogsError extends KubeError {
  static override readonly brand = 'TooManyLogsError';
  readonly code = 'too-many-logs' as const;

  constructor(
    /** How many logs may be followed at once. */
    readonly maxLogs: number,
  ) {
    super(
      `The selection has more than ${maxLogs} logs, the limit set by maxLogs: select fewer logs, or increase maxLogs.`,
    );
  }
}

const longestShown = 1000;

/** A command in a container ended with another exit code than 0, or could not be run: see `status`. */
export class CommandFailedError extends KubeError {
  static override readonly brand = 'CommandFailedError';
  readonly code = 'command-failed' as const;
  /** The exit code; undefined if the command did not run. */
  readonly exitCode: number | undefined;
  /** The whole Status of the server. */
  readonly status: Status;
  /** What the command wrote to its standard output. */
  readonly stdout: string;
  /** What the command wrote to its standard error. */
  readonly stderr: string;

  constructor(name: string, { exitCode, status, stdout, stderr }: CommandFailure) {
    const what = exitCode === undefined ? 'was not run' : `ended with exit code ${exitCode}`;
    // A status of a command that ran says no more than its exit code.
    const why = (exitCode === undefined ? (status.message ?? '') : stderr).trim().slice(0, longestShown);
    super(`The command in ${name} ${what}${why === '' ? '.' : `: ${why}`}`);
    this.exitCode = exitCode;
    this.status = status;
    this.stdout = stdout;
    this.stderr = stderr;
  }
}

/** The kubelet could not reach a port of a pod, or lost it: mostly nothing listens there. */
export class PortForwardFailedError extends KubeError {
  static override readonly brand = 'PortForwardFailedError';
  readonly code = 'port-forward-failed' as const;

  constructor(
    /** The name of the pod. */
    readonly pod: string,
    /** The number of the port. */
    readonly port: number,
    /** What the kubelet said. */
    readonly detail: string,
  ) {
    super(`The connection to port ${port} of ${pod} failed: ${detail.trim()}`);
  }
}

/** A service or a workload has no pod to connect to. */
export class NoPodError extends KubeError {
  static override readonly brand = 'NoPodError';
  readonly code = 'no-pod' as const;
  /** The resource of the service or workload. */
  readonly resource: GroupVersionResource;

  constructor(resource: GroupVersionResource, name: string, why: string) {
    super(`${formatGroupVersionResource(resource)} ${quote(name)} has no pod: ${why}.`);
    this.resource = resource;
  }
}

/** A pod or a service has no port with this name, or a service none with this number; or it is not one of TCP. */
export class NoPortError extends KubeError {
  static override readonly brand = 'NoPortError';
  readonly code = 'no-port' as const;
  /** The name or number. */
  readonly port: number | string;

  /** `protocol` is the one that the port does not have. */
  constructor(owner: string, port: number | string, protocol?: string) {
    const which = `port ${typeof port === 'number' ? String(port) : quote(port)}`;
    const isOther = `The ${which} of the ${owner} is not a ${protocol} port.`;
    super(protocol === undefined ? `The ${owner} has no ${which}.` : isOther);
    this.port = port;
  }
}

/** A port of this machine cannot be listened on. */
export class ListenFailedError extends KubeError {
  static override readonly brand = 'ListenFailedError';
  readonly code = 'listen-failed' as const;

  constructor(
    /** The address. */
    readonly address: string,
    /** The port; 0 for any. */
    readonly port: number,
    /** The code of the runtime: `EADDRINUSE`. */
    readonly reasonCode = 'ERR_LISTEN',
    detail: string,
  ) {
    super(`Cannot listen on ${address}:${port}: ${detail}`);
  }
}
