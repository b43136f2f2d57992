import type { ClientCertificate } from './client-certificate.js';
import type { AgentFor } from './credentials.js';
import { createPlainAgent } from './plain-agent.js';
import type { ServerIdentity } from './server-identity.js';
import { createTlsAgents, pemOf } from './tls-agent.js';

const nobody: ClientCertificate = { clientCertificate: undefined, clientKey: undefined };

/** The pools of one client: one that follows its certificates, or none for a server that is reached without any. */
export async function agentsFor(
  { secure, proxy, insecure, ...trust }: ServerIdentity,
  certificate: ClientCertificate = nobody,
): Promise<AgentFor> {
  if (secure) {
    const agents = await createTlsAgents({ ...trust, ...certificate, insecure, proxy });
    return agents.agent;
  }
  if (proxy === undefined) return () => Promise.resolve(undefined);
  const authority = proxy.protocol === 'https:' ? await pemOf(trust.certificateAuthority) : undefined;
  const agent = createPlainAgent(proxy, { authority, pair: undefined, insecure });
  return () => Promise.resolve(agent);
}
