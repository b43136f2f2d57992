import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import { isIP } from 'node:net';
import { bitString, boolean, unsignedInteger, objectIdentifier, octetString, sequence, set, tagged } from './der.js';
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

/** A certificate authority of its own. */
export interface CertificateAuthority {
  /** The certificate to trust, PEM. */
  readonly certificate: string;
  issue(request: CertificateRequest): IssuedCertificate;
}

interface Subject extends CertificateRequest {
  readonly isAuthority: boolean;
}

interface Issuer {
  readonly name: Buffer;
  readonly key: KeyObject;
  readonly keyIdentifier: Buffer;
}

const oids = {
  commonName: '2.5.4.3',
  organization: '2.5.4.10',
  ecdsaWithSha256: '1.2.840.10045.4.3.2',
  subjectKeyIdentifier: '2.5.29.14',
  keyUsage: '2.5.29.15',
  subjectAltName: '2.5.29.17',
  basicConstraints: '2.5.29.19',
  authorityKeyIdentifier: '2.5.29.35',
  extendedKeyUsage: '2.5.29.37',
  serverAuth: '1.3.6.1.5.5.7.3.1',
  clientAuth: '1.3.6.1.5.5.7.3.2',
};
const dayMs = 24 * 60 * 60 * 1000;

/** Creates an authority with a new key. Its certificates are valid from yesterday for a year. */
export function createCertificateAuthority(commonName: string): CertificateAuthority {
  const subject: Subject = { commonName, isAuthority: true };
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const issuer: Issuer = { name: nameOf(subject), key: privateKey, keyIdentifier: identifierOf(publicKey) };
  return {
    certificate: certificateOf(subject, publicKey, issuer),
    issue(request) {
      const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      return {
        certificate: certificateOf({ ...request, isAuthority: false }, pair.publicKey, issuer),
        // In PKCS #8, fabric8's client takes every key for one of RSA.
        key: pair.privateKey.export({ type: 'sec1', format: 'pem' }).toString(),
      };
    },
  };
}

function certificateOf(subject: Subject, publicKey: KeyObject, issuer: Issuer): string {
  const now = Date.now();
  const algorithm = sequence(objectIdentifier(oids.ecdsaWithSha256));
  const toBeSigned = sequence(
    tagged(0, true, unsignedInteger(Buffer.from([2]))),
    unsignedInteger(Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    algorithm,
    issuer.name,
    sequence(utcTime(new Date(now - dayMs)), utcTime(new Date(now + 365 * dayMs))),
    nameOf(subject),
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(3, true, sequence(...extensionsOf(subject, publicKey, issuer))),
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

function extensionsOf({ isAuthority, hosts = [] }: Subject, publicKey: KeyObject, { keyIdentifier }: Issuer): Buffer[] {
  const extension = (oid: string, critical: boolean, value: Buffer): Buffer =>
    sequence(objectIdentifier(oid), ...(critical ? [boolean(true)] : []), octetString(value));
  // keyCertSign is bit 5, digitalSignature bit 0.
  const usage = isAuthority ? bitString(Buffer.from([0b00000100]), 2) : bitString(Buffer.from([0b10000000]), 7);
  const purpose = hosts.length > 0 ? oids.serverAuth : oids.clientAuth;
  return [
    extension(oids.basicConstraints, true, sequence(...(isAuthority ? [boolean(true)] : []))),
    extension(oids.keyUsage, true, usage),
    ...(isAuthority ? [] : [extension(oids.extendedKeyUsage, false, sequence(objectIdentifier(purpose)))]),
    // Python since 3.13 refuses a certificate without them.
    extension(oids.subjectKeyIdentifier, false, octetString(identifierOf(publicKey))),
    extension(oids.authorityKeyIdentifier, false, sequence(tagged(0, false, keyIdentifier))),
    ...(hosts.length > 0 ? [extension(oids.subjectAltName, false, sequence(...hosts.map(hostName)))] : []),
  ];
}

function identifierOf(publicKey: KeyObject): Buffer {
  return createHash('sha1')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest();
}

function hostName(host: string): Buffer {
  switch (isIP(host)) {
    case 4:
      return tagged(7, false, Buffer.from(host.split('.').map(Number)));
    case 6:
      return tagged(7, false, addressBytes(host));
    default:
      return tagged(2, false, Buffer.from(host, 'ascii'));
  }
}

/** Returns the 16 bytes of an IPv6 address. */
function addressBytes(address: string): Buffer {
  // A URL writes an address in hexadecimal groups alone, without an IPv4 part.
  const [before = '', after] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const groupsOf = (part: string): string[] => (part === '' ? [] : part.split(':'));
  const [head, tail] = [groupsOf(before), groupsOf(after ?? '')];
  const groups = [...head, ...Array<string>(8 - head.length - tail.length).fill('0'), ...tail];
  return Buffer.from(groups.map((group) => group.padStart(4, '0')).join(''), 'hex');
}
