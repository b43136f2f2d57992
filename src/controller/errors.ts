import { KubeError } from '../core/shared/kube-error.js';
import { quote } from '../core/shared/quote.js';

/** A queue already holds `maxKeys` keys. It keeps all of them; the new key was not added. */
export class QueueFullError extends KubeError {
  static override readonly brand = 'QueueFullError';
  readonly code = 'queue-full' as const;
  /** How many keys the queue may hold. */
  readonly maxKeys: number;

  constructor(queue: string, key: string, maxKeys: number) {
    super(
      `The queue ${quote(queue)} is full: it holds ${maxKeys} keys (maxKeys), so ${quote(key)} was not added. Increase maxKeys, or check the map functions for names that do not exist.`,
    );
    this.maxKeys = maxKeys;
  }
}

/**
 * A reconcile did not end within `reconcileTimeoutMs`: its signal is aborted with this error. A reconcile that keeps
 * running holds its key and its place among the concurrent reconciles until it ends.
 */
export class ReconcileTimeoutError extends KubeError {
  static override readonly brand = 'ReconcileTimeoutError';
  readonly code = 'reconcile-timeout' as const;
  /** The name of the controller. */
  readonly controller: string;
  /** The key of the request: `namespace/name`, or only the name. */
  readonly key: string;
  /** The limit, in milliseconds. */
  readonly timeoutMs: number;

  constructor(controller: string, key: string, timeoutMs: number) {
    super(
      `The reconcile of ${quote(key)} by ${quote(controller)} did not finish within ${timeoutMs} ms (reconcileTimeoutMs): pass its signal to the calls that it waits for, or increase reconcileTimeoutMs.`,
    );
    this.controller = controller;
    this.key = key;
    this.timeoutMs = timeoutMs;
  }
}

/**
 * An error for a reconcile to throw if a retry cannot help, for example for an invalid spec: the key is not retried
 * until something changes.
 */
export class TerminalError extends KubeError {
  static override readonly brand = 'TerminalError';
  readonly code = 'terminal' as const;

  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options);
  }
}

/** The abort reason of a reconcile whose controller was closed and whose time to finish is over. */
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

/** An informer of a controller was closed from outside. The controller would be blind, so it ends. */
export class SourceClosedError extends KubeError {
  static override readonly brand = 'SourceClosedError';
  readonly code = 'source-closed' as const;
  /** The name of the source, for messages. */
  readonly source: string;

  constructor(controller: string, source: string) {
    super(
      `The informer for ${source} of the controller ${quote(controller)} was closed: close the controller before its informers.`,
    );
    this.source = source;
  }
}
