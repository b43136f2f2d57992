import { UnsupportedError } from '../core/resource/errors.js';
import { requireCallOptions, requireCount, type OptionChecks } from '../core/shared/arguments.js';
import { hasNodeModules } from '../core/transport/node-agents.js';
import { bytesOf, connectTo, connectFailure, senderOn, type PodSocket } from './connect-to.js';
import { PortForwardFailedError } from './errors.js';
import { findPort, podsResource, requirePort, type FoundPort, type PodOwnersHandle } from './find-pod.js';
import { outputStream } from './output-stream.js';
import { type PortCarrier, tunnel, tunnelProtocol } from './spdy-tunnel.js';

/** Options of {@link forwardPort}. */
export interface ForwardPortOptions {
  /** The port: its number, or its name in the pod. Of a service, the port of the service: it is translated. */
  readonly port: number | string;
  /** Ends the connection with its reason. @default none */
  readonly signal?: AbortSignal | undefined;
  /** In browsers: how many bytes may wait for a reader, as in `client.connect()`. @default 32 MiB */
  readonly maxBufferedBytes?: number | undefined;
  /** In browsers: sends the bearer token as a subprotocol, as in `client.connect()`. @default false */
  readonly bearerProtocol?: boolean | undefined;
}

/** A connection to a port of a pod: a pair of streams, as `pipeThrough()` and Node's `Duplex.fromWeb()` take them. */
export interface PortConnection {
  /** What the pod sends. A pod whose bytes nobody reads waits. Once cancelled, the rest is dropped. */
  readonly readable: ReadableStream<Uint8Array>;
  /**
   * What the pod gets, in pieces of any size; a write ends when there is room for the next. Closing it ends the input of
   * the pod, and what the pod sends can still be read. In browsers, and with servers before 1.31, this cannot be told to
   * the pod: closing rejects with `UnsupportedError`, and the connection stays.
   */
  readonly writable: WritableStream<Uint8Array>;
  /** Closes the connection, in both directions. */
  close(): void;
  /**
   * Resolves when the pod has ended the connection and what it sent has been taken, or after `close()`. Rejects with
   * PortForwardFailedError if the kubelet could not reach the port, ConnectionError if the connection broke off,
   * ClientClosedError, or the reason of the signal; a rejection that nobody handles does no harm.
   */
  readonly closed: Promise<void>;
}

const checks: OptionChecks<ForwardPortOptions> = {
  port: requirePort,
  signal: true,
  maxBufferedBytes: requireCount,
  bearerProtocol: true,
};

/**
 * Opens one connection to a port of a pod, as `kubectl port-forward` does for each client. Services and workloads find
 * their pod by their selector: a ready one, if there is one. To let other programs connect, take `listenPort`.
 *
 * That a port refuses connections shows only afterwards: `readable` and `closed` then fail with PortForwardFailedError.
 *
 * @throws ApiError if the server refuses: with 404 without the pod; NoPodError; NoPortError; ConnectionError;
 *   TooManyStreamsError; InvalidArgumentError; NamespaceRequiredError; InvalidNameError
 * @example
 * const pods = client.resource('pods').namespace('shop');
 * const { readable, writable } = await forwardPort(pods, 'front-0', { port: 8080 });
 * const writer = writable.getWriter();
 * await writer.write(new TextEncoder().encode('GET / HTTP/1.0\r\n\r\n'));
 * console.log(await new Response(readable).text());
 * @see https://kubernetes.io/docs/tasks/access-application-cluster/port-forward-access-application-cluster/
 */
export async function forwardPort(
  handle: PodOwnersHandle,
  name: string,
  options: ForwardPortOptions,
): Promise<PortConnection> {
  const { port, ...rest } = requireCallOptions(options, checks, handle);
  requirePort('port', port);
  return openPort(await findPort(handle, name, { port, signal: rest.signal }), rest);
}

const channelProtocol = 'v4.channel.k8s.io';
const longestWords = 4096;

type Further = Omit<ForwardPortOptions, 'port'>;

function openSocket({ pods, pod, port }: FoundPort, options: Further): Promise<PodSocket> {
  const protocols = [...(hasNodeModules() ? [tunnelProtocol] : []), channelProtocol];
  return connectTo(pods, pod, 'portforward', { ...options, query: { ports: port }, protocols });
}

/**
 * Throws if the node of a pod cannot be reached: the server opens no WebSocket then. Through the tunnel nobody connects to
 * the port for this.
 */
export async function probePort(found: FoundPort, options: Further): Promise<void> {
  const socket = await openSocket(found, options);
  socket.close();
  const read = async (): Promise<void> => {
    for await (const message of socket.messages) void message;
  };
  read().catch(() => undefined);
}

/** Opens a connection to a numbered port, through the tunnel if the runtime and the server can. */
export async function openPort(found: FoundPort, options: Further): Promise<PortConnection> {
  const { pod, port } = found;
  const where = `portforward of ${pod}`;
  const socket = await openSocket(found, options);
  const carrier = socket.protocol === tunnelProtocol ? await tunnel(socket, port, where) : channels(socket, where);
  const output = outputStream();
  let input: WritableStreamDefaultController | undefined;
  let isClosed = false;

  async function read(): Promise<void> {
    let words = '';
    const decoder = new TextDecoder();
    for await (const event of carrier.events()) {
      if (event.data !== undefined) await output.write(event.data);
      else if (words.length < longestWords) words += decoder.decode(event.words, { stream: true });
    }
    if (words !== '') throw new PortForwardFailedError(pod, port, socket.conceal(words.slice(0, longestWords)));
  }

  const end = (error: unknown): void => {
    output.fail(error);
    input?.error(error);
    socket.close();
  };
  const closed = read().then(
    () => {
      output.close();
      end(new Error('the pod has ended the connection'));
    },
    (error: unknown) => {
      end(error);
      if (!isClosed) throw error;
    },
  );
  // A reader that stalls would hold the end back.
  socket.closed.catch(() => output.release());
  closed.catch(() => undefined);
  const close = (): void => {
    isClosed = true;
    end(new Error('the connection is closed'));
  };
  return {
    readable: output.stream,
    writable: new WritableStream<Uint8Array>({
      start: (controller) => void (input = controller),
      write: (bytes) => socket.sendInput(async () => carrier.send(bytesOf('writable', bytes))),
      async close() {
        if (carrier.end !== undefined) await socket.sendInput(carrier.end);
        else throw new UnsupportedError(podsResource, { subresource: 'portforward' }, 'the input of a port cannot end');
      },
      abort: close,
    }),
    close,
    closed,
  };
}

/** Carries a connection on channels: 0 for the data and 1 for the error, each of which begins with two bytes of the port. */
function channels(socket: PodSocket, where: string): PortCarrier {
  return {
    send: senderOn(0, socket),
    async *events() {
      const ports = [2, 2];
      for await (const message of socket.messages) {
        const [channel = 0] = message;
        const left = ports[channel];
        if (left === undefined) throw connectFailure(where, `the server sent something on channel ${channel}`);
        const bytes = message.subarray(1);
        const data = bytes.subarray(left);
        ports[channel] = left - (bytes.byteLength - data.byteLength);
        if (data.byteLength > 0) yield channel === 0 ? { data } : { words: data };
      }
    },
  };
}
