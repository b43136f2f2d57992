import { abortWith, onAbort, reasonOf } from '../core/shared/abort.js';
import { requireCallback, requireCallOptions, requireName, type OptionChecks } from '../core/shared/arguments.js';
import { callQuietly } from '../core/shared/call-quietly.js';
import { InvalidArgumentError } from '../core/shared/invalid-argument-error.js';
import { ApiError } from '../core/transport/errors.js';
import { builtinModule } from '../core/transport/node-agents.js';
import { ListenFailedError } from './errors.js';
import { findPort, requirePort, type FoundPort, type PodOwnersHandle } from './find-pod.js';
import { openPort, probePort, type PortConnection } from './forward-port.js';

/** Options of {@link listenPort}. */
export interface ListenPortOptions {
  /** The port: its number, or its name in the pod. Of a service, the port of the service: it is translated. */
  readonly port: number | string;
  /** The port to listen on: its number, 0 for a free one, or `same` for the number of `port`. @default 0 */
  readonly local?: number | 'same' | undefined;
  /** The address to listen on. @default '127.0.0.1' */
  readonly address?: string | undefined;
  /** Ends listening, and all connections. @default none */
  readonly signal?: AbortSignal | undefined;
  /** Called when somebody connects. @default none */
  readonly onConnection?: (() => void) | undefined;
  /**
   * Called with the reason if a connection fails: PortForwardFailedError where the port of the pod refuses, and what
   * `forwardPort` throws. Whoever connected only sees the connection reset.
   * @default none
   */
  readonly onError?: ((error: unknown) => void) | undefined;
}

/** A port of this machine that leads to a port of a pod. */
export interface PortListener {
  /** The address on this machine. */
  readonly address: string;
  /** The port on this machine. */
  readonly local: number;
  /** The pod that the first connection goes to. */
  readonly pod: string;
  /** The number of the port in the pod. */
  readonly port: number;
  /** Ends listening, and all connections. */
  close(): Promise<void>;
}

/** What is used of a Node `Socket`. */
interface NodeSocket {
  readonly destroyed: boolean;
  write(bytes: Uint8Array): boolean;
  end(): void;
  pause(): void;
  resume(): void;
  destroy(): void;
  resetAndDestroy(): void;
  on(event: 'data', listener: (bytes: Uint8Array) => void): void;
  on(event: 'end' | 'drain' | 'close' | 'error', listener: () => void): void;
}

/** What is used of a Node `Server`. */
interface NodeServer {
  listen(port: number, address: string, listening: () => void): void;
  close(closed: () => void): void;
  address(): { readonly port: number };
  on(event: 'error', listener: (error: Error & { readonly code?: string }) => void): void;
}

interface NodeNet {
  createServer(options: object, onSocket: (socket: NodeSocket) => void): NodeServer;
}

const checks: OptionChecks<ListenPortOptions> = {
  port: requirePort,
  local: requireLocalPort,
  address: requireName,
  signal: true,
  onConnection: requireCallback,
  onError: requireCallback,
};

/**
 * Listens on a port of this machine and leads every connection to a port of a pod, as `kubectl port-forward` does; in
 * Node, Bun and Deno. Either side may end its direction first. Services and workloads find their pod by their selector,
 * and another one when the pod is gone. Where the node of the pod cannot be reached at first, nothing is listened on; later
 * a connection that fails ends alone: the others and the listener go on.
 *
 * @throws ListenFailedError if the port of this machine is taken; ApiError if the server refuses, with 404 without the
 *   object, or cannot reach the node of the pod; NoPodError; NoPortError; ConnectionError; InvalidArgumentError; NamespaceRequiredError;
 *   InvalidNameError
 * @example
 * const services = client.resource('services').namespace('shop');
 * const listener = await listenPort(services, 'front', { port: 'http', onError: console.error });
 * console.log(await (await fetch(`http://127.0.0.1:${listener.local}/`)).text());
 * await listener.close();
 * @see https://kubernetes.io/docs/tasks/access-application-cluster/port-forward-access-application-cluster/
 */
