import type { Status } from '../core/model/status.js';
import { KubeError } from '../core/shared/kube-error.js';

/** The end of a command that did not succeed. */
export interface CommandFailure {
  /** The exit code; undefined if the command did not run. */
  readonly exitCode: number | undefined;
  /** The whole Status of the server. */
  readonly status: Status;
  /** What the command wrote to its standard output. */
  readonly stdout: string;
  /** What the command wrote to its standard error. */
  readonly stderr: string;
}

/** The selection has more logs than may be followed at once. */
export class TooManyLogsError extends KubeError {
  static override readonly brand = 'TooManyLogsError';
  readonly code = 'too-many-logs' as const;
  /** How many logs may be followed at once. */
  readonly maxLogs: number;

  constructor(maxLogs: number) {
    super(`More than ${maxLogs} logs are to be followed, the most that maxLogs allows: select fewer, or increase it.`);
    this.maxLogs = maxLogs;
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
