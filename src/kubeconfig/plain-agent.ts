import { Agent } from 'node:http';
import { isIP } from 'node:net';
import { HttpProxyAgent } from 'http-proxy-agent';
import { secureContextOf, type TlsIdentity } from './pem.js';
import { poolOptions, throughTunnels, unprintableAgent } from './pooled-agent.js';
import type { Proxy } from './proxy.js';
import { openTunnel, proxyAuthorization } from './tunnel.js';

/**
 * The agent for a server without TLS behind a proxy: an HTTP proxy is asked for each URL as a whole, since many open
 * tunnels to TLS ports only. Throws a KubeconfigInvalidCertificateError for an authority that is none.
 */
export function createPlainAgent(proxy: Proxy, trust: TlsIdentity & { readonly insecure: boolean }): Agent {
  if (proxy.protocol === 'socks5:') {
    const nobody = { secureContext: undefined, insecure: false };
    const open = (target: { host: string; port: number }) => openTunnel(proxy, target, nobody);
    return unprintableAgent(throughTunnels(new Agent(poolOptions), { secure: false, open }));
  }
  const { protocol, host } = proxy;
  const place = `${host.includes(':') ? `[${host}]` : host}:${proxy.port}`;
  const authorization = proxyAuthorization(proxy);
  // Not in the URL, where printing the agent would show it.
  const options = { ...poolOptions, headers: () => ({ 'proxy-authorization': authorization }) };
  if (protocol === 'http:') return unprintableAgent(new HttpProxyAgent(`http://${place}`, options));
  const servername = isIP(host) === 0 ? host : '';
  const tls = { secureContext: secureContextOf(trust), rejectUnauthorized: !trust.insecure, servername };
  return unprintableAgent(new HttpProxyAgent(`https://${place}`, { ...options, ...tls }));
}
