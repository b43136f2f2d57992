import { mkdirSync, writeFileSync } from 'node:fs';
import { connect as connectSocket } from 'node:net';
import path from 'node:path';
import { buildKubelet } from '../build/build-kubelet.js';
import { createCertificateAuthority } from '../../../src/testing/tls/certificates.js';
import { freePorts } from './free-ports.js';
import { askAsAdmin } from './install.js';
import { startLogged, tailOf } from './logged-process.js';
import { createScratchFolder } from './scratch-folder.js';
import type { ServerAccess } from './server-access.js';
import { waitUntil } from './wait-until.js';

/** The test kubelet, as a node of a server. */
export interface TestKubelet {
  /** The name of its node. */
  readonly node: string;
  /** Creates a pod on the node, with these containers. Commands in it are processes of this machine. */
  createPod(namespace: string, name: string, containers?: readonly string[]): Promise<void>;
  /** Returns a file in the folder of a container, such as its log `0.log`. */
  fileOf(namespace: string, pod: string, container: string, file: string): string;
  /** Removes the node and its pods, and ends the program. */
  stop(): Promise<void>;
}

type Server = Pick<ServerAccess, 'url' | 'ca' | 'tokens' | 'formats'>;

/** Starts a kubelet on loopback, after building it if necessary, and registers its node. */
export async function startKubelet(server: Server): Promise<TestKubelet> {
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
  const running = startLogged(
    program,
    [
      `--address=127.0.0.1:${port}`,
      `--cert=${scratch.file('kubelet.crt')}`,
      `--key=${scratch.file('kubelet.key')}`,
      `--folder=${containers}`,
    ],
    log,
  );
  const node = `node-${port}`;
  const pods: string[] = [];

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
  const status = {
    addresses: [{ type: 'InternalIP', address: '127.0.0.1' }],
    daemonEndpoints: { kubeletEndpoint: { Port: port } },
  };
  const body = { apiVersion: 'v1', kind: 'Node', metadata: { name: node }, status };
  await askAsAdmin(server, { method: 'POST', path: '/api/v1/nodes', body });

  return {
    node,
    async createPod(namespace, name, names = ['main']) {
      const spec = {
        nodeName: node,
        terminationGracePeriodSeconds: 0,
        containers: names.map((container) => ({ name: container, image: 'example.org/main', stdin: true })),
      };
      const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name }, spec };
      const list = `/api/v1/namespaces/${namespace}/pods`;
      await askAsAdmin(server, { method: 'POST', path: list, body: pod });
      pods.push(`${list}/${name}?gracePeriodSeconds=0`);
      for (const container of names) mkdirSync(path.join(containers, namespace, name, container), { recursive: true });
    },
    fileOf: (namespace, pod, container, file) => path.join(containers, namespace, pod, container, file),
    async stop() {
      for (const pod of pods) await askAsAdmin(server, { method: 'DELETE', path: pod }, [200, 202, 404]);
      await askAsAdmin(server, { method: 'DELETE', path: `/api/v1/nodes/${node}` }, [200, 404]);
      await running.end(5000);
      scratch.remove();
    },
  };
}
