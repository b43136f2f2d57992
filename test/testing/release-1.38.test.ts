import { describe, expect, it, onTestFinished } from 'vitest';
import { ApiError, createClient, divideIntoShards, isNotFound, isObjectNotFound } from '../../src/index.js';
import { createFakeApiServer, type FakeSwitches } from '../../src/testing/index.js';
import { kubernetes, kubernetesProtobuf, kubernetesSchemas } from '../../src/testing/kubernetes.js';
import { startFakeApiServer } from '../../src/testing/node.js';
import { loadRelease } from '../../src/upgrade/index.js';
import { definitionOf } from '../e2e/harness/custom-resources.js';
import { ask, type Asking } from './support.js';

// What kube-apiserver 1.38.0-beta.0 was seen to answer, and 1.37.2 before it.
const at = '/api/v1/namespaces/default';
const map = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', namespace: 'default' } };
const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p', namespace: 'default' }, spec: { containers: [] } };
const binding = { apiVersion: 'v1', kind: 'Binding', metadata: { name: 'p' }, target: { kind: 'Node', name: 'n' } };
const eviction = { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name: 'p' } };
const text = { type: 'string' };
const spec = {
  type: 'object',
  properties: {
    one: { ...text, minLength: 1 },
    few: { ...text, minLength: 3 },
    list: { type: 'array', minItems: 2, items: text },
    map: { type: 'object', minProperties: 1, additionalProperties: text },
    word: { ...text, pattern: '^x' },
  },
};
const definition = definitionOf({
  ...{ group: 'x.example', plural: 'ws', kind: 'W' },
  versions: [{ name: 'v1', schema: { type: 'object', properties: { spec } } }],
});

const serverOf = (speaks: FakeSwitches['speaks']) =>
  createFakeApiServer({ documents: kubernetes(), objects: [map, pod, definition], speaks });

/** What a write answers, and the version that the whole server has afterwards. */
async function write(speaks: FakeSwitches['speaks'], path: string, asking: Asking) {
  const server = serverOf(speaks);
  const { body } = await ask(server, path, asking);
  const { metadata, status } = body as { readonly metadata: object; readonly status: string };
  const list = (await ask(server, `${at}/configmaps`)).body as {
    readonly metadata: { readonly resourceVersion: string };
  };
  return { metadata, status, present: list.metadata.resourceVersion };
}

describe('the Status of a write', () => {
  const writes: readonly (readonly [string, string, Asking])[] = [
    ['a delete', `${at}/configmaps/a`, { method: 'DELETE' }],
    ['a binding', `${at}/pods/p/binding`, { method: 'POST', body: binding }],
    ['a binding without its pod in the path', `${at}/bindings`, { method: 'POST', body: binding }],
    ['an eviction', `${at}/pods/p/eviction`, { method: 'POST', body: eviction }],
  ];

  it.each(writes)('names the version since 1.38: %s', async (_what, path, asking) => {
    const { metadata, status, present } = await write('1.38', path, asking);
    expect([metadata, status]).toEqual([{ resourceVersion: present }, 'Success']);
    expect((await write('1.37', path, asking)).metadata).toEqual({});
  });

  it.each(writes)('names that of the object if it was a dry run: %s', async (_what, path, asking) => {
    const server = serverOf('1.38');
    const named = path.includes('configmaps') ? `${at}/configmaps/a` : `${at}/pods/p`;
    const { metadata } = (await ask(server, named)).body as { readonly metadata: { readonly resourceVersion: string } };
    const { body } = await ask(server, `${path}?dryRun=All`, asking);
    expect(body).toMatchObject({ metadata: { resourceVersion: metadata.resourceVersion } });
  });
});

