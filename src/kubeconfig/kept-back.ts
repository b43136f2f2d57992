import type { Section } from './file/section.js';
import type { LoadKubeconfigOptions } from './load-options.js';

const loopback = /^http:\/\/(?:localhost|127(?:\.\d+){3}|\[::1\])(?:[:/]|$)/i;

/** The kinds of credentials, by their options and by their fields in a user entry of a kubeconfig. */
const credentials = [
  { what: 'the token is', options: ['token'], fields: ['token', 'tokenFile'] },
  { what: 'the user name and password are', options: ['username', 'password'], fields: ['username', 'password'] },
  {
    what: 'the client certificate is',
    options: ['clientCertificate', 'clientKey'],
    fields: ['client-certificate', 'client-certificate-data'],
  },
  { what: 'the credential of the exec plugin is', options: [], fields: ['exec'] },
] as const;

/**
 * Returns a sentence about a credential that is not sent to a server without TLS; undefined if there is none. Servers
 * like `kubectl proxy` on loopback need no credentials, so those of a kubeconfig are not mentioned for them.
 */
export function keptBack(user: Section, options: LoadKubeconfigOptions, server: string): string | undefined {
  const isGiven = (value: unknown): boolean => value !== undefined && value !== null && value !== '';
  const found = credentials.find((each) => each.options.some((name) => isGiven(options[name])));
  const own = credentials.find(({ fields }) => fields.some((name) => isGiven(user.value[name])));
  const kept = found ?? (loopback.test(server) ? undefined : own);
  return (
    kept && `${kept.what} not sent: the server speaks plain http, where others could read it. Use an https server.`
  );
}
