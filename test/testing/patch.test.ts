import { describe, expect, it } from 'vitest';
import { createFakeApiServer, type FakeApiServer } from '../../src/testing/index.js';
import { ask, configMap, failureOf, objectIn, type Answered } from './support.js';

const merge = 'application/merge-patch+json';
const json = 'application/json-patch+json';
const path = '/apis/example.com/v1/namespaces/default/widgets/w';

function start(): FakeApiServer {
  return createFakeApiServer({
    resources: [{ group: 'example.com', version: 'v1', resource: 'widgets', kind: 'Widget', subresources: ['status'] }],
    objects: [
      {
        apiVersion: 'example.com/v1',
        kind: 'Widget',
        metadata: { name: 'w', namespace: 'default', generation: 1, labels: { app: 'web' } },
        spec: { size: 1, parts: ['a', 'b'], deep: { er: { x: 1 } }, 'a/b~c': 1 },
        status: { phase: 'New' },
      },
    ],
  });
}

const patch = (contentType: string, body: unknown, to = path, server = start()): Promise<Answered> =>
  ask(server, to, { method: 'PATCH', contentType, body });

describe('a merge patch', () => {
  it.each([
    ['sets a value', { spec: { size: 2 } }, { size: 2, parts: ['a', 'b'], deep: { er: { x: 1 } }, 'a/b~c': 1 }],
    ['removes by null', { spec: { parts: null, deep: null } }, { size: 1, 'a/b~c': 1 }],
    ['replaces arrays whole', { spec: { parts: ['c'], deep: null } }, { size: 1, parts: ['c'], 'a/b~c': 1 }],
    [
      'drops nulls inside of what it adds',
      { spec: { deep: { er: null, new: { y: null } } } },
      { size: 1, parts: ['a', 'b'], deep: { new: {} }, 'a/b~c': 1 },
    ],
    ['replaces the whole by what is no object', { spec: 'text' }, 'text'],
  ])('%s', async (_what, body, spec) => {
    const answered = await patch(merge, body);
    expect(answered.status).toBe(200);
    expect(objectIn(answered)['spec']).toEqual(spec);
    expect(answered.body).toMatchObject({ metadata: { resourceVersion: '3', generation: 2, labels: { app: 'web' } } });
  });

  it('through /status reaches the status alone, through the main endpoint everything else', async () => {
    const body = { spec: { size: 2 }, status: { phase: 'Done' } };
    expect((await patch(merge, body, `${path}/status`)).body).toMatchObject({
      spec: { size: 1 },
      status: { phase: 'Done' },
    });
    expect((await patch(merge, body)).body).toMatchObject({ spec: { size: 2 }, status: { phase: 'New' } });
  });

  it('with dryRun=All changes nothing', async () => {
    const server = start();
    expect((await patch(merge, { spec: { size: 9 } }, `${path}?dryRun=All`, server)).body).toMatchObject({
      spec: { size: 9 },
    });
    expect(server.objects[0]).toMatchObject({ spec: { size: 1 } });
  });

  it.each([
    ['an array', [], 400],
    ['broken JSON', '{', 400],
    ['a stale resourceVersion', { metadata: { resourceVersion: '1' } }, 409],
    ['another name', { metadata: { name: 'v' } }, 400],
    ['another kind', { kind: 'Gadget' }, 422],
    ['no metadata left', { metadata: null }, 400],
    ['labels that are of another type', { metadata: { labels: { app: 1 } } }, 422],
  ])('that is or leads to %s is refused', async (_what, body, code) => {
    const server = start();
    expect(failureOf(await patch(merge, body, path, server)).code).toBe(code);
    expect(server.objects[0]?.metadata.resourceVersion).toBe('2');
  });
});

