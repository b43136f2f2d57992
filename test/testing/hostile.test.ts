import { describe, expect, it } from 'vitest';
import { createFakeApiServer, type FakeApiServer, type FakeResource } from '../../src/testing/index.js';
import { ask, configMap, namesIn, v2, type Asking } from './support.js';

const names = ['__proto__', 'constructor', 'toString', 'x..y', 'a b', 'ü', '%2f', ''];
const maps = '/api/v1/namespaces/default/configmaps';
const core: FakeResource = { group: '', version: 'v1', resource: 'configmaps', kind: 'ConfigMap' };

function start(): FakeApiServer {
  return createFakeApiServer({ resources: [core], objects: [configMap('a')] });
}

describe('names are only data', () => {
  it.each(names.filter((name) => name !== ''))(
    'a group, version, resource and kind called %j is served like any other',
    async (name) => {
      const word = encodeURIComponent(name);
      const server = createFakeApiServer({
        resources: [{ group: `${name}.example.com`, version: name, resource: name, kind: name, custom: true }],
      });
      expect((await ask(server, '/apis', { accept: v2 })).body).toMatchObject({
        items: [
          { metadata: { name: `${name}.example.com` }, versions: [{ version: name, resources: [{ resource: name }] }] },
        ],
      });
      const path = `/apis/${word}.example.com/${word}`;
      expect((await ask(server, path)).body).toMatchObject({ resources: [{ name, kind: name }] });
      const body = { apiVersion: `${name}.example.com/${name}`, kind: name, metadata: { name: 'one' } };
      const answered = await ask(server, `${path}/namespaces/n/${word}`, { method: 'POST', body });
      // An apiVersion with further slashes is data as well.
      expect([answered.status, (await ask(server, `${path}/${word}`)).status]).toEqual([201, 200]);
    },
  );

  it('an object called __proto__ is kept apart from what objects inherit', async () => {
    const server = start();
    for (const name of ['__proto__', 'constructor']) {
      server.put(configMap(name));
      expect((await ask(server, `${maps}/${name}`)).status).toBe(200);
    }
    expect(namesIn(await ask(server, maps))).toEqual(['__proto__', 'a', 'constructor']);
  });

  it('a field called __proto__ reaches nobody, however it is sent', async () => {
    const body =
      '{"metadata":{"labels":{"constructor":"x"},"__proto__":{"polluted":"yes"}},"data":{"__proto__":{"polluted":"yes"}},"__proto__":{"polluted":"yes"}}';
    const server = start();
    const requests: Asking[] = [
      { method: 'PATCH', contentType: 'application/merge-patch+json', body },
      { method: 'PUT', body: body.replace('"metadata":{', '"metadata":{"name":"a",') },
      {
        method: 'PATCH',
        contentType: 'application/json-patch+json',
        body: `[{"op":"add","path":"/data","value":${body}}]`,
      },
    ];
    for (const request of requests) {
      expect((await ask(server, `${maps}/a`, request)).status).toBe(200);
      expect((await ask(server, `${maps}?labelSelector=polluted`)).status).toBe(200);
      expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    }
  });

  it('documents with repeated and odd entries keep the first of each', async () => {
    const group = { metadata: { name: 'x.io' }, versions: [{ version: 'v1', resources: null, freshness: 7 }] };
    const twice = { metadata: { name: 'x.io' }, versions: [] };
    const body = { kind: 'APIGroupDiscoveryList', items: [group, twice, { metadata: null, versions: null }] };
    const server = createFakeApiServer({ documents: { '/apis': { status: 200, body } } });
    expect((await ask(server, '/apis/x.io')).body).toMatchObject({ versions: [{ version: 'v1' }] });
    expect((await ask(server, '/apis')).status).toBe(200);
  });
});

describe('whatever is asked is answered', () => {
  const paths = [
    '/',
    '//',
    '/api/',
    '/apis/',
    '/api/v1/',
    '/api/v1//configmaps',
    '/api/%zz',
    '/api/v1/configmaps/%00',
    `${maps}/..%2f..%2fapis`,
    `${maps}/%2e%2e`,
    '/api/v1/namespaces/__proto__/configmaps/__proto__',
    '/apis/__proto__/constructor/toString',
    '/api/v1/watch',
    '/api/v1/watch/configmaps/a/b/c/d',
    '/api/v1/namespaces',
    '/api/v1/namespaces//configmaps',
    `${maps}/a/status/scale/more`,
    `${maps}?labelSelector=%00&fieldSelector=%ff&limit=99999999999999999999&continue=%00`,
    `${maps}?continue=eyJ2IjoibWV0YS5rOHMuaW8vdjEiLCJydiI6MSwic3RhcnQiOjd9`,
    `/${'a/'.repeat(5000)}`,
    '/apis/🐙/v1',
  ];
  const bodies: unknown[] = [
    undefined,
    '',
    'null',
    '7',
    '"text"',
    '[]',
    '{}',
    '{"metadata":null}',
    '{"metadata":{"name":null,"namespace":7}}',
    '{"apiVersion":{},"kind":[]}',
    `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
    `{"metadata":{"name":"deep"},"data":${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}}`,
    '[{"op":"add","path":"/a/b/c","value":1}]',
    '\u0000',
  ];
  const types = ['application/json', 'application/merge-patch+json', 'application/json-patch+json', ';;;', 'a/b; c="'];

  it.each(paths)('%s', async (path) => {
    const server = start();
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'NONSENSE']) {
      const { status } = await ask(server, path, { method });
      expect(status, method).toBeGreaterThanOrEqual(200);
      expect(status, method).toBeLessThan(500);
    }
    expect(server.objects.map(({ metadata }) => metadata.name).filter((name) => name !== 'a')).toEqual([]);
  });

  it.each(bodies.map((body, index) => [index, String(body).slice(0, 40), body] as const))(
    'body %i: %s',
    async (_i, _shown, body) => {
      const server = start();
      for (const contentType of types) {
        for (const [method, path] of [
          ['POST', maps],
          ['PUT', `${maps}/a`],
          ['PATCH', `${maps}/a`],
          ['DELETE', `${maps}/b`],
          ['DELETE', `${maps}?labelSelector=none`],
        ] as const) {
          const { status } = await ask(server, path, { method, contentType, body });
          expect(status, `${method} ${contentType}`).toBeLessThan(500);
        }
      }
      expect(server.objects.some(({ metadata }) => metadata.name === 'a')).toBe(true);
    },
  );

  it.each([
    '',
    ',,,',
    ';',
    'a',
    'application/json;as=__proto__;g=__proto__;v=__proto__',
    '*/*;q=nan',
    '"',
    `${'a/b,'.repeat(9999)}`,
  ])('Accept %j', async (accept) => {
    const server = start();
    for (const path of ['/api', '/api/v1', maps, `${maps}/a`]) {
      expect([200, 406]).toContain((await ask(server, path, { accept })).status);
    }
  });

  it('10,000 groups', async () => {
    const resources = Array.from({ length: 10_000 }, (_, index) => ({ ...core, group: `g${index}.example.com` }));
    const server = createFakeApiServer({ resources });
    expect(((await ask(server, '/apis', { accept: v2 })).body as { items: unknown[] }).items).toHaveLength(10_000);
    expect((await ask(server, '/apis/g9999.example.com/v1/configmaps')).status).toBe(200);
  });
});
