import { describe, expect, it } from 'vitest';
import { InvalidArgumentError } from '../../../src/core/shared/invalid-argument-error.js';
import { ObjectMismatchError } from '../../../src/core/resource/errors.js';
import type { PatchType } from '../../../src/core/representation/partial-shapes.js';
import { nodeMapping } from '../../representation/contexts.js';
import { catalogOf, deployment, deployments, entryOf, nodes, untyped } from '../handles.js';
import { recordingConnection, silentConnection, type FakeAnswer } from '../recording-connection.js';

const front: FakeAnswer = { body: { ...deployment('front', 'web'), status: { replicas: 1 } } };
const success: FakeAnswer = { body: { kind: 'Status', apiVersion: 'v1', status: 'Success', details: { uid: 'u1' } } };

describe('create and replace', () => {
  it('answer the object as the server stored it', async () => {
    const handle = deployments(recordingConnection([front, front])).namespace('web');
    expect(await handle.create(deployment('front'))).toEqual(front.body);
    expect(await handle.replace(deployment('front'))).toEqual(front.body);
  });

  it.each([
    ['another kind', { apiVersion: 'apps/v1', kind: 'StatefulSet' }],
    ['another group', { apiVersion: 'example.com/v1', kind: 'Deployment' }],
    ['another version', { apiVersion: 'apps/v1beta1', kind: 'Deployment' }],
    ['another kind alone', { kind: 'deployment' }],
    ['another apiVersion alone', { apiVersion: 'v1' }],
  ])('refuse an object of %s before a request', async (_case, type) => {
    const handle = deployments(silentConnection()).namespace('web');
    const object = { ...type, metadata: { name: 'front' } };
    for (const call of [handle.create(object), handle.replace(object)]) {
      const error: unknown = await call.catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(ObjectMismatchError);
      expect(error).toMatchObject({
        code: 'object-mismatch',
        expected: { group: 'apps', kind: 'Deployment' },
        ...type,
      });
    }
  });

  it.each([null, 'front', [deployment('front')], 5])('refuse %j, which is no object', async (object) => {
    const handle = untyped(deployments(silentConnection()).namespace('web'));
    await expect(handle.create(object)).rejects.toMatchObject({ code: 'invalid-argument', argument: 'object' });
  });

  it('refuse an object that cannot be written as JSON', async () => {
    const circular = { ...deployment('front'), self: {} };
    circular.self = circular;
    const handle = deployments(silentConnection()).namespace('web');
    await expect(handle.create(circular)).rejects.toBeInstanceOf(InvalidArgumentError);
    await expect(handle.create({ ...deployment('front'), size: 1n })).rejects.toMatchObject({ argument: 'object' });
  });

  it('never change what they are given', async () => {
    const object = Object.freeze({ metadata: Object.freeze({ name: 'n1' }), spec: Object.freeze({ podCIDR: '' }) });
    const before = structuredClone(object);
    const node: FakeAnswer = { body: { kind: 'Node', apiVersion: 'v1', metadata: { name: 'n1' } } };
    const connection = recordingConnection([node, node]);
    await nodes(connection).create(object);
    await nodes(connection).replace(object);
    expect(object).toEqual(before);
    expect(connection.requests.map(({ body }) => body)).toEqual(
      Array(2).fill('{"apiVersion":"v1","kind":"Node","metadata":{"name":"n1"},"spec":{"podCIDR":""}}'),
    );
  });

  it('send an object that names its type exactly as it is', async () => {
    const object = { kind: 'Node', metadata: { name: 'n1' }, apiVersion: 'v1' };
    const connection = recordingConnection([{ body: object }]);
    await nodes(connection).create(object);
    expect(connection.requests[0]?.body).toBe(JSON.stringify(object));
  });

  it('refuse a Status in place of the object', async () => {
    const handle = nodes(recordingConnection([success]));
    await expect(handle.create({ metadata: { name: 'n1' } })).rejects.toMatchObject({ code: 'unexpected-shape' });
  });
});