describe('a JSON patch', () => {
  it.each([
    ['add', [{ op: 'add', path: '/spec/parts/-', value: 'c' }], { parts: ['a', 'b', 'c'] }],
    ['insert', [{ op: 'add', path: '/spec/parts/1', value: 'c' }], { parts: ['a', 'c', 'b'] }],
    ['remove', [{ op: 'remove', path: '/spec/parts/0' }], { parts: ['b'] }],
    ['replace', [{ op: 'replace', path: '/spec/size', value: 5 }], { size: 5 }],
    ['move', [{ op: 'move', from: '/spec/deep/er', path: '/spec/er' }], { deep: {}, er: { x: 1 } }],
    ['copy', [{ op: 'copy', from: '/spec/deep', path: '/spec/copy' }], { copy: { er: { x: 1 } } }],
    [
      'test',
      [
        { op: 'test', path: '/spec/size', value: 1 },
        { op: 'add', path: '/spec/ok', value: true },
      ],
      { ok: true },
    ],
    ['escapes', [{ op: 'replace', path: '/spec/a~1b~0c', value: 2 }], { 'a/b~c': 2 }],
    // As on real servers, and not in the RFC.
    ['replace of nothing', [{ op: 'replace', path: '/spec/nope', value: 2 }], { nope: 2 }],
    ['insert before the last', [{ op: 'add', path: '/spec/parts/-2', value: 'c' }], { parts: ['a', 'c', 'b'] }],
    ['replace of the last', [{ op: 'replace', path: '/spec/parts/-1', value: 'c' }], { parts: ['a', 'c'] }],
    ['removal of the last', [{ op: 'remove', path: '/spec/parts/-1' }], { parts: ['a'] }],
    ['copy of nothing', [{ op: 'copy', from: '/spec/nope', path: '/spec/copy' }], { copy: null }],
    [
      'test for nothing',
      [
        { op: 'test', path: '/spec/nope', value: null },
        { op: 'test', path: '/spec/nope' },
        { op: 'add', path: '/spec/ok' },
      ],
      { ok: null },
    ],
  ])('%s', async (_what, body, spec) => {
    const answered = await patch(json, body);
    expect(answered.status).toBe(200);
    expect(answered.body).toMatchObject({ spec });
  });

  it.each([
    ['a test that fails', [{ op: 'test', path: '/spec/size', value: 2 }], 422],
    ['a place in a list that is not there', [{ op: 'replace', path: '/spec/parts/2', value: 2 }], 422],
    ['a place before the first', [{ op: 'replace', path: '/spec/parts/-3', value: 2 }], 422],
    ['a test of something where nothing is', [{ op: 'test', path: '/spec/nope', value: 2 }], 422],
    ['a test of nothing beyond the end', [{ op: 'test', path: '/spec/parts/2', value: null }], 422],
    ['a test below what is not there', [{ op: 'test', path: '/spec/nope/x', value: null }], 422],
    ['a parent that is not there', [{ op: 'add', path: '/nope/x', value: 2 }], 422],
    ['an index beyond the end', [{ op: 'add', path: '/spec/parts/9', value: 2 }], 422],
    ['the length of an array', [{ op: 'replace', path: '/spec/parts/length', value: 4294967295 }], 422],
    ['a copy beyond the end', [{ op: 'copy', from: '/spec/size', path: '/spec/parts/9' }], 422],
    ['a move beyond the end', [{ op: 'move', from: '/spec/size', path: '/spec/parts/9' }], 422],
    ['the removal of what objects inherit', [{ op: 'remove', path: '/toString' }], 422],
    ['a move of everything', [{ op: 'move', from: '', path: '' }], 422],
    ['the end of an array as what is there', [{ op: 'test', path: '/spec/parts/-', value: 1 }], 422],
    ['an operation of a list', [{ op: ['add'], path: '/spec/x', value: 1 }], 422],
    ['a move into itself', [{ op: 'move', from: '/spec/deep', path: '/spec/deep/er/x' }], 422],
    ['what objects inherit', [{ op: 'add', path: '/toString/polluted', value: 1 }], 422],
    ['a prototype', [{ op: 'add', path: '/__proto__/polluted', value: 1 }], 422],
    ['a constructor', [{ op: 'add', path: '/constructor/prototype/polluted', value: 1 }], 422],
    ['an object', { op: 'add', path: '/spec/x', value: 1 }, 400],
    ['an operation that is no object', ['remove'], 400],
    ['an unknown operation', [{ op: 'nope', path: '/spec/x' }], 422],
    ['an operation without a path', [{ op: 'remove' }], 422],
    ['a path that is no pointer', [{ op: 'remove', path: 'spec' }], 422],
    [
      'more operations than servers take',
      Array.from({ length: 10_001 }, () => ({ op: 'test', path: '', value: 1 })),
      400,
    ],
    ['the removal of everything', [{ op: 'remove', path: '' }], 422],
    ['a kind that is no text', [{ op: 'replace', path: '/kind', value: 1 }], 422],
  ])('with %s is refused', async (_what, body, code) => {
    const server = start();
    expect(failureOf(await patch(json, body, path, server)).code).toBe(code);
    expect(server.objects[0]?.metadata.resourceVersion).toBe('2');
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    expect((Object.prototype.toString as { polluted?: unknown }).polluted).toBeUndefined();
  });

  it('of a value to where it is changes nothing', async () => {
    const server = start();
    const answered = await patch(json, [{ op: 'move', from: '/spec', path: '/spec' }], path, server);
    expect([answered.status, server.objects[0]?.metadata.resourceVersion]).toEqual([200, '2']);
  });

  it('cannot nest more deeply than can be walked', async () => {
    const deep = (depth: number): object => JSON.parse(`${'{"a":'.repeat(depth)}{}${'}'.repeat(depth)}`) as object;
    const body = Array.from({ length: 20 }, (_, index) => [
      { op: 'add', path: `/spec/n${index}`, value: deep(900) },
      ...(index === 0
        ? []
        : [{ op: 'move', from: `/spec/n${index - 1}`, path: `/spec/n${index}${'/a'.repeat(900)}/a` }]),
    ]).flat();
    expect(failureOf(await patch(json, body)).code).toBe(422);
  });

  it('cannot grow without bound by copies of copies', async () => {
    const double = Array.from({ length: 60 }, (_, index) => ({ op: 'copy', from: '/spec', path: `/spec/c${index}` }));
    expect(failureOf(await patch(json, double)).code).toBe(422);
  });
});

