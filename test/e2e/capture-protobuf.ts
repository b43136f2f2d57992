/**
 * Writes what a real server answers in protobuf beside the same in JSON, for tests that have no server:
 * `tsx test/e2e/capture-protobuf.ts [kind] [file]`. Names, times and versions are others each time.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { CapturedPair } from '../fixtures/captured-pairs.js';
import { BuildError } from './build/go-build.js';
import { askBytes } from './harness/ask-bytes.js';
import { askAsAdmin, install } from './harness/install.js';
import { createObject, namespace } from './harness/objects.js';
import { isBuiltKind, type ServerKind } from './harness/server-kinds.js';
import { startServer, type TestServer } from './harness/start-server.js';

const inProtobuf = 'application/vnd.kubernetes.protobuf';
const inJson = 'application/json';
const web = '/api/v1/namespaces/web';
const busy = '/api/v1/namespaces/busy/pods';
const tools = { group: 'tools.example.org', plural: 'hammers', kind: 'Hammer', versions: [{ name: 'v1' }] };
const hammers = '/apis/tools.example.org/v1/namespaces/web/hammers';
const one = 'g=meta.k8s.io;v=v1;as=PartialObjectMetadata';
const list = 'g=meta.k8s.io;v=v1;as=PartialObjectMetadataList';
const stream = { watch: 'true', allowWatchBookmarks: 'true', timeoutSeconds: '1' };
const state = { ...stream, sendInitialEvents: 'true', resourceVersionMatch: 'NotOlderThan' };

/** What is asked, and by which parameters of the media type; none asks for the whole. */
const wanted: Readonly<Record<string, { readonly path: string; readonly parameters?: string }>> = {
  pods: { path: `${web}/pods`, parameters: list },
  'one pod': { path: `${web}/pods/rich`, parameters: one },
  'a running pod': { path: `${busy}/front-7d4b9c6f5d-00000`, parameters: one },
  'a page': { path: `${web}/pods?limit=1`, parameters: list },
  'custom resources': { path: hammers, parameters: list },
  definitions: { path: '/apis/apiextensions.k8s.io/v1/customresourcedefinitions', parameters: list },
  nothing: { path: `${web}/secrets`, parameters: list },
  'a whole pod': { path: `${web}/pods/rich` },
  'not found': { path: `${web}/pods/nobody` },
  invalid: { path: `${web}/pods?fieldSelector=a` },
  'initial events': { path: `${web}/pods?${new URLSearchParams(state).toString()}`, parameters: one },
  'initial events of custom resources': {
    path: `${hammers}?${new URLSearchParams(state).toString()}`,
    parameters: one,
  },
  events: { path: `${web}/pods?${new URLSearchParams(stream).toString()}`, parameters: one },
  'an expired version': {
    path: `${hammers}?${new URLSearchParams({ ...stream, resourceVersion: '1' }).toString()}`,
    parameters: one,
  },
};

function pod(name: string, metadata: object): object {
  const containers = [{ name: 'main', image: 'example.org/main' }];
  return { apiVersion: 'v1', kind: 'Pod', metadata: { name, ...metadata }, spec: { containers } };
}

const names = ['main', 'sidecar', 'proxy'];

/** With as many fields, and so as many entries in its managedFields, as pods have that run somewhere. */
function runningPod(name: string, owner: object): object {
  const httpGet = { path: '/healthz', port: 8080 };
  const containers = names.map((container, index) => ({
    name: container,
    image: `registry.example.org/${container}:1.2.3`,
    ports: [{ containerPort: 8080 + index, name: 'http' }],
    env: Array.from({ length: 4 }, (_, variable) => ({ name: `NAME_${variable}`, value: 'value' })),
    resources: { limits: { cpu: '1', memory: '1Gi' }, requests: { cpu: '100m', memory: '128Mi' } },
    livenessProbe: { httpGet },
    readinessProbe: { httpGet },
  }));
  const labels = {
    'app.kubernetes.io/name': 'front',
    'app.kubernetes.io/part-of': 'shop',
    'pod-template-hash': '7d4b9c6f5d',
  };
  const annotations = { 'example.org/checksum': 'f'.repeat(64), 'prometheus.io/scrape': 'true' };
  const ownerReferences = [{ ...owner, controller: true, blockOwnerDeletion: true }];
  const generateName = 'front-7d4b9c6f5d-';
  const metadata = { name, generateName, labels, annotations, ownerReferences };
  return { apiVersion: 'v1', kind: 'Pod', metadata, spec: { containers } };
}

