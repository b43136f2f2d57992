import { callQuietly } from '../shared/call-quietly.js';
import type { Connection, WriteObserver } from './connection.js';

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
