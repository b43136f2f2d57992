import type { DiscoveryFormat } from '../../../src/index.js';
import type { IssuedCertificate } from './certificates.js';
import type { ServerKind } from './server-kinds.js';

/** All that a test must know to use a server: plain data, so that it can be handed to other processes. */
export interface ServerAccess {
  readonly kind: ServerKind;
  /** Of the program: `v1.36.3`, also where it acts as 1.34. */
  readonly version: string;
  readonly url: string;
  /** The authority that the server's certificate comes from, PEM. */
  readonly ca: string;
  /** Bearer tokens: `admin` is a cluster admin, `reader` a user without any rights. */
  readonly tokens: Readonly<Record<ServerUser, string>>;
  /** Of the users `certified-admin` and `certified-reader`, with the same rights. */
  readonly clientCertificates: Readonly<Record<ServerUser, IssuedCertificate>>;
  /** With a context for each user with a token, `admin` being the current one. */
  readonly kubeconfig: string;
  /** What it speaks at the roots of discovery, the best first. */
  readonly formats: readonly DiscoveryFormat[];
}

export type ServerUser = 'admin' | 'reader';
