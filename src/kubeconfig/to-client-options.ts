import type { ClientOptions } from '../core/client-options.js';
import { extraHeaderOf } from '../core/shared/impersonation-extra.js';
import { quote } from '../core/shared/quote.js';
import { KubeconfigUnreadableFileError } from './errors.js';
import { execPluginOf } from './exec/exec-plugin.js';
import { pluginPolicyFor } from './exec/plugin-policy.js';
import { chooseContext, type Kubeconfig } from './file/parse.js';
import { headerSafe, type Material, Section } from './file/section.js';
import type { LoadKubeconfigOptions } from './load-options.js';
import { authenticationBy, type GetCredentials } from './tls/agents.js';
import { clientCertificateOf } from './tls/pem.js';
import { serverIdentityOf, storeKeyOf } from './tls/server-identity.js';

/** Returns the current Authorization header. */
type Authorization = () => Promise<string>;

/**
 * Returns how a user authenticates apart from certificates and plugins: with a token, a token file, or name and
 * password. Options take precedence. Undefined for users who authenticate otherwise, or not at all.
 */
async function authorizationOf(user: Section, options: LoadKubeconfigOptions): Promise<Authorization | undefined> {
  const given = user.replacedBy(options).header('token');
  if (given !== undefined) return bearer(given);
  if (options.username || options.password) return basic(options.username ?? '', options.password ?? '');

  if ((user.value['auth-provider'] ?? '') !== '')
    throw user.invalid(
      'auth-provider',
      'auth providers such as oidc, gcp and azure are not supported; use an exec plugin instead, such as kubelogin or gke-gcloud-auth-plugin',
    );
  const token = user.header('token');
  const tokenFile = user.file('tokenFile');
  const [name = '', password = ''] = [user.text('username'), user.text('password')];
  if (name !== '' || password !== '') {
    if (token === undefined && tokenFile === undefined) return basic(name, password);
    throw user.invalid(name === '' ? 'password' : 'username', 'it cannot be combined with a token');
  }
  if (tokenFile !== undefined) return bearerFile(tokenFile, token);
  return token === undefined ? undefined : bearer(token);
}

function bearer(token: string): Authorization {
  return () => Promise.resolve(`Bearer ${token}`);
}

/** As in kubectl, a password without a name is not sent. */
function basic(name: string, password: string): Authorization | undefined {
  if (name === '') return undefined;
  const value = `Basic ${Buffer.from(`${name}:${password}`, 'utf8').toString('base64')}`;
  return () => Promise.resolve(value);
}

/**
 * Authenticates with the token last read from a file; until then with the fixed token. Throws if there is neither. A
 * rotating token file is briefly invalid, so after a failed read the old token stays in use.
 */
async function bearerFile(file: Material, fallback: string | undefined): Promise<Authorization> {
  let last = fallback;
  const authorization: Authorization = async () => {
    try {
      const token = (await file.read()).trim();
      if (token === '') throw new KubeconfigUnreadableFileError('the file is empty', file.location);
      last = headerSafe(token, file.location);
    } catch (error) {
      if (last === undefined) throw error;
    }
    return `Bearer ${last}`;
  };
  await authorization();
  return authorization;
}

/**
 * Returns the headers that make a request act as another user; none without an impersonation.
 * @see https://kubernetes.io/docs/reference/access-authn-authz/authentication/#user-impersonation
 */
function impersonationHeaders(
  user: Section,
  options: LoadKubeconfigOptions,
): Readonly<Record<string, string | readonly string[]>> {
  const given = user.replacedBy(options);
  const [name, uid] = [given.header('as') ?? user.header('as'), given.header('asUid') ?? user.header('as-uid')];
  const groups = options.asGroups?.length ? given.headers('asGroups') : user.headers('as-groups');
  const extra = Object.entries(user.section('as-user-extra')?.value ?? {}).map(([key, values]) => {
    const field = `as-user-extra[${quote(key)}]`;
    return [extraHeaderOf(key), new Section({ [field]: values }, user.location).headers(field)] as const;
  });
  if (name === undefined) {
    if (uid === undefined && groups.length === 0 && extra.length === 0) return {};
    throw user.invalid('as', 'it is missing, but a uid, groups or extra fields to impersonate are set');
  }
  return {
    'impersonate-user': name,
    ...(uid !== undefined && { 'impersonate-uid': uid }),
    ...(groups.length > 0 && { 'impersonate-group': groups }),
    ...Object.fromEntries(extra),
  };
}

/**
 * Turns the chosen context into client options. Credentials live in closures, so that printing the options shows none.
 * As in kubectl, credentials are not sent to servers without TLS, and a plugin runs only for users with nothing else.
 */
export async function toClientOptions(kubeconfig: Kubeconfig, options: LoadKubeconfigOptions): Promise<ClientOptions> {
  const chosen = chooseContext(kubeconfig, options);
  const { cluster, user, userName, namespace } = chosen;
  const identity = serverIdentityOf(cluster, options);
  const policy = await pluginPolicyFor(user, options);
  const { server, configLocations, secure } = identity;
  const impersonation = impersonationHeaders(user, options);
  const warning = secure ? undefined : unsentCredentialWarning(user, options, server);
  if (warning !== undefined) options.onWarning?.(warning);
  const authorization = secure ? await authorizationOf(user, options) : undefined;
  const certificate = secure ? clientCertificateOf(user, options) : undefined;
  const isSettled = !secure || authorization !== undefined || certificate?.clientCertificate !== undefined;
  const plugin = isSettled ? undefined : execPluginOf(chosen, identity, policy, options);
  const getCredentials: GetCredentials = async (signal, rejected) => {
    const { token, pair } = (await plugin?.(signal, rejected)) ?? {};
    const value = token === undefined ? await authorization?.() : `Bearer ${token}`;
    return { headers: { ...(value !== undefined && { authorization: value }), ...impersonation }, pair };
  };
  return {
    server,
    namespace,
    configLocations,
    ...(await authenticationBy(getCredentials, identity, certificate)),
    discovery: { storeKey: await storeKeyOf(identity, userName, impersonation) },
  };
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
