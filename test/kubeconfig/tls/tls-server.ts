import { once } from 'node:events';
import { createServer, request, type RequestOptions } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { onTestFinished } from 'vitest';
import type { ClientOptions } from '../../../src/core/client-options.js';
import { credentialsOf, tlsFixture } from '../temp-folder.js';

/** A TLS server for one test that tells each caller what it saw of it. */
export interface TlsServer {
  readonly url: string;
  /** How many connections were opened to it so far. */
  readonly connections: () => number;
  /** How many of them are open now. */
  readonly open: () => number;
}

export interface Seen {
  readonly authorization: string | undefined;
  readonly groups: string | undefined;
  /** The common name in the client's certificate, where one was shown and is of the right authority. */
  readonly client: string | undefined;
  /** The name that the client asked for; false where it asked for none. */
  readonly serverName: unknown;
}

export async function tlsServer(certificate = 'server'): Promise<TlsServer> {
  const [cert, key, ca] = await Promise.all(
    [`${certificate}.crt`, `${certificate}.key`, 'authority.crt'].map(async (name) => (await tlsFixture(name)).pem),
  );
  let connections = 0;
  let open = 0;
  const server = createServer({ cert, key, ca, requestCert: true, rejectUnauthorized: false }, (incoming, answer) => {
    // What asks to watch gets no answer, as from a server where nothing happens.
    if (incoming.url === '/watch') return;
    const socket = incoming.socket as TLSSocket;
    const seen: Seen = {
      authorization: incoming.headers.authorization,
      groups: [incoming.headers['impersonate-group']].flat().join('; ') || undefined,
      client: socket.authorized ? /CN=(.*)/.exec(socket.getPeerX509Certificate()?.subject ?? '')?.[1] : undefined,
      serverName: Reflect.get(socket, 'servername'),
    };
    answer.end(JSON.stringify(seen));
  });
  server.on('secureConnection', (socket) => {
    connections += 1;
    open += 1;
    socket.once('close', () => (open -= 1));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    connections: () => connections,
    open: () => open,
  };
}

/** Sends one request with the credentials of now, as a transport does. Rejects as node:https does. */
export async function visit(options: ClientOptions, path = '/version'): Promise<Seen> {
  const { headers, agent } = await credentialsOf(options);
  const more = { headers, agent } as RequestOptions;
  return new Promise((resolve, reject) => {
    const sent = request(options.server + path, more, (answer) => {
      let body = '';
      answer.setEncoding('utf8');
      answer.on('data', (chunk: string) => (body += chunk));
      answer.on('end', () => {
        resolve(JSON.parse(body) as Seen);
      });
    });
    sent.on('error', reject);
    sent.end();
  });
}
