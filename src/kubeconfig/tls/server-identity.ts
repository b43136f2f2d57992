import { trimEnd } from '../../core/shared/trim-end.js';
import path from 'node:path';
import type { ServerConfigLocations } from '../../core/transport/options.js';
import { KubeconfigInvalidFieldError, type KubeconfigLocation } from '../errors.js';
import {
  fileMaterial,
  materialOf,
  type Material,
  flagOf,
  invalidField,
  locationOf,
  optionsInPlaceOf,
  textOf,
  type Section,
} from '../file/section.js';
import type { LoadKubeconfigOptions } from '../load-options.js';
import { proxyOf, type Proxy } from '../proxy.js';
import { createHash } from 'node:crypto';

/** The server, how to verify it, and how to reach it. */
export interface ServerIdentity {
  /** An http or https URL with its path, without a trailing slash. */
  readonly server: string;
  readonly secure: boolean;
  readonly certificateAuthority: Material | undefined;
  readonly insecure: boolean;
  readonly serverName: string | undefined;
  readonly proxy: Proxy | undefined;
  readonly configLocations: ServerConfigLocations;
}

/** Reads a cluster entry; options take precedence. */
export function serverIdentityOf(cluster: Section, options: LoadKubeconfigOptions): ServerIdentity {
  const given = optionsInPlaceOf(cluster, options);
  const location = options.server ? locationOf(given, 'server') : locationOf(cluster, 'server');
  const url = serverUrl(options.server || textOf(cluster, 'server'), location);
  const trust = trustOf(cluster, given, options);
  if (trust.insecure && trust.certificateAuthority !== undefined)
    throw invalidField(
      cluster,
      'insecure-skip-tls-verify',
      'it cannot be combined with a certificate authority, which it would disable; remove one of them',
    );
  const proxy = proxyOf(cluster, url, options.env ?? process.env);
  // Without a kubeconfig, only the option can be corrected.
  const placeOf = (option: string, field: string): KubeconfigLocation =>
    cluster.location.field === undefined ? locationOf(given, option) : locationOf(cluster, field);
  return {
    server: trimEnd(url.href, '/'),
    secure: url.protocol === 'https:',
    ...trust,
    serverName: options.tlsServerName || (options.server ? undefined : textOf(cluster, 'tls-server-name')),
    proxy,
    configLocations: {
      address: proxy?.location ?? location,
      authority: trust.certificateAuthority?.location ?? placeOf('certificateAuthority', 'certificate-authority'),
      serverName: options.tlsServerName
        ? locationOf(given, 'tlsServerName')
        : placeOf('tlsServerName', 'tls-server-name'),
    },
  };
}

type Trust = Pick<ServerIdentity, 'certificateAuthority' | 'insecure'>;

function trustOf(cluster: Section, given: Section, options: LoadKubeconfigOptions): Trust {
  const { certificateAuthority, insecureSkipTLSVerify } = options;
  if (certificateAuthority) {
    const material = fileMaterial(path.resolve(certificateAuthority), locationOf(given, 'certificateAuthority'));
    return { certificateAuthority: material, insecure: insecureSkipTLSVerify ?? false };
  }
  if (insecureSkipTLSVerify) return { certificateAuthority: undefined, insecure: true };
  return {
    certificateAuthority: materialOf(cluster, 'certificate-authority'),
    insecure: flagOf(cluster, 'insecure-skip-tls-verify'),
  };
}

/** What a URL of JavaScript is cured of, and kubectl refuses: the token would reach another server than the one that is written. */
const cured = /[\\\s]|:\/\/\/|%(?![\da-f]{2})/i;

/**
 * Parses the URL of a server; as in kubectl, `host:port` stands for http, whatever else is set. It may contain a password
 * by mistake, so errors do not show it.
 */
function serverUrl(text: string | undefined, location: KubeconfigLocation): URL {
  if (text === undefined) throw new KubeconfigInvalidFieldError('it is missing', location);
  const hasScheme = /^[a-z][a-z0-9+.-]*:\/\/./i.test(text);
  const whole = hasScheme ? text : `http://${text}`;
  const url = URL.canParse(whole) ? new URL(whole) : undefined;
  const isKnown = url?.protocol === 'https:' || url?.protocol === 'http:';
  if (
    url === undefined ||
    !isKnown ||
    cured.test(text) ||
    (!hasScheme && !/^[^/\\]+\/?$/.test(text.replace(/[?#].*/, '')))
  )
    throw new KubeconfigInvalidFieldError('it is not a URL that begins with https:// or http://', location);
  if (url.username !== '' || url.password !== '')
    throw new KubeconfigInvalidFieldError(
      'it contains a user name or a password, which belong in the user entry',
      location,
    );
  url.search = '';
  url.hash = '';
  return url;
}

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
