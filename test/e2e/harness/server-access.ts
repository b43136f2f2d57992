import type { DiscoveryFormat } from '../../../src/index.js';
import type { IssuedCertificate } from '../../../src/testing/tls/certificates.js';
import type { ServerKind } from './server-kinds.js';

/** Everything that a test needs to use a server, as plain data that can be passed to other processes. */
export interface ServerAccess {
  readonly kind: ServerKind;
  /** The version of the program: `v1.36.3`, even if it emulates 1.34. */
  readonly version: string;
  readonly url: string;
  /** The authority that issued the certificate of the server, PEM. */
  readonly ca: string;
  /** Bearer tokens: `admin` is a cluster admin, `reader` a user without any rights. */
  readonly tokens: Readonly<Record<ServerUser, string>>;
  /** Certificates of the users `certified-admin` and `certified-reader`, with the same rights. */
  readonly clientCertificates: Readonly<Record<ServerUser, IssuedCertificate>>;
  /** Has a context for each user with a token; `admin` is current. */
  readonly kubeconfig: string;
  /** The formats at the roots of discovery, best first. */
  readonly formats: readonly DiscoveryFormat[];
}

export type ServerUser = 'admin' | 'reader';
