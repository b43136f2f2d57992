import { createHash } from 'node:crypto';
import type { ServerIdentity } from './tls/server-identity.js';

/** Whose discovery it is. */
export interface StoreKeyParts {
  readonly identity: ServerIdentity;
  /** The name of the entry in the kubeconfig: tokens and certificates change, and belong into no key. */
  readonly userName: string | undefined;
  readonly impersonation: Readonly<Record<string, string | readonly string[]>>;
}

/**
 * What tells this cluster and user apart from all others in a store of discovery: a hash of the server, of its certificate
 * authority (in-cluster addresses repeat from cluster to cluster), of the user's name and of whom he impersonates.
 */
export async function storeKeyOf({ identity, userName, impersonation }: StoreKeyParts): Promise<string> {
  const { server, serverName, certificateAuthority } = identity;
  const authority = await certificateAuthority?.read();
  const words = [server, serverName, authority?.trim(), userName, Object.entries(impersonation).sort()];
  return createHash('sha256').update(JSON.stringify(words)).digest('hex');
}
