import { createSecureServer, type Http2SecureServer } from 'node:http2';
import type { TLSSocket } from 'node:tls';
import type { FakeIdentity } from '../served/options.js';
import type { IssuedCertificate } from './certificates.js';

/** A listener for HTTPS that knows who connects. */
export interface SecureListener {
  readonly server: Http2SecureServer;
  /**
   * Returns the user of the client certificate of a connection; `unknown` if another authority issued it. Over HTTP/2,
   * the session stands for the connection.
   */
  userOf(socket: TLSSocket, session?: object): FakeIdentity | 'unknown' | undefined;
  closeAllConnections(): void;
}

/** As on real servers. */
const maxConcurrentStreams = 100;

/** Creates a listener that speaks HTTP/2 and HTTP/1.1 on one port, and accepts client certificates of an authority. */
export function createSecureListener(own: IssuedCertificate, authority: string): SecureListener {
  const users = new WeakMap<object, { readonly user: FakeIdentity | 'unknown' | undefined }>();
  const sockets = new Set<TLSSocket>();
  const server = createSecureServer({
    key: own.key,
    cert: own.certificate,
    ca: authority,
    requestCert: true,
    // A client without a certificate may have a token.
    rejectUnauthorized: false,
    allowHTTP1: true,
    noDelay: true,
    settings: { maxConcurrentStreams },
  });
  server.on('secureConnection', (socket: TLSSocket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  return {
    server,
    userOf: (socket, session) => {
      const connection = session ?? socket;
      const known = users.get(connection) ?? { user: certifiedUser(socket) };
      users.set(connection, known);
      return known.user;
    },
    closeAllConnections: () => {
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** Reads a user as servers do: the common name is the user name, the organizations are the groups. */
function certifiedUser(socket: TLSSocket): FakeIdentity | 'unknown' | undefined {
  const certificate = socket.getPeerX509Certificate();
  if (certificate === undefined) return undefined;
  const { subject } = certificate.toLegacyObject();
  if (!socket.authorized) return 'unknown';
  const { CN, O }: { CN?: string | string[]; O?: string | string[] } = subject;
  const hash = certificate.fingerprint256.replaceAll(':', '').toLowerCase();
  const extra = { 'authentication.kubernetes.io/credential-id': [`X509SHA256=${hash}`] };
  return { name: [CN ?? ''].flat()[0] ?? '', groups: [O ?? []].flat(), extra };
}
