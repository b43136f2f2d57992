import { mkdirSync, writeFileSync } from 'node:fs';
import { connect as connectSocket } from 'node:net';
import path from 'node:path';
import { buildKubelet } from '../build/build-kubelet.js';
import { createCertificateAuthority } from '../../../src/testing/tls/certificates.js';
import { freePorts } from './free-ports.js';
import { askAsAdmin } from './install.js';
import { startLogged, tailOf, type LoggedProcess } from './logged-process.js';
import { createScratchFolder } from './scratch-folder.js';
import type { ServerAccess } from './server-access.js';
import { waitUntil } from './wait-until.js';

/** The test kubelet, as a node of a server. */
export interface TestKubelet {
  /** The name of its node. */
  readonly node: string;
  /**
   * Creates a pod on the node, with these containers, which runs and is ready. Commands in it are processes of this
   * machine.
   */
  createPod(namespace: string, name: string, containers?: readonly string[], further?: FurtherOfPod): Promise<void>;
  /** Returns a file in the folder of a container, such as its log `0.log`. */
  fileOf(namespace: string, pod: string, container: string, file: string): string;
  /** Kills the program like `kill -9`. */
  kill(): Promise<void>;
  /** Starts it again after that, at the same address. */
  start(): Promise<void>;
  /** Removes the node and its pods, and ends the program. */
  stop(): Promise<void>;
}

/** What few pods have. */
export interface FurtherOfPod {
  readonly labels?: Readonly<Record<string, string>>;
  /** The ports of each container. */
  readonly ports?: readonly { readonly name: string; readonly containerPort: number }[];
}

type Server = Pick<ServerAccess, 'url' | 'ca' | 'tokens' | 'formats'>;

/** Options of {@link startKubelet}. */
export interface KubeletOptions {
  /**
   * Whether the kubelet speaks WebSockets, as those of Kubernetes 1.36 do: servers since then pass them on as they are,
   * and otherwise translate them to SPDY.
   */
  readonly webSockets?: boolean;
}

/** Starts a kubelet on loopback, after building it if necessary, and registers its node. */
export async function startKubelet(server: Server, { webSockets = false }: KubeletOptions = {}): Promise<TestKubelet> {
  const program = await buildKubelet(() => undefined);
  const scratch = createScratchFolder();
  const [port = 0] = await freePorts(1);
  const { certificate, key } = createCertificateAuthority('kubelet').issue({
    commonName: 'kubelet',
    hosts: ['127.0.0.1'],
  });
  writeFileSync(scratch.file('kubelet.crt'), certificate);
  writeFileSync(scratch.file('kubelet.key'), key);
  const log = scratch.file('kubelet.log');
  const containers = scratch.file('containers');
  const flags = [
    `--address=127.0.0.1:${port}`,
    `--cert=${scratch.file('kubelet.crt')}`,
    `--key=${scratch.file('kubelet.key')}`,
    `--folder=${containers}`,
    `--web-sockets=${webSockets}`,
  ];
  let running: LoggedProcess;
  const node = `node-${port}`;
  const pods: string[] = [];

  async function start(): Promise<void> {
    running = startLogged(program, flags, log);
    await waitUntil(
      () => `the test kubelet listens: ${tailOf(log)}`,
      () =>
        new Promise<true | undefined>((resolve) => {
          const socket = connectSocket(port, '127.0.0.1');
          socket.once('connect', () => resolve(true));
          socket.once('error', () => resolve(undefined));
          socket.once('connect', () => socket.destroy());
        }),
    );
  }
  await start();
  const status = {
    addresses: [{ type: 'InternalIP', address: '127.0.0.1' }],
    daemonEndpoints: { kubeletEndpoint: { Port: port } },
    ...(webSockets ? { declaredFeatures: ['ExtendWebSocketsToKubelet'] } : {}),
  };
  const body = { apiVersion: 'v1', kind: 'Node', metadata: { name: node }, status };
  await askAsAdmin(server, { method: 'POST', path: '/api/v1/nodes', body });

  return {
    node,
    async createPod(namespace, name, names = ['main'], { labels = {}, ports = [] } = {}) {
      const spec = {
        nodeName: node,
        terminationGracePeriodSeconds: 0,
        containers: names.map((container) => ({ name: container, image: 'example.org/main', stdin: true, ports })),
      };
      const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name, labels }, spec };
      const list = `/api/v1/namespaces/${namespace}/pods`;
      await askAsAdmin(server, { method: 'POST', path: list, body: pod });
      const status = { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] };
      const headers = { 'content-type': 'application/merge-patch+json' };
      await askAsAdmin(server, { method: 'PATCH', path: `${list}/${name}/status`, headers, body: { status } });
      pods.push(`${list}/${name}?gracePeriodSeconds=0`);
      for (const container of names) mkdirSync(path.join(containers, namespace, name, container), { recursive: true });
    },
    fileOf: (namespace, pod, container, file) => path.join(containers, namespace, pod, container, file),
    async kill() {
      running.kill('SIGKILL');
      await running.end(5000);
    },
    start,
    async stop() {
      for (const pod of pods) await askAsAdmin(server, { method: 'DELETE', path: pod }, [200, 202, 404]);
      await askAsAdmin(server, { method: 'DELETE', path: `/api/v1/nodes/${node}` }, [200, 404]);
      await running.end(5000);
      scratch.remove();
    },
  };
}
