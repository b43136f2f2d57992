import { createPublicKey, generateKeyPairSync } from 'node:crypto';

/** Creates a key pair for signing service account tokens, both PEM. */
export function createSigningKey(): { readonly key: string; readonly publicKey: string } {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return {
    key: privateKey.export({ type: 'sec1', format: 'pem' }).toString(),
    publicKey: createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }).toString(),
  };
}
