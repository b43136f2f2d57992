import type { ClientOptions } from '../core/client-options.js';
import { abandonOnAbort } from '../core/shared/abort.js';
import {
  requireBoolean,
  requireKnownOptions,
  requireMilliseconds,
  requireObject,
  requireSignal,
  requireText,
  requireTexts,
  type OptionChecks,
} from '../core/shared/arguments.js';
import { quote } from '../core/shared/quote.js';
import { KubeconfigMissingFileError } from './errors.js';
import { findKubeconfig } from './file/find-kubeconfig.js';
import { emptyKubeconfig, type Kubeconfig } from './file/parse.js';
import { inClusterKubeconfig, isInCluster } from './in-cluster.js';
import type { LoadKubeconfigOptions } from './load-options.js';
import { toClientOptions } from './to-client-options.js';

/** They come from files, the environment and command lines too. A misspelt one would count as omitted. */
const checks: OptionChecks<LoadKubeconfigOptions> = {
  signal: requireSignal,
  connectTimeoutMs: requireMilliseconds,
  path: requireText,
  text: requireText,
  context: requireText,
  cluster: requireText,
  user: requireText,
  namespace: requireText,
  server: requireText,
  tlsServerName: requireText,
  certificateAuthority: requireText,
  insecureSkipTLSVerify: requireBoolean,
  token: requireText,
  username: requireText,
  password: requireText,
  clientCertificate: requireText,
  clientKey: requireText,
  as: requireText,
  asUid: requireText,
  asGroups: requireTexts,
  kuberc: (name, value) => (typeof value === 'string' ? requireText(name, value) : requireBoolean(name, value)),
  interactive: requireBoolean,
  execTimeoutMs: requireMilliseconds,
  onWarning: true,
  env: requireObject,
};

/**
 * Returns client options from kubeconfig files, read and merged as kubectl does: server, credentials, certificates and
 * the context's namespace. If there is no file, it uses the service account of the pod, as kubectl does.
 *
 * Files for tokens and certificates are read again when they change; changed certificates result in a new agent. An
 * exec plugin runs with the first request, and again before its credential expires or after the server rejected it.
 * The cluster's `proxy-url` is used, or else the proxy of the environment. Credentials are not sent to a server without
 * TLS. Auth providers (oidc, gcp, azure) are not supported.
 *
 * `discovery.storeKey` identifies cluster and user in a discovery store; keep it when you add other discovery options:
 * `createClient({ ...options, discovery: { ...options.discovery, store } })`.
 *
 * @throws KubeconfigError that names file, context and field, here rather than with the first request; requests throw
 *   one if a plugin provides no credential; InvalidArgumentError for an option of a wrong type; the signal's reason
 *   after an abort
 * @example
 * const options = await loadKubeconfig({ context: 'staging' });
 * const client = createClient(options);
 * console.log(client.server, client.defaultNamespace);
 * @see https://kubernetes.io/docs/concepts/configuration/organize-cluster-access-kubeconfig/
 */
export async function loadKubeconfig(options: LoadKubeconfigOptions = {}): Promise<ClientOptions> {
  const { signal } = requireKnownOptions(options, checks);
  signal?.throwIfAborted();
  const loading = async (): Promise<ClientOptions> => toClientOptions(await kubeconfigFor(options), options);
  return abandonOnAbort(loading(), signal);
}

async function kubeconfigFor(options: LoadKubeconfigOptions): Promise<Kubeconfig> {
  const { context, cluster, user, server, env = process.env } = options;
  const { kubeconfig, paths } = await findKubeconfig(options, env);
  if (kubeconfig !== undefined) return kubeconfig;
  if (server) return emptyKubeconfig;
  if (!context && !cluster && !user && (await isInCluster({ env }))) return inClusterKubeconfig({ env });
  throw new KubeconfigMissingFileError(
    `kubeconfig not found at ${paths.map(quote).join(', ')}; specify its path, or a server`,
  );
}
