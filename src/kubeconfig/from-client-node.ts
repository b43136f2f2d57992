import type { ClientOptions } from '../core/client-options.js';
import {
  requireKnownOptions,
  requireMilliseconds,
  requireSignal,
  requireText,
  type OptionChecks,
} from '../core/shared/arguments.js';
import { abandonOnAbort } from '../core/shared/abort.js';
import { recordIn } from '../core/shared/json-record.js';
import { quote } from '../core/shared/quote.js';
import { singleFlight } from '../core/shared/concurrency.js';
import { authenticationBy, type PresentedCredentials } from './tls/agents.js';
import { ClientNodeError, type KubeconfigLocation } from './errors.js';
import { errorCode, headerSafe, Section } from './file/section.js';
import { storeKeyOf, serverIdentityOf } from './tls/server-identity.js';
import type { ClientPair, Pem } from './tls/pem.js';

/**
 * The part of a `KubeConfig` of @kubernetes/client-node that is used; versions 0.22, 1.x and 2.x fit. The package
 * itself is not imported. Version 2.x needs Node 22: it does not load on Node 20, because its dependency undici 8 does
 * not.
 */
export interface ClientNodeKubeConfig {
  /** The cluster of the current context; null for none. */
  getCurrentCluster(): ClientNodeCluster | null;
  /** Sets `headers`, `auth`, `cert` and `key` on an object; reads files, runs plugins and renews tokens for this. */
  applyToHTTPSOptions(options: object): Promise<void>;
  /** The name of the current context. */
  getCurrentContext?(): string;
  /** A context by its name; null for none. */
  getContextObject?(name: string): { readonly namespace?: string | undefined } | null;
  /** The user of the current context; null for none. */
  getCurrentUser?(): { readonly name?: string | undefined; readonly impersonateUser?: string | undefined } | null;
}

/** A cluster of a {@link ClientNodeKubeConfig}. */
export interface ClientNodeCluster {
  /** The name of the cluster in the kubeconfig. */
  readonly name?: string | undefined;
  /** The base URL of the server. */
  readonly server: string;
  /** The certificate authority, in Base64. */
  readonly caData?: string | undefined;
  /** A file with the certificate authority. */
  readonly caFile?: string | undefined;
  /** Whether to accept any certificate of the server. */
  readonly skipTLSVerify?: boolean | undefined;
  /** The name that the server's certificate must be for. */
  readonly tlsServerName?: string | undefined;
  /** The proxy on the way to the server. */
  readonly proxyUrl?: string | undefined;
}

/** Options of {@link fromClientNode}. */
export interface FromClientNodeOptions {
  /** @default the namespace of the current context */
  readonly namespace?: string | undefined;
  /** The limit for connecting: TCP, a proxy's handshake and TLS together. @default 30_000 */
  readonly connectTimeoutMs?: number | undefined;
  /** Cancels reading the certificate authority; requests take their own signal. */
  readonly signal?: AbortSignal | undefined;
}

const checks: OptionChecks<FromClientNodeOptions> = {
  namespace: requireText,
  connectTimeoutMs: requireMilliseconds,
  signal: requireSignal,
};

/**
 * Returns client options from a `KubeConfig` of @kubernetes/client-node, for programs that already have one.
 * `loadKubeconfig` does more (groups to impersonate, plugins with a limit, rotation of certificates) and needs no other
 * package.
 *
 * The KubeConfig provides the credentials before each request, once for simultaneous requests. Its own agents are not
 * used, because they do not keep sockets alive. The options stay with the context that was current: if the KubeConfig
 * switches to another one, requests fail instead of showing one cluster's credentials to another. Give each client its
 * own KubeConfig. Credentials are not sent to a server without TLS.
 *
 * `discovery.storeKey` is made of the server, its certificate authority, the user's name and the impersonated user, as
 * in `loadKubeconfig`. A user without a name gets none: provide your own if discovery has a store.
 *
 * @throws ClientNodeError, or another KubeconfigError for a value that cannot be used; InvalidArgumentError for an
 *   argument that is not a KubeConfig; the signal's reason after an abort
 * @example
 * import { KubeConfig } from '@kubernetes/client-node';
 *
 * const kubeConfig = new KubeConfig();
 * kubeConfig.loadFromDefault();
 * const client = createClient(await fromClientNode(kubeConfig));
 */
