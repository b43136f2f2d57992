import { Agent } from 'node:https';
import { singleFlight } from '../shared/single-flight.js';
import type { Agents } from './credentials.js';
import { KubeconfigError } from './kubeconfig-error.js';
import type { Material } from './material.js';
import { secureContextOf, type Pem, type TlsIdentity } from './pem.js';
import { poolOptions, retire, throughTunnels, unprintableAgent } from './pooled-agent.js';
import type { Proxy } from './proxy.js';
import { openTunnel } from './tunnel.js';

/** What a TLS connection to a server stands on. */
export interface TlsOptions {
  readonly certificateAuthority: Material | undefined;
  readonly clientCertificate: Material | undefined;
  readonly clientKey: Material | undefined;
  /** True accepts any server. */
  readonly insecure: boolean;
  /** The name to ask for and to find in the server's certificate, when it is not the host of the URL. */
  readonly serverName: string | undefined;
  readonly proxy: Proxy | undefined;
}

/**
 * Makes the agents of one client: the same one as long as the certificates are the same bytes. Throws a
 * KubeconfigError when certificates or keys are no such things; later on, a file that cannot be read or makes no sense
 * leaves the agent of before.
 */
export async function createTlsAgents(options: TlsOptions): Promise<Agents> {
  const { certificateAuthority, clientCertificate, clientKey } = options;
  const read = async (): Promise<TlsIdentity> => {
    const materials = [certificateAuthority, clientCertificate, clientKey];
    const [authority, certificate, key] = await Promise.all(materials.map(pemOf));
    return { authority, pair: certificate && key && { certificate, key } };
  };

  let files = await read();
  let current = files;
  let agent = makeAgent(current, options);
  const changes = [certificateAuthority, clientCertificate, clientKey].some((material) => material?.changes);
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
        const made = makeAgent(next, options);
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
      agent = makeAgent(current, options);
    },
  };
}

/** The content of a material, with its place; undefined for none. */
export async function pemOf(material: Material | undefined): Promise<Pem | undefined> {
  return material && { text: await material.read(), place: material.place };
}

function isSame(one: TlsIdentity, other: TlsIdentity): boolean {
  return (
    one.authority?.text === other.authority?.text &&
    one.pair?.certificate.text === other.pair?.certificate.text &&
    one.pair?.key.text === other.pair?.key.text
  );
}

function makeAgent(identity: TlsIdentity, { insecure, serverName, proxy }: TlsOptions): Agent {
  const agent = new Agent({
    ...poolOptions,
    rejectUnauthorized: !insecure,
    ...(serverName !== undefined && { servername: serverName }),
    // Not `ca`, `cert` and `key`: Node writes those into the names of an agent's pools, where inspect shows them.
    secureContext: secureContextOf(identity),
  });
  if (proxy === undefined) return unprintableAgent(agent);
  // As in kubectl, a proxy is known by the authority of the cluster. It is not shown the client certificate.
  const secureContext =
    proxy.protocol === 'https:' ? secureContextOf({ authority: identity.authority, pair: undefined }) : undefined;
  const open = (target: { host: string; port: number }) => openTunnel(proxy, target, { secureContext, insecure });
  return unprintableAgent(throughTunnels(agent, { secure: true, open }));
}
