import { afterAll, beforeAll, expect, it } from 'vitest';
import { createFakeApiServer } from '../../../src/testing/index.js';
import {
  kubernetes,
  kubernetesDefaults,
  kubernetesObjects,
  kubernetesProtobuf,
  kubernetesSchemas,
} from '../../../src/testing/kubernetes.js';
import { startFakeApiServer, type RunningFakeApiServer } from '../../../src/testing/node.js';
import { formatKubeconfig } from '../../../src/testing/tls/kubeconfig.js';
import { buildKubectl } from '../build/build-kubectl.js';
import { createRunKubectl, type RunKubectl } from '../harness/run-kubectl.js';
import { createScratchFolder } from '../harness/scratch-folder.js';
import { startServer, type TestServer } from '../harness/start-server.js';
import { differences, lines, manifests } from './fake-kubectl-lines.js';

const scratch = createScratchFolder();
let server: TestServer;
let fake: RunningFakeApiServer;
const run: Partial<Record<'fake' | 'real', RunKubectl>> = {};

beforeAll(async () => {
  const kubectl = await buildKubectl();
  // A server of its own: its objects are counted.
  server = await startServer('1.37');
  const [schemas, protobuf, defaults] = await Promise.all([
    kubernetesSchemas(),
    kubernetesProtobuf(),
    kubernetesDefaults(),
  ]);
  const options = { documents: kubernetes(), objects: kubernetesObjects(), schemas, protobuf, defaults };
  fake = await startFakeApiServer(createFakeApiServer({ ...options, users: {}, log: () => '' }), { tls: true });
  const certificate = server.clientCertificates.admin;
  const user = { name: 'certified-admin', groups: ['system:masters'] };
  const kubeconfigs = {
    fake: fake.kubeconfigFor(user),
    real: formatKubeconfig({ server: server.url, ca: server.ca, user: { name: user.name, certificate } }),
  };
  for (const name of ['fake', 'real'] as const) {
    const kubeconfig = kubeconfigs[name];
    run[name] = createRunKubectl(kubectl, scratch.file(name), { kubeconfig, files: manifests });
  }
}, 1_800_000);

afterAll(async () => {
  await Promise.all([fake.close(), server.stop()]);
  scratch.remove();
});

it('the list of differences has nothing that is not run, and is short', () => {
  const declared = Object.keys(differences);
  expect(declared.filter((line) => !lines.includes(line))).toEqual([]);
  expect(lines.length).toBeGreaterThanOrEqual(219);
  expect(declared.length).toBeLessThan(20);
});

/** In their order: some depend on those before. */
it.each(lines)('kubectl %s', { timeout: 60_000 }, async (line) => {
  const [answer, expected] = await Promise.all([run.fake?.(line), run.real?.(line)]);
  if (line in differences) expect(answer).not.toEqual(expected);
  else expect(answer).toEqual(expected);
  expect(answer?.stderr).not.toContain('panic');
});
