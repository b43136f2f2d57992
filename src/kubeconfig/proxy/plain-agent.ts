import { Agent, type AgentOptions, type ClientRequest, type RequestOptions } from 'node:http';
import { connect as connectPlainly, isIPv6 } from 'node:net';
import { connect as connectSecurely } from 'node:tls';
import { finishAgent, poolOptions, throughTunnels } from './pooled-agent.js';
import type { Proxy } from './proxy.js';
import { openTunnel, proxyAuthorization, proxyTls, type ProxyAccess } from './tunnel.js';

/**
 * Makes the agent for a server without TLS behind a proxy: requests ask an HTTP proxy for the whole URL, because many
 * proxies open tunnels to TLS ports only. The usual libraries for this log headers and options, including the proxy's
 * password, through the `debug` package; nothing here does.
 * @see https://www.rfc-editor.org/rfc/rfc9112#name-absolute-form
 */
export function createPlainAgent(proxy: Proxy, access: ProxyAccess): Agent {
  const { connectTimeoutMs } = access;
  const agent = new Agent(poolOptions);
  if (proxy.protocol === 'socks5:') {
    const open = (target: { host: string; port: number }) => openTunnel(proxy, target, access);
    return finishAgent(throughTunnels(agent, { secure: false, open }), connectTimeoutMs, proxy);
  }
  const { protocol, host, port } = proxy;
  agent.createConnection = () =>
    protocol === 'https:'
      ? connectSecurely({ host, port, ...proxyTls(proxy, access) })
      : connectPlainly({ host, port });
  return finishAgent(useAbsoluteForm(agent, proxyAuthorization(proxy)), connectTimeoutMs, proxy);
}

/**
 * Makes an agent turn the path of each request into a URL. Node calls `addRequest` with a request before its head is
 * written; agents of other packages have relied on this since Node 0.12.
 */
function useAbsoluteForm(agent: Agent, authorization: string | undefined): Agent {
  const pass: unknown = Reflect.get(agent, 'addRequest');
  if (typeof pass !== 'function') throw new TypeError('the agents of this runtime cannot send requests');
  const addRequest = (request: ClientRequest, options: RequestOptions & AgentOptions, ...more: unknown[]): unknown => {
    const { host, port } = options;
    const name = host ?? 'localhost';
    const authority = `${isIPv6(name) ? `[${name}]` : name}${Number(port ?? 80) === 80 ? '' : `:${port}`}`;
    if (request.path.startsWith('/')) request.path = `http://${authority}${request.path}`;
    if (authorization !== undefined) request.setHeader('proxy-authorization', authorization);
    return Reflect.apply(pass, agent, [request, options, ...more]);
  };
  Reflect.defineProperty(agent, 'addRequest', { value: addRequest, configurable: true, writable: true });
  return agent;
}
