import type { ClientCertificate } from './client-certificate.js';
import type { Agents } from './credentials.js';
import { createPlainAgent } from './plain-agent.js';
import { retire } from './pooled-agent.js';
import type { ServerIdentity } from './server-identity.js';
import { createTlsAgents, pemOf } from './tls-agent.js';

const nobody: ClientCertificate = { clientCertificate: undefined, clientKey: undefined };
const none: Agents = { agent: () => Promise.resolve(undefined), close: () => undefined };

/** The pools of one client: one that follows its certificates, or none for a server that is reached without any. */
export async function agentsFor(
  { secure, proxy, insecure, ...trust }: ServerIdentity,
  certificate: ClientCertificate = nobody,
): Promise<Agents> {
  if (secure) return createTlsAgents({ ...trust, ...certificate, insecure, proxy });
  if (proxy === undefined) return none;
  const authority = proxy.protocol === 'https:' ? await pemOf(trust.certificateAuthority) : undefined;
  const make = () => createPlainAgent(proxy, { authority, pair: undefined, insecure });
  let agent = make();
  return {
    agent: () => Promise.resolve(agent),
    close() {
      retire(agent);
      agent = make();
    },
  };
}
