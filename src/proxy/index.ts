// Everything exported here is public API of 'kubeatlas/proxy'.

export { createProxyHandler } from './create-proxy-handler.js';
export type { NodeRequest, NodeResponse, NodeSocket, ProxyHandler } from './create-proxy-handler.js';
export type { ProxyCredentials, ProxyHandlerOptions, ProxyRequest } from './options.js';
