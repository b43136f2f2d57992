import path from 'node:path';
import { createClient, type Client, type ClientOptions } from '../index.js';
import { loadKubeconfig } from '../kubeconfig/index.js';
import { createFileStore } from '../stores/file.js';
import type { GlobalFlags } from './global-flags.js';

/** What a client is made from: the flags of the user, and what the command wants of it. */
export interface ConnectRequest {
  readonly flags: GlobalFlags;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Leaves the reading of the kubeconfig. */
  readonly signal?: AbortSignal | undefined;
  /** Told what is odd about how the server is reached. */
  readonly onNotice?: ((text: string) => void) | undefined;
  readonly options: Pick<ClientOptions, 'discovery' | 'onExchange' | 'onWarning'>;
}

/** How a client is made; tests give one of their own. */
export type Connect = (request: ConnectRequest) => Promise<Client>;

/** Reads the kubeconfig and makes a client of it. Throws `KubeconfigError`, and `InvalidOptionError` for a bad server. */
export const connectByKubeconfig: Connect = async ({ flags, env, signal, options, onNotice }) => {
  const { kubeconfig: path, insecureSkipTlsVerify: insecureSkipTLSVerify, asGroup: asGroups } = flags;
  const { context, cluster, user, namespace, server, tlsServerName, certificateAuthority } = flags;
  const { token, clientCertificate, clientKey, as } = flags;
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
    onWarning: (text) => {
      onNotice?.(text);
    },
    env,
    signal,
  });
  const folder = cacheFolder(flags, env);
  const store = folder === undefined ? undefined : createFileStore(folder);
  return createClient({ ...loaded, ...options, discovery: { ...loaded.discovery, ...options.discovery, store } });
};

/**
 * Where discovery is kept; undefined for nowhere. Credentials of the command line are no part of the key by which it is
 * found again, so that with them it is learned anew.
 */
function cacheFolder(
  { cache, cacheDir, token, clientCertificate }: GlobalFlags,
  env: ConnectRequest['env'],
): string | undefined {
  if (cache === false || token !== undefined || clientCertificate !== undefined) return undefined;
  if (cacheDir !== undefined) return cacheDir;
  const { XDG_CACHE_HOME: shared = '', HOME: home = '', LOCALAPPDATA: windows = '' } = env;
  // What is not absolute is to be ignored, says the XDG Base Directory Specification.
  const base = path.isAbsolute(shared) ? shared : home !== '' ? path.join(home, '.cache') : windows;
  return base === '' ? undefined : path.join(base, 'kubeatlas');
}
