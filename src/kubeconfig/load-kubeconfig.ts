import path from 'node:path';
import { homedir } from 'node:os';
import {
  type OptionChecks,
  requireBoolean,
  requireKnownOptions,
  requireMilliseconds,
  requireName,
  requireObject,
  requireSignal,
  requireText,
  requireTexts,
} from '../core/shared/arguments.js';
import { InvalidArgumentError } from '../core/shared/invalid-argument-error.js';
import { KubeconfigMissingFileError } from './errors.js';
import type { Environment, LoadKubeconfigOptions } from './load-options.js';
import { type Kubeconfig, parseKubeconfig } from './file/parse.js';
import { readIfThere } from './file/section.js';
import { abandonOnAbort } from '../core/shared/abort.js';
import type { ClientOptions } from '../core/client-options.js';
import { quote } from '../core/shared/quote.js';
import { inClusterKubeconfig, isInCluster } from './in-cluster.js';
import { toClientOptions } from './to-client-options.js';

/** Enough for several hundred contexts with inline certificates; anything larger is no kubeconfig, and slow to refuse. */
const maxBytes = 2 * 1024 * 1024;

/**
 * Parses the text that was given, or reads and merges the kubeconfig files: the requested one, which must exist, or those in `KUBECONFIG`, or
 * `~/.kube/config`. Returns the paths that were tried, and all existing files, merged; undefined if there are none.
 * @see https://kubernetes.io/docs/concepts/configuration/organize-cluster-access-kubeconfig/#merging-kubeconfig-files
 */
export async function findKubeconfig(
  options: Pick<LoadKubeconfigOptions, 'path' | 'text' | 'signal'>,
  env: Environment,
): Promise<{ readonly paths: readonly string[]; readonly kubeconfig: Kubeconfig | undefined }> {
  const { path: requested, text: given, signal } = options;
  if ('text' in options) {
    requireName('text', given);
    if (requested) throw new InvalidArgumentError('text', 'is set together with path: use only one of them');
    return { paths: [], kubeconfig: parseKubeconfig(given as string, undefined) };
  }
  const paths = kubeconfigPaths(requested, env);
  const files: Kubeconfig[] = [];
  for (const file of paths) {
    signal?.throwIfAborted();
    const text = await readIfThere(file, maxBytes, Boolean(requested));
    if (text !== undefined) files.push(parseKubeconfig(text, file));
  }
  return { paths, kubeconfig: files.length === 0 ? undefined : mergeKubeconfigs(files) };
}

/** Returns the files to read, in descending priority. */
function kubeconfigPaths(requested: string | undefined, env: Environment): readonly string[] {
  if (requested) return [path.resolve(requested)];
  const listed = (env['KUBECONFIG'] ?? '').split(path.delimiter).filter((file) => file !== '');
  if (listed.length > 0) return [...new Set(listed.map((file) => path.resolve(file)))];
  return [path.join(env['HOME'] || homedir(), '.kube', 'config')];
}

/** Merges files: the first one to set the current context or a named entry wins; later entries are ignored entirely. */
function mergeKubeconfigs(files: readonly Kubeconfig[]): Kubeconfig {
  return {
    file: files.flatMap(({ file }) => file ?? []).join(path.delimiter),
    currentContext: files.find((file) => file.currentContext !== undefined)?.currentContext,
    clusters: firstOfEach(files.map((file) => file.clusters)),
    contexts: firstOfEach(files.map((file) => file.contexts)),
    users: firstOfEach(files.map((file) => file.users)),
  };
}

function firstOfEach<Entry>(maps: readonly ReadonlyMap<string, Entry>[]): ReadonlyMap<string, Entry> {
  // The last one to set a key of a Map wins, so the files are processed from last to first.
  return new Map([...maps].reverse().flatMap((map) => [...map]));
}

/** A context of a kubeconfig. */
export interface KubeconfigContext {
  /** The name, for the option `context` of `loadKubeconfig`. */
  readonly name: string;
  /** The name of the cluster. */
  readonly cluster: string | undefined;
  /** The name of the user. */
  readonly user: string | undefined;
  /** The namespace; undefined for `default`. */
  readonly namespace: string | undefined;
  /** Whether it is the current context. */
  readonly isCurrent: boolean;
}

/** Options of {@link listContexts}, as those of `loadKubeconfig`. */
export type ListContextsOptions = Pick<LoadKubeconfigOptions, 'path' | 'text' | 'env' | 'signal'>;

/**
 * Returns the contexts of the kubeconfig files, merged as kubectl does, in their order; none if there is no file. Use it
 * to let people choose, and `loadKubeconfig({ context })` with what they chose.
 *
 * @throws KubeconfigError for a file that cannot be read; InvalidArgumentError for a wrong option; the signal's reason
 *   after an abort
 * @example
 * for (const { name, isCurrent } of await listContexts()) console.log(isCurrent ? '*' : ' ', name);
 */
export async function listContexts(options: ListContextsOptions = {}): Promise<readonly KubeconfigContext[]> {
  const checks = { path: requireText, text: requireText, env: requireObject, signal: requireSignal };
  const { env = process.env, signal } = requireKnownOptions<ListContextsOptions>(options, checks);
  signal?.throwIfAborted();
  const { kubeconfig } = await abandonOnAbort(findKubeconfig(options, env), signal);
  return [...(kubeconfig?.contexts ?? [])].map(([name, section]) => ({
    name,
    cluster: section.text('cluster'),
    user: section.text('user'),
    namespace: section.text('namespace'),
    isCurrent: name === kubeconfig?.currentContext,
  }));
}

/** They come from files, the environment and command lines too. A misspelt one would count as omitted. */
export const loadOptionChecks: OptionChecks<LoadKubeconfigOptions> = {
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
  kuberc: (name, value) => typeof value === 'string' || requireBoolean(name, value),
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
  const { signal } = requireKnownOptions(options, loadOptionChecks);
  signal?.throwIfAborted();
  const loading = async (): Promise<ClientOptions> => toClientOptions(await kubeconfigFor(options), options);
  return abandonOnAbort(loading(), signal);
}

async function kubeconfigFor(options: LoadKubeconfigOptions): Promise<Kubeconfig> {
  const { context, cluster, user, server, env = process.env } = options;
  const { kubeconfig, paths } = await findKubeconfig(options, env);
  if (kubeconfig !== undefined) return kubeconfig;
  if (server) return parseKubeconfig('', undefined);
  if (!context && !cluster && !user && (await isInCluster({ env }))) return inClusterKubeconfig({ env });
  throw new KubeconfigMissingFileError(
    `kubeconfig not found at ${paths.map(quote).join(', ')}; specify its path, or a server`,
  );
}