describe('a number that JavaScript does not hold exactly', () => {
  const server =
    '{"apiVersion":"v1","kind":"Node","metadata":{"name":"n1"},"spec":{"ports":[{"a.b":0},{"a.b":9007199254740993}]}}';
  const cases: [string, unknown, string][] = [
    ['an integer beyond 2^53 - 1', { size: 2 ** 53 }, 'spec.size'],
    ['a negative one', { size: -(2 ** 53) }, 'spec.size'],
    ['one as large as a float goes', { a: [1, { b: 1e300 }] }, 'spec.a[1].b'],
    ['infinity, as 1e400 reads', { size: JSON.parse('1e400') as unknown }, 'spec.size'],
    ['NaN', { 'a/b': [Number.NaN] }, 'spec["a/b"][0]'],
    ['one that toJSON makes', { at: { toJSON: () => ({ n: 2 ** 60 }) } }, 'spec.at.n'],
  ];

  it.each(cases)('(%s) is refused by every write, with its place', async (_case, spec, place) => {
    const handle = nodes(silentConnection());
    const object = { metadata: { name: 'n1' }, spec };
    for (const call of [
      handle.create(object),
      handle.replace(object),
      handle.patch('n1', { spec }, { type: 'merge' }),
    ]) {
      const error: unknown = await call.catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(InvalidArgumentError);
      expect((error as Error).message).toContain(`at ${place}:`);
    }
    await expect(handle.patch('n1', [{ op: 'add', path: '/a', value: 2 ** 53 }], { type: 'json' })).rejects.toThrow(
      /at \[0\]\.value:/,
    );
  });

  it('is not altered between get and replace', async () => {
    const handle = nodes(recordingConnection([{ body: server }]));
    const read = await handle.get('n1');
    await expect(handle.replace(read)).rejects.toThrow(/at spec\.ports\[1\]\["a\.b"\]: .* patch only the fields/);
  });

  it.each([2 ** 53 - 1, -(2 ** 53 - 1), 0, -0, 1.5, 1e-300, 0.1])('%d is none', async (size) => {
    const node: FakeAnswer = { body: { kind: 'Node', apiVersion: 'v1', metadata: { name: 'n1' } } };
    await nodes(recordingConnection([node])).create({ metadata: { name: 'n1' }, spec: { size } });
  });
});

describe('what JSON does not have', () => {
  it.each<[string, unknown]>([
    ['a Map', new Map([['x', '1']])],
    ['a Set', new Set(['x'])],
    ['a promise', Promise.resolve({})],
    ['a function', () => 'x'],
    ['a symbol', Symbol('x')],
    ['bytes', new Uint8Array(2)],
    ['a Buffer', Buffer.from('x')],
    ['a buffer', new ArrayBuffer(2)],
    ['a regular expression', /x/],
    ['an error', new Error('x')],
  ])('(%s) is refused with its place, where the server would take fields away', async (_what, value) => {
    const handle = nodes(silentConnection());
    const object = { metadata: { name: 'n1' }, data: [{ value }] };
    for (const call of [
      handle.create(object),
      handle.apply(object, { fieldManager: 'me' }),
      handle.patch('n1', object, { type: 'strategic' }),
    ]) {
      await expect(call).rejects.toMatchObject({ code: 'invalid-argument' });
      await expect(call).rejects.toThrow(/at data\[0\]\.value: use plain objects/);
    }
    await expect(handle.patch('n1', value as object, { type: 'merge' })).rejects.toMatchObject({
      code: 'invalid-argument',
    });
  });

  it.each<[string, object]>([
    ['a Map', new Map([['x', '1']])],
    ['a Set', new Set(['x'])],
    ['a promise', Promise.resolve({ metadata: { name: 'n1' } })],
    ['a thenable', { metadata: { name: 'n1' }, then: () => undefined }],
    ['a Date', new Date(0)],
    ['an error', new Error('x')],
    ['bytes', new Uint8Array(2)],
  ])('(%s) is no object to write', async (_what, object) => {
    const handle = nodes(silentConnection());
    for (const call of [
      handle.create(object),
      handle.create(object, { subresource: 'eviction', name: 'n1' } as never),
      handle.replace(object),
      handle.replace(object, { subresource: 'status' } as never),
      handle.apply(object, { fieldManager: 'me' }),
      handle.patch('n1', object, { type: 'merge' }),
    ]) {
      await expect(call).rejects.toMatchObject({ code: 'invalid-argument' });
    }
  });

  it.each([[[undefined]], [['a', undefined]], [new Array(2)], [[[undefined]]]])(
    '(undefined in an array, %j) is refused, where the server would store null',
    async (list) => {
      const handle = nodes(silentConnection());
      const node = { metadata: { name: 'n1' }, spec: { list } };
      for (const call of [handle.create(node), handle.patch('n1', node, { type: 'merge' })]) {
        await expect(call).rejects.toThrow(/at spec\.list\[\d\]/);
      }
      await expect(handle.patch('n1', [undefined] as never, { type: 'json' })).rejects.toThrow(/at \[0\]/);
    },
  );

  it('may be made by toJSON, and is refused where that throws', async () => {
    const node: FakeAnswer = { body: { kind: 'Node', apiVersion: 'v1', metadata: { name: 'n1' } } };
    const connection = recordingConnection([node]);
    const dated = { metadata: { name: 'n1' }, at: new Date(0), left: undefined };
    await nodes(connection).create(dated);
    expect(connection.requests[0]!.body).toContain('"at":"1970-01-01T00:00:00.000Z"');
    const spoilt = {
      toJSON() {
        throw new Error('mine');
      },
    };
    const call = nodes(silentConnection()).create({ metadata: { name: 'n1' }, spoilt });
    await expect(call).rejects.toMatchObject({ code: 'invalid-argument', cause: { message: 'mine' } });
  });
});

