import { createPrivateKey, X509Certificate, type KeyObject } from 'node:crypto';
import { createSecureContext, type SecureContext } from 'node:tls';
import { KubeconfigInvalidCertificateError, type KubeconfigPlace } from '../errors.js';
import { errorCode } from '../file/read-limited.js';

/** A certificate or a key in PEM form, as it was read at its place. */
export interface Pem {
  readonly text: string;
  readonly place: KubeconfigPlace;
}

/** A client certificate, with those that lead to its authority perhaps, and its key. */
export interface ClientPair {
  readonly certificate: Pem;
  readonly key: Pem;
}

/** What one side of a TLS connection shows and whom it trusts. */
export interface TlsIdentity {
  /** Undefined for the authorities that the runtime knows. */
  readonly authority: Pem | undefined;
  readonly pair: ClientPair | undefined;
}

/**
 * The form of an identity that agents take: nothing of it is shown when an agent is printed. Throws a
 * KubeconfigInvalidCertificateError where a certificate or a key is no such thing, or the two do not belong together.
 */
export function secureContextOf({ authority, pair }: TlsIdentity): SecureContext {
  if (authority !== undefined) certificateIn(authority);
  if (pair !== undefined) checkPair(pair);
  try {
    return createSecureContext({ ca: authority?.text, cert: pair?.certificate.text, key: pair?.key.text });
  } catch (error) {
    const place = (pair?.certificate ?? authority)?.place ?? {};
    const code = errorCode(error) ?? 'no reason given';
    throw new KubeconfigInvalidCertificateError(`TLS does not accept it (${code})`, place);
  }
}

/** Throws a KubeconfigInvalidCertificateError where a certificate does not belong to its key. */
export function checkPair({ certificate, key }: ClientPair): void {
  if (!certificateIn(certificate).checkPrivateKey(keyIn(key)))
    throw new KubeconfigInvalidCertificateError('it is the key of another certificate', key.place);
}

function certificateIn({ text, place }: Pem): X509Certificate {
  try {
    return new X509Certificate(text);
  } catch {
    throw new KubeconfigInvalidCertificateError('it holds no certificate in PEM form', place);
  }
}

function keyIn({ text, place }: Pem): KeyObject {
  try {
    return createPrivateKey(text);
  } catch {
    const encrypted = text.includes('ENCRYPTED');
    const what = encrypted
      ? 'it is encrypted, and there is no passphrase for it'
      : 'it holds no private key in PEM form';
    throw new KubeconfigInvalidCertificateError(what, place);
  }
}
