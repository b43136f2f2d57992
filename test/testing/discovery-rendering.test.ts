import { describe, expect, it } from 'vitest';
import { isJsonRecord, type JsonRecord } from '../../src/core/shared/json-record.js';
import { createFakeApiServer, type CapturedDocuments, type FakeApiServer } from '../../src/testing/index.js';
import { ask, captures, capturedDocuments, v2, v2beta1 } from './support.js';

/** To define and undefine a resource in every group-version makes the server forget what was captured and render. */
function rendering(documents: CapturedDocuments): FakeApiServer {
  const server = createFakeApiServer({ documents, speaks: '1.34' });
  const groupVersions = Object.keys(documents).flatMap((path) => {
    const [, root, first = '', second] = path.split('/');
    if (root === 'apis' && second !== undefined && documents[path]?.status === 200) return [[first, second] as const];
    return root === 'api' || root === 'apis' ? [[root === 'api' ? '' : 'zz.example.com', 'v1'] as const] : [];
  });
  for (const [group, version] of groupVersions) {
    const widgets = { group, version, resource: 'widgets', kind: 'Widget' };
    server.define(widgets);
    server.undefine(widgets);
  }
  return server;
}

/** All documents of a server in one format, by path, as they would be captured. */
async function documentsOf(server: FakeApiServer, accept: string): Promise<CapturedDocuments> {
  const documents: Record<string, CapturedDocuments[string]> = {};
  const take = async (path: string): Promise<unknown> => {
    const { status, headers, body } = await ask(server, path, { accept });
    documents[path] = { status, headers: Object.fromEntries(headers), body };
    return body;
  };
  const core = await take('/api');
  const named = await take('/apis');
  if (accept !== 'application/json') return documents;
  for (const version of isJsonRecord(core) ? (core['versions'] as string[]) : []) await take(`/api/${version}`);
  for (const group of isJsonRecord(named) ? (named['groups'] as { versions: { groupVersion: string }[] }[]) : []) {
    for (const { groupVersion } of group.versions) await take(`/apis/${groupVersion}`);
  }
  return documents;
}

/** Every entry of legacy documents as one line that can be compared; what aggregated documents lack is left out. */
function legacyEntries(documents: CapturedDocuments): string[] {
  return Object.entries(documents)
    .flatMap(([path, { status, body }]) => {
      if (!isJsonRecord(body) || !Array.isArray(body['resources'])) return [`${path} ${status}`];
      return (body['resources'] as JsonRecord[]).map(({ storageVersionHash: _hash, ...entry }) =>
        [
          path,
          ...Object.entries(entry)
            .map((field) => JSON.stringify(field))
            .sort(),
        ].join(' '),
      );
    })
    .filter((line) => !/^\/(api|apis|version) /.test(line))
    .sort();
}

interface Aggregated {
  readonly items: readonly { metadata: { name?: string }; versions: readonly { version: string }[] }[];
}

const aggregated = captures.filter((name) => name.includes('v2'));

describe.each(aggregated)('%s', (name) => {
  const documents = capturedDocuments(name);
  const format = name.includes('v2beta1') ? v2beta1 : v2;

  it.each(['/api', '/apis'])('%s is answered as it was captured while nothing has changed', async (path) => {
    const { body, headers } = await ask(createFakeApiServer({ documents, speaks: '1.34' }), path, { accept: format });
    expect(body).toEqual(documents[path]?.body);
    expect(headers.get('etag')).toBe(documents[path]?.headers['etag']);
  });

  it.each(['/api', '/apis'])('%s is rendered equal to what was captured, to the very ETag', async (path) => {
    const { body, headers } = await ask(rendering(documents), path, { accept: format });
    expect(JSON.stringify(body)).toBe(JSON.stringify(documents[path]?.body));
    expect(headers.get('etag')).toBe(documents[path]?.headers['etag']);
  });

  it('the other aggregated version differs in its name alone', async () => {
    const other = format === v2 ? v2beta1 : v2;
    const { body } = await ask(createFakeApiServer({ documents, speaks: '1.34' }), '/apis', { accept: other });
    const apiVersion = `apidiscovery.k8s.io/${format === v2 ? 'v2beta1' : 'v2'}`;
    expect(body).toEqual({ ...(documents['/apis']?.body as object), apiVersion });
  });

  it('through legacy and back, every entry is the same', async () => {
    const legacy = await documentsOf(createFakeApiServer({ documents }), 'application/json');
    const back = await documentsOf(createFakeApiServer({ documents: legacy, speaks: '1.34' }), format);
    const legacyAgain = await documentsOf(createFakeApiServer({ documents: back }), 'application/json');
    expect(legacyEntries(legacyAgain)).toEqual(legacyEntries(legacy));
    const order = ({ items }: Aggregated): unknown =>
      items.map((group) => [group.metadata.name, group.versions.map(({ version }) => version)]);
    expect(order(back['/apis']?.body as Aggregated)).toEqual(order(documents['/apis']?.body as Aggregated));
  });
});

