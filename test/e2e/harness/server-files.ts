import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { createSigningKey } from './signing-key.js';
import { createCertificateAuthority, type CertificateAuthority } from '../../../src/testing/tls/certificates.js';
import type { ScratchFolder } from './scratch-folder.js';
import type { ServerUser } from './server-access.js';

/** The secrets of one server. */
export interface ServerFiles {
  /** Issues the certificates of the server and of its clients. */
  readonly authority: CertificateAuthority;
  readonly tokens: Readonly<Record<ServerUser, string>>;
  /** The flags that refer to the files. */
  readonly flags: readonly string[];
}

/** Writes all files that kube-apiserver reads. */
export function writeServerFiles(folder: ScratchFolder): ServerFiles {
  const authority = createCertificateAuthority('kubeatlas e2e');
  const serving = authority.issue({
    commonName: 'kube-apiserver',
    hosts: ['127.0.0.1', 'localhost', 'kubernetes.default.svc'],
  });
  const signing = createSigningKey();
  const tokens = { admin: newToken(), reader: newToken() };
  const write = (name: string, text: string): string => {
    writeFileSync(folder.file(name), text, { mode: 0o600 });
    return folder.file(name);
  };
  const flags = {
    'tls-cert-file': write('serving.crt', serving.certificate),
    'tls-private-key-file': write('serving.key', serving.key),
    'client-ca-file': write('authority.crt', authority.certificate),
    'service-account-key-file': write('signing.pub', signing.publicKey),
    'service-account-signing-key-file': write('signing.key', signing.key),
    'token-auth-file': write('tokens.csv', `${tokens.admin},admin,1,system:masters\n${tokens.reader},reader,2\n`),
    'cert-dir': folder.file('certs'),
  };
  return { authority, tokens, flags: Object.entries(flags).map(([name, value]) => `--${name}=${value}`) };
}

function newToken(): string {
  return randomBytes(16).toString('hex');
}
