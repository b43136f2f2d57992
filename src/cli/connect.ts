import { createClient, type Client, type ClientOptions, type DiscoveryStore } from '../index.js';
import { loadKubeconfig } from '../kubeconfig/index.js';
import { createFileStore } from '../stores/file.js';
import type { GlobalFlags } from './global-flags.js';
import { userFolder } from './user-folder.js';

/** What a client is made from: the user's flags and the options of the command. */
export interface ClientRequest {
  readonly flags: GlobalFlags;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Cancels reading the kubeconfig. */
  readonly signal?: AbortSignal | undefined;
  /** Called with warnings about how the server is reached. */
  readonly onNotice?: ((text: string) => void) | undefined;
  readonly options: Pick<ClientOptions, 'discovery' | 'onExchange' | 'onWarning'>;
}

/** Makes a client; tests pass their own. */
export type Connect = (request: ClientRequest) => Promise<Client>;

/** Makes a client from the kubeconfig. Throws `KubeconfigError`, and `InvalidArgumentError` for a bad server. */
export const connectByKubeconfig: Connect = async ({ flags, env, signal, options, onNotice }) => {
  const { kubeconfig: path, insecureSkipTlsVerify: insecureSkipTLSVerify, asGroup: asGroups } = flags;
  const { context, cluster, user, namespace, server, tlsServerName, certificateAuthority } = flags;
  const { token, clientCertificate, clientKey, as, kuberc = true } = flags;
  const loaded = await loadKubeconfig({
    path,
    context,
    cluster,
    user,
    namespace,
    server,
    tlsServerName,
    certificateAuthority,
    insecureSkipTLSVerify,
    token,
    clientCertificate,
    clientKey,
    as,
    asGroups,
    kuberc,
    onWarning: (text) => {
      onNotice?.(text);
    },
    env,
    signal,
  });
  return clientOf(loaded, { flags, env, options });
};

/** Makes a client of the options that a kubeconfig leads to. */
export function clientOf(loaded: ClientOptions, { flags, env, options }: ClientRequest): Client {
  const store = openCache(flags, env);
  return createClient({ ...loaded, ...options, discovery: { ...loaded.discovery, ...options.discovery, store } });
}

/** Opens the cache of what servers say of themselves; undefined for no cache. */
export function openCache(flags: GlobalFlags, env: ClientRequest['env']): DiscoveryStore | undefined {
  const folder = cacheFolder(flags, env);
  return folder === undefined ? undefined : createFileStore(folder);
}

/**
 * Returns the folder of the discovery cache; undefined for no cache. Credentials from the command line are not part of
 * the cache key, so with them nothing is cached.
 */
function cacheFolder(
  { cache, cacheDir, token, clientCertificate }: GlobalFlags,
  env: ClientRequest['env'],
): string | undefined {
  if (cache === false || token !== undefined || clientCertificate !== undefined) return undefined;
  return cacheDir ?? userFolder(env, 'XDG_CACHE_HOME', '.cache');
}
