import type { Shapes } from '../representation/shapes.js';
import { requireMethods } from '../shared/arguments.js';
import { InvalidArgumentError } from '../shared/invalid-argument-error.js';
import type { ApiRequest, ApiStream, ConnectRequest, WriteObserver, StreamSlot } from '../transport/connection.js';
import type { ApiSocket } from '../transport/web-socket.js';
import type { WatchOptions } from './options.js';
import type { Follower, Watched } from './watch/watcher.js';

/** What this package does with a handle besides its public members. */
export interface InnerHandle<S extends Shapes = Shapes> {
  /** Who observes the writes of its client. */
  readonly writes: Set<WriteObserver> | undefined;
  /** Opens a WebSocket to a subresource of an object. */
  connect(name: string, subresource: string, request: Omit<ConnectRequest, 'path'>): Promise<ApiSocket>;
  /** Reads a subresource of an object as a stream, which takes a slot unless it is given one. */
  stream(name: string, subresource: string, request: Omit<ApiRequest, 'path'>, slot?: StreamSlot): Promise<ApiStream>;
  /** Runs the watch of a follower. */
  follow(options: WatchOptions, follower: Follower, signal: AbortSignal): AsyncGenerator<Watched<S>, void, undefined>;
}

/**
 * What carries an inner handle. A plain member, which no type shows: a wrapper that is made by a spread has it too, and an ES module
 * and a CommonJS module of this package may meet in one program.
 */
export interface WithInnerHandle<S extends Shapes> {
  readonly '~inner': InnerHandle<S>;
}

/** Returns the inner handle of a handle, or of a wrapper that carries it. */
export function innerOf<S extends Shapes>(handle: unknown, argument: string): InnerHandle<S> {
  const inner = (Object(handle) as Partial<WithInnerHandle<S>>)['~inner'];
  if (inner !== undefined) return inner;
  requireMethods(argument, handle, ['watch']);
  throw new InvalidArgumentError(
    argument,
    'must be a handle of a client, or a wrapper with all of its members: { ...handle }',
  );
}
