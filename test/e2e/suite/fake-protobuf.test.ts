import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { ApiError, type Client, type KubeList, type ObjectLike } from '../../../src/index.js';
import { createFakeApiServer, type FakeApiServer, type FakeProtobuf } from '../../../src/testing/index.js';
import { kubernetes, kubernetesProtobuf } from '../../../src/testing/kubernetes.js';
import { readCorpus } from '../../openapi/corpus/corpus.js';
import { definition, seeds, type ManifestObject } from '../../openapi/corpus/seeds.js';
import { furtherObjects } from '../../types/further-objects.js';
import { askBytes, type BytesAnswer, type BytesQuestion } from '../harness/ask-bytes.js';
import { closeClients, connect } from '../harness/connect.js';
import { startServer, type TestServer } from '../harness/start-server.js';
import { waitUntil } from '../harness/wait-until.js';

/** A server of its own: webhooks and quotas would refuse what other files create. */
let server: TestServer;
let client: Client;
let codec: FakeProtobuf;
let fake: FakeApiServer;

const protobuf = 'application/vnd.kubernetes.protobuf';
const json = 'application/json';

beforeAll(async () => {
  server = await startServer(inject('server').kind);
  client = connect(server, { token: server.tokens.admin });
  codec = await kubernetesProtobuf();
  fake = createFakeApiServer({ documents: kubernetes(), protobuf: codec });
  await createEverything();
}, 600_000);

afterAll(async () => {
  await closeClients();
  await server.stop();
});

/** Kinds that change what the server accepts: they come last. */
const last = ['LimitRange', 'ResourceQuota', 'ValidatingWebhookConfiguration', 'MutatingWebhookConfiguration'];

async function createEverything(): Promise<void> {
  await create(definition);
  fake.put(definition);
  await waitUntil('the custom resource is served', async () => {
    await client.discovery.refresh();
    return create(seeds.find(({ kind }) => kind === 'Gadget') ?? definition);
  });
  const all = [
    ...seeds.map(withoutEmptyBytes),
    ...furtherObjects,
    ...readCorpus().good.map(({ object }) => withoutEmptyBytes(object)),
  ];
  const isLast = ({ kind }: ManifestObject): boolean => last.includes(kind);
  const ordered = [...all.filter((each) => !isLast(each)), ...all.filter(isLast)];
  for (const object of ordered.filter(({ kind }) => kind !== 'Namespace')) await create(object);
}

/** Protobuf tells empty bytes from none, and JSON does not. */
function withoutEmptyBytes(object: ManifestObject): ManifestObject {
  return JSON.parse(JSON.stringify(object).replaceAll(',"caBundle":""', '')) as ManifestObject;
}

/** Creates an object; undefined if the server refuses it. */
async function create(object: ManifestObject): Promise<ObjectLike | undefined> {
  const { apiVersion, kind } = object;
  const {
    name,
    namespace = 'default',
    ...metadata
  } = (object as ObjectLike & { metadata?: { namespace?: string } }).metadata ?? {};
  const naming = ['CustomResourceDefinition', 'IPAddress'].includes(kind)
    ? { name }
    : { generateName: `${kind.toLowerCase()}-` };
  try {
    const { mapping } = await client.resolve({ apiVersion, kind });
    const handle = client.handle(mapping);
    const at = mapping.scope === 'Namespaced' ? handle.namespace(namespace) : handle;
    return await at.create({ ...(object as ObjectLike), metadata: { ...metadata, ...naming } });
  } catch (error) {
    if (error instanceof ApiError || (error as { code?: string }).code === 'no-match') return undefined;
    throw error;
  }
}

function askReal(question: Omit<BytesQuestion, 'token'>): Promise<BytesAnswer> {
  return askBytes(server, { ...question, token: server.tokens.admin });
}

async function askFake({ method = 'GET', path, accept, contentType, body }: Omit<BytesQuestion, 'token'>) {
  const headers = { accept, ...(contentType !== undefined && { 'content-type': contentType }) };
  const sent = new Request(`http://fake${path}`, { method, headers, body: body?.slice() ?? null });
  const response = await fake.handle(sent);
  const mediaType = response.headers.get('content-type') ?? '';
  return { status: response.status, mediaType, body: Buffer.from(await response.arrayBuffer()) };
}

/** What protobuf does not tell: an empty list from none, and the types of objects inside of others. */
function asDecoded(list: KubeList): KubeList {
  return JSON.parse(
    JSON.stringify(list, (key, value: unknown) => {
      if (key !== 'volumeClaimTemplates') return value;
      return (value as ObjectLike[]).map(({ apiVersion: _version, kind: _kind, ...rest }) => rest);
    }),
  ) as KubeList;
}

/** The status of components is found out for each request, in any order. */
const unstable = 'componentstatuses';