describe('any other patch', () => {
  it.each([
    ['application/strategic-merge-patch+json', `${json}, ${merge}, application/apply-patch+yaml`],
    ['application/json', `${json}, ${merge}, application/apply-patch+yaml`],
    ['text/plain', `${json}, ${merge}, application/apply-patch+yaml`],
    ['nonsense', `${json}, ${merge}, application/apply-patch+yaml`],
  ])('of type %s is 415, with the reason', async (contentType, message) => {
    const answered = await patch(contentType, '{}');
    expect(failureOf(answered)).toEqual({ code: 415, reason: 'UnsupportedMediaType' });
    expect(answered.text).toContain(message);
  });

  it.each([
    ['application/json', '415: Unsupported Media Type'],
    ['', '415: Unsupported Media Type'],
  ])('of type "%s" for a built-in resource is 415, told by its router', async (contentType, message) => {
    const server = createFakeApiServer({
      resources: [{ group: '', version: 'v1', resource: 'configmaps', kind: 'ConfigMap' }],
      objects: [configMap('a')],
    });
    const answered = await patch(contentType, '{}', '/api/v1/namespaces/default/configmaps/a', server);
    expect(failureOf(answered)).toEqual({ code: 415, reason: 'UnsupportedMediaType' });
    expect(answered.text).toContain(message);
  });

  it('of an object that is not there is 404', async () => {
    expect(failureOf(await patch(merge, {}, path.replace(/w$/, 'v'))).code).toBe(404);
  });
});
