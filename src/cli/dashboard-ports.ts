import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type WebSocket } from 'ws';
import { listenPort } from '../connect/index.js';
import { isKubeError } from '../index.js';
import type { PageCluster } from './dashboard-clusters.js';
import { originsOf, showsToken } from './page-proxy.js';

/** Parameters of {@link createPortSockets}. */
export interface PortSocketsOptions {
  readonly clusters: readonly PageCluster[];
  readonly token: string;
  /** The port of the server, once it listens. */
  readonly port: () => number;
  readonly readOnly: boolean;
}

/** The subprotocol in which a page asks for a port of this machine. */
export const portsProtocol = 'ports.kubeatlas';

/** More than these are forwarded for nobody at once. */
const mostPorts = 100;

/**
 * Creates what forwards ports of pods for the page, each as long as its WebSocket is open: on loopback, at a free port. The page is told where
 * (`{ local, pod, port }`), why it failed (`{ error }`), and what became of the last connection (`{ problem }`).
 */
export function createPortSockets({ clusters, token, port, readOnly }: PortSocketsOptions) {
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: 1000,
    handleProtocols: () => portsProtocol,
  });
  let open = 0;

  /** Refuses what is not this page, with a status. */
  const refusalOf = ({ headers }: IncomingMessage): number | undefined => {
    const { host = '', origin = '', 'sec-websocket-protocol': protocols = '' } = headers;
    const origins = originsOf(host, port());
    if (origins.length === 0) return 421;
    if (!origins.includes(origin)) return 403;
    if (!showsToken(new Headers({ 'sec-websocket-protocol': protocols }), token)) return 401;
    if (readOnly) return 403;
    return open >= mostPorts ? 503 : undefined;
  };

  const forward = async (page: WebSocket, query: URLSearchParams): Promise<void> => {
    const ending = new AbortController();
    const { signal } = ending;
    open += 1;
    page.on('error', () => undefined);
    page.once('close', () => {
      open -= 1;
      ending.abort();
    });
    const tell = (message: object): void => page.send(JSON.stringify(message));
    const [prefix, resource, namespace = '', name = '', wanted = ''] = [
      'prefix',
      'resource',
      'namespace',
      'name',
      'port',
    ].map((key) => query.get(key) ?? '');
    try {
      const cluster = clusters.find((each) => each.prefix === prefix);
      if (cluster === undefined) throw new Error('there is no such cluster');
      if (resource !== 'pods' && resource !== 'services') throw new Error('ports are those of pods and services');
      const handle = (await cluster.whole()).client.resource(resource).namespace(namespace);
      const { local, pod, port } = await listenPort(handle, name, {
        port: /^\d+$/.test(wanted) ? Number(wanted) : wanted,
        signal,
        onConnection: () => tell({ problem: '' }),
        onError: (error) => tell({ problem: wordsOf(error) }),
      });
      tell({ local, pod, port });
    } catch (error) {
      if (signal.aborted) return;
      tell({ error: wordsOf(error) });
      page.close(1000);
    }
  };

  return (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    socket.on('error', () => undefined);
    const status = refusalOf(request);
    if (status !== undefined) {
      socket.end(`HTTP/1.1 ${status} Refused\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
      return;
    }
    const { searchParams } = new URL(request.url ?? '', 'http://relative.invalid');
    server.handleUpgrade(request, socket, head, (page) => void forward(page, searchParams));
  };
}

function wordsOf(error: unknown): string {
  return isKubeError(error) || error instanceof Error ? error.message : String(error);
}