it('every list and an object of each: protobuf says what JSON says, and is written in the same bytes', async () => {
  const catalog = await client.discovery.catalog();
  const without: string[] = [];
  let objects = 0;
  for (const entry of catalog.resources({ verbs: ['list'] })) {
    const { group, version, resource } = entry;
    const path = `${group === '' ? '/api' : `/apis/${group}`}/${version}/${resource}`;
    const list = JSON.parse((await askReal({ path, accept: json })).body.toString()) as KubeList;
    if (!codec.has(list)) {
      without.push(`${version} ${resource}`);
      continue;
    }
    if (resource === unstable) continue;
    const query = `?resourceVersion=${list.metadata.resourceVersion ?? ''}&resourceVersionMatch=Exact`;
    const { body } = await askReal({ path: path + query, accept: protobuf });
    const decoded = codec.decode(body, {});
    expect({ ...decoded, items: decoded['items'] ?? [] }).toEqual(asDecoded(list));
    expect(Buffer.from(codec.encode(list)).equals(body), path).toBe(true);
    const [first] = list.items;
    objects += list.items.length;
    if (first === undefined || !codec.has({ ...first, apiVersion: list.apiVersion, kind: entry.kind })) continue;
    const { namespace, name = '' } = first.metadata;
    const root = path.slice(0, -resource.length);
    const at = namespace === undefined ? path : `${root}namespaces/${namespace}/${resource}`;
    const one = await askReal({ path: `${at}/${encodeURIComponent(name)}`, accept: json });
    const inProtobuf = await askReal({ path: `${at}/${encodeURIComponent(name)}`, accept: protobuf });
    const object = JSON.parse(one.body.toString()) as ObjectLike;
    if (object.kind !== 'Lease') expect(Buffer.from(codec.encode(object)).equals(inProtobuf.body), at).toBe(true);
  }
  expect(objects).toBeGreaterThan(300);
  expect(without).toEqual(['v1 gadgets']);
}, 300_000);

it.each(['/api/v1/namespaces/default/pods', '/apis/apps/v1/deployments', '/api/v1/secrets'])(
  'the events of %s are written in the same bytes',
  async (path) => {
    const { metadata } = JSON.parse((await askReal({ path, accept: json })).body.toString()) as KubeList;
    const state = `sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true`;
    const query = `?watch=true&timeoutSeconds=1&${state}&resourceVersion=${metadata.resourceVersion ?? ''}`;
    const lines = (await askReal({ path: path + query, accept: json })).body.toString().trim().split('\n');
    const { mediaType, body } = await askReal({ path: path + query, accept: protobuf });
    const events = lines.map((line) => JSON.parse(line) as { type: string; object: object });
    expect(mediaType).toBe(`${protobuf};stream=watch`);
    expect(events.map(({ type }) => type)).toContain('BOOKMARK');
    const written = Buffer.concat(events.map((event) => codec.encodeEvent(event)));
    // Servers add a bookmark when they end a watch.
    expect(body.subarray(0, written.length).equals(written)).toBe(true);
  },
);

const maps = '/api/v1/namespaces/default/configmaps';
const gadgets = `/apis/${definition.spec.group}/v1/namespaces/default/${definition.spec.names.plural}`;

interface Row {
  readonly what: string;
  readonly method?: string;
  readonly path: string;
  readonly accept?: string;
  readonly contentType?: string;
  /** An object is written in protobuf. */
  readonly body?: object | Uint8Array;
}

const map = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'm' }, data: { a: 'b', c: '' } };
const pod = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'p', labels: { b: '1', a: '2' } },
  spec: { containers: [{ name: 'a', image: 'a:1', resources: { limits: { cpu: '100m' } } }] },
};
const deployment = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'd' },
  spec: {
    replicas: 2,
    selector: { matchLabels: { a: 'b' } },
    template: { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'a', image: 'a:1' }] } },
  },
};
const partial = 'g=meta.k8s.io;v=v1;as=PartialObjectMetadata';
const magic = Buffer.from('k8s\0');
const deployments = '/apis/apps/v1/namespaces/default/deployments';
const options = { apiVersion: 'v1', kind: 'DeleteOptions' };
const review = {
  apiVersion: 'authorization.k8s.io/v1',
  kind: 'SelfSubjectAccessReview',
  spec: { resourceAttributes: { verb: 'get', resource: 'pods' } },
};

