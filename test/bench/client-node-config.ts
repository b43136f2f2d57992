import { KubeConfig } from '@kubernetes/client-node';
import type { ApiServerAccess } from './api-server.js';

/** Returns the configuration of @kubernetes/client-node for the server. */
export function clientNodeConfig({ url, ca, token }: ApiServerAccess): KubeConfig {
  const config = new KubeConfig();
  config.loadFromClusterAndUser(
    { name: 'bench', server: url, skipTLSVerify: false, caData: Buffer.from(ca).toString('base64') },
    { name: 'admin', token },
  );
  return config;
}
