import { isatty } from 'node:tty';
import type { ClientOptions } from '../core/client-options.js';
import { defaultConnectTimeoutMs } from '../core/shared/limit-connecting.js';
import { authorizationOf, impersonationHeaders } from './authorization.js';
import { authenticationBy, type GetCredentials } from './credentials.js';
import { execConfigOf } from './exec/exec-config.js';
import { createExecPlugin, execClusterOf, type ExecPlugin } from './exec/exec-plugin.js';
import { secretsIn } from './exec/known-secrets.js';
import { findKuberc, readPluginPolicy, type PluginPolicy } from './exec/plugin-policy.js';
import { chooseContext, type ChosenContext } from './file/context.js';
import type { Kubeconfig } from './file/parse.js';
import { sectionOf, type Section } from './file/section.js';
import type { LoadKubeconfigOptions } from './load-options.js';
import { storeKeyOf } from './store-key.js';
import { agentsFor } from './tls/agents.js';
import { clientCertificateOf } from './tls/pem.js';
import { serverIdentityOf, type ServerIdentity } from './tls/server-identity.js';

/**
 * Turns the chosen context into client options. Credentials live in closures, so that printing the options shows none.
 * As in kubectl, credentials are not sent to servers without TLS, and a plugin runs only for users with nothing else.
 */
export async function toClientOptions(kubeconfig: Kubeconfig, options: LoadKubeconfigOptions): Promise<ClientOptions> {
  const { connectTimeoutMs = defaultConnectTimeoutMs } = options;
  const chosen = chooseContext(kubeconfig, options);
  const { cluster, user, userName, namespace } = chosen;
  const identity = serverIdentityOf(cluster, options);
  const policy = await policyFor(user, options);
  const { server, configLocations } = identity;
  const impersonation = impersonationHeaders(user, options);
  if (!identity.secure) {
    const warning = unsentCredentialWarning(user, options, server);
    if (warning !== undefined) options.onWarning?.(warning);
    const getCredentials: GetCredentials = () => Promise.resolve({ headers: { ...impersonation } });
    return {
      server,
      namespace,
      configLocations,
      ...authenticationBy(getCredentials, await agentsFor(identity, connectTimeoutMs)),
      discovery: { storeKey: await storeKeyOf({ identity, userName, impersonation }) },
    };
  }

  const authorization = await authorizationOf(user, options);
  const certificate = clientCertificateOf(user, options);
  const isKnown = authorization !== undefined || certificate.clientCertificate !== undefined;
  const plugin = isKnown ? undefined : execPluginOf(chosen, identity, policy, options);
  const getCredentials: GetCredentials = async (signal, rejected) => {
    const credential = await plugin?.credential(signal, rejected);
    const token = credential?.token;
    const value = token === undefined ? await authorization?.(rejected) : `Bearer ${token}`;
    return {
      headers: { ...(value !== undefined && { authorization: value }), ...impersonation },
      pair: credential?.pair,
    };
  };
  return {
    server,
    namespace,
    configLocations,
    ...authenticationBy(getCredentials, await agentsFor(identity, connectTimeoutMs, certificate)),
    discovery: { storeKey: await storeKeyOf({ identity, userName, impersonation }) },
  };
}

function execPluginOf(
  { cluster, user }: ChosenContext,
  identity: ServerIdentity,
  policy: PluginPolicy,
  options: LoadKubeconfigOptions,
): ExecPlugin | undefined {
  const { env = process.env, interactive = true, execTimeoutMs: timeoutMs, server } = options;
  const config = execConfigOf(user);
  if (config === undefined) return undefined;
  return createExecPlugin({
    config,
    policy,
    describeCluster: execClusterOf(cluster, identity, server),
    env,
    timeoutMs,
    known: secretsIn(user, identity.proxy),
    terminal: { stdin: interactive && isatty(0), stderr: interactive && isatty(2) },
  });
}

/** A file at the default path matters only to users with a plugin; one that was asked for is always read. */
async function policyFor(user: Section, options: LoadKubeconfigOptions): Promise<PluginPolicy> {
  const kuberc = findKuberc(options, options.env ?? process.env);
  if (kuberc === undefined || !(kuberc.isRequired || sectionOf(user, 'exec') !== undefined))
    return { type: 'AllowAll' };
  return readPluginPolicy(kuberc, (text) => options.onWarning?.(text));
}

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
function unsentCredentialWarning(user: Section, options: LoadKubeconfigOptions, server: string): string | undefined {
  const isGiven = (value: unknown): boolean => value !== undefined && value !== null && value !== '';
  const given = credentials.find((each) => each.options.some((name) => isGiven(options[name])));
  const configured = credentials.find(({ fields }) => fields.some((name) => isGiven(user.value[name])));
  const unsent = given ?? (loopback.test(server) ? undefined : configured);
  return (
    unsent && `${unsent.what} not sent: the server speaks plain http, where others could read it. Use an https server.`
  );
}
