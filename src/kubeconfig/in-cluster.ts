import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { ClientOptions } from '../core/client-options.js';
import { abandonOnAbort } from '../core/shared/abort.js';
import {
  requireKnownOptions,
  requireMilliseconds,
  requireObject,
  requireSignal,
  requireText,
  type OptionChecks,
} from '../core/shared/arguments.js';
import { NotInClusterError } from './errors.js';
import type { Kubeconfig } from './file/parse.js';
import { readLimited, Section } from './file/section.js';
import type { Environment } from './load-options.js';
import { toClientOptions } from './to-client-options.js';

/** Options of {@link inClusterOptions}; the defaults are the paths that Kubernetes uses. */
export interface InClusterOptions {
  /** The folder with the files of the service account. @default '/var/run/secrets/kubernetes.io/serviceaccount' */
  readonly folder?: string | undefined;
  /** @default process.env */
  readonly env?: Environment | undefined;
  /** The limit for connecting, the TLS handshake included. @default 30_000 */
  readonly connectTimeoutMs?: number | undefined;
  /** Cancels reading the files; requests take their own signal. */
  readonly signal?: AbortSignal | undefined;
}

const checks: OptionChecks<InClusterOptions> = {
  folder: requireText,
  env: requireObject,
  connectTimeoutMs: requireMilliseconds,
  signal: requireSignal,
};

const defaultFolder = '/var/run/secrets/kubernetes.io/serviceaccount';

/**
 * Returns client options for a process in a pod, from its service account: the token, which is read again when it
 * rotates, and the cluster's certificate authority. `loadKubeconfig` uses this if there is no kubeconfig.
 *
 * @throws NotInClusterError outside of a pod; another KubeconfigError for files that cannot be used;
 *   InvalidArgumentError for an option of a wrong type; the signal's reason after an abort
 * @example
 * const client = createClient(await inClusterOptions());
 * @see https://kubernetes.io/docs/tasks/run-application/access-api-from-pod/
 */
export async function inClusterOptions(options: InClusterOptions = {}): Promise<ClientOptions> {
  const { env, connectTimeoutMs, signal } = requireKnownOptions(options, checks);
  signal?.throwIfAborted();
  const loading = async (): Promise<ClientOptions> =>
    toClientOptions(await inClusterKubeconfig(options), { env, connectTimeoutMs });
  return abandonOnAbort(loading(), signal);
}

/** Reports whether this process runs in a pod with access to its cluster. */
export async function isInCluster({
  folder = defaultFolder,
  env = process.env,
}: InClusterOptions = {}): Promise<boolean> {
  if (!env['KUBERNETES_SERVICE_HOST'] || !env['KUBERNETES_SERVICE_PORT']) return false;
  return stat(path.join(folder, 'token')).then(
    (file) => file.isFile(),
    () => false,
  );
}

/** Returns a pod's connection to its cluster in the form of a kubeconfig. */
export async function inClusterKubeconfig({
  folder = defaultFolder,
  env = process.env,
}: InClusterOptions = {}): Promise<Kubeconfig> {
  const [host, port] = ['KUBERNETES_SERVICE_HOST', 'KUBERNETES_SERVICE_PORT'].map((name) => {
    const value = env[name];
    if (!value) throw new NotInClusterError('it is not set: this process does not run in a pod', { field: name });
    return value;
  });
  const name = 'in-cluster';
  const entry = (field: string, value: Section['value']): ReadonlyMap<string, Section> =>
    new Map([[name, new Section(value, { field: `${name}.${field}` })]]);
  const namespaceFile = path.join(folder, 'namespace');
  const namespace = await readLimited(namespaceFile, 1024, { field: `${name}.namespace` }, namespaceFile).catch(
    () => '',
  );
  return {
    file: undefined,
    currentContext: name,
    clusters: entry('cluster', {
      server: `https://${host?.includes(':') ? `[${host}]` : host}:${port}`,
      'certificate-authority': path.join(folder, 'ca.crt'),
    }),
    users: entry('user', { tokenFile: path.join(folder, 'token') }),
    contexts: entry('context', { cluster: name, user: name, namespace: namespace.trim() }),
  };
}