export async function fromClientNode(
  kubeConfig: ClientNodeKubeConfig,
  options: FromClientNodeOptions = {},
): Promise<ClientOptions> {
  const { connectTimeoutMs, signal } = requireKnownOptions(options, checks);
  signal?.throwIfAborted();
  const context = contextOf(kubeConfig);
  const location: KubeconfigLocation = { context };
  const cluster = clusterOf(kubeConfig, location);
  const identity = identityOf(cluster, context, connectTimeoutMs);
  const of = context === undefined ? undefined : kubeConfig.getContextObject?.(context);
  const namespace = options.namespace || of?.namespace || undefined;

  const requireSameContext = (): void => {
    if (contextOf(kubeConfig) === context && clusterOf(kubeConfig, location).server === cluster.server) return;
    throw new ClientNodeError('the current context has changed; use a separate KubeConfig for each client', location);
  };
  const lookups = singleFlight(async (): Promise<PresentedCredentials> => {
    requireSameContext();
    const requestOptions = { headers: {} };
    try {
      await kubeConfig.applyToHTTPSOptions(requestOptions);
    } catch (error) {
      const code = errorCode(error) ?? (error instanceof Error ? error.name : 'unknown reason');
      const what = `applyToHTTPSOptions failed (${quote(code)}); its message is not shown, because it may contain a secret: call it yourself to see it`;
      throw new ClientNodeError(what, location);
    }
    requireSameContext();
    return credentialsIn(requestOptions, location);
  });
  const impersonation = () => {
    const as = kubeConfig.getCurrentUser?.()?.impersonateUser;
    return { headers: as ? { 'impersonate-user': headerSafe(as, location) } : {} };
  };
  const getCredentials = async (within: AbortSignal) => (identity.secure ? lookups.run(within) : impersonation());
  const { server, configLocations } = identity;
  // The key that `loadKubeconfig` makes of the same entries. Without the method, or a name, the user is unknown; a context
  // without a user stands for the anonymous user.
  const user = kubeConfig.getCurrentUser?.();
  const isKnown = user === null || Boolean(user?.name);
  const making = isKnown ? storeKeyOf(identity, user?.name, impersonation().headers) : undefined;
  const storeKey = await abandonOnAbort(Promise.resolve(making), signal);
  return {
    server,
    namespace,
    configLocations,
    ...(await abandonOnAbort(authenticationBy(getCredentials, identity), signal)),
    ...(storeKey !== undefined && { discovery: { storeKey } }),
  };
}

function contextOf(kubeConfig: ClientNodeKubeConfig): string | undefined {
  return kubeConfig.getCurrentContext?.() || undefined;
}

function clusterOf(kubeConfig: ClientNodeKubeConfig, location: KubeconfigLocation): ClientNodeCluster {
  const cluster = kubeConfig.getCurrentCluster();
  if (cluster === null) throw new ClientNodeError('the KubeConfig has no current cluster', location);
  return cluster;
}

/** Reads a cluster under the field names of a kubeconfig. */
function identityOf(cluster: ClientNodeCluster, context: string | undefined, connectTimeoutMs: number | undefined) {
  const { name = '', server, caData, caFile, skipTLSVerify, tlsServerName, proxyUrl } = cluster;
  const value = {
    server,
    ...(skipTLSVerify !== true && { 'certificate-authority-data': caData, 'certificate-authority': caFile }),
    'insecure-skip-tls-verify': skipTLSVerify,
    'tls-server-name': tlsServerName,
    'proxy-url': proxyUrl,
  };
  // The KubeConfig does not use the proxies of the environment either.
  const section = new Section(value, { context, field: `clusters[${quote(name)}].cluster` });
  return serverIdentityOf(section, { env: {}, connectTimeoutMs });
}

/** Reads what `applyToHTTPSOptions` set on an object: headers, `auth`, and a client certificate with its key. */
function credentialsIn(options: object, location: KubeconfigLocation): PresentedCredentials {
  const invalid = (what: string): ClientNodeError => new ClientNodeError(`applyToHTTPSOptions sets ${what}`, location);
  const headerOf = (value: unknown): string => {
    if (typeof value === 'string' || typeof value === 'number') return headerSafe(String(value), location);
    throw invalid('a header that is not a string');
  };
  const headers = new Map<string, string | string[]>();
  for (const [name, value] of Object.entries(recordIn(options, 'headers'))) {
    if (value === undefined || value === null) continue;
    headers.set(name.toLowerCase(), Array.isArray(value) ? value.map(headerOf) : headerOf(value));
  }
  const auth: unknown = Reflect.get(options, 'auth');
  if (typeof auth === 'string' && auth !== '' && !headers.has('authorization'))
    headers.set('authorization', `Basic ${Buffer.from(auth, 'utf8').toString('base64')}`);

  const [certificate, key] = ['cert', 'key'].map((field): Pem | undefined => {
    const value: unknown = Reflect.get(options, field) ?? '';
    if (value === '') return undefined;
    const text = value instanceof Uint8Array ? Buffer.from(value).toString('utf8') : value;
    if (typeof text !== 'string') throw invalid(`a ${field} that is neither a string nor a Buffer`);
    return { text, location: { ...location, field } };
  });
  if ((certificate === undefined) !== (key === undefined)) throw invalid('one of cert and key without the other');
  const pair: ClientPair | undefined = certificate && key && { certificate, key };
  return { headers: Object.fromEntries(headers), pair };
}
