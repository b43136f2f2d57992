import type { ConnectRequest } from '../transport/connection.js';
import type { ApiSocket } from '../transport/web-socket.js';

/** A registered symbol: an ES module and a CommonJS module of this package may meet in one program. */
export const connectKey: unique symbol = Symbol.for('kubeatlas.connect') as never;

/** What connects to subresources of its objects: the inner door of a handle for `kubeatlas/connect`. */
export type Connectable = {
  readonly [connectKey]?: (
    name: string,
    subresource: string,
    request: Omit<ConnectRequest, 'path'>,
  ) => Promise<ApiSocket>;
};
