import { beforeAll, describe, expect, it } from 'vitest';
import { createFakeApiServer, type FakeApiServer, type FakeProtobuf } from '../../src/testing/index.js';
import { kubernetes, kubernetesProtobuf } from '../../src/testing/kubernetes.js';
import { bytesOf, capturedPairs } from '../fixtures/captured-pairs.js';

const protobuf = 'application/vnd.kubernetes.protobuf';
const maps = '/api/v1/namespaces/default/configmaps';
const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const magic = [0x6b, 0x38, 0x73, 0];

let codec: FakeProtobuf;
let fake: FakeApiServer;

beforeAll(async () => {
  codec = await kubernetesProtobuf();
  fake = createFakeApiServer({ documents: kubernetes(), protobuf: codec });
});

/** A field with its length before it. */
function field(number: number, content: Iterable<number>): number[] {
  const bytes = [...content];
  return [...varint(number * 8 + 2), ...varint(bytes.length), ...bytes];
}

function varint(value: number): number[] {
  return value < 0x80 ? [value] : [(value % 0x80) | 0x80, ...varint(Math.floor(value / 0x80))];
}

/** An object whose message is these bytes. */
function enveloped(apiVersion: string, kind: string, raw: Iterable<number>): Uint8Array<ArrayBuffer> {
  const utf8 = new TextEncoder();
  const type = [...field(1, utf8.encode(apiVersion)), ...field(2, utf8.encode(kind))];
  return Uint8Array.from([...magic, ...field(1, type), ...field(2, raw)]);
}

async function send(body: Uint8Array<ArrayBuffer>, path = maps, method = 'POST') {
  const headers = { 'content-type': protobuf };
  const response = await fake.handle(new Request(`http://fake${path}`, { method, headers, body }));
  return { status: response.status, body: (await response.json()) as { readonly message?: string } };
}

const map = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'm', annotations: { __proto__a: 'b', 'ü/ß': '🎉' }, generation: -1 },
  data: JSON.parse('{"__proto__": "own", "b": "", "a": "x"}') as object,
  binaryData: { bytes: 'AP8=' },
};

it('reads what it has written', () => {
  const read = codec.decode(codec.encode(map), {});
  expect(read).toEqual(map);
  expect(Object.keys(read['data'] as object)).toEqual(['__proto__', 'a', 'b']);
});

it('reads and writes forms of JSON that protobuf writes as several fields', () => {
  const properties = {
    one: { items: { type: 'string' }, additionalProperties: false, default: { a: [1, null] }, maximum: -1.5 },
    many: { items: [{ type: 'string' }], additionalProperties: { type: 'string' }, enum: ['a', 1, null] },
    depends: { dependencies: { a: ['b'], c: { type: 'object' } } },
  };
  const version = { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { properties } } };
  const names = { plural: 'as', kind: 'A' };
  const object = {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'as.b.c' },
    spec: { group: 'b.c', scope: 'Cluster', names, versions: [version] },
    status: { conditions: null, acceptedNames: { plural: '', kind: '' }, storedVersions: null },
  };
  expect(codec.decode(codec.encode(object), {})).toEqual(object);
});

it.each(['a whole pod', 'not found', 'invalid'])('says of %s what a real server says', (name) => {
  const pair = capturedPairs('kube-1.36')[name];
  if (pair === undefined) throw new Error(name);
  expect(codec.decode(bytesOf(pair), {})).toEqual(JSON.parse(pair.json));
});

it('writes an event of a watch with its length, as a real server does', () => {
  const pair = capturedPairs('kube-1.36')['initial events'];
  if (pair === undefined) throw new Error('no events');
  const events = pair.json
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { type: string; object: object });
  const written = Buffer.concat(events.map((event) => codec.encodeEvent(event)));
  expect(Buffer.from(bytesOf(pair)).subarray(0, written.length)).toEqual(written);
});

it('ends a watch with an error at an object that has no form in protobuf', async () => {
  const server = createFakeApiServer({ documents: kubernetes(), protobuf: codec });
  server.put({ ...map, metadata: { name: 'fits' } });
  server.put({ ...map, metadata: { name: 'odd', namespace: 'default' }, data: { a: 1 } });
  const headers = { accept: `${protobuf};stream=watch` };
  const response = await server.handle(new Request(`http://fake${maps}?watch=true`, { headers }));
  const text = new TextDecoder().decode(await response.arrayBuffer());
  expect(text).toContain('ERROR');
  expect(text).toContain('the stored object has no form in protobuf');
  expect(server.openWatches).toBe(0);
});

it('serves a watch', async () => {
  fake.put({ ...map, metadata: { name: 'watched' } });
  const headers = { accept: `${protobuf};stream=watch` };
  const abort = new AbortController();
  const request = new Request(`http://fake${maps}?watch=true`, { headers, signal: abort.signal });
  const response = await fake.handle(request);
  const reader = response.body?.getReader();
  let bytes = new Uint8Array();
  while (bytes.length === 0) bytes = (await reader?.read())?.value ?? bytes;
  abort.abort();
  const [object] = fake.objects;
  expect(response.headers.get('content-type')).toBe(`${protobuf};stream=watch`);
  expect(bytes).toEqual(codec.encodeEvent({ type: 'ADDED', object: object ?? {} }));
});

