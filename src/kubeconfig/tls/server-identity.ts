import { createHash } from 'node:crypto';
import { defaultConnectTimeoutMs } from '../../core/shared/node-sockets.js';
import { trimEnd } from '../../core/shared/trim-end.js';
import { KubeconfigInvalidFieldError, type KubeconfigLocation } from '../errors.js';
import type { Section } from '../file/section.js';
import type { LoadKubeconfigOptions } from '../load-options.js';
import { proxyOf } from '../proxy.js';

/** The server, how to verify it, and how to reach it. */
export type ServerIdentity = ReturnType<typeof serverIdentityOf>;

/** Reads a cluster entry; options take precedence. */
export function serverIdentityOf(cluster: Section, options: LoadKubeconfigOptions) {
  const { insecureSkipTLSVerify, tlsServerName, connectTimeoutMs = defaultConnectTimeoutMs } = options;
  const given = cluster.replacedBy(options);
  const location = (options.server ? given : cluster).at('server');
  const url = serverUrl(options.server || cluster.text('server'), location);
  const authority = given.file('certificateAuthority');
  const certificateAuthority =
    authority ?? (insecureSkipTLSVerify ? undefined : cluster.material('certificate-authority'));
  const insecure = insecureSkipTLSVerify || (authority === undefined && cluster.flag('insecure-skip-tls-verify'));
  if (insecure && certificateAuthority !== undefined)
    throw cluster.invalid('insecure-skip-tls-verify', 'it would disable the certificate authority: remove one of them');
  const proxy = proxyOf(cluster, url, options.env ?? process.env);
  // Without a kubeconfig, only the option can be corrected.
  const placeOf = (option: string, field: string): KubeconfigLocation =>
    cluster.location.field === undefined ? given.at(option) : cluster.at(field);
  return {
    /** An http or https URL with its path, without a trailing slash. */
    server: trimEnd(url.href, '/'),
    secure: url.protocol === 'https:',
    certificateAuthority,
    insecure,
    serverName: tlsServerName || (options.server ? undefined : cluster.text('tls-server-name')),
    proxy,
    connectTimeoutMs,
    configLocations: {
      address: proxy?.location ?? location,
      authority: certificateAuthority?.location ?? placeOf('certificateAuthority', 'certificate-authority'),
      serverName: tlsServerName ? given.at('tlsServerName') : placeOf('tlsServerName', 'tls-server-name'),
    },
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
  const hasPath = !/^[^/\\]+\/?$/.test(text.replace(/[?#].*/, ''));
  if (!isKnown || cured.test(text) || (!hasScheme && hasPath))
    throw new KubeconfigInvalidFieldError('it is not a URL that begins with https:// or http://', location);
  if (url.username !== '' || url.password !== '')
    throw new KubeconfigInvalidFieldError(
      'it contains a user name or a password: those belong in the user entry',
      location,
    );
  url.search = '';
  url.hash = '';
  return url;
}

/**
 * Returns the key that identifies this cluster and user in a discovery store: a hash of the server, its certificate
 * authority (in-cluster addresses are the same in many clusters), the user's name and the impersonated user.
 *
 * @param userName of the user entry in the kubeconfig: tokens and certificates change, and must not be part of a key
 */
export async function storeKeyOf(
  { server, serverName, certificateAuthority }: ServerIdentity,
  userName: string | undefined,
  impersonation: Readonly<Record<string, string | readonly string[]>>,
): Promise<string> {
  const authority = await certificateAuthority?.read();
  const parts = [server, serverName, authority?.trim(), userName, Object.entries(impersonation).sort()];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}