function runningStatus(): object {
  const at = '2026-01-01T00:00:00Z';
  const types = ['Ready', 'Initialized', 'ContainersReady', 'PodScheduled'];
  const conditions = types.map((type) => ({ type, status: 'True', lastTransitionTime: at }));
  const containerStatuses = names.map((name) => ({
    name,
    image: 'x',
    imageID: 'y',
    ready: true,
    started: true,
    restartCount: 0,
    state: { running: { startedAt: at } },
  }));
  return {
    status: {
      phase: 'Running',
      podIP: '10.1.2.3',
      podIPs: [{ ip: '10.1.2.3' }],
      startTime: at,
      conditions,
      containerStatuses,
    },
  };
}

async function setTheStage(server: TestServer): Promise<void> {
  await install(server, [tools]);
  await createObject(server, '/api/v1/namespaces', namespace('web'));
  const owner = {
    apiVersion: 'apps/v1',
    kind: 'ReplicaSet',
    name: 'front',
    uid: '6f1c0e0a-0000-4000-8000-000000000001',
  };
  const rich = {
    labels: { app: 'front', 'example.org/empty': '', tier: 'db' },
    annotations: {
      'example.org/note': 'grüße, 世界 🎉 \ufeffand\ufffd\u0000\u2028"\\',
      'example.org/long': 'x'.repeat(300),
      'example.org/empty': '',
    },
    ownerReferences: [
      { ...owner, controller: true, blockOwnerDeletion: false },
      { ...owner, kind: 'Job', uid: 'b' },
    ],
    finalizers: ['example.org/keep', 'example.org/too'],
  };
  await createObject(server, `${web}/pods`, pod('plain', {}));
  await createObject(server, `${web}/pods`, pod('rich', rich));
  await createObject(server, `${web}/pods`, pod('ending', { finalizers: ['example.org/keep'] }));
  await createObject(server, `${web}/pods`, { ...pod('', { name: undefined, generateName: 'made-' }) });
  const gracePeriodSeconds = 0;
  await askAsAdmin(server, { method: 'DELETE', path: `${web}/pods/ending`, body: { gracePeriodSeconds } });
  await createObject(server, '/api/v1/namespaces', namespace('busy'));
  await createObject(server, busy, runningPod('front-7d4b9c6f5d-00000', owner));
  await askAsAdmin(server, {
    method: 'PATCH',
    path: `${busy}/front-7d4b9c6f5d-00000/status?fieldManager=kubelet`,
    headers: { 'content-type': 'application/strategic-merge-patch+json' },
    body: runningStatus(),
  });
  const hammer = { apiVersion: 'tools.example.org/v1', kind: 'Hammer' };
  await createObject(server, hammers, { ...hammer, metadata: { name: 'plain' } });
  await createObject(server, hammers, { ...hammer, metadata: { name: 'rich', ...rich } });
}

async function captureAll(kind: ServerKind, file: string): Promise<void> {
  const server = await startServer(kind, { report: say });
  try {
    await setTheStage(server);
    const pairs: Record<string, CapturedPair> = {};
    for (const [name, { path: asked, parameters }] of Object.entries(wanted)) {
      const ask = (type: string): ReturnType<typeof askBytes> => {
        const accept = parameters === undefined ? type : `${type};${parameters}`;
        return askBytes(server, { path: asked, token: server.tokens.admin, accept });
      };
      let [before, protobuf, json] = [await ask(inJson), await ask(inProtobuf), await ask(inJson)];
      // The server writes for itself as well, and a bookmark tells how far it is.
      while (!before.body.equals(json.body))
        [before, protobuf, json] = [json, await ask(inProtobuf), await ask(inJson)];
      pairs[name] = {
        status: protobuf.status,
        mediaType: protobuf.mediaType,
        protobuf: protobuf.body.toString('base64'),
        json: json.body.toString('utf8'),
      };
      say(`${name}: ${protobuf.status} ${protobuf.mediaType}, ${protobuf.body.length} and ${json.body.length} bytes`);
    }
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, `${JSON.stringify(pairs, null, 1)}\n`);
  } finally {
    await server.stop();
  }
}

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

async function main(): Promise<void> {
  const [kind = '1.36', file] = process.argv.slice(2);
  if (!isBuiltKind(kind)) throw new BuildError(`${kind} is no kind of server`);
  await captureAll(
    kind,
    path.resolve(file ?? path.join(import.meta.dirname, `../fixtures/protobuf/kube-${kind}.json`)),
  );
}

main().catch((error: unknown) => {
  say(error instanceof BuildError ? error.message : String(error instanceof Error ? error.stack : error));
  process.exitCode = 1;
});
