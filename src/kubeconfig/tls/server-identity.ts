import path from 'node:path';
import type { ServerFields } from '../../transport/options.js';
import { KubeconfigInvalidFieldError, type KubeconfigPlace } from '../errors.js';
import { fileMaterial, materialOf, type Material } from '../file/material.js';
import { flagOf, placeOf, textOf, type Section } from '../file/section.js';
import type { LoadKubeconfigOptions } from '../load-options.js';
import { proxyOf, type Proxy } from '../proxy/proxy.js';

/** The server, how to verify it, and how to reach it. */
export interface ServerIdentity {
  /** An http or https URL with its path, without a trailing slash. */
  readonly server: string;
  readonly secure: boolean;
  readonly certificateAuthority: Material | undefined;
  readonly insecure: boolean;
  readonly serverName: string | undefined;
  readonly proxy: Proxy | undefined;
  readonly configuredAt: ServerFields;
}

/** Reads a cluster entry; options take precedence. */
export function serverIdentityOf(cluster: Section, options: LoadKubeconfigOptions): ServerIdentity {
  const place = options.server ? optionPlace(cluster, 'server') : placeOf(cluster, 'server');
  const url = serverUrl(options.server || textOf(cluster, 'server'), place);
  const trust = trustOf(cluster, options);
  if (trust.insecure && trust.certificateAuthority !== undefined)
    throw new KubeconfigInvalidFieldError(
      'it cannot be combined with a certificate authority, which it would disable; remove one of them',
      placeOf(cluster, 'insecure-skip-tls-verify'),
    );
  const proxy = proxyOf(cluster, url, options.env ?? process.env);
  return {
    server: url.href.replace(/\/+$/, ''),
    secure: url.protocol === 'https:',
    ...trust,
    serverName: options.tlsServerName || (options.server ? undefined : textOf(cluster, 'tls-server-name')),
    proxy,
    configuredAt: {
      address: proxy?.place ?? place,
      authority: trust.certificateAuthority?.place ?? placeOf(cluster, 'certificate-authority'),
      serverName: options.tlsServerName ? optionPlace(cluster, 'tlsServerName') : placeOf(cluster, 'tls-server-name'),
    },
  };
}

function optionPlace({ place }: Section, option: keyof LoadKubeconfigOptions): KubeconfigPlace {
  return { ...place, file: undefined, field: `options.${option}` };
}

type Trust = Pick<ServerIdentity, 'certificateAuthority' | 'insecure'>;

function trustOf(cluster: Section, { certificateAuthority, insecureSkipTLSVerify }: LoadKubeconfigOptions): Trust {
  if (certificateAuthority) {
    const material = fileMaterial(path.resolve(certificateAuthority), optionPlace(cluster, 'certificateAuthority'));
    return { certificateAuthority: material, insecure: insecureSkipTLSVerify ?? false };
  }
  if (insecureSkipTLSVerify) return { certificateAuthority: undefined, insecure: true };
  return {
    certificateAuthority: materialOf(cluster, 'certificate-authority'),
    insecure: flagOf(cluster, 'insecure-skip-tls-verify'),
  };
}

/** Parses the URL of a server. It may contain a password by mistake, so errors do not show it. */
function serverUrl(text: string | undefined, place: KubeconfigPlace): URL {
  if (text === undefined) throw new KubeconfigInvalidFieldError('it is missing', place);
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || (url.protocol !== 'https:' && url.protocol !== 'http:'))
    throw new KubeconfigInvalidFieldError('it is not a URL that begins with https:// or http://', place);
  if (url.username !== '' || url.password !== '')
    throw new KubeconfigInvalidFieldError(
      'it contains a user name or a password, which belong in the user entry',
      place,
    );
  url.search = '';
  url.hash = '';
  return url;
}
