import { describe, expect, it } from 'vitest';
import { InvalidNameError, NamespaceConflictError, NamespaceRequiredError } from '../../src/core/resource/errors.js';
import type { ResourceHandle } from '../../src/core/resource/resource-handle.js';
import { deployment, deployments, nodes, untyped } from './handles.js';
import { recordingConnection, silentConnection } from './recording-connection.js';

type Call = (handle: ResourceHandle) => Promise<unknown>;

const first: (items: AsyncIterable<unknown>) => Promise<unknown> = async (items) => {
  for await (const item of items) return item;
  return undefined;
};

/** Every call that names one object. */
const oneObject: [string, (handle: ResourceHandle, name: string) => Promise<unknown>][] = [
  ['get', (handle, name) => handle.get(name)],
  ['patch', (handle, name) => handle.patch(name, {}, { type: 'merge' })],
  ['delete', (handle, name) => handle.delete(name)],
  ['scale get', (handle, name) => handle.scale(name).get()],
  ['scale set', (handle, name) => handle.scale(name).set(1)],
  ['replace', (handle, name) => handle.replace(deployment(name))],
];

const calls: [string, Call][] = [
  ...oneObject.map(([verb, call]): [string, Call] => [verb, (handle) => call(handle, 'front')]),
  ['create', (handle) => handle.create(deployment('front'))],
  ['list', (handle) => handle.list()],
  ['pages', (handle) => first(handle.pages())],
  ['items', (handle) => first(handle.items())],
];

/** The rejection of a promise; the call itself must not throw, and no request may be sent. */
async function refusal(call: Call, make: typeof deployments): Promise<unknown> {
  const connection = silentConnection();
  const promise = call(make(connection));
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(connection.requests).toEqual([]);
  return error;
}

describe('a name that cannot stand in a path', () => {
  const hostile = ['', '.', '..', 'a/b', '../secrets/x', 'a%2fb', '%2e%2e', 'a%', 'x\ud800', '\udc00x'];

  it.each(oneObject.flatMap(([verb, call]) => hostile.map((name) => [verb, name, call] as const)))(
    'is refused before a request: %s of %j',
    async (_verb, name, call) => {
      const error = await refusal((handle) => call(handle.namespace('web'), name), deployments);
      expect(error).toBeInstanceOf(InvalidNameError);
      expect(error).toMatchObject({ code: 'invalid-name', role: 'name', word: name });
    },
  );

  it('is an object made by new String', async () => {
    for (const name of [Object('front'), ['front'], { toString: () => 'front' }] as unknown as string[]) {
      const error = await refusal((handle) => handle.namespace('web').get(name), deployments);
      expect(error).toMatchObject({ code: 'invalid-name' });
    }
  });

  it.each(calls.flatMap(([verb, call]) => ['', '..', 'a/b', 'kube%2fsystem'].map((ns) => [verb, ns, call] as const)))(
    'is refused as a namespace: %s in %j',
    async (_verb, namespace, call) => {
      const error = await refusal((handle) => call(handle.namespace(namespace)), deployments);
      expect(error).toMatchObject({ code: 'invalid-name', role: 'namespace', word: namespace });
    },
  );

  it.each(['', 'a/b', '..'])('is refused as a subresource: %j', async (subresource) => {
    const call: Call = (handle) => handle.namespace('web').patch('front', {}, { type: 'merge', subresource });
    expect(await refusal(call, deployments)).toMatchObject({ code: 'invalid-name', role: 'subresource' });
  });

  it.each(['a\\b', 'a?b', 'a#b', 'a\tb', ' '])(
    'is refused as a namespace, which is no name of an object: %j',
    async (word) => {
      expect(await refusal((handle) => handle.namespace(word).get('a'), deployments)).toMatchObject({
        role: 'namespace',
      });
      const call: Call = (handle) => handle.namespace('web').patch('front', {}, { type: 'merge', subresource: word });
      expect(await refusal(call, deployments)).toMatchObject({ role: 'subresource' });
    },
  );

  it('is refused as the namespace of an object', async () => {
    const call: Call = (handle) => handle.create(deployment('front', '../..'));
    expect(await refusal(call, deployments)).toMatchObject({ code: 'invalid-name', role: 'namespace', word: '../..' });
  });

  it('may also be no text at all, in JavaScript', async () => {
    const call: Call = (handle) => untyped(handle).get(undefined);
    expect(await refusal(call, nodes)).toMatchObject({ code: 'invalid-name', word: '' });
  });

  it('is shown without its control characters', () => {
    expect(new InvalidNameError('name', 'a\u001b[2J\n').message).toContain('"a\\u001b[2J\\n"');
  });
});