it('names the field of a stored object that no client in Go could read', async () => {
  const wrong = { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'd' }, spec: { replicas: '3' } };
  const other = createFakeApiServer({ documents: kubernetes(), protobuf: codec, objects: [wrong] });
  const headers = { accept: protobuf };
  const response = await other.handle(new Request('http://fake/apis/apps/v1/deployments', { headers }));
  expect(response.status).toBe(500);
  expect(codec.decode(new Uint8Array(await response.arrayBuffer()), {})['message']).toBe(
    'Internal error occurred: the stored object has no form in protobuf: items[0].spec.replicas is not an integer of 64 bits',
  );
});

it('neither reads nor writes protobuf unless it is given', async () => {
  const plain = createFakeApiServer({ documents: kubernetes() });
  const headers = { accept: protobuf, 'content-type': protobuf };
  const post = { method: 'POST', headers: { 'content-type': protobuf }, body: codec.encode(map) };
  const answers = [
    await plain.handle(new Request(`http://fake${maps}`, { headers })),
    await plain.handle(new Request(`http://fake${maps}`, post)),
  ];
  expect(answers.map(({ status }) => status)).toEqual([406, 415]);
});

describe('bytes that are no object', () => {
  it('may be cut anywhere', async () => {
    const whole = codec.encode({ ...map, metadata: { name: 'cut' } });
    // The last two fields of the envelope are empty.
    for (let length = 0; length < whole.length - 4; length += 1) {
      const { status } = await send(whole.slice(0, length));
      // Cut between two fields of the envelope, it is an object without a name.
      expect([length, status === 400 || status === 422]).toEqual([length, true]);
    }
  });

  it('may be changed anywhere', async () => {
    const whole = codec.encode({ ...map, metadata: { name: 'changed' } });
    for (let at = 0; at < whole.length; at += 1) {
      const changed = whole.slice();
      changed[at] = 0xff;
      const { status } = await send(changed, `${maps}?dryRun=All`);
      expect([at, [201, 400, 422].includes(status)]).toEqual([at, true]);
    }
  });

  it.each<[string, Uint8Array<ArrayBuffer>]>([
    ['no prefix', Uint8Array.from([1, 2, 3])],
    ['an envelope without end', Uint8Array.from([...magic, 10, 0xff, 0xff, 0xff, 0xff, 0x0f])],
    ['a kind that no server knows', enveloped('v1', 'Nothing', [])],
    ['a kind of another version', enveloped('v7', 'ConfigMap', [])],
    ['a kind of another resource', enveloped('v1', 'Secret', [])],
    ['a number without end', enveloped('v1', 'ConfigMap', [8, ...Array<number>(20).fill(0xff)])],
    ['a length beyond the end', enveloped('v1', 'ConfigMap', [10, 100])],
    ['a length of almost everything', enveloped('v1', 'ConfigMap', [10, 0xff, 0xff, 0xff, 0xff, 0x0f])],
    ['a message as a number', enveloped('v1', 'ConfigMap', [8, 1])],
    ['the field 0', enveloped('v1', 'ConfigMap', [2, 0])],
    ['a group that ends nowhere', enveloped('v1', 'ConfigMap', [99 * 8 + 3 - 768 + 0x80, 6])],
    ['a time after the last year', enveloped('v1', 'ConfigMap', field(1, field(8, [8, ...varint(1e15)])))],
    ['a raw value that is no JSON', enveloped('apps/v1', 'ControllerRevision', field(2, field(1, [0x7b])))],
  ])('%s: 400', async (_, bytes) => {
    expect(
      (await send(bytes, bytes.includes(0x7b) ? '/apis/apps/v1/namespaces/default/controllerrevisions' : maps)).status,
    ).toBe(400);
  });

  it('may be nested without end', async () => {
    let schema: number[] = [];
    // JSONSchemaProps.not, field 28; lengths beyond a few bytes would take long to make here.
    for (let depth = 0; depth < 3000; depth += 1) schema = field(28, schema);
    const version = field(4, field(1, schema));
    const { status, body } = await send(
      enveloped('apiextensions.k8s.io/v1', 'CustomResourceDefinition', field(2, field(7, version))),
      definitions,
    );
    expect([status, body.message]).toEqual([400, expect.stringContaining('exceeded max depth')]);
  });

  it('may stand for more objects than fit into memory', async () => {
    const containers = Uint8Array.from({ length: 600_000 }, (_, index) => (index % 2 === 0 ? 18 : 0));
    const raw = new Uint8Array([...field(2, containers)]);
    const { status, body } = await send(enveloped('v1', 'Pod', raw), '/api/v1/namespaces/default/pods');
    expect([status, body.message]).toEqual([400, expect.stringContaining('200000 messages')]);
  });
});
