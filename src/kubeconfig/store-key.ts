import { createHash } from 'node:crypto';
import type { ServerIdentity } from './tls/server-identity.js';

/** The owner of the stored discovery. */
export interface StoreKeyParts {
  readonly identity: ServerIdentity;
  /** The name of the user entry in the kubeconfig: tokens and certificates change, and must not be part of a key. */
  readonly userName: string | undefined;
  readonly impersonation: Readonly<Record<string, string | readonly string[]>>;
}

/**
 * Returns the key that identifies this cluster and user in a discovery store: a hash of the server, its certificate
 * authority (in-cluster addresses are the same in many clusters), the user's name and the impersonated user.
 */
export async function storeKeyOf({ identity, userName, impersonation }: StoreKeyParts): Promise<string> {
  const { server, serverName, certificateAuthority } = identity;
  const authority = await certificateAuthority?.read();
  const parts = [server, serverName, authority?.trim(), userName, Object.entries(impersonation).sort()];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}
