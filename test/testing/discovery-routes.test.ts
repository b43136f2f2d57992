import { describe, expect, it } from 'vitest';
import { createFakeApiServer, type CapturedDocuments } from '../../src/testing/index.js';
import { ask, capturedDocuments, v2 } from './support.js';

const documents = capturedDocuments('kube-1.36-v2');
const server = createFakeApiServer({ documents });
const custom = '/apis/traefik.io';

describe('a router stands before some documents', () => {
  it.each<[path: string, accept: string, message: string]>([
    ['/api', 'application/*', '406: Not Acceptable'],
    ['/api', 'text/html', '406: Not Acceptable'],
    ['/apis/apps/v1', 'text/html', '406: Not Acceptable'],
    ['/version', 'text/html', 'Available representations: application/json'],
    ['/apis', 'text/html', 'only the following media types are accepted'],
    ['/apis/apps', 'text/html', 'only the following media types are accepted'],
    [custom, 'text/html', 'only the following media types are accepted'],
    ['/api', 'application/json;as=Table;g=meta.k8s.io;v=v1', 'only the following media types are accepted'],
  ])('%s as %s is 406: %s', async (path, accept, message) => {
    const answered = await ask(server, path, { accept });
    expect(answered.status).toBe(406);
    expect(answered.text).toContain(message);
  });

  it.each([
    ['/apis', 200],
    ['/apis/apps', 200],
    [custom, 200],
    [`${custom}/v1alpha1`, 200],
    ['/healthz', 200],
    ['/api', 405],
    ['/api/v1', 405],
    ['/apis/apps/v1', 405],
    ['/version', 405],
  ])('that minds the method: POST %s is %i', async (path, status) => {
    expect((await ask(server, path, { method: 'POST', body: {} })).status).toBe(status);
  });

  it('/version may end with a slash', async () => {
    expect((await ask(server, '/version/')).body).toEqual((await ask(server, '/version')).body);
  });
});

describe('Accept is read as servers read it', () => {
  it.each<[accept: string, type: string | 406]>([
    [`${v2};q=0,application/json`, v2],
    [`${v2};q=high`, v2],
    ['application/json;q=0', 'application/json'],
    [v2.toUpperCase(), 406],
    [v2.replace('=v2', '="v2"'), 406],
    [`${v2};sv=v1`, 406],
    [`${v2};sv=v1,application/json`, 'application/json'],
  ])('%s is answered with %s', async (accept, type) => {
    const answered = await ask(server, '/apis', { accept });
    expect(answered.status === 200 ? answered.type : answered.status).toBe(type);
  });
});

describe('aggregated documents that are made of legacy ones', () => {
  it('have the custom resources of each version in the order of their names, with full kinds', async () => {
    const resource = (name: string, kind: string): object => ({ name, kind, namespaced: true, verbs: ['get'] });
    const versions = [{ groupVersion: 'example.com/v1', version: 'v1' }];
    const legacy: CapturedDocuments = {
      '/apis': { status: 200, body: { kind: 'APIGroupList', groups: [{ name: 'example.com', versions }] } },
      '/apis/example.com/v1': {
        status: 200,
        body: {
          kind: 'APIResourceList',
          groupVersion: 'example.com/v1',
          resources: [
            resource('b', 'B'),
            resource('a', 'A'),
            { ...resource('a/scale', 'Scale'), group: 'autoscaling', version: 'v1' },
          ],
        },
      },
    };
    const { body } = await ask(createFakeApiServer({ documents: legacy }), '/apis', { accept: v2 });
    const kind = (name: string): object => ({ group: 'example.com', version: 'v1', kind: name });
    expect(body).toMatchObject({
      items: [
        {
          versions: [
            {
              resources: [
                {
                  resource: 'a',
                  responseKind: kind('A'),
                  subresources: [{ responseKind: { group: 'autoscaling', version: 'v1', kind: 'Scale' } }],
                },
                { resource: 'b', responseKind: kind('B') },
              ],
            },
          ],
        },
      ],
    });
  });
});