describe('a refusal of 1.38', () => {
  const invalid = 'Invalid value: "abc": strconv.ParseUint: parsing "abc": invalid syntax';

  it('is a Status without details for a page that is not there', async () => {
    const server = serverOf('1.38');
    const expected = { kind: 'Status', message: '404 page not found', reason: 'NotFound', code: 404 };
    for (const path of ['/nope', '/apis/nope.example.com', '/apis/nope.example.com/v1/x', '/apis/x.example/v2/ws']) {
      const { status, type, body } = await ask(server, path);
      expect([status, type, body]).toEqual([404, 'application/json', expect.objectContaining(expected)]);
      expect(body).not.toHaveProperty('details');
    }
    const { body } = await ask(server, '/apis/apps/v1/nopes');
    expect(body).toMatchObject({ message: 'the server could not find the requested resource', details: {} });
    expect(await ask(serverOf('1.37'), '/nope')).toMatchObject({ status: 404, text: '404 page not found\n' });
  });

  it('is 422 for a version that is none in a get, and 400 in a list', async () => {
    const server = serverOf('1.38');
    const query = '?resourceVersion=abc';
    expect((await ask(server, `${at}/configmaps/a${query}`)).body).toMatchObject({
      message: `configmaps "a" is invalid: resourceVersion: ${invalid}`,
      reason: 'Invalid',
      details: {
        name: 'a',
        kind: 'configmaps',
        causes: [{ reason: 'FieldValueInvalid', message: invalid, field: 'resourceVersion' }],
      },
      code: 422,
    });
    expect((await ask(server, `/apis/x.example/v1/namespaces/default/ws/w${query}`)).body).toMatchObject({
      message: `ws.x.example "w" is invalid: resourceVersion: ${invalid}`,
    });
    expect(await ask(server, `${at}/configmaps${query}`)).toMatchObject({ status: 400 });
    expect(await ask(serverOf('1.37'), `${at}/configmaps/a${query}`)).toMatchObject({ status: 500 });
  });

  it('has causes that tell what is too short and too few', async () => {
    const body = {
      apiVersion: 'x.example/v1',
      kind: 'W',
      metadata: { name: 'w' },
      spec: { one: '', few: 'a', list: ['x'], map: {}, word: 'y' },
    };
    const causesOf = async (speaks: '1.37' | '1.38'): Promise<string[]> => {
      const answer = await ask(serverOf(speaks), '/apis/x.example/v1/namespaces/default/ws', { method: 'POST', body });
      const { message, details } = answer.body as {
        readonly message: string;
        readonly details: { readonly causes: readonly { reason: string; message: string; field: string }[] };
      };
      for (const cause of details.causes) expect(message).toContain(`${cause.field}: ${cause.message}`);
      return details.causes.map(({ reason, message: why, field }) => `${field} ${reason} ${why}`).sort();
    };
    const word = 'spec.word FieldValueInvalid Invalid value: "y": spec.word in body should match \'^x\'';
    expect(await causesOf('1.38')).toEqual([
      'spec.few FieldValueTooShort Too short: must be at least 3 characters',
      'spec.list FieldValueTooFew Too few: 1: must have at least 2 items',
      'spec.map FieldValueTooFew Too few: 0: must have at least 1 item',
      'spec.one FieldValueTooShort Too short: must be at least 1 character',
      word,
    ]);
    expect((await causesOf('1.37')).map((each) => each.split(' ')[1])).toEqual(Array(5).fill('FieldValueInvalid'));
  });

  it('says in protobuf what it says in JSON, to clients that want it', async () => {
    const server = createFakeApiServer({
      documents: kubernetes(),
      protobuf: await kubernetesProtobuf(),
      speaks: '1.38',
    });
    const { type, text: body } = await ask(server, '/nope', { accept: 'application/vnd.kubernetes.protobuf' });
    expect(type).toBe('application/vnd.kubernetes.protobuf');
    expect(body).toContain('404 page not found');
  });
});

describe('a client of a server of 1.38', () => {
  it('takes a 404 without details for no word about the object', async () => {
    const server = await startFakeApiServer(serverOf('1.38'));
    const client = createClient({ server: server.url });
    onTestFinished(async () => {
      await client.close();
      await server.close();
    });
    const gone = client.handle({
      resource: { group: 'nope.example.com', version: 'v1', resource: 'nopes' },
      kind: { group: 'nope.example.com', version: 'v1', kind: 'Nope' },
      scope: 'Namespaced',
    });
    const failure = await gone
      .namespace('default')
      .get('a')
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ApiError);
    expect([(failure as ApiError).statusCode, isNotFound(failure), isObjectNotFound(failure)]).toEqual([
      404,
      true,
      false,
    ]);
    const missing = await client
      .resource('configmaps')
      .namespace('default')
      .get('none')
      .catch((error: unknown) => error);
    expect(isObjectNotFound(missing)).toBe(true);
    await expect(client.resource('nopes.nope.example.com').list()).rejects.toMatchObject({ code: 'no-match' });
    const wrong = client.resource('configmaps').namespace('default').get('a', { resourceVersion: 'abc' });
    await expect(wrong).rejects.toMatchObject({ code: 'api', statusCode: 422 });
  });

  it('gets its shards from the server without a switch', async () => {
    const server = await startFakeApiServer(serverOf('1.38'));
    const client = createClient({ server: server.url });
    onTestFinished(async () => {
      await client.close();
      await server.close();
    });
    const [shard] = divideIntoShards('uid', 2);
    expect((await client.resource('configmaps').list({ shard })).metadata.shardInfo).toBeDefined();
    expect((await client.resource('configmaps').list()).metadata.shardInfo).toBeUndefined();
  });
});

describe('what 1.38 serves', () => {
  it('is what 1.37 serves by default', async () => {
    const [before, after] = await Promise.all(['1.37.2', '1.38.0-beta.0'].map((each) => loadRelease(each)));
    const namesOf = (release: typeof before): string[] =>
      (release?.catalog.resources() ?? []).map(
        ({ group, version, resource, verbs }) => `${resource}.${version}.${group} ${verbs.join()}`,
      );
    expect(namesOf(after)).toEqual(namesOf(before));
    expect(namesOf(after).length).toBeGreaterThan(60);
  });

  it('has the version of what it speaks', async () => {
    expect((await ask(serverOf('1.38'), '/version')).body).toMatchObject({ minor: '38', gitVersion: 'v1.38.0' });
    expect((await ask(serverOf('1.37'), '/version')).body).toMatchObject({ minor: '37', gitVersion: 'v1.37.2' });
    expect((await ask(serverOf(undefined), '/version')).body).toMatchObject({ gitVersion: 'v1.37.2' });
  });

  it('has schemas of its own, which tell what a create needs', async () => {
    const [before, after] = [await kubernetesSchemas(), await kubernetesSchemas('1.38')];
    const job = 'io.k8s.api.batch.v1.Job';
    expect([before[job]?.required, after[job]?.required]).toEqual([undefined, ['spec']]);
    expect(after['io.k8s.api.core.v1.SeccompProfile']?.properties).toHaveProperty('oci');
    expect([Object.keys(before).length, Object.keys(after).length]).toEqual([618, 626]);
    expect(after).not.toHaveProperty('io.k8s.api.scheduling.v1alpha3.TopologyConstraint');
    await expect(kubernetesSchemas('1.39' as '1.38')).rejects.toMatchObject({ code: 'invalid-argument' });
  });
});
