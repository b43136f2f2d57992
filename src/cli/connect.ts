import { createClient, type Client, type ClientOptions } from '../index.js';
import { loadKubeconfig } from '../kubeconfig/index.js';
import type { GlobalFlags } from './global-flags.js';

/** What a client is made from: the flags of the user, and what the command wants of it. */
export interface ConnectRequest {
  readonly flags: GlobalFlags;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Leaves the reading of the kubeconfig. */
  readonly signal?: AbortSignal | undefined;
  readonly options: Pick<ClientOptions, 'discovery' | 'onExchange' | 'onWarning'>;
}

/** How a client is made; tests give one of their own. */
export type Connect = (request: ConnectRequest) => Promise<Client>;

/** Reads the kubeconfig and makes a client of it. Throws `KubeconfigError`, and `InvalidOptionError` for a bad server. */
export const connectByKubeconfig: Connect = async ({ flags, env, signal, options }) => {
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
    env,
    signal,
  });
  return createClient({ ...loaded, ...options });
};
