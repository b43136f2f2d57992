import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { createSecureContext, type SecureContext } from 'node:tls';
import { KubeconfigInvalidCertificateError, type KubeconfigLocation } from '../errors.js';
import { errorCode, type Section } from '../file/section.js';
import type { LoadKubeconfigOptions } from '../load-options.js';

/** A certificate or a key in PEM form, and where it comes from. */
export interface Pem {
  readonly text: string;
  readonly location: KubeconfigLocation;
}

/** A client certificate, possibly with the chain to its authority, and its key. */
export interface ClientPair {
  readonly certificate: Pem;
  readonly key: Pem;
}

/** The identity of one side of a TLS connection, and the authority that it trusts. */
export interface TlsIdentity {
  /** Undefined for the authorities that the runtime trusts. */
  readonly authority: Pem | undefined;
  readonly pair: ClientPair | undefined;
}

const certificateBlock =
  /^-----BEGIN CERTIFICATE-----[ \t]*\r?\n([A-Za-z0-9+/=\s]*)^-----END CERTIFICATE-----[ \t]*\r?$/gm;

/**
 * Converts an identity to the form that agents take, and that shows nothing when an agent is printed. As in Go, every
 * certificate of the authority is trusted, also an intermediate one or that of the server itself. Throws a
 * KubeconfigInvalidCertificateError if a certificate or a key is invalid, or if the two do not belong together.
 */
export function secureContextOf({ authority, pair }: TlsIdentity): SecureContext {
  const ca = authority && authoritiesIn(authority);
  try {
    const allowPartialTrustChain = ca !== undefined;
    return createSecureContext({ ca, allowPartialTrustChain, cert: pair?.certificate.text, key: pair?.key.text });
  } catch (error) {
    if (pair !== undefined) checkPair(pair);
    const location = (pair?.certificate ?? authority)?.location ?? {};
    const code = errorCode(error) ?? 'unknown reason';
    throw new KubeconfigInvalidCertificateError(`it is not valid for TLS (${code})`, location);
  }
}

/** Throws a KubeconfigInvalidCertificateError if a certificate does not belong to its key. */
export function checkPair({ certificate, key }: ClientPair): void {
  if (!certificateIn(certificate).checkPrivateKey(keyIn(key)))
    throw new KubeconfigInvalidCertificateError('it does not match the client certificate', key.location);
}

/** Returns the certificates of a bundle. As in Go, other blocks and broken ones do not count. */
function authoritiesIn({ text, location }: Pem): string[] {
  const certificates = [...text.matchAll(certificateBlock)].flatMap(([block, body = '']) =>
    isCertificate(Buffer.from(body, 'base64')) ? [block] : [],
  );
  if (certificates.length === 0) throw noCertificate(location);
  return certificates;
}

function isCertificate(der: Buffer): boolean {
  try {
    return new X509Certificate(der).raw.equals(der);
  } catch {
    return false;
  }
}

function noCertificate(location: KubeconfigLocation): KubeconfigInvalidCertificateError {
  return new KubeconfigInvalidCertificateError('it does not contain a certificate in PEM format', location);
}

function certificateIn({ text, location }: Pem): X509Certificate {
  try {
    return new X509Certificate(text);
  } catch {
    throw noCertificate(location);
  }
}

function keyIn({ text, location }: Pem): KeyObject {
  try {
    return createPrivateKey(text);
  } catch {
    const isEncrypted = text.includes('ENCRYPTED');
    const what = isEncrypted
      ? 'is encrypted, and no passphrase is set'
      : 'does not contain a private key in PEM format';
    throw new KubeconfigInvalidCertificateError(`it ${what}`, location);
  }
}

/** The client certificate with its key, or neither. */
export type ClientCertificate = ReturnType<typeof clientCertificateOf>;

/** Reads the client certificate of a user entry; options take precedence. */
export function clientCertificateOf(user: Section, options: LoadKubeconfigOptions) {
  const given = user.replacedBy(options);
  const clientCertificate = given.file('clientCertificate') ?? user.material('client-certificate');
  const clientKey = given.file('clientKey') ?? user.material('client-key');
  if (clientCertificate !== undefined && clientKey === undefined)
    throw user.invalid('client-key', 'it is missing, but a client certificate is set');
  if (clientCertificate === undefined && clientKey !== undefined)
    throw user.invalid('client-certificate', 'it is missing, but a client key is set');
  return { clientCertificate, clientKey };
}
