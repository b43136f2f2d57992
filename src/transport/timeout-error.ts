import { KubeError } from '../shared/kube-error.js';
import type { HttpMethod } from './transport.js';

/**
 * A request took longer than its own `timeoutMs`, retries and waits included. What the server did is unknown.
 * The server's limit (`timeoutSeconds`) does not end here but in an `ApiError` with status 504.
 */
export class TimeoutError extends KubeError {
  static override readonly brand = 'TimeoutError';
  readonly code = 'timeout' as const;
  readonly timeoutMs: number;
  readonly method: HttpMethod;
  /** As it was sent, without the query. */
  readonly path: string;

  constructor({ method, path, timeoutMs }: { method: HttpMethod; path: string; timeoutMs: number }) {
    super(`${method} ${path}: not finished after ${timeoutMs} ms; give it a larger timeoutMs or ask for less.`);
    this.timeoutMs = timeoutMs;
    this.method = method;
    this.path = path;
  }
}
