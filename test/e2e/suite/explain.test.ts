import { execFile } from 'node:child_process';
import path from 'node:path';
import { writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { formatGroupVersion } from '../../../src/index.js';
import { mapLimit } from '../../../src/core/shared/concurrency.js';
import { createOpenAPI, explainField, formatExplanation, type ExplainOptions } from '../../../src/openapi/index.js';
import { buildKubectl } from '../build/build-kubectl.js';
import { closeClients, connect } from '../harness/connect.js';
import { createScratchFolder } from '../harness/scratch-folder.js';

const server = inject('server');
const scratch = createScratchFolder();
const kubeconfig = path.join(scratch.path, 'kubeconfig');
let kubectl: string;

beforeAll(async () => {
  writeFileSync(kubeconfig, server.kubeconfig);
  kubectl = await buildKubectl();
}, 1_800_000);

afterAll(async () => {
  await closeClients();
  scratch.remove();
});

/** What is explained of every resource. */
const questions: readonly (readonly [path: readonly string[], options: ExplainOptions])[] = [
  [[], {}],
  [[], { recursive: true }],
  [['spec'], {}],
  [['metadata'], { recursive: true, maxDepth: 2 }],
  [['metadata', 'ownerReferences'], {}],
];

it('every resource is explained as kubectl does, byte for byte', { timeout: 1_200_000 }, async () => {
  const client = connect(server, { token: server.tokens.admin });
  const catalog = await client.discovery.catalog();
  const { documents } = await createOpenAPI(client).documents();
  const asked = catalog.resources({}).flatMap((resource) => questions.map((question) => ({ resource, question })));
  expect(asked.length).toBeGreaterThan(200);
  const different = await mapLimit(asked, 2, async ({ resource, question: [fields, options] }) => {
    const groupVersion = formatGroupVersion(resource);
    const { recursive = false, maxDepth = 0 } = options;
    const words = [[resource.resource, ...fields].join('.'), `--api-version=${groupVersion}`];
    if (recursive) words.push('--recursive', `--max-depth=${maxDepth}`);
    const printed = await promisify(execFile)(kubectl, ['--kubeconfig', kubeconfig, 'explain', ...words]).then(
      ({ stdout }) => stdout,
      ({ stderr }: { readonly stderr: string }) => stderr,
    );
    const document = documents[groupVersion];
    return document !== undefined && printed === explained() ? [] : [words.join(' ')];

    function explained(): string {
      try {
        return formatExplanation(explainField(document ?? {}, resource, fields, options));
      } catch (error) {
        return `error: ${(error as Error).message}\n`;
      }
    }
  });
  expect(different.flat()).toEqual([]);
});
