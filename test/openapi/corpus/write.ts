/**
 * Asks kube-apiserver 1.37 and writes what `checkManifest` stands on and is measured by: `src/openapi/required-fields.ts`
 * and the corpus of manifests; `npx tsx test/openapi/corpus/write.ts [required]`, with the word the former alone. Needs Go:
 * since 1.38 the schemas of Kubernetes call required what servers always refused as missing, so its module says what to try.
 */
import { writeFileSync } from 'node:fs';
import { brotliCompressSync, constants } from 'node:zlib';
import type { Client } from '../../../src/index.js';
import { mapLimit } from '../../../src/core/shared/concurrency.js';
import type { OpenAPIDocument } from '../../../src/openapi/index.js';
import { closeClients, connect } from '../../e2e/harness/connect.js';
import { startServer } from '../../e2e/harness/start-server.js';
import { askServer, readDocumentsWithGadgets } from './ask-server.js';
import { corpusFile, type Manifest } from './corpus.js';
import { fieldsOf, mutations, parentOf, type FieldNode } from './mutations.js';
import { nextRelease, publishedDocuments } from '../../fixtures/published-documents.js';
import { furtherObjects } from '../../types/further-objects.js';
import { seeds, type ManifestObject } from './seeds.js';

const wanted = 500;
let state = 7;

/** Numbers from 0 to 1, the same in each run. */
function random(): number {
  state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
  return state / 2_147_483_648;
}

function pick<T>(list: readonly T[]): T {
  return list[Math.floor(random() * list.length)] as T;
}

type Documents = Readonly<Record<string, OpenAPIDocument>>;

function nodesOf(object: ManifestObject, documents: Documents): readonly FieldNode[] {
  const ofIdentity = ['apiVersion', 'kind', 'metadata.name', 'metadata.namespace'];
  const document = documents[object.apiVersion] ?? {};
  return fieldsOf(object, document).filter(({ path }) => !ofIdentity.includes(path.join('.')));
}

/** Leaves out each field that OpenAPI calls required, everywhere, and notes those that are refused each time. */
async function writeRequiredFields(client: Client, documents: Documents): Promise<void> {
  const accepted = new Map<string, boolean>();
  const builtIn: ManifestObject[] = [];
  for (const object of [...seeds, ...furtherObjects]) {
    const isCustom = object.apiVersion === 'check.example/v1';
    if (!isCustom && (await askServer(client, object)).status < 300) builtIn.push(object);
  }
  const groupVersions = [...new Set(builtIn.map(({ apiVersion }) => apiVersion))];
  const cases = [documents, publishedDocuments(nextRelease, groupVersions)].flatMap((each) =>
    builtIn.flatMap((seed) => {
      const required = nodesOf(seed, each).filter(({ isRequired, path }) => isRequired && path[0] !== 'metadata');
      return required.map((node) => ({ seed, node }));
    }),
  );
  await mapLimit(cases, 4, async ({ seed, node }) => {
    const object = structuredClone(seed);
    Reflect.deleteProperty(parentOf(object, node), node.key);
    const { status } = await askServer(client, object);
    const key = JSON.stringify([node.owner, node.key]);
    accepted.set(key, accepted.get(key) === true || status < 300);
  });
  // A 1.29 accepts these as missing.
  accepted.set(JSON.stringify(['io.k8s.api.core.v1.VolumeMount', 'name']), true);
  const table: Record<string, string> = {};
  for (const [key, isAccepted] of [...accepted].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const [owner, field] = JSON.parse(key) as [string, string];
    const group = owner.slice(0, owner.lastIndexOf('.'));
    if (!isAccepted) table[group] = `${table[group] ?? ''} ${owner.slice(group.length + 1)}.${field}`.trim();
  }
  const text = `// Written by test/openapi/corpus/write.ts.

/**
 * The fields of built-in kinds without which a server was seen to refuse an object, by the Go package of the schema. The
 * other fields that OpenAPI calls required were accepted as missing, or not tried.
 */
export const requiredByServers: Readonly<Record<string, string>> = ${JSON.stringify(table)};
`;
  writeFileSync(new URL('../../../src/openapi/required-fields.ts', import.meta.url), text);
}

async function writeCorpus(client: Client, documents: Documents): Promise<void> {
  const good: Manifest[] = [];
  const broken: Manifest[] = [];
  const tried = new Set<string>();
  const attempt = async (object: ManifestObject, how: string, isMutation: boolean): Promise<void> => {
    const key = JSON.stringify(object);
    if (tried.has(key)) return;
    tried.add(key);
    const manifest = { how, object, ...(await askServer(client, object)) };
    if (manifest.status < 300) good.push(manifest);
    else if (isMutation) broken.push(manifest);
  };
  for (const seed of seeds) {
    await attempt(seed, 'as it was written', false);
    if (good.length !== tried.size) throw new Error(`the server refuses the ${seed.kind} of the seeds`);
  }
  while (good.length < wanted) {
    const object = structuredClone(pick(seeds));
    for (let count = 1 + Math.floor(random() * 4); count > 0; count -= 1) {
      const optional = nodesOf(object, documents).filter(({ isField, isRequired }) => isField && !isRequired);
      if (optional.length === 0) break;
      const node = pick(optional);
      Reflect.deleteProperty(parentOf(object, node), node.key);
    }
    await attempt(object, 'without optional fields', false);
  }
  const bases = [...good];
  const names = Object.keys(mutations);
  for (let index = 0; broken.length < wanted; index += 1) {
    const name = names[index % names.length] as string;
    const object = structuredClone(pick(bases).object);
    const nodes = nodesOf(object, documents);
    if (nodes.length === 0) continue;
    const node = pick(nodes);
    if (mutations[name]?.(object, node, random) === true)
      await attempt(object, `${name}: ${node.path.join('.')}`, true);
  }
  const groupVersions = new Set(bases.map(({ object }) => object.apiVersion));
  const reduced = [...groupVersions].map((name): [string, unknown] => {
    const { openapi, components } = documents[name] ?? {};
    return [name, { openapi, components: { schemas: withoutDescriptions(components?.schemas ?? {}) } }];
  });
  const text = JSON.stringify({ documents: Object.fromEntries(reduced), good, broken });
  const params = { [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_SIZE_HINT]: text.length };
  writeFileSync(corpusFile, brotliCompressSync(text, { params }));
  process.stdout.write(`${good.length} good and ${broken.length} broken manifests\n`);
}

function withoutDescriptions(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (key, each: unknown) =>
      key === 'description' && typeof each === 'string' ? undefined : each,
    ),
  ) as unknown;
}

const server = await startServer('1.37');
try {
  const client = connect(server, { token: server.tokens.admin });
  const documents = await readDocumentsWithGadgets(client);
  await writeRequiredFields(client, documents);
  if (process.argv[2] !== 'required') await writeCorpus(client, documents);
} finally {
  await closeClients();
  await server.stop();
}
