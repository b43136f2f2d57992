import type { ApiRequest, ApiStream, ConnectRequest } from '../transport/connection.js';
import type { ApiSocket } from '../transport/web-socket.js';

/** A registered symbol: an ES module and a CommonJS module of this package may meet in one program. */
export const connectKey: unique symbol = Symbol.for('kubeatlas.connect') as never;

/** Registered as well. */
export const streamKey: unique symbol = Symbol.for('kubeatlas.stream') as never;

/** What connects to subresources of its objects: the inner door of a handle for `kubeatlas/connect`. */
export type Connectable = {
  readonly [connectKey]?: (
    name: string,
    subresource: string,
    request: Omit<ConnectRequest, 'path'>,
  ) => Promise<ApiSocket>;
  /** Reads a subresource as a stream. */
  readonly [streamKey]?: (name: string, subresource: string, request: Omit<ApiRequest, 'path'>) => Promise<ApiStream>;
};
