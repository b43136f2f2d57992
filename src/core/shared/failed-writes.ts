/** The errors of the first write to a socket that failed. */
const failures = new WeakMap<object, Error>();
/** The other side takes no more. Anything else may not end what can be read, and stays an error. */
const endings = new Set<unknown>(['EPIPE', 'ECONNRESET', 'ECONNABORTED']);

/**
 * Keeps a socket of Node open whose other side takes no more: it may have answered before it had read all, and Node would
 * drop what has arrived together with the failed write. Reading then goes on to the end of the connection, which follows
 * at once.
 */
export function outliveFailedWrites(socket: object): void {
  for (const name of ['_write', '_writev']) {
    const write: unknown = Reflect.get(socket, name);
    if (typeof write !== 'function' || Object.hasOwn(socket, name)) continue;
    Reflect.set(socket, name, (...given: readonly unknown[]): void => {
      const done = given.at(-1) as (error?: Error | null) => void;
      Reflect.apply(write, socket, [
        ...given.slice(0, -1),
        (error?: (Error & { readonly code?: unknown }) | null): void => {
          if (!error || !endings.has(error.code)) return done(error);
          if (!failures.has(socket)) failures.set(socket, error);
          done();
        },
      ]);
    });
  }
}

/** Returns the error of the first write that failed on such a socket. */
export function failedWriteOf(socket: object): Error | undefined {
  return failures.get(socket);
}
