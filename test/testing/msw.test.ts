import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { afterEach, describe, expect, it } from 'vitest';
import { createFakeApiServer, FakeApiServerError } from '../../src/testing/index.js';
import { fakeApiServerHandlers } from '../../src/testing/msw.js';
import { capturedDocuments, configMap, read, v2 } from './support.js';

const documents = capturedDocuments('kube-1.36-v2');
const network = setupServer();

afterEach(() => {
  network.close();
});

describe.each(['https://kubernetes.test', 'https://kubernetes.test:6443/', 'https://r.test/k8s/clusters/c-abc'])(
  'handlers for %s',
  (baseUrl) => {
    const base = baseUrl.replace(/\/$/, '');

    it('let fetch see the fake server, discovery and objects', async () => {
      const server = createFakeApiServer({ documents, objects: [configMap('a')] });
      network.resetHandlers(...fakeApiServerHandlers(server, { baseUrl }));
      network.listen({ onUnhandledRequest: 'error' });
      const groups = await read(await fetch(`${base}/apis?timeout=32s`, { headers: { accept: v2 } }));
      expect([groups.status, groups.type, groups.body]).toEqual([200, v2, documents['/apis']?.body]);
      const etag = groups.headers.get('etag') ?? '';
      const again = await fetch(`${base}/apis`, { headers: { accept: v2, 'if-none-match': etag } });
      expect([again.status, await again.text()]).toEqual([304, '']);
      const path = `${base}/api/v1/namespaces/default/configmaps`;
      const headers = { 'content-type': 'application/json' };
      const made = await fetch(path, { method: 'POST', headers, body: JSON.stringify({ metadata: { name: 'b' } }) });
      expect(made.status).toBe(201);
      expect((await fetch(`${path}/a`, { method: 'DELETE' })).status).toBe(200);
      expect(server.objects.map(({ metadata }) => metadata.name)).toEqual(['b']);
      expect(server.requests[0]).toMatchObject({ method: 'GET', path: '/apis?timeout=32s', accept: v2, status: 200 });
    });

    it('leave everything else of the origin to others', async () => {
      const server = createFakeApiServer({ documents });
      const others = http.all('*', () => HttpResponse.text('another'));
      network.resetHandlers(...fakeApiServerHandlers(server, { baseUrl }), others);
      network.listen({ onUnhandledRequest: 'error' });
      for (const path of ['/index.html', '/apiary', '/']) {
        expect(await (await fetch(`${base}${path}`)).text()).toBe('another');
      }
      expect(await (await fetch('https://elsewhere.test/api')).text()).toBe('another');
      expect(server.requests).toEqual([]);
    });
  },
);

describe('a baseUrl that is no URL', () => {
  it.each(['', '/k8s', 'kubernetes'])('%j is refused outside of a browser', (baseUrl) => {
    expect(() => fakeApiServerHandlers(createFakeApiServer(), { baseUrl })).toThrow(FakeApiServerError);
  });
});
