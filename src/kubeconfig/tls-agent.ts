import { createPrivateKey, X509Certificate, type KeyObject } from 'node:crypto';
import { Agent } from 'node:https';
import { createSecureContext } from 'node:tls';
import { inspect } from 'node:util';
import { singleFlight } from '../shared/single-flight.js';
import { KubeconfigError } from './kubeconfig-error.js';
import type { Material } from './material.js';
import { errorCode } from './read-limited.js';

/** What a TLS connection to a server stands on. */
export interface TlsOptions {
  readonly certificateAuthority: Material | undefined;
  readonly clientCertificate: Material | undefined;
  readonly clientKey: Material | undefined;
  /** True accepts any server. */
  readonly insecure: boolean;
  /** The name to ask for and to find in the server's certificate, when it is not the host of the URL. */
  readonly serverName: string | undefined;
}

/** Gives the agent of now: the same one as long as the certificates are the same bytes. */
export interface TlsAgents {
  agent(signal?: AbortSignal): Promise<Agent>;
}

const maxIdleSockets = 16;
/** Below the idle time of servers and load balancers (60 seconds and more), so that the socket is ours to close. */
const idleMs = 30_000;

/**
 * Makes the agent of one client. Throws a KubeconfigError when certificates or keys are no such things; later on, a
 * file that cannot be read or makes no sense leaves the agent of before.
 */
export async function createTlsAgents(options: TlsOptions): Promise<TlsAgents> {
  const materials = [options.certificateAuthority, options.clientCertificate, options.clientKey];
  const read = (): Promise<Pem[]> =>
    Promise.all(materials.map(async (material) => material && { material, pem: await material.read() }));

  let current = await read();
  let agent = makeAgent(current, options);
  const refreshed = singleFlight(async () => {
    try {
      const next = await read();
      if (next.every((each, index) => each?.pem === current[index]?.pem)) return agent;
      const made = makeAgent(next, options);
      retire(agent);
      current = next;
      agent = made;
    } catch (error) {
      if (!(error instanceof KubeconfigError)) throw error;
    }
    return agent;
  });
  const changes = materials.some((material) => material?.changes);
  return { agent: (signal) => (changes ? refreshed.run(signal) : Promise.resolve(agent)) };
}

/** A material as it was read; undefined where there is none. */
type Pem = { readonly material: Material; readonly pem: string } | undefined;

function makeAgent([ca, cert, key]: readonly Pem[], { insecure, serverName }: TlsOptions): Agent {
  if (ca !== undefined) certificateIn(ca);
  if (cert !== undefined && key !== undefined && !certificateIn(cert).checkPrivateKey(keyIn(key)))
    throw new KubeconfigError('it is the key of another certificate', key.material.place);
  const agent = new Agent({
    keepAlive: true,
    // How many requests are under way is the client's to bound: a limit here would let watches starve requests.
    maxFreeSockets: maxIdleSockets,
    timeout: idleMs,
    rejectUnauthorized: !insecure,
    ...(serverName !== undefined && { servername: serverName }),
    // Not `ca`, `cert` and `key`: Node writes those into the names of an agent's pools, where inspect shows them.
    secureContext: contextOf([ca, cert, key]),
  });
  Object.defineProperty(agent, inspect.custom, { value: () => 'Agent {}' });
  return agent;
}

function contextOf([ca, cert, key]: readonly Pem[]): ReturnType<typeof createSecureContext> {
  try {
    return createSecureContext({ ca: ca?.pem, cert: cert?.pem, key: key?.pem });
  } catch (error) {
    const place = (cert ?? ca)?.material.place ?? {};
    throw new KubeconfigError(`TLS does not accept it (${errorCode(error) ?? 'no reason given'})`, place);
  }
}

function certificateIn({ pem, material }: NonNullable<Pem>): X509Certificate {
  try {
    return new X509Certificate(pem);
  } catch {
    throw new KubeconfigError('it holds no certificate in PEM form', material.place);
  }
}

function keyIn({ pem, material }: NonNullable<Pem>): KeyObject {
  try {
    return createPrivateKey(pem);
  } catch {
    const encrypted = pem.includes('ENCRYPTED');
    const what = encrypted
      ? 'it is encrypted, and there is no passphrase for it'
      : 'it holds no private key in PEM form';
    throw new KubeconfigError(what, material.place);
  }
}

/** Lets an agent finish what is under way and keep nothing. */
function retire(agent: Agent): void {
  agent.maxFreeSockets = 0;
  for (const sockets of Object.values(agent.freeSockets)) for (const socket of sockets ?? []) socket.destroy();
}
