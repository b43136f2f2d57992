import { describe, expect, it } from 'vitest';
import { createClient } from '../../src/index.js';
import { findKind } from '../../src/openapi/document.js';
import { createOpenAPI, findSchema } from '../../src/openapi/index.js';
import { createFakeApiServer, type FakeApiServerOptions } from '../../src/testing/index.js';
import { kubernetes, kubernetesSchemas } from '../../src/testing/kubernetes.js';
import { transportTo } from '../cli/support.js';
import { realDocuments } from '../openapi/documents.js';
import { ask } from './support.js';

const definition = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'widgets.example.com' },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { plural: 'widgets', kind: 'Widget', listKind: 'WidgetList' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: { spec: { type: 'object', properties: { size: { type: 'integer', default: 1 } } } },
          },
        },
      },
    ],
  },
};

async function start(options: FakeApiServerOptions = {}) {
  const server = createFakeApiServer({ documents: kubernetes(), schemas: await kubernetesSchemas(), ...options });
  const index = async (): Promise<Record<string, { serverRelativeURL: string }>> =>
    (JSON.parse((await ask(server, '/openapi/v3')).text) as { paths: Record<string, { serverRelativeURL: string }> })
      .paths;
  return { server, index };
}

describe('the OpenAPI documents of the fake server', () => {
  it('stand at the addresses of the index, which change with their content', async () => {
    const { server, index } = await start();
    const { serverRelativeURL: url = '' } = (await index())['apis/apps/v1'] ?? {};
    expect(url).toMatch(/^\/openapi\/v3\/apis\/apps\/v1\?hash=[\dA-F]{128}$/);
    const hash = url.split('=')[1] ?? '';
    const found = await ask(server, url);
    expect([found.status, found.type, found.headers.get('etag'), found.headers.get('cache-control')]).toEqual([
      200,
      'application/json',
      `"${hash}"`,
      'public, immutable',
    ]);
    const plain = await ask(server, '/openapi/v3/apis/apps/v1');
    expect([plain.text, plain.headers.get('cache-control')]).toEqual([found.text, 'no-cache, private']);
    const stale = await server.handle(new Request('http://fake.test/openapi/v3/apis/apps/v1?hash=ABC'));
    expect([stale.status, stale.headers.get('location')]).toEqual([301, url]);
    const known = await ask(server, '/openapi/v3/apis/apps/v1', { headers: { 'if-none-match': `"${hash}"` } });
    expect([known.status, known.text]).toEqual([304, '']);
    expect((await ask(server, '/openapi/v3/apis/nope/v1')).status).toBe(404);
    expect((await ask(server, '/openapi/v3', { method: 'POST', body: {} })).status).toBe(405);
  });

  it('have the schemas of a real server for every resource, without descriptions', async () => {
    const { server } = await start();
    const client = createClient({ server: 'http://fake.test', transport: transportTo(server) });
    const openAPI = createOpenAPI(client);
    const withoutWords = (value: unknown): unknown =>
      JSON.parse(
        JSON.stringify(value, (key, inner: unknown) =>
          key === 'description' && typeof inner === 'string' ? undefined : inner,
        ),
      );
    for (const [groupVersion, real] of Object.entries(realDocuments())) {
      const fake = await openAPI.document(groupVersion);
      for (const resource of (await client.discovery.catalog()).resources()) {
        if (`${resource.group}/${resource.version}`.replace(/^\//, '') !== groupVersion) continue;
        const kind = findKind(real, resource);
        expect([resource.resource, findKind(fake, resource)]).toEqual([resource.resource, kind]);
        if (kind !== undefined) expect(findSchema(fake, kind)).toEqual(withoutWords(findSchema(real, kind)));
      }
      const named = JSON.stringify(fake).match(/(?<=#\/components\/schemas\/)[\w.-]+/g) ?? [];
      expect(named.filter((name) => fake.components?.schemas?.[name] === undefined)).toEqual([]);
    }
    await client.close();
  });

  it('have the schemas of definitions, from when they are stored until they are removed', async () => {
    const { server, index } = await start();
    expect(await index()).not.toHaveProperty(['apis/example.com/v1']);
    server.put(definition);
    const document = await ask(server, '/openapi/v3/apis/example.com/v1');
    expect(document.body).toMatchObject({
      paths: {
        '/apis/example.com/v1/namespaces/{namespace}/widgets/{name}': {
          patch: {
            'x-kubernetes-group-version-kind': { group: 'example.com', version: 'v1', kind: 'Widget' },
            parameters: expect.arrayContaining([expect.objectContaining({ name: 'fieldValidation' })]) as unknown,
          },
        },
      },
      components: {
        schemas: {
          'com.example.v1.Widget': {
            properties: {
              metadata: { allOf: [{ $ref: '#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta' }] },
              spec: { type: 'object', properties: { size: { type: 'integer', default: 1 } } },
            },
          },
          'com.example.v1.WidgetList': {},
          'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta': {},
        },
      },
    });
    server.remove(definition);
    expect(await index()).not.toHaveProperty(['apis/example.com/v1']);
  });

  it('are those that were given, byte for byte', async () => {
    const body = { openapi: '3.0.0', paths: {}, components: { schemas: { X: { type: 'object' } } } };
    const documents = { ...kubernetes(), '/openapi/v3/apis/apps/v1': { status: 200, body } };
    const { server } = await start({ documents });
    expect((await ask(server, '/openapi/v3/apis/apps/v1')).text).toBe(JSON.stringify(body));
  });

  it('name the paths of all resources without any schema, so that kubectl can write', async () => {
    const { server } = await start({ schemas: {} });
    const { body } = await ask(server, '/openapi/v3/api/v1');
    expect(body).toMatchObject({
      paths: {
        '/api/v1/namespaces/{namespace}/pods/{name}': { patch: {} },
        '/api/v1/nodes/{name}/status': { get: {} },
      },
      components: { schemas: {} },
    });
  });
});