describe('a body that is nested too deeply', () => {
  it.each([1001, 100_000])('(%d levels) is refused in words', async (levels) => {
    const deep: unknown = JSON.parse(`${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`);
    const handle = nodes(silentConnection());
    const object = { metadata: { name: 'n1' }, deep };
    for (const call of [handle.create(object), handle.replace(object), handle.patch('n1', object, { type: 'merge' })]) {
      await expect(call).rejects.toThrow(/nested more than 1000 levels deep/);
      await expect(call).rejects.toBeInstanceOf(InvalidArgumentError);
    }
  });
});

describe('an endpoint whose objects are of another group or version', () => {
  const responseKind = { group: 'other.io', version: 'v2', kind: 'Node' };
  const catalog = catalogOf({ ...entryOf(nodeMapping), responseKind });
  const stored: FakeAnswer = { body: { apiVersion: 'other.io/v2', kind: 'Node', metadata: { name: 'n1' } } };

  it('takes back what it answers', async () => {
    const connection = recordingConnection([stored, stored]);
    const handle = nodes(connection, catalog);
    expect(await handle.replace(await handle.get('n1'))).toEqual(stored.body);
    expect(JSON.parse(String(connection.requests[1]?.body))).toEqual(stored.body);
  });

  it('fills in their type where it is missing, and leaves its own to the server', async () => {
    const connection = recordingConnection([stored, stored]);
    const handle = nodes(connection, catalog);
    await handle.create({ metadata: { name: 'n1' } });
    await handle.create({ apiVersion: 'v1', kind: 'Node', metadata: { name: 'n1' } });
    const types = connection.requests.map(
      ({ body }) => (JSON.parse(String(body)) as { apiVersion: string }).apiVersion,
    );
    expect(types).toEqual(['other.io/v2', 'v1']);
  });

  it('refuses every other type', async () => {
    const handle = nodes(silentConnection(), catalog);
    await expect(handle.create({ apiVersion: 'other.io/v1', metadata: { name: 'n1' } })).rejects.toBeInstanceOf(
      ObjectMismatchError,
    );
  });
});

describe('replace', () => {
  it('needs the object’s name', async () => {
    const handle = nodes(silentConnection());
    await expect(handle.replace({ metadata: { generateName: 'n' } })).rejects.toMatchObject({ code: 'invalid-name' });
    await expect(handle.replace({})).rejects.toMatchObject({ code: 'invalid-name' });
  });
});

describe('patch', () => {
  it.each<[string, PatchType, object | string, string]>([
    ['an object as JSON patch', 'json', {}, 'body'],
    ['an array as merge patch', 'merge', [], 'body'],
    ['an array as strategic merge patch', 'strategic', [], 'body'],
    ['text', 'merge', '{}', 'body'],
    ['a type that there is not', 'apply' as PatchType, {}, 'type'],
  ])('refuses %s before a request', async (_case, type, body, argument) => {
    const handle = untyped(nodes(silentConnection()));
    await expect(handle.patch('n1', body, { type })).rejects.toMatchObject({ code: 'invalid-argument', argument });
  });

  it('answers in the representation of the handle', async () => {
    const handle = deployments(recordingConnection([front]))
      .namespace('web')
      .as('PartialObjectMetadata');
    expect(await handle.patch('front', {}, { type: 'merge' })).toEqual({
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'front', namespace: 'web' },
    });
  });
});

describe('delete', () => {
  it('answers the Status of an object that is gone', async () => {
    expect(await nodes(recordingConnection([success])).delete('n1')).toEqual({ status: success.body });
  });

  it('answers the object while something keeps it', async () => {
    const handle = deployments(recordingConnection([front]))
      .namespace('web')
      .as('Table');
    expect(await handle.delete('front')).toEqual({ object: front.body });
  });

  it('refuses an answer that is neither', async () => {
    const handle = nodes(recordingConnection([{ body: { kind: 'NodeList', apiVersion: 'v1', items: [] } }]));
    await expect(handle.delete('n1')).rejects.toMatchObject({ code: 'unexpected-shape' });
  });
});
