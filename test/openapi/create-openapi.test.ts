import { describe, expect, it } from 'vitest';
import { createMemoryStore, isKubeError, type DiscoveryStore } from '../../src/index.js';
import { createOpenAPI, OpenAPIDocumentError, SchemaNotFoundError } from '../../src/openapi/index.js';
import { openAPIServer, realDocuments } from './documents.js';

const real = realDocuments();
const names = Object.keys(real);

/** A small document with one schema. */
function documentOf(description: string) {
  return { openapi: '3.0.0', components: { schemas: { 'a.Pod': { type: 'object', description } as const } } };
}

async function failureOf(promise: Promise<unknown>): Promise<OpenAPIDocumentError> {
  const error: unknown = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(OpenAPIDocumentError);
  return error as OpenAPIDocumentError;
}

describe('the documents of a server are', () => {
  it('listed by its index, which has other paths as well', async () => {
    const { client, requests } = openAPIServer(real);
    expect(await createOpenAPI(client).groupVersions()).toEqual(names);
    expect(requests).toEqual(['/openapi/v3']);
  });

  it('read when asked for, once, and the same object until they change', async () => {
    const { client, requests, texts } = openAPIServer(real);
    const openapi = createOpenAPI(client, { maxAgeMs: 0 });
    const document = await openapi.document({ group: 'apps', version: 'v1' });
    expect(document).toEqual(real['apps/v1']);
    expect(await openapi.document('apps/v1')).toBe(document);
    expect(requests).toEqual(['/openapi/v3', '/openapi/v3/apis/apps/v1', '/openapi/v3']);
    texts.set('apps/v1', JSON.stringify(documentOf('another')));
    expect(await openapi.document('apps/v1')).toEqual(documentOf('another'));
  });

  it('those of the present hash, if they changed after the index was read', async () => {
    const { client, requests, texts } = openAPIServer(real);
    const openapi = createOpenAPI(client);
    await openapi.groupVersions();
    texts.set('v1', JSON.stringify(documentOf('new')));
    expect(await openapi.document('v1')).toEqual(documentOf('new'));
    expect(requests).toEqual(['/openapi/v3', '/openapi/v3/api/v1', '/openapi/v3/api/v1']);
  });

  it('read from a store by their hashes, so that a warm start is one request, in any client', async () => {
    const store = createMemoryStore();
    const first = openAPIServer(real);
    await createOpenAPI(first.client, { store }).documents();
    const second = openAPIServer(real, { server: 'http://another.example' });
    const { documents, failures } = await createOpenAPI(second.client, { store }).documents();
    expect(failures).toEqual([]);
    expect({ ...documents }).toEqual(real);
    expect(second.requests).toEqual(['/openapi/v3']);
  });

  it('read from the server, if what the store holds is damaged', async () => {
    const bytes = new Map<string, Uint8Array>();
    const store: DiscoveryStore = {
      codec: createMemoryStore().codec,
      get: async (key) => bytes.get(key),
      set: async (key, value) => void bytes.set(key, value),
      delete: async (key) => void bytes.delete(key),
    };
    const { client } = openAPIServer(real);
    await createOpenAPI(client, { store }).document('v1');
    for (const [key, value] of bytes) bytes.set(key, value.slice(0, -1));
    const reported: string[] = [];
    const onStoreFailure = ({ kind }: { readonly kind: string }): void => void reported.push(kind);
    expect(await createOpenAPI(client, { store, onStoreFailure }).document('v1')).toEqual(real['v1']);
    expect(reported).toEqual(['damaged']);
  });

  it('found below the path of a base URL, whether or not the index names it', async () => {
    for (const prefix of ['', '/k8s/clusters/c-abc']) {
      const server = 'http://fake.example/k8s/clusters/c-abc';
      const paths = { 'api/v1': { serverRelativeURL: `${prefix}/openapi/v3/api/v1?hash=A` } };
      const { client, requests } = openAPIServer(real, {
        server,
        answer: (url) => (url.pathname.endsWith('/v3') ? Response.json({ paths }) : undefined),
      });
      await createOpenAPI(client).document('v1');
      expect(requests.slice(0, 2)).toEqual(['/openapi/v3', '/openapi/v3/api/v1']);
    }
  });

  it('as many in memory as the options say', async () => {
    const { client, requests } = openAPIServer(real);
    const openapi = createOpenAPI(client, { maxDocuments: 1 });
    for (const name of ['v1', 'apps/v1', 'apps/v1', 'v1']) await openapi.document(name);
    expect(requests.map((path) => path.slice('/openapi/v3'.length))).toEqual([
      '',
      '/api/v1',
      '/apis/apps/v1',
      '/api/v1',
    ]);
  });
});

describe('the schema of a resource is', () => {
  it('that of its kind, by any name', async () => {
    const { client } = openAPIServer(real);
    const openapi = createOpenAPI(client);
    const { name, schema, mapping, document } = await openapi.schemaOf('deploy');
    expect(name).toBe('io.k8s.api.apps.v1.Deployment');
    expect(schema).toBe(document.components?.schemas?.[name]);
    expect(mapping.kind).toEqual({ group: 'apps', version: 'v1', kind: 'Deployment' });
  });

  it('not found in a document without the kind', async () => {
    const { client } = openAPIServer({ ...real, v1: documentOf('no kind') });
    await expect(createOpenAPI(client).schemaOf('pods')).rejects.toThrow(SchemaNotFoundError);
    await expect(createOpenAPI(client).schemaOf('nothings')).rejects.toMatchObject({ code: 'no-match' });
  });
});

