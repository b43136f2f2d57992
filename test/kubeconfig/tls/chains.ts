import { generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import {
  bitString,
  boolean,
  objectIdentifier,
  octetString,
  sequence,
  set,
  tagged,
  unsignedInteger,
  utcTime,
  utf8String,
} from '../../../src/testing/tls/der.js';

/** What a certificate of a test says. */
export interface Certificate {
  readonly name: string;
  /** Who signs it. @default itself */
  readonly by?: Issued;
  /** A key of another certificate. @default a new one */
  readonly keyOf?: Issued;
  /** Whether it says that it is an authority; undefined for no word about it. */
  readonly isAuthority?: boolean;
  /** The bits of its key usage, the first one the highest; undefined for none. */
  readonly usage?: 'sign certificates' | 'sign';
  readonly purpose?: 'server' | 'client';
  /** An address of IPv4, or a name. */
  readonly host?: string;
  readonly isExpired?: boolean;
  /** How many authorities may follow. */
  readonly pathLength?: number;
}

export interface Issued {
  readonly name: string;
  readonly pem: string;
  readonly key: KeyObject;
  readonly publicKey: KeyObject;
}

const dayMs = 24 * 60 * 60 * 1000;

/** Makes a certificate with a key of its own. */
export function issue(wanted: Certificate): Issued {
  const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const key = wanted.keyOf?.key ?? pair.privateKey;
  const publicKey = wanted.keyOf?.publicKey ?? pair.publicKey;
  const algorithm = sequence(objectIdentifier('1.2.840.10045.4.3.2'));
  const [from, until] = wanted.isExpired ? [-20, -10] : [-1, 10];
  const nameOf = (name: string): Buffer => sequence(set(sequence(objectIdentifier('2.5.4.3'), utf8String(name))));
  const toBeSigned = sequence(
    tagged(0, true, unsignedInteger(Buffer.from([2]))),
    unsignedInteger(Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    algorithm,
    nameOf(wanted.by?.name ?? wanted.name),
    sequence(utcTime(new Date(Date.now() + from * dayMs)), utcTime(new Date(Date.now() + until * dayMs))),
    nameOf(wanted.name),
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(3, true, sequence(...extensionsOf(wanted))),
  );
  const der = sequence(toBeSigned, algorithm, bitString(sign('sha256', toBeSigned, wanted.by?.key ?? key)));
  const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
  const pem = ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n');
  return { name: wanted.name, pem, key, publicKey };
}

function extensionsOf({ isAuthority, pathLength, usage, purpose, host }: Certificate): Buffer[] {
  const extension = (oid: string, ...value: Buffer[]): Buffer[] => [
    sequence(objectIdentifier(oid), octetString(Buffer.concat(value))),
  ];
  const length = pathLength === undefined ? [] : [unsignedInteger(Buffer.from([pathLength]))];
  const bits = usage === 'sign' ? bitString(Buffer.from([0x80]), 7) : bitString(Buffer.from([0x04]), 2);
  const isAddress = /^[\d.]+$/.test(host ?? '');
  const address = Buffer.from((host ?? '').split('.').map(Number));
  return [
    ...(isAuthority === undefined
      ? []
      : extension('2.5.29.19', sequence(...(isAuthority ? [boolean(true), ...length] : [])))),
    ...(usage === undefined ? [] : extension('2.5.29.15', bits)),
    ...(purpose === undefined
      ? []
      : extension('2.5.29.37', sequence(objectIdentifier(`1.3.6.1.5.5.7.3.${purpose === 'server' ? 1 : 2}`)))),
    ...(host === undefined
      ? []
      : extension(
          '2.5.29.17',
          sequence(isAddress ? tagged(7, false, address) : tagged(2, false, Buffer.from(host, 'ascii'))),
        )),
  ];
}
