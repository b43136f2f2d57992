import type { ClientOptions } from '../client-options.js';
import { abandonOnAbort } from '../shared/abort.js';
import { quote } from '../shared/quote.js';
import { KubeconfigMissingFileError } from './file-errors.js';
import { inClusterKubeconfig, isInCluster } from './in-cluster.js';
import type { LoadKubeconfigOptions } from './load-options.js';
import { kubeconfigPaths, readKubeconfig } from './locate.js';
import { mergeKubeconfigs } from './merge.js';
import type { Kubeconfig } from './parse.js';
import { toClientOptions } from './to-client-options.js';

/**
 * Client options from kubeconfig files, read and merged as kubectl does: server, credentials, certificates and the
 * context's namespace. Where there is no file at all, a pod's own service account is taken, as by kubectl.
 *
 * ```ts
 * const client = createClient(await loadKubeconfig({ context: 'staging' }));
 * ```
 *
 * Files for tokens and certificates are read again when they change; certificates that have changed mean a new
 * agent. An exec plugin runs with the first request, and again before its credential expires or when the server did
 * not accept it. The cluster's `proxy-url` is used, or else the proxy of the environment. Credentials are not sent to
 * a server without TLS. Auth providers (oidc, gcp, azure) are not supported.
 *
 * Throws a `KubeconfigError` that names file, context and field, here rather than with the first request; requests
 * throw one where a plugin gives no credential. An abort rethrows the reason of the signal.
 * @see https://kubernetes.io/docs/concepts/configuration/organize-cluster-access-kubeconfig/
 */
export async function loadKubeconfig(options: LoadKubeconfigOptions = {}): Promise<ClientOptions> {
  const { signal } = options;
  signal?.throwIfAborted();
  const loading = async (): Promise<ClientOptions> => toClientOptions(await findKubeconfig(options), options);
  return abandonOnAbort(loading(), signal);
}

async function findKubeconfig(options: LoadKubeconfigOptions): Promise<Kubeconfig> {
  const { path, context, cluster, user, server, signal, env = process.env } = options;
  const paths = kubeconfigPaths(path, env);
  const files: Kubeconfig[] = [];
  for (const file of paths) {
    signal?.throwIfAborted();
    const kubeconfig = await readKubeconfig(file, Boolean(path));
    if (kubeconfig !== undefined) files.push(kubeconfig);
  }
  if (files.length > 0 || server) return mergeKubeconfigs(files);
  if (!context && !cluster && !user && (await isInCluster({ env }))) return inClusterKubeconfig({ env });
  throw new KubeconfigMissingFileError(
    `there is no kubeconfig at ${paths.map(quote).join(', ')}; give its path, or a server`,
  );
}