describe.each(captures.filter((name) => name.includes('legacy')))('%s', (name) => {
  const documents = capturedDocuments(name);

  it('every document is answered as it was captured', async () => {
    const server = createFakeApiServer({ documents });
    for (const [path, { status, body }] of Object.entries(documents)) {
      const answered = await ask(server, path);
      expect([path, answered.status, answered.body]).toEqual([path, status, body]);
    }
  });

  it('documents that are rendered hold the same, hashes and order of the built-ins included', async () => {
    const server = rendering(documents);
    for (const [path, { status, body }] of Object.entries(documents)) {
      // It names the version that the server speaks.
      if (path === '/version') continue;
      const answered = await ask(server, path);
      const address = { serverAddressByClientCIDRs: expect.anything() as unknown };
      const expected = path === '/api' ? { ...(body as object), ...address } : body;
      expect([path, answered.status, answered.body]).toEqual([path, status, expected]);
    }
  });

  it('through v2 and back, every entry is the same', async () => {
    const asV2 = await documentsOf(createFakeApiServer({ documents }), v2);
    const back = await documentsOf(createFakeApiServer({ documents: asV2 }), 'application/json');
    expect(legacyEntries(back)).toEqual(legacyEntries(documents));
  });
});

describe('one server captured in two formats', () => {
  it.each([
    ['kube-1.36-v2', 'kube-1.36-legacy'],
    ['kube-1.29-v2beta1', 'kube-1.29-legacy'],
  ] as const)('%s rendered as legacy holds the entries of %s', async (from, to) => {
    const rendered = await documentsOf(createFakeApiServer({ documents: capturedDocuments(from) }), 'application/json');
    expect(legacyEntries(rendered)).toEqual(legacyEntries(capturedDocuments(to)));
  });

  it.each([
    ['kube-1.36-v2', 'kube-1.36-legacy'],
    ['kube-1.29-v2beta1', 'kube-1.29-legacy'],
  ] as const)('%s with legacyOrder as-real has the groups in the order of %s', async (from, to) => {
    const server = createFakeApiServer({ documents: capturedDocuments(from), legacyOrder: 'as-real' });
    const names = (body: unknown): string[] => (body as { groups: { name: string }[] }).groups.map(({ name }) => name);
    const real = names(capturedDocuments(to)['/apis']?.body);
    expect(names((await ask(server, '/apis')).body)).toEqual(real);
    server.configure({ legacyOrder: 'model' });
    expect(names((await ask(server, '/apis')).body)).not.toEqual(real);
  });
});

describe('a dead group-version', () => {
  it('is Stale and empty in aggregated documents, and 503 as plain text in legacy ones', async () => {
    const server = createFakeApiServer({
      documents: capturedDocuments('kube-1.36-v2'),
      deadGroupVersions: ['batch/v1'],
    });
    for (const [group, version] of [
      ['batch', 'v1'],
      ['custom.metrics.k8s.io', 'v1beta1'],
    ] as const) {
      const { items } = (await ask(server, '/apis', { accept: v2 })).body as Aggregated;
      expect(items.find(({ metadata }) => metadata.name === group)?.versions).toEqual([
        { version, freshness: 'Stale' },
      ]);
      const document = await ask(server, `/apis/${group}/${version}`);
      expect([document.status, document.type, document.body]).toEqual([
        503,
        'text/plain; charset=utf-8',
        'service unavailable\n',
      ]);
      expect((await ask(server, `/apis/${group}/${version}/jobs`)).status).toBe(503);
      expect((await ask(server, '/apis')).text).toContain(`"${group}/${version}"`);
    }
    server.configure({ deadGroupVersions: undefined });
    expect((await ask(server, '/apis/batch/v1/jobs')).status).toBe(200);
  });

  it('a failure that was captured in its place is what its document answers', async () => {
    const documents: CapturedDocuments = {
      '/apis': {
        status: 200,
        body: { kind: 'APIGroupList', groups: [{ name: 'x.io', versions: [{ version: 'v1' }] }] },
      },
      '/apis/x.io/v1': { status: 403, body: { kind: 'Status', code: 403 } },
    };
    const server = createFakeApiServer({ documents });
    expect((await ask(server, '/apis/x.io/v1')).status).toBe(403);
    expect((await ask(server, '/apis', { accept: v2 })).text).toContain('"freshness":"Stale"');
  });
});
