import { longestTimerMs } from './abort.js';

/** The code of the error with which a socket is destroyed if it does not connect in time. */
export const connectTimeoutCode = 'ERR_CONNECT_TIMEOUT';

/** The default limit for connecting. */
export const defaultConnectTimeoutMs = 30_000;

/**
 * Limits how long an `http.Agent` or `https.Agent` of Node may take to connect: the name lookup, TCP, anything the
 * agent does before it hands over a socket (such as the handshake with a proxy) and the TLS handshake, together. When
 * the time is up, the socket is destroyed, or the request rejected, with an error whose `code` is
 * {@link connectTimeoutCode} and whose message names the limit and the option `connectTimeoutMs`. The limit affects
 * neither an idle socket that is reused, nor waiting for an answer, which has limits of its own. Its sockets also outlive
 * writes that fail, so that an answer is read that came before the whole of its request was taken.
 *
 * The agent is recognised by its shape, so that this module imports nothing from Node. Wrap an agent last, after
 * everything else that replaces its `createConnection`.
 *
 * @param ms milliseconds; Infinity, or more than a timer allows, for no limit
 * @param what the step that takes time, for the message: `the connection through the proxy 10.0.0.1:3128`
 * @returns the same agent
 */
export function limitConnecting<Agent extends object>(agent: Agent, ms: number, what = 'the connection'): Agent {
  const connect: unknown = Reflect.get(agent, 'createConnection');
  if (!isFunction(connect)) return agent;

  const limited = (options: unknown, done?: unknown): unknown => {
    let isLate = false;
    let socket: Socket | undefined;
    const onLate = (): void => {
      isLate = true;
      const problem = `${what} was not established within ${ms} ms (connectTimeoutMs)`;
      const error = Object.assign(new Error(problem), { code: connectTimeoutCode });
      if (socket !== undefined) socket.destroy(error);
      else if (isFunction(done)) done(error);
    };
    const timer = ms > longestTimerMs ? undefined : setTimeout(onLate, ms);
    const follow = (opened: Socket): void => {
      socket = opened;
      outliveFailedWrites(opened);
      const end = (): void => clearTimeout(timer);
      const event = openingEvent(opened);
      if (event === undefined) end();
      else for (const name of [event, 'error', 'close']) opened.once(name, end);
    };
    const onDone = (error?: unknown, opened?: unknown): void => {
      // Node registers this callback as a listener of `connect` if the socket is handed over at once.
      if (socket !== undefined) return;
      if (isLate) {
        if (isSocket(opened)) opened.destroy();
        return;
      }
      if (isSocket(opened)) follow(opened);
      else clearTimeout(timer);
      if (isFunction(done)) done(error, opened);
    };
    try {
      const opened = Reflect.apply(connect, agent, [options, onDone]);
      if (!isSocket(opened)) return opened;
      follow(opened);
      return opened;
    } catch (error) {
      clearTimeout(timer);
      throw error;
    }
  };
  Reflect.set(agent, 'createConnection', limited);
  return agent;
}

/** The members of a `net.Socket` or a `tls.TLSSocket` that are used here. */
interface Socket {
  readonly connecting?: unknown;
  readonly encrypted?: unknown;
  readonly secureConnecting?: unknown;
  once(event: string, listener: () => void): unknown;
  destroy(error?: Error): unknown;
}

/** Returns the event after which bytes of a request can flow, or undefined if they already can. */
function openingEvent(socket: Socket): string | undefined {
  if (socket.encrypted === true) return socket.secureConnecting === false ? undefined : 'secureConnect';
  return socket.connecting === true ? 'connect' : undefined;
}

function isSocket(value: unknown): value is Socket {
  if (typeof value !== 'object' || value === null) return false;
  return isFunction(Reflect.get(value, 'once')) && isFunction(Reflect.get(value, 'destroy'));
}

function isFunction(value: unknown): value is (...given: readonly unknown[]) => unknown {
  return typeof value === 'function';
}

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
