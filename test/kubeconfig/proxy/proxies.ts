import { once } from 'node:events';
import { createServer as createHttpServer, request, type IncomingMessage, type Server } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { onTestFinished } from 'vitest';
import { tlsFixture } from '../temp-folder.js';

/** A proxy on loopback for one test. */
export interface TestProxy {
  readonly port: number;
  /** What it was asked for, in order: `CONNECT host:port`, `GET http://...`, `SOCKS host:port`. */
  readonly requests: string[];
  /** What came as Proxy-Authorization, or as user and password. */
  readonly logins: string[];
}

/** How a proxy answers. */
export interface ProxyBehaviour {
  /** Names that it finds where this machine does not. */
  readonly hosts?: Readonly<Record<string, string>>;
  /** The status line that it answers CONNECT with. @default '200 OK' */
  readonly answer?: string;
  /** The certificate that it shows, for a proxy behind TLS. */
  readonly certificate?: string;
  /** The same, made by the test. */
  readonly identity?: { readonly cert: string; readonly key: string };
}

/** A proxy that opens tunnels by CONNECT, and fetches URLs of http. */
export async function httpProxy({
  hosts = {},
  answer = '200 OK',
  certificate,
  identity: made,
}: ProxyBehaviour = {}): Promise<TestProxy> {
  const requests: string[] = [];
  const logins: string[] = [];
  const note = ({ method, url, headers }: IncomingMessage): void => {
    requests.push(`${method} ${url}`);
    logins.push(headers['proxy-authorization'] ?? '');
  };
  const shown = certificate === undefined ? made : await identity(certificate);
  const server = shown === undefined ? createHttpServer() : createHttpsServer(shown);
  server.on('request', (incoming: IncomingMessage, response) => {
    note(incoming);
    const { 'proxy-authorization': _, ...headers } = incoming.headers;
    const { method = '', url = '' } = incoming;
    request(url, { method, headers }, (answered) => {
      response.writeHead(answered.statusCode ?? 500, answered.headers);
      answered.pipe(response);
    }).end();
  });
  server.on('connect', (incoming: IncomingMessage, socket: Duplex) => {
    note(incoming);
    socket.on('error', () => socket.destroy());
    if (answer === '') return;
    if (answer !== '200 OK') {
      socket.end(`HTTP/1.1 ${answer}\r\ncontent-length: 4\r\n\r\nnope`);
      return;
    }
    const [host = '', port = ''] = (incoming.url ?? '').split(/:(?=\d+$)/);
    const onward = connect(Number(port), hosts[host] ?? host.replace(/^\[|\]$/g, ''), () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      join(socket, onward);
    });
    onward.on('error', () => socket.destroy());
  });
  return { port: await listening(server), requests, logins };
}

/** A SOCKS 5 proxy that asks for a password, or takes anyone. */
export async function socksProxy({ hosts = {} }: ProxyBehaviour = {}, login = false): Promise<TestProxy> {
  const requests: string[] = [];
  const logins: string[] = [];
  const server = createServer((socket) => {
    void serve(socket).catch(() => socket.destroy());
  });
  const serve = async (socket: Socket): Promise<void> => {
    socket.on('error', () => socket.destroy());
    await read(socket);
    socket.write(Buffer.from([5, login ? 2 : 0]));
    if (login) {
      const credentials = await read(socket);
      const [user, rest] = [credentials.subarray(2, 2 + credentials[1]!), credentials.subarray(2 + credentials[1]!)];
      logins.push(`${user.toString()}:${rest.subarray(1).toString()}`);
      socket.write(Buffer.from([1, 0]));
    }
    const wish = await read(socket);
    const byName = wish[3] === 3;
    const host = byName ? wish.subarray(5, 5 + wish[4]!).toString() : wish.subarray(4, 8).join('.');
    const port = wish.readUInt16BE(wish.length - 2);
    requests.push(`SOCKS ${host}:${port}`);
    const onward = connect(port, hosts[host] ?? host, () => {
      socket.write(Buffer.from([5, 0, 0, 1, 0, 0, 0, 0, 0, 0]));
      join(socket, onward);
    });
    onward.on('error', () => socket.end(Buffer.from([5, 5, 0, 1, 0, 0, 0, 0, 0, 0])));
  };
  return { port: await listening(server), requests, logins };
}

async function identity(name: string): Promise<{ cert: string; key: string }> {
  const [cert, key] = await Promise.all([`${name}.crt`, `${name}.key`].map(tlsFixture));
  return { cert: cert!.pem, key: key!.pem };
}

async function read(socket: Socket): Promise<Buffer> {
  const [chunk] = (await once(socket, 'data')) as [Buffer];
  return chunk;
}

function join(one: Duplex, other: Duplex): void {
  one.pipe(other);
  other.pipe(one);
  one.on('close', () => other.destroy());
  other.on('close', () => one.destroy());
}

async function listening(server: Server | ReturnType<typeof createServer>): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => sockets.add(socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}
