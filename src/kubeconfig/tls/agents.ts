import { Agent } from 'node:https';
import { singleFlight } from '../../core/shared/single-flight.js';
import { KubeconfigError } from '../errors.js';
import type { Material } from '../file/material.js';
import { createPlainAgent } from '../proxy/plain-agent.js';
import { finishAgent, poolOptions, retire, throughTunnels } from '../proxy/pooled-agent.js';
import { openTunnel, type ProxyAccess } from '../proxy/tunnel.js';
import type { ClientCertificate } from './client-certificate.js';
import { secureContextOf, type ClientPair, type Pem, type TlsIdentity } from './pem.js';
import type { ServerIdentity } from './server-identity.js';

/** The pools of sockets of one client. */
export interface Agents {
  /**
   * Returns the agent for a request; undefined for the client's own.
   *
   * @param pair shown instead of the client certificate that the agents were made with
   */
  agent(signal: AbortSignal, pair: ClientPair | undefined): Promise<object | undefined>;
  /** Releases all idle sockets. Later calls get a new agent, because the options may serve several clients. */
  close(): void;
}

export type ConnectSettings = Pick<ServerIdentity, 'insecure' | 'serverName' | 'proxy'> & {
  readonly connectTimeoutMs: number;
};

const noCertificate: ClientCertificate = { clientCertificate: undefined, clientKey: undefined };
const noAgents: Agents = { agent: () => Promise.resolve(undefined), close: () => undefined };

/**
 * Returns the pools of one client: for a server with TLS, the same agent as long as the certificates are the same
 * bytes; none for a server without TLS and without a proxy. Throws a KubeconfigError for invalid certificates or keys;
 * later, a file that is unreadable or invalid leaves the previous agent in use.
 */
export async function agentsFor(
  identity: ServerIdentity,
  connectTimeoutMs: number,
  certificate: ClientCertificate = noCertificate,
): Promise<Agents> {
  const { certificateAuthority, insecure, secure, serverName, proxy } = identity;
  const settings = { insecure, serverName, proxy, connectTimeoutMs };
  if (secure) return createTlsAgents({ certificateAuthority, ...certificate }, settings);
  if (proxy === undefined) return noAgents;
  const authority = proxy.protocol === 'https:' ? await pemOf(certificateAuthority) : undefined;
  const make = () => createPlainAgent(proxy, proxyAccess(authority, settings));
  let agent = make();
  return {
    agent: () => Promise.resolve(agent),
    close() {
      retire(agent);
      agent = make();
    },
  };
}

async function createTlsAgents(
  materials: ClientCertificate & Pick<ServerIdentity, 'certificateAuthority'>,
  settings: ConnectSettings,
): Promise<Agents> {
  const { certificateAuthority, clientCertificate, clientKey } = materials;
  const sources = [certificateAuthority, clientCertificate, clientKey];
  const read = async (): Promise<TlsIdentity> => {
    // One after the other, so that of several unreadable files the same one is reported each time.
    const authority = await pemOf(certificateAuthority);
    const certificate = await pemOf(clientCertificate);
    const key = await pemOf(clientKey);
    return { authority, pair: certificate && key && { certificate, key } };
  };

  let files = await read();
  let current = files;
  let agent = makeAgent(current, settings);
  const changes = sources.some((material) => material?.changes);
  const reading = singleFlight(async () => {
    try {
      files = await read();
    } catch (error) {
      if (!(error instanceof KubeconfigError)) throw error;
    }
  });

  return {
    async agent(signal, pair) {
      if (changes) await reading.run(signal);
      const next = pair === undefined ? files : { ...files, pair };
      if (isSame(next, current)) return agent;
      try {
        const made = makeAgent(next, settings);
        retire(agent);
        current = next;
        agent = made;
      } catch (error) {
        if (pair !== undefined || !(error instanceof KubeconfigError)) throw error;
      }
      return agent;
    },
    close() {
      retire(agent);
      agent = makeAgent(current, settings);
    },
  };
}

async function pemOf(material: Material | undefined): Promise<Pem | undefined> {
  return material && { text: await material.read(), location: material.location };
}

function isSame(one: TlsIdentity, other: TlsIdentity): boolean {
  return (
    one.authority?.text === other.authority?.text &&
    one.pair?.certificate.text === other.pair?.certificate.text &&
    one.pair?.key.text === other.pair?.key.text
  );
}

function makeAgent(identity: TlsIdentity, settings: ConnectSettings): Agent {
  const { insecure, serverName, proxy, connectTimeoutMs } = settings;
  const agent = new Agent({
    ...poolOptions,
    rejectUnauthorized: !insecure,
    ...(serverName !== undefined && { servername: serverName }),
    // Not `ca`, `cert` and `key`: Node makes them part of the names of an agent's pools, where inspect shows them.
    secureContext: secureContextOf(identity),
  });
  if (proxy === undefined) return finishAgent(agent, connectTimeoutMs, proxy);
  const access = proxyAccess(identity.authority, settings);
  const open = (target: { host: string; port: number }) => openTunnel(proxy, target, access);
  return finishAgent(throughTunnels(agent, { secure: true, open }), connectTimeoutMs, proxy);
}

/** As in kubectl, the cluster's authority verifies the proxy. The proxy does not see the client certificate. */
function proxyAccess(authority: Pem | undefined, { proxy, insecure, connectTimeoutMs }: ConnectSettings): ProxyAccess {
  const secureContext = proxy?.protocol === 'https:' ? secureContextOf({ authority, pair: undefined }) : undefined;
  return { secureContext, insecure, connectTimeoutMs };
}
