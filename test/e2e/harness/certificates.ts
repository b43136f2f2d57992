import { createPublicKey, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import { isIP } from 'node:net';
import { bitString, boolean, integer, objectIdentifier, octetString, sequence, set, tagged } from './der.js';
import { utcTime, utf8String } from './der.js';

/** A certificate and its private key, both PEM. */
export interface IssuedCertificate {
  readonly certificate: string;
  readonly key: string;
}

/** The contents of a certificate. */
export interface CertificateRequest {
  /** The user name, for a client of a Kubernetes server. */
  readonly commonName: string;
  /** The groups, for a client of a Kubernetes server. */
  readonly organizations?: readonly string[] | undefined;
  /** Host names and addresses of a server. */
  readonly hosts?: readonly string[] | undefined;
}

/** A certificate authority for one test. */
export interface Authority {
  /** The certificate to trust, PEM. */
  readonly certificate: string;
  issue(request: CertificateRequest): IssuedCertificate;
}

interface Subject extends CertificateRequest {
  readonly isAuthority: boolean;
}

const oids = {
  commonName: '2.5.4.3',
  organization: '2.5.4.10',
  ecdsaWithSha256: '1.2.840.10045.4.3.2',
  keyUsage: '2.5.29.15',
  subjectAltName: '2.5.29.17',
  basicConstraints: '2.5.29.19',
  extendedKeyUsage: '2.5.29.37',
  serverAuth: '1.3.6.1.5.5.7.3.1',
  clientAuth: '1.3.6.1.5.5.7.3.2',
};
const dayMs = 24 * 60 * 60 * 1000;

/** Creates an authority with a new key. Its certificates are valid from yesterday for a year. */
export function createAuthority(commonName: string): Authority {
  const subject: Subject = { commonName, isAuthority: true };
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return {
    certificate: certificateOf(subject, publicKey, { name: nameOf(subject), key: privateKey }),
    issue(request) {
      const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      const issuer = { name: nameOf(subject), key: privateKey };
      return {
        certificate: certificateOf({ ...request, isAuthority: false }, pair.publicKey, issuer),
        key: pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      };
    },
  };
}

/** Creates a key pair for signing service account tokens, both PEM. */
export function createSigningKey(): { readonly key: string; readonly publicKey: string } {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return {
    key: privateKey.export({ type: 'sec1', format: 'pem' }).toString(),
    publicKey: createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }).toString(),
  };
}

function certificateOf(
  subject: Subject,
  publicKey: KeyObject,
  issuer: { readonly name: Buffer; readonly key: KeyObject },
): string {
  const now = Date.now();
  const algorithm = sequence(objectIdentifier(oids.ecdsaWithSha256));
  const toBeSigned = sequence(
    tagged(0, true, integer(Buffer.from([2]))),
    integer(Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    algorithm,
    issuer.name,
    sequence(utcTime(new Date(now - dayMs)), utcTime(new Date(now + 365 * dayMs))),
    nameOf(subject),
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(3, true, sequence(...extensionsOf(subject))),
  );
  const signature = sign('sha256', toBeSigned, issuer.key);
  const der = sequence(toBeSigned, algorithm, bitString(signature));
  const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n');
}

function nameOf({ commonName, organizations = [] }: CertificateRequest): Buffer {
  const part = (oid: string, text: string): Buffer => set(sequence(objectIdentifier(oid), utf8String(text)));
  return sequence(...organizations.map((text) => part(oids.organization, text)), part(oids.commonName, commonName));
}

function extensionsOf({ isAuthority, hosts = [] }: Subject): Buffer[] {
  const extension = (oid: string, critical: boolean, value: Buffer): Buffer =>
    sequence(objectIdentifier(oid), ...(critical ? [boolean(true)] : []), octetString(value));
  const constraints = extension(oids.basicConstraints, true, sequence(...(isAuthority ? [boolean(true)] : [])));
  // keyCertSign is bit 5, digitalSignature bit 0.
  if (isAuthority) return [constraints, extension(oids.keyUsage, true, bitString(Buffer.from([0b00000100]), 2))];
  const purpose = hosts.length > 0 ? oids.serverAuth : oids.clientAuth;
  const extensions = [
    constraints,
    extension(oids.keyUsage, true, bitString(Buffer.from([0b10000000]), 7)),
    extension(oids.extendedKeyUsage, false, sequence(objectIdentifier(purpose))),
  ];
  if (hosts.length > 0) extensions.push(extension(oids.subjectAltName, false, sequence(...hosts.map(hostName))));
  return extensions;
}

function hostName(host: string): Buffer {
  if (isIP(host) === 4) return tagged(7, false, Buffer.from(host.split('.').map(Number)));
  return tagged(2, false, Buffer.from(host, 'ascii'));
}