describe('a failure', () => {
  const large = JSON.stringify(documentOf('x'.repeat(2000)));
  const deep = `{"openapi":"3.0.0","components":{"schemas":{"a":${'{"items":'.repeat(200)}{}${'}'.repeat(200)}}}}`;
  const cases: readonly (readonly [string, string, RegExp])[] = [
    ['HTML', '<html>sign in</html>', /HTML/],
    ['cut', JSON.stringify(real['v1']).slice(0, -1), /was cut off after \d+ characters/],
    ['empty', '', /empty/],
    ['a list', '[]', /an array/],
    ['of version 2', '{"swagger":"2.0","definitions":{}}', /not OpenAPI v3/],
    ['without schemas that are an object', '{"openapi":"3.0.0","components":{"schemas":[]}}', /schemas/],
    ['with a schema that is none', '{"openapi":"3.0.0","components":{"schemas":{"a":7}}}', /"a" is not an object/],
    [
      'with a reference to nowhere',
      '{"openapi":"3.0.0","components":{"schemas":{"a":{"properties":{"b":{"$ref":"#/components/schemas/c"}}}}}}',
      /reference to a schema that does not exist: "#\/components\/schemas\/c"/,
    ],
    [
      'with a reference to what every object inherits',
      '{"openapi":"3.0.0","components":{"schemas":{"a":{"$ref":"#/components/schemas/constructor"}}}}',
      /reference to a schema that does not exist/,
    ],
    ['nested too deeply', deep, /100 levels/],
  ];
  it.each(cases)('of a document that is %s stays with its group-version', async (_name, text, message) => {
    const { client } = openAPIServer({ ...real, v1: text });
    const openapi = createOpenAPI(client);
    const { documents, failures } = await openapi.documents();
    expect(Object.keys(documents)).toEqual(names.filter((name) => name !== 'v1'));
    expect(failures).toMatchObject([{ groupVersion: 'v1', reason: 'malformed' }]);
    expect(failures[0]?.message).toMatch(message);
    expect(await failureOf(openapi.document('v1'))).toMatchObject({ groupVersion: 'v1' });
  });

  it('names the bound and its option for a document that is too large', async () => {
    const { client } = openAPIServer({ v1: large });
    const openapi = createOpenAPI(client, { maxDocumentBytes: 1000 });
    const { message, reason } = await failureOf(openapi.document('v1'));
    expect([message, reason]).toEqual(['v1: the document is larger than 1000 bytes (maxDocumentBytes)', 'malformed']);
  });

  it('is denied, unreachable or not found as the server answers', async () => {
    const statuses: Record<string, number> = {
      '/api/v1': 403,
      '/apis/apps/v1': 503,
      '/apis/networking.k8s.io/v1': 404,
    };
    const { client } = openAPIServer(real, {
      retry: { limit: 0 },
      answer: ({ pathname }) => {
        const status = statuses[pathname.slice('/openapi/v3'.length)];
        return status === undefined ? undefined : new Response('no', { status });
      },
    });
    const { failures } = await createOpenAPI(client).documents();
    const found = failures.map(({ groupVersion, reason }) => [groupVersion, reason]);
    expect(found).toEqual([
      ['v1', 'denied'],
      ['apps/v1', 'unreachable'],
      ['networking.k8s.io/v1', 'notFound'],
    ]);
    expect(failures.every((failure) => isKubeError(failure.cause))).toBe(true);
  });

  it('of a server without OpenAPI v3 says so, and has no group-version', async () => {
    const { client } = openAPIServer(real, { answer: () => new Response('404 page not found', { status: 404 }) });
    const failure = await failureOf(createOpenAPI(client).documents());
    expect(failure).toMatchObject({ groupVersion: undefined, reason: 'notFound' });
    expect(failure.message).toContain('no OpenAPI v3');
  });

  it('of a group-version without a document names it', async () => {
    const { client } = openAPIServer(real);
    const { documents, failures } = await createOpenAPI(client).documents({ groupVersions: ['v1', 'shop.example/v1'] });
    expect(Object.keys(documents)).toEqual(['v1']);
    expect(failures).toMatchObject([{ groupVersion: 'shop.example/v1', reason: 'notFound' }]);
  });

  it('is an address that leads elsewhere, to which nothing is sent', async () => {
    const addresses = [
      'https://elsewhere.example/openapi/v3/x',
      '//elsewhere.example/openapi/v3/x',
      '/api/v1/secrets',
      7,
    ];
    for (const serverRelativeURL of addresses) {
      const { client, requests } = openAPIServer(real, {
        answer: () => Response.json({ paths: { 'api/v1': { serverRelativeURL } } }),
      });
      expect(await failureOf(createOpenAPI(client).document('v1'))).toMatchObject({ reason: 'malformed' });
      expect(requests).toEqual(['/openapi/v3']);
    }
  });

  it('is not kept: the next call tries again', async () => {
    let isDown = true;
    const { client } = openAPIServer(real, {
      retry: { limit: 0 },
      answer: () => (isDown ? new Response('no', { status: 503 }) : undefined),
    });
    const openapi = createOpenAPI(client);
    expect(await failureOf(openapi.document('v1'))).toMatchObject({ reason: 'unreachable' });
    isDown = false;
    expect(await openapi.document('v1')).toEqual(real['v1']);
  });
});

it('takes names that every object inherits for names', async () => {
  const hostile =
    '{"openapi":"3.0.0","components":{"schemas":{"__proto__":{"type":"object","description":"a schema"}}}}';
  const { client } = openAPIServer({ __proto__: null, v1: hostile } as unknown as Record<string, string>);
  const { documents } = await createOpenAPI(client).documents({ groupVersions: ['v1', '__proto__', 'constructor'] });
  expect(Object.keys(documents)).toEqual(['v1']);
  expect(Object.keys(documents['v1']?.components?.schemas ?? {})).toEqual(['__proto__']);
  expect(({} as Record<string, unknown>)['description']).toBeUndefined();
});
