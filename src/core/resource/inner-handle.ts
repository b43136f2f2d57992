import { InvalidArgumentError } from '../shared/invalid-argument-error.js';
import type { ApiRequest, ApiStream, ConnectRequest, WriteObserver } from '../transport/connection.js';
import type { ApiSocket } from '../transport/web-socket.js';

/** What this package does with a handle besides its public members. */
export interface InnerHandle {
  /** Who observes the writes of its client. */
  readonly writes: Set<WriteObserver> | undefined;
  /** Opens a WebSocket to a subresource of an object. */
  connect(name: string, subresource: string, request: Omit<ConnectRequest, 'path'>): Promise<ApiSocket>;
  /** Reads a subresource of an object as a stream. */
  stream(name: string, subresource: string, request: Omit<ApiRequest, 'path'>): Promise<ApiStream>;
}

/**
 * What has an inner door. A plain member, which no type shows: a wrapper that is made by a spread has it too, and an ES module
 * and a CommonJS module of this package may meet in one program.
 */
export interface WithInnerHandle {
  readonly '~inner': InnerHandle;
}

/** Returns the inner door of a handle, or of a wrapper that carries it. */
export function innerOf(handle: unknown, argument: string): InnerHandle {
  const inner = (Object(handle) as Partial<WithInnerHandle>)['~inner'];
  if (inner !== undefined) return inner;
  throw new InvalidArgumentError(
    argument,
    'must be a handle of a client, or a wrapper with all of its members: { ...handle }',
  );
}
