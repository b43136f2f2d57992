import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { createFakeApiServer } from '../../../src/testing/index.js';
import { kubernetes, kubernetesSchemas } from '../../../src/testing/kubernetes.js';
import { startFakeApiServer, type RunningFakeApiServer } from '../../../src/testing/node.js';
import { definition } from '../../testing/schema-rows.js';
import { buildKubectl } from '../build/build-kubectl.js';
import { createScratchFolder } from '../harness/scratch-folder.js';

const server = inject('server');
const scratch = createScratchFolder();
const file = (name: string): string => path.join(scratch.path, name);
let kubectl: string;
let fake: RunningFakeApiServer;

const labels = { app: 'front' };
const deployment = (spec: object): object => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'front', namespace: 'default' },
  spec: {
    selector: { matchLabels: labels },
    template: { metadata: { labels }, spec: { containers: [{ name: 'a', image: 'b:1' }] } },
    ...spec,
  },
});
const rule = (spec: object): object => {
  return { apiVersion: 'kit.example.org/v1', kind: 'Rule', metadata: { name: 'one', namespace: 'default' }, spec };
};
const manifests: Readonly<Record<string, object>> = {
  // The fake server does not warn about formats that servers do not know.
  definition: JSON.parse(JSON.stringify(definition).replace(',"format":"oddity"', '')) as object,
  deployment: deployment({ replicas: 2 }),
  scaled: deployment({ replicas: 3 }),
  misspelt: deployment({ replicaz: 3 }),
  mistyped: deployment({ replicas: 'x' }),
  map: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'settings', namespace: 'default' }, data: { a: 'b' } },
  rule: rule({ size: 3 }),
  wrong: rule({ size: 99 }),
  unknown: rule({ size: 3, more: 1 }),
};

beforeAll(async () => {
  for (const [name, manifest] of Object.entries(manifests))
    writeFileSync(file(`${name}.json`), JSON.stringify(manifest));
  const documents = kubernetes();
  fake = await startFakeApiServer(createFakeApiServer({ documents, schemas: await kubernetesSchemas() }), {
    tls: true,
  });
  await fake.writeKubeconfig(file('fake'));
  writeFileSync(file('real'), server.kubeconfig);
  for (const which of ['fake', 'real']) mkdirSync(file(`home-${which}`));
  kubectl = await buildKubectl();
}, 1_800_000);

afterAll(async () => {
  await run('real', 'delete crd rules.kit.example.org --ignore-not-found');
  await run('real', 'delete deploy,cm front settings --ignore-not-found');
  await fake.close();
  scratch.remove();
});

/** Runs a command line of kubectl, whose files are those of `manifests`. */
function run(which: 'fake' | 'real', line: string): Promise<{ code: number | string; stdout: string; stderr: string }> {
  const words = line.split(' ').map((word) => (word in manifests ? file(`${word}.json`) : word));
  const env = { HOME: file(`home-${which}`), KUBECONFIG: file(which) };
  return new Promise((resolve) => {
    execFile(kubectl, words, { env }, (error, stdout, stderr) => {
      const plain = (text: string): string =>
        text
          .replaceAll(scratch.path, '')
          .replace(/\b\d+m?s\b/g, 'AGE')
          .replace(/((?:uid|resourceVersion|creationTimestamp|time)[\\"]+:[\\"]+)[\w:-]+/g, '$1');
      resolve({ code: error?.code ?? 0, stdout: plain(stdout), stderr: plain(stderr) });
    });
  });
}

/** In their order: some depend on those before. */
it.each([
  'create -f deployment',
  'create -f deployment',
  'create -f misspelt',
  'create --validate=ignore --dry-run=server -f misspelt',
  'create -f mistyped',
  'apply -f map',
  'apply -f map',
  'apply --dry-run=server -f map',
  'apply --server-side --force-conflicts -f scaled',
  'scale deploy front --replicas=4',
  'get deploy front -o jsonpath={.spec.replicas}',
  'get cm settings -o jsonpath={.data}',
  'create -f definition',
  'wait crd/rules.kit.example.org --for=condition=Established',
  'apply -f rule',
  'apply -f rule',
  'apply -f wrong',
  'apply -f unknown',
  'apply --validate=warn -f unknown',
  'get rules.kit.example.org one -o jsonpath={.spec}',
  'get rules',
  'explain rules.spec.size',
  'explain rules.spec.map',
  'api-resources --api-group=kit.example.org',
  'delete rule one',
  'delete deploy front',
  'delete deploy front',
])('kubectl %s', { timeout: 60_000 }, async (line) => {
  expect(await run('fake', line)).toEqual(await run('real', line));
});
