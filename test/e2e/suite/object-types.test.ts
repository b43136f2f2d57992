import { writeFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { ApiError, formatGroupVersion, type Client, type ObjectLike, type RESTMapping } from '../../../src/index.js';
import { isBuiltInGroup } from '../../../src/core/model/built-in-groups.js';
import { absentFields } from '../../../src/openapi/types/absent-fields.js';
import { createOpenAPI, writeTypes } from '../../../src/openapi/index.js';
import { readCorpus } from '../../openapi/corpus/corpus.js';
import { definition, seeds, type ManifestObject } from '../../openapi/corpus/seeds.js';
import { absentFieldsIn } from '../../types/absent-fields.js';
import { furtherObjects, reviews } from '../../types/further-objects.js';
import { closeClients, connect } from '../harness/connect.js';
import { createScratchFolder } from '../harness/scratch-folder.js';
import { startServer, type TestServer } from '../harness/start-server.js';
import { waitUntil } from '../harness/wait-until.js';

const scratch = createScratchFolder();
const root = path.resolve(import.meta.dirname, '../../..');
/** A server of its own: webhooks and quotas would refuse what other files create. */
let server: TestServer;
let client: Client;

beforeAll(async () => {
  server = await startServer(inject('server').kind);
  client = connect(server, { token: server.tokens.admin });
}, 600_000);

afterAll(async () => {
  await closeClients();
  await server.stop();
  scratch.remove();
});

/** Kinds that change what the server accepts: they come last. */
const last = ['LimitRange', 'ResourceQuota', 'ValidatingWebhookConfiguration', 'MutatingWebhookConfiguration'];

/** Creates an object under a name that the server makes; undefined if it refuses it or does not serve the kind. */
async function create(object: ManifestObject, isNamed = false): Promise<ObjectLike | undefined> {
  const { apiVersion, kind } = object;
  const given = object as ObjectLike;
  const { name, namespace, ...metadata } = { ...given.metadata };
  const naming = isNamed ? { name } : { generateName: `${kind.toLowerCase()}-` };
  try {
    const { mapping } = await client.resolve({ apiVersion, kind });
    const handle = client.handle(mapping);
    const at = mapping.scope === 'Namespaced' ? handle.namespace(namespace ?? 'default') : handle;
    const isReview = kind.endsWith('Review');
    return await at.create({ ...given, metadata: isReview ? {} : { ...metadata, ...naming } });
  } catch (error) {
    if (error instanceof ApiError || (error as { code?: string }).code === 'no-match') return undefined;
    throw error;
  }
}

async function createEverything(): Promise<readonly ObjectLike[]> {
  expect(await create(definition, true)).toBeDefined();
  await waitUntil('the custom resource is served', async () => {
    await client.discovery.refresh();
    return create(seeds.find(({ kind }) => kind === 'Gadget') ?? definition);
  });
  const { good } = readCorpus();
  const ordered = [...seeds, ...furtherObjects, ...good.map(({ object }) => object)];
  const isLast = ({ kind }: ManifestObject): boolean => last.includes(kind);
  const named = ['CustomResourceDefinition', 'IPAddress'];
  for (const object of [...ordered.filter((each) => !isLast(each)), ...ordered.filter(isLast)]) {
    if (object.kind !== 'Namespace') await create(object, named.includes(object.kind));
  }
  const answers = await Promise.all(reviews.map((review) => create(review)));
  return answers.filter((answer) => answer !== undefined);
}

interface Served {
  readonly mapping: RESTMapping;
  readonly objects: readonly ObjectLike[];
}

async function readEverything(): Promise<readonly Served[]> {
  await client.discovery.refresh();
  const served: Served[] = [];
  for (const entry of (await client.discovery.catalog()).resources({ verbs: ['list'] })) {
    const { mapping } = await client.resolve(entry);
    served.push({ mapping, objects: (await client.handle(mapping).list({ limit: 100 })).items });
  }
  return served;
}

/** The names by which the types call the kinds: read from the registry, as users do. */
function checkedText(served: readonly Served[], answers: readonly ObjectLike[]): string {
  const lines = served.flatMap(({ mapping: { resource }, objects }) => {
    const { group, version, resource: plural } = resource;
    const key = [plural, version, ...(group === '' ? [] : [group])].join('.');
    return objects.map((object) => `check<${JSON.stringify(key)}>(${JSON.stringify(object)});`);
  });
  const ofReviews = answers.map((answer) => {
    const group = answer.apiVersion?.split('/')[0] ?? '';
    const key = `${answer.kind?.toLowerCase() ?? ''}s.v1.${group}`;
    return `check<${JSON.stringify(key)}>(${JSON.stringify(answer)});`;
  });
  const source = path.join(root, 'src/core/representation/shapes.js');
  return [
    `import type { Served } from ${JSON.stringify(source)};`,
    `import './types.js';`,
    'declare function check<Key extends keyof KubeatlasResources>(object: Served<KubeatlasResources[Key]>): void;',
    ...lines,
    ...ofReviews,
    '',
  ].join('\n');
}

/** Compiles the objects as literals: TypeScript refuses unknown fields, missing fields and nulls. */
function problemsIn(types: string, objects: string): string[] {
  const helpers = path.join(root, 'src/core/representation/partial-shapes.js');
  const files = { types: path.join(scratch.path, 'types.d.ts'), objects: path.join(scratch.path, 'objects.ts') };
  writeFileSync(files.types, types.replace("from 'kubeatlas'", `from ${JSON.stringify(helpers)}`));
  writeFileSync(files.objects, objects);
  const program = ts.createProgram([files.types, files.objects], {
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    types: [],
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
  });
  const lines = objects.split('\n');
  return ts.getPreEmitDiagnostics(program).map(({ messageText, file, start = 0 }) => {
    const line = file?.getLineAndCharacterOfPosition(start).line ?? 0;
    const at = file?.text.slice(start, start + 60) ?? '';
    const text = ts.flattenDiagnosticMessageText(messageText, '\n');
    return `${(lines[line] ?? '').slice(0, 60)}: ${at}: ${text}`;
  });
}

it(
  'what a server sends has the written types: no field unknown, missing, or null unless it may be',
  {
    timeout: 600_000,
  },
  async () => {
    const answers = await createEverything();
    const served = await readEverything();
    const { documents, failures } = await createOpenAPI(client).documents();
    expect(failures).toEqual([]);
    // What a schema calls required and an answer lacks is in the list: the types call it optional.
    const known = Object.entries(absentFields).flatMap(([schema, fields]) =>
      fields.split(' ').map((f) => `${schema}.${f}`),
    );
    const listed = served.flatMap(({ mapping, objects }) => {
      const { group, version } = mapping.resource;
      const apiVersion = formatGroupVersion({ group, version });
      // Items of built-in lists do not say what they are.
      return objects.map((object) => ({ apiVersion, kind: mapping.kind.kind, ...object }));
    });
    const absent = new Set([...answers, ...listed].flatMap((object) => absentFieldsIn(object, documents)));
    expect([...absent].filter((field) => !known.includes(field))).toEqual([]);
    const text = checkedText(served, answers);
    const types = writeTypes(documents, { builtIns: 'write', comments: false });
    expect(problemsIn(types, text)).toEqual([]);
    expect(served.reduce((sum, { objects }) => sum + objects.length, 0)).toBeGreaterThan(300);
    const without = served.filter(
      ({ mapping, objects }) => isBuiltInGroup(mapping.resource.group) && objects.length === 0,
    );
    // Kubelets alone make those: they prove that they have the key of a pod.
    const made = without.filter(({ mapping }) => mapping.resource.resource !== 'podcertificaterequests');
    if (server.kind === '1.37') expect(made).toEqual([]);
    // The checker finds what it is there for.
    for (const wrong of [
      `check<'pods.v1'>({ ...({} as Served<KubeatlasResources['pods.v1']>), spec: { containers: [{}] } });`,
      `check<'pods.v1'>({ ...({} as Served<KubeatlasResources['pods.v1']>), other: 1 });`,
      `check<'pods.v1'>({ ...({} as Served<KubeatlasResources['pods.v1']>), spec: null });`,
    ]) {
      const head = text.slice(0, text.indexOf('check<"'));
      expect(problemsIn(types, `${head}${wrong}\n`), wrong).toHaveLength(1);
    }
  },
);