export async function listenPort(
  handle: PodOwnersHandle,
  name: string,
  options: ListenPortOptions,
): Promise<PortListener> {
  const given = requireCallOptions(options, checks, handle);
  const { port, local = 0, address = '127.0.0.1', signal, onConnection, onError } = given;
  requirePort('port', port);
  const net = builtinModule('node:net') as NodeNet | undefined;
  if (net === undefined) throw new InvalidArgumentError('listenPort', 'needs Node: use forwardPort in other runtimes');
  const ending = new AbortController();
  const find = (within: AbortSignal | undefined): Promise<FoundPort> =>
    findPort(handle, name, { port, signal: within });
  const first = await find(signal);
  await probePort(first, { signal });
  let current: FoundPort | undefined = first;
  const wanted = local === 'same' ? first.asked : local;

  async function connect(): Promise<PortConnection> {
    const until = { signal: ending.signal };
    const known = (current ??= await find(ending.signal));
    try {
      return await openPort(known, until);
    } catch (error) {
      current = undefined;
      if (!(error instanceof ApiError)) throw error;
      // The pod may be gone, and another one there.
      const found = await find(ending.signal);
      if (found.pod === known.pod) throw error;
      current = found;
      return openPort(found, until);
    }
  }

  async function serve(socket: NodeSocket): Promise<void> {
    const forget = onAbort(ending.signal, () => socket.destroy());
    let connection: PortConnection | undefined;
    socket.on('error', () => undefined);
    socket.on('close', () => {
      forget();
      connection?.close();
    });
    if (onConnection !== undefined) callQuietly(onConnection);
    try {
      connection = await connect();
      if (socket.destroyed) connection.close();
      else await join(socket, connection);
    } catch (error) {
      current = undefined;
      const isGone = socket.destroyed;
      socket.resetAndDestroy();
      if (!isGone && onError !== undefined) callQuietly(() => onError(error));
    }
  }

  const server = net.createServer({ allowHalfOpen: true, pauseOnConnect: true }, (socket) => void serve(socket));
  await new Promise<void>((resolve, reject) => {
    server.on('error', ({ code, message }) => reject(new ListenFailedError(address, wanted, code, message)));
    server.listen(wanted, address, resolve);
  });
  const closed = new Promise<void>((resolve) => onAbort(ending.signal, () => server.close(resolve)));
  abortWith(ending, [signal, handle.signal]);
  if (ending.signal.aborted) {
    await closed;
    throw reasonOf(ending.signal);
  }
  const close = (): Promise<void> => {
    ending.abort(new Error('the listener was closed'));
    return closed;
  };
  return { address, local: server.address().port, pod: first.pod, port: first.port, close };
}

/** Moves bytes both ways, until the pod has ended the connection and all that it sent is written. */
async function join(socket: NodeSocket, { readable, writable }: PortConnection): Promise<void> {
  const writer = writable.getWriter();
  writer.closed.catch(() => undefined);
  let wake = (): void => undefined;
  socket.on('drain', () => wake());
  socket.on('close', () => wake());
  socket.on('data', (bytes) => {
    socket.pause();
    const goOn = (): void => socket.resume();
    writer.write(bytes).then(goOn, goOn);
  });
  // Where the pod cannot be told, it may answer without.
  socket.on('end', () => void writer.close().catch(() => undefined));
  socket.resume();
  for await (const bytes of readable) {
    if (!socket.write(bytes)) await new Promise<void>((resolve) => (wake = resolve));
  }
  socket.end();
}

function requireLocalPort(argument: string, value: unknown): void {
  if (value === 0 || value === 'same') return;
  if (typeof value === 'number') requirePort(argument, value);
  else throw new InvalidArgumentError(argument, "must be a number or 'same'");
}