/** In their order: some depend on those before. */
const rows: readonly Row[] = [
  { what: 'a create', method: 'POST', path: maps, body: map },
  { what: 'a create, answered in JSON', method: 'POST', path: `${maps}?dryRun=All`, body: map, accept: json },
  { what: 'a create of what exists', method: 'POST', path: maps, body: map },
  { what: 'a create of a pod', method: 'POST', path: '/api/v1/namespaces/default/pods', body: pod },
  { what: 'a create of a deployment', method: 'POST', path: deployments, body: deployment },
  { what: 'a replace', method: 'PUT', path: `${maps}/m`, body: { ...map, data: { a: 'c' } } },
  { what: 'a replace of another name', method: 'PUT', path: `${maps}/n`, body: map },
  { what: 'a create of another kind', method: 'POST', path: maps, body: { ...pod } },
  { what: 'a create of nothing', method: 'POST', path: maps, body: Buffer.alloc(0) },
  { what: 'a create of a prefix', method: 'POST', path: maps, body: magic },
  { what: 'a create of JSON', method: 'POST', path: maps, body: Buffer.from(JSON.stringify(map)) },
  { what: 'a create of cut bytes', method: 'POST', path: maps, body: Buffer.concat([magic, Buffer.from([10, 9, 8])]) },
  { what: 'a custom resource', method: 'POST', path: gadgets, body: map },
  { what: 'a patch', method: 'PATCH', path: `${maps}/m`, body: map },
  { what: 'a patch of a custom resource', method: 'PATCH', path: `${gadgets}/g`, body: map, accept: json },
  { what: 'a review', method: 'POST', path: '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews', body: review },
  { what: 'an object', path: `${maps}/m` },
  { what: 'an object, or JSON', path: `${maps}/m`, accept: `${protobuf}, ${json}` },
  { what: 'JSON, or protobuf', path: `${maps}/m`, accept: `${json},${protobuf}` },
  { what: 'JSON by weight', path: `${maps}/m`, accept: `${protobuf};q=0.5,${json}` },
  { what: 'anything', path: `${maps}/m`, accept: '*/*' },
  { what: 'a Table', path: maps, accept: `${protobuf};g=meta.k8s.io;v=v1;as=Table` },
  { what: 'a Table, or JSON', path: maps, accept: `${protobuf};g=meta.k8s.io;v=v1;as=Table,${json}` },
  { what: 'metadata', path: `${maps}/m`, accept: `${protobuf};${partial}` },
  { what: 'metadata in v1beta1', path: `${maps}/m`, accept: `${protobuf};${partial.replace('v1', 'v1beta1')}` },
  { what: 'metadata of nothing', path: `${maps}/nothing`, accept: `${protobuf};${partial}` },
  { what: 'the scale', path: `${deployments}/d/scale` },
  { what: 'nothing', path: `${maps}/nothing` },
  { what: 'nothing, or JSON', path: `${maps}/nothing`, accept: `${protobuf},${json}` },
  { what: 'no resource', path: '/api/v1/namespaces/default/nothing' },
  { what: 'no group', path: '/apis/nothing.example/v1/nothing' },
  { what: 'a method that is not allowed', method: 'PUT', path: maps, body: map },
  { what: 'custom resources', path: gadgets },
  { what: 'custom resources, or JSON', path: `${gadgets}?limit=1`, accept: `${protobuf},${json}` },
  { what: 'metadata of custom resources', path: `${gadgets}/nothing`, accept: `${protobuf};${partial}` },
  { what: 'no custom resource', path: `${gadgets}/nothing` },
  { what: 'the versions of the core group', path: '/api' },
  { what: 'the groups', path: '/apis' },
  { what: 'a group', path: '/apis/apps' },
  { what: 'a group-version', path: '/apis/apps/v1' },
  { what: 'a group-version of custom resources', path: `/apis/${definition.spec.group}/v1` },
  { what: 'the version', path: '/version' },
  { what: 'a delete on trial', method: 'DELETE', path: `${maps}/m`, body: { ...options, dryRun: ['All'] } },
  {
    what: 'a delete of another',
    method: 'DELETE',
    path: `${maps}/m`,
    body: { ...options, preconditions: { uid: 'u' } },
  },
  { what: 'a delete with a wrong kind', method: 'DELETE', path: `${maps}/m`, body: map },
  { what: 'a delete', method: 'DELETE', path: `${maps}/m`, body: options },
  { what: 'a delete of no custom resource', method: 'DELETE', path: `${gadgets}/nothing`, body: options },
];

/** What a client sees of an answer, without what differs from server to server. */
function seen({ status, mediaType, body }: BytesAnswer, { path }: Row): object {
  const isProtobuf = mediaType.startsWith(protobuf);
  const text = isProtobuf ? JSON.stringify(codec.decode(body, {})) : body.toString();
  if (path.startsWith('/api') && !path.includes('namespaces') && status === 200) return { status, mediaType };
  const plain = text
    .replace(/"(uid|resourceVersion|creationTimestamp|time|selfLink|managedFields)":("[^"]*"|\[.*?\}\])/g, '"$1":0')
    .replace(/UID in record \([\w-]+\)/, 'UID in record')
    .replace(/"(message)":"(?:[^"\\]|\\.)*"/g, status === 400 || status === 415 ? '"$1":0' : '$&');
  if (!mediaType.startsWith(json) && !isProtobuf) return { status, mediaType, plain };
  const { metadata, status: outcome, ...rest } = JSON.parse(plain) as Record<string, Record<string, unknown>>;
  // Defaults and managed fields are another matter.
  const { data, reason, details, kind, apiVersion, code, message } = rest;
  return {
    status,
    mediaType,
    name: metadata?.['name'],
    outcome: status < 300 ? 0 : outcome,
    data,
    reason,
    details,
    kind,
    apiVersion,
    code,
    message,
  };
}

it.each(rows)('$what: as on the real server', async (row) => {
  const { accept = protobuf, body, ...rest } = row;
  const bytes = body === undefined || body instanceof Uint8Array ? body : codec.encode(body);
  const question = { ...rest, accept, ...(bytes && { body: bytes, contentType: protobuf }) };
  const real = await askReal(question);
  expect(seen(await askFake(question), row)).toEqual(seen(real, row));
});