it.each([
  ...['system:node', 'Front_End', '__proto__', 'a b', 'é'],
  // As the names of cluster roles may be.
  ...['CORP\\jdoe', 'a?watch=1', 'a#b', 'a\tb', 'a\n', '\u0000', '...', ' a'],
])('the name %j is sent as it is', async (name) => {
  const connection = recordingConnection([{ body: { kind: 'Node', apiVersion: 'v1', metadata: { name } } }]);
  await nodes(connection).get(name);
  expect(connection.requests.map(({ path }) => decodeURIComponent(path))).toEqual([`/api/v1/nodes/${name}`]);
});

describe('without a namespace', () => {
  const needing = calls.filter(([verb]) => !['list', 'pages', 'items'].includes(verb));

  it.each(needing)('%s of a namespaced resource is refused', async (_verb, call) => {
    const error = await refusal(call, deployments);
    expect(error).toBeInstanceOf(NamespaceRequiredError);
    expect(error).toMatchObject({ code: 'namespace-required', resource: { resource: 'deployments' } });
  });

  it('a call without an object is not told to change one', async () => {
    const error = await refusal((handle) => handle.get('front'), deployments);
    expect(error).toMatchObject({
      message: expect.stringMatching(/call namespace\(\) on the handle first\.$/) as string,
    });
  });

  it('an object whose metadata.namespace is empty has none', async () => {
    const error = await refusal((handle) => handle.create(deployment('front', '')), deployments);
    expect(error).toBeInstanceOf(NamespaceRequiredError);
  });
});

describe('a namespace that contradicts', () => {
  const withoutObject = calls.filter(([verb]) => !['create', 'replace'].includes(verb));

  it.each(withoutObject)('the scope is refused: %s of a cluster-scoped resource', async (_verb, call) => {
    const error = await refusal((handle) => call(handle.namespace('web')), nodes);
    expect(error).toBeInstanceOf(NamespaceConflictError);
    expect(error).toMatchObject({ code: 'namespace-conflict', namespace: 'web', objectNamespace: undefined });
  });

  it.each<[string, Call]>([
    ['create', (handle) => handle.create({ metadata: { name: 'n1', namespace: 'web' } })],
    ['replace', (handle) => handle.replace({ metadata: { name: 'n1', namespace: 'web' } })],
    ['create in a namespace', (handle) => handle.namespace('web').create({ metadata: { name: 'n1' } })],
    ['replace in a namespace', (handle) => handle.namespace('web').replace({ metadata: { name: 'n1' } })],
  ])('the scope is refused: %s of a cluster-scoped object', async (_verb, call) => {
    expect(await refusal(call, nodes)).toMatchObject({ code: 'namespace-conflict', namespace: 'web' });
  });

  it.each<[string, Call]>([
    ['create', (handle) => handle.namespace('web').create(deployment('front', 'db'))],
    ['replace', (handle) => handle.namespace('web').replace(deployment('front', 'db'))],
  ])('the object is refused: %s', async (_verb, call) => {
    const error = await refusal(call, deployments);
    expect(error).toMatchObject({ code: 'namespace-conflict', namespace: 'web', objectNamespace: 'db' });
    expect((error as Error).message).toContain('"web"');
    expect((error as Error).message).toContain('"db"');
  });
});
