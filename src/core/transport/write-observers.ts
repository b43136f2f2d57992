import { callQuietly } from '../shared/call-quietly.js';
import type { Connection, WriteObserver } from './connection.js';

/** A registered symbol: an ES module and a CommonJS module of this package may meet in one program. */
export const writesKey: unique symbol = Symbol.for('kubeatlas.writes') as never;

/** What writes through an observed connection. The inner door for what of this package waits for its own writes. */
export interface ObservedWriter {
  readonly [writesKey]?: Set<WriteObserver> | undefined;
}

/** Returns the same connection with observers of its writes, at first none. */
export function observeWrites(connection: Connection): Connection {
  const writes = new Set<WriteObserver>();
  return {
    ...connection,
    writes,
    request(request) {
      const answer = connection.request(request);
      if ((request.method ?? 'GET') !== 'GET')
        for (const observer of writes) callQuietly(() => observer(request, answer));
      return answer;
    },
  };
}
