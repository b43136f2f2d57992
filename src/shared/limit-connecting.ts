/** The code of the error that a socket is destroyed with when it is not connected in time. */
export const connectTimeoutCode = 'ERR_CONNECT_TIMEOUT';

/** The limit for connecting where nothing else is said. */
export const defaultConnectTimeoutMs = 30_000;

/** What a timer can count to; a longer limit is no limit. */
const longestTimerMs = 2 ** 31 - 1;

/**
 * Limits how long an `http.Agent` or `https.Agent` of Node may take to connect: the lookup of the name, TCP, whatever
 * the agent does before it hands over a socket (the handshake with a proxy, say) and the TLS handshake, together. When
 * the time is up, the socket is destroyed, or the request refused, with an error whose `code` is
 * {@link connectTimeoutCode} and whose message names the limit and the option `connectTimeoutMs`. An idle socket that
 * is used again is not concerned, and neither is waiting for an answer: that has limits of its own.
 *
 * The agent is known by its shape alone, so that this module imports nothing of Node. Wrap an agent last, after
 * everything else that replaces its `createConnection`.
 *
 * @param ms milliseconds; Infinity, or more than a timer can count, for no limit
 * @param what takes time, for the message: `the connection through the proxy 10.0.0.1:3128`
 * @returns the same agent
 */
export function limitConnecting<Agent extends object>(agent: Agent, ms: number, what = 'the connection'): Agent {
  const connect: unknown = Reflect.get(agent, 'createConnection');
  if (!isFunction(connect) || ms > longestTimerMs) return agent;

  const limited = (options: unknown, done?: unknown): unknown => {
    let isLate = false;
    let isHandedOver = false;
    let socket: Socket | undefined;
    const timer = setTimeout(() => {
      isLate = true;
      const problem = `${what} was not open within ${ms} ms (connectTimeoutMs)`;
      const error = Object.assign(new Error(problem), { code: connectTimeoutCode });
      if (socket !== undefined) socket.destroy(error);
      else if (isFunction(done)) done(error);
    }, ms);
    const follow = (opened: Socket): void => {
      socket = opened;
      const end = (): void => clearTimeout(timer);
      const event = openingEvent(opened);
      if (event === undefined) end();
      else for (const name of [event, 'error', 'close']) opened.once(name, end);
    };
    const onDone = (error?: unknown, opened?: unknown): void => {
      // Node takes this callback for a listener of `connect` where the socket is handed over at once.
      if (isHandedOver) return;
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
      isHandedOver = true;
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

/** What a `net.Socket` or a `tls.TLSSocket` has, as far as it is needed here. */
interface Socket {
  readonly connecting?: unknown;
  readonly encrypted?: unknown;
  readonly secureConnecting?: unknown;
  once(event: string, listener: () => void): unknown;
  destroy(error?: Error): unknown;
}

/** The event after which bytes of a request can flow; undefined where they can already. */
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
