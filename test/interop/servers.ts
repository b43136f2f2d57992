import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import type { Readable } from 'node:stream';
import { Writable } from 'node:stream';
import { celRules, createFakeApiServer, type FakeApiServer, type FakeSession } from '../../src/testing/index.js';
import { kubernetes, kubernetesDefaults, kubernetesProtobuf, kubernetesSchemas } from '../../src/testing/kubernetes.js';
import { startFakeApiServer } from '../../src/testing/node.js';
import { askAsAdmin } from '../e2e/harness/install.js';
import { startKubelet } from '../e2e/harness/start-kubelet.js';
import { startServer } from '../e2e/harness/start-server.js';

/** A server with the pod `front` in the namespace `interop-pods`, which runs. */
export interface InteropServer {
  readonly kubeconfig: string;
  stop(): Promise<void>;
}

const namespace = 'interop-pods';
const lines = ['one', 'two', 'three'].map((text, index) => [`2026-01-01T00:00:0${index}.000000000Z`, text] as const);

/** Starts kube-apiserver 1.37 with a kubelet. */
export async function startReal(): Promise<InteropServer> {
  const server = await startServer('1.37');
  const kubelet = await startKubelet(server);
  const echo = createServer((socket) => socket.pipe(socket)).listen(0, '127.0.0.1');
  await once(echo, 'listening');
  const body = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } };
  await askAsAdmin(server, { method: 'POST', path: '/api/v1/namespaces', body });
  await kubelet.createPod(namespace, 'front');
  await askAsAdmin(server, {
    method: 'PATCH',
    path: `/api/v1/namespaces/${namespace}/pods/front`,
    headers: { 'content-type': 'application/merge-patch+json' },
    body: { metadata: { annotations: { port: String((echo.address() as AddressInfo).port) } } },
  });
  const log = lines.map(([time, text]) => `${time} stdout F ${text}\n`).join('');
  writeFileSync(kubelet.fileOf(namespace, 'front', 'main', '0.log'), log);
  return {
    kubeconfig: server.kubeconfig,
    stop: async () => {
      echo.close();
      await kubelet.stop();
      await server.stop();
    },
  };
}

/** Creates the fake server with everything that it has. */
export async function createFake(): Promise<FakeApiServer> {
  const [schemas, protobuf, defaults, cel] = await Promise.all([
    kubernetesSchemas(),
    kubernetesProtobuf(),
    kubernetesDefaults(),
    import('@marcbachmann/cel-js').then(celRules),
  ]);
  const pod = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { namespace, name: 'front', annotations: { port: '8080' } },
    spec: { containers: [{ name: 'main', image: 'example.org/main' }] },
    status: { phase: 'Running' },
  };
  return createFakeApiServer({
    ...{ documents: kubernetes(), schemas, protobuf, defaults, cel, namespaceLifecycle: true, gracefulDeletion: true },
    objects: [pod],
    log: lines.map((line) => `${line.join(' ')}\n`).join(''),
    exec: runHere,
    portForward: async ({ input, write }) => {
      for await (const piece of input) await write(piece);
    },
  });
}

/** Starts the fake server. */
export async function startFake(): Promise<InteropServer> {
  const server = await startFakeApiServer(await createFake(), { tls: true });
  return { kubeconfig: server.kubeconfig, stop: () => server.close() };
}

/** Runs a command as the test kubelet does: as a process of this machine. */
async function runHere({ command, stdin, stdout, stderr }: FakeSession): Promise<number> {
  const [program = '', ...words] = command;
  const child = spawn(program, words);
  const ended = once(child, 'close') as Promise<[number | null]>;
  // A command may end before it has read everything.
  stdin.pipeTo(Writable.toWeb(child.stdin)).catch(() => undefined);
  const outputs = [
    [child.stdout, stdout],
    [child.stderr, stderr],
  ] as const;
  await Promise.all(
    outputs.map(async ([from, write]: readonly [Readable, FakeSession['stdout']]) => {
      for await (const piece of from) await write(piece as Uint8Array);
    }),
  );
  const [code] = await ended;
  return code ?? 1;
}
