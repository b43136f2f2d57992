import {
  oneOf,
  requireBoolean,
  requireClock,
  requireCount,
  requireFunction,
  requireMilliseconds,
  requireName,
  requireText,
  requireWhole,
  type OptionChecks,
} from '../core/shared/arguments.js';
import type { Clock } from '../core/shared/clock.js';

/** A line of a log. */
export interface LogLine<Line extends string | Uint8Array = string> {
  /** The name of the pod. */
  readonly pod: string;
  /** The name of the container. */
  readonly container: string;
  /** When the container wrote the line: RFC 3339 with nanoseconds. Empty for words of the kubelet in place of a log. */
  readonly time: string;
  /** The line: as text without its end, as bytes with its end, so that bytes are what the container wrote. */
  readonly line: Line;
  /** Whether lines before this one may be missing: the log was rotated, or is gone, while the connection was lost. */
  readonly gap: boolean;
}

/** Options of `logs`. */
export interface LogsOptions {
  /**
   * The container. Without it a pod with several, none of which its annotation `kubectl.kubernetes.io/default-container`
   * names, answers 400 with their names.
   * @default the one that the annotation names, or the only one
   */
  readonly container?: string | undefined;
  /** Reads all containers of each pod, also those for initialization and debugging. @default false */
  readonly allContainers?: boolean | undefined;
  /**
   * Waits for further lines, over lost connections and restarts. Ends with the pod, or with its container if that is not
   * restarted. Of a selection it never ends: pods that come later join, with all of their lines.
   * @default false
   */
  readonly follow?: boolean | undefined;
  /** Whether a follow goes on with the next instance of a container that has ended. @default true */
  readonly restarts?: boolean | undefined;
  /** Only lines of the last seconds. @default all */
  readonly since?: number | undefined;
  /** Only lines since that time, in RFC 3339; servers cut it to seconds. @default all */
  readonly sinceTime?: string | undefined;
  /** Only so many lines from the end of each log; 0 with `follow` for those to come. @default all */
  readonly tail?: number | undefined;
  /** The log of the instance of the container before the present one. @default false */
  readonly previous?: boolean | undefined;
  /** Leaves the time in front of each line, as `kubectl logs --timestamps` prints it. @default false */
  readonly timestamps?: boolean | undefined;
  /** Ends each log after so many bytes, inside of a line if need be. @default none */
  readonly limitBytes?: number | undefined;
  /** `bytes` for lines as the container wrote them, with their ends; text is decoded as UTF-8. @default 'text' */
  readonly as?: 'text' | 'bytes' | undefined;
  /**
   * Called for a log that cannot be read, or no longer; the others go on.
   * @default the iteration rejects with the error
   */
  readonly onError?: ((error: unknown, log: { readonly pod: string; readonly container: string }) => void) | undefined;
  /**
   * Called each time a log has been opened: what it has follows, and once it was lost, what was missed.
   * @default nobody is told
   */
  readonly onOpen?: ((log: { readonly pod: string; readonly container: string }) => void) | undefined;
  /**
   * Called when the stream of a log that is followed has ended, and the pod has said for a minute that its container runs:
   * nobody keeps its status up to date, or its node is lost. The log is asked for again, until the pod tells an end.
   * @default nobody is told
   */
  readonly onStale?: ((log: { readonly pod: string; readonly container: string }) => void) | undefined;
  /** How many logs may be followed at once. @default 100 */
  readonly maxLogs?: number | undefined;
  /** The longest line, in bytes. @default 16 MiB */
  readonly maxLineBytes?: number | undefined;
  /** How long nobody may answer before a log that was lost is given up, in milliseconds. @default 300_000 */
  readonly reconnectMs?: number | undefined;
  /** Ends the iteration, which rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** @default the runtime's */
  readonly clock?: Clock | undefined;
}

/** The checks of {@link LogsOptions}. */
export const logsOptionChecks: OptionChecks<LogsOptions> = {
  container: requireName,
  allContainers: requireBoolean,
  follow: requireBoolean,
  restarts: requireBoolean,
  since: requireCount,
  sinceTime: requireText,
  tail: requireWhole,
  previous: requireBoolean,
  timestamps: requireBoolean,
  limitBytes: requireCount,
  as: oneOf('text', 'bytes'),
  onError: requireFunction,
  onOpen: requireFunction,
  onStale: requireFunction,
  maxLogs: requireCount,
  maxLineBytes: requireCount,
  reconnectMs: requireMilliseconds,
  signal: true,
  clock: requireClock,
};
