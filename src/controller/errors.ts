import { KubeError } from '../shared/kube-error.js';
import { quote } from '../shared/quote.js';

/** A queue has as many keys as it may hold (`maxKeys`). Nothing of what it has is lost; the key that came is not in it. */
export class QueueFullError extends KubeError {
  static override readonly brand = 'QueueFullError';
  readonly code = 'queue-full' as const;
  /** How many keys the queue may hold. */
  readonly maxKeys: number;

  constructor(queue: string, key: string, maxKeys: number) {
    super(
      `The queue ${quote(queue)} has no place for ${quote(key)}: it holds ${maxKeys} keys (maxKeys). Give a larger maxKeys, or look whether a map makes up names.`,
    );
    this.maxKeys = maxKeys;
  }
}

/**
 * A reconcile was not over within `reconcileTimeoutMs`: its signal is aborted with this error. One that goes on all the same
 * keeps its key and its place among those that may run at once, until it ends.
 */
export class ReconcileTimeoutError extends KubeError {
  static override readonly brand = 'ReconcileTimeoutError';
  readonly code = 'reconcile-timeout' as const;
  /** The name of the controller. */
  readonly controller: string;
  /** `namespace/name`, or the name alone. */
  readonly key: string;
  /** The limit, in milliseconds. */
  readonly timeoutMs: number;

  constructor(controller: string, key: string, timeoutMs: number) {
    super(
      `The reconcile of ${quote(key)} by ${quote(controller)} was not over within ${timeoutMs} ms (reconcileTimeoutMs): pass its signal to what it waits for, or give it more time.`,
    );
    this.controller = controller;
    this.key = key;
    this.timeoutMs = timeoutMs;
  }
}

/**
 * For a reconcile to throw where trying again mends nothing, a spec that makes no sense say: the key is not tried again before
 * it changes.
 */
export class TerminalError extends KubeError {
  static override readonly brand = 'TerminalError';
  readonly code = 'terminal' as const;

  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options);
  }
}

/** Why the signal of a reconcile is aborted when its controller is closed, and its time to finish is over. */
export class ControllerClosedError extends KubeError {
  static override readonly brand = 'ControllerClosedError';
  readonly code = 'controller-closed' as const;
  /** The name of the controller. */
  readonly controller: string;

  constructor(controller: string) {
    super(`The controller ${quote(controller)} was closed.`);
    this.controller = controller;
  }
}

/** An informer that a controller stands on was closed by somebody else: the controller would be blind, so it ends. */
export class SourceClosedError extends KubeError {
  static override readonly brand = 'SourceClosedError';
  readonly code = 'source-closed' as const;
  /** Which of its sources, for people. */
  readonly source: string;

  constructor(controller: string, source: string) {
    super(
      `The informer for ${source} of the controller ${quote(controller)} was closed: close the controller before its informers.`,
    );
    this.source = source;
  }
}
