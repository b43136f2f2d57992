import { describe, expect, it } from 'vitest';
import { createFakeApiServer, type FakeSwitches } from '../../src/testing/index.js';
import type { FakeFormats } from '../../src/testing/served/options.js';
import { ask, capturedDocuments, failureOf, v2, v2beta1 } from './support.js';

const documents = capturedDocuments('kube-1.36-v2');
const plain = 'application/json';

describe('which document is answered', () => {
  const cases: [speaks: FakeFormats, accept: string | undefined, type: string | 406][] = [
    ['1.36', `${v2},${v2beta1},${plain}`, v2],
    ['1.36', v2beta1, 406],
    ['1.36', `${v2beta1},${plain}`, plain],
    ['1.36', plain, plain],
    ['1.36', undefined, plain],
    ['1.36', '*/*', plain],
    ['1.36', 'text/csv', 406],
    ['1.36', 'application/json;foo=bar', plain],
    ['1.36', `${v2};profile=nopeer`, v2],
    ['1.36', 'application/json;as=APIGroupDiscoveryList;v=v2;g=apidiscovery.k8s.io', v2],
    ['1.36', 'application/vnd.kubernetes.protobuf', 406],
    ['1.36', `${plain},${v2}`, v2],
    ['1.36', `${plain};q=0.1,*/*;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList;q=0.2`, v2],
    ['1.34', v2beta1, v2beta1],
    ['1.34', `${v2beta1},${v2}`, v2beta1],
    ['1.34', `${v2beta1};q=0.5,${v2}`, v2],
    ['1.29', `${v2},${v2beta1},${plain}`, v2beta1],
    ['1.29', v2, 406],
    ['legacy', `${v2},${v2beta1},${plain}`, plain],
    ['legacy', v2, 406],
    [['v2'], plain, 406],
  ];
  it.each(cases)('a server that speaks %j answers Accept %s with %s', async (speaks, accept, type) => {
    const server = createFakeApiServer({ documents, speaks });
    for (const root of ['/api', '/apis']) {
      const answered = await ask(server, root, accept === undefined ? {} : { accept });
      if (type === 406) expect(failureOf(answered)).toEqual({ code: 406, reason: 'NotAcceptable' });
      else expect([answered.status, answered.type]).toEqual([200, type]);
    }
  });

  it('each root may speak formats of its own', async () => {
    const server = createFakeApiServer({ documents, speaks: { api: ['v2', 'legacy'], apis: ['legacy'] } });
    expect((await ask(server, '/api', { accept: `${v2},${plain}` })).type).toBe(v2);
    expect((await ask(server, '/apis', { accept: `${v2},${plain}` })).type).toBe(plain);
  });

  it.each(['/apis/apps', '/apis/apps/v1', '/api/v1'])(
    '%s is legacy alone and 406 to an aggregated type',
    async (path) => {
      const server = createFakeApiServer({ documents, speaks: ['v2'] });
      expect((await ask(server, path, { accept: v2 })).status).toBe(406);
      expect((await ask(server, path, { accept: `${v2},${plain}` })).type).toBe(plain);
    },
  );
});

describe('ETags', () => {
  const server = createFakeApiServer({ documents, speaks: '1.34' });

  it('an aggregated answer is public, varies by Accept and carries a quoted upper-case SHA-512', async () => {
    const { headers } = await ask(server, '/apis', { accept: v2 });
    expect(headers.get('etag')).toMatch(/^"[0-9A-F]{128}"$/);
    expect(headers.get('vary')).toBe('Accept');
    expect(headers.get('cache-control')).toBe('public');
  });

  it('v2 and v2beta1 have the same tag', async () => {
    const tags = await Promise.all([v2, v2beta1].map((accept) => ask(server, '/apis', { accept })));
    expect(tags[0]?.headers.get('etag')).toBe(tags[1]?.headers.get('etag'));
  });

  it('only the tag itself, byte for byte, is answered by an empty 304', async () => {
    const etag = (await ask(server, '/apis', { accept: v2 })).headers.get('etag') ?? '';
    const answers = await Promise.all(
      [etag, `W/${etag}`, `${etag}, "x"`, '*', etag.toLowerCase()].map((tag) =>
        ask(server, '/apis', { accept: v2, headers: { 'if-none-match': tag } }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([304, 200, 200, 200, 200]);
    expect(answers[0]?.text).toBe('');
    expect(answers[0]?.headers.get('etag')).toBe(etag);
  });

  it('a legacy answer has none, is not to be cached and ignores If-None-Match', async () => {
    const etag = (await ask(server, '/apis', { accept: v2 })).headers.get('etag') ?? '';
    const { status, headers } = await ask(server, '/apis', { accept: plain, headers: { 'if-none-match': etag } });
    expect([status, headers.get('etag'), headers.get('cache-control')]).toEqual([200, null, 'no-cache, private']);
  });

  it('a change of what is served changes the tag, and its undoing brings the old one back', async () => {
    const changing = createFakeApiServer({ documents });
    const tag = async (): Promise<string | null> => (await ask(changing, '/apis', { accept: v2 })).headers.get('etag');
    const before = await tag();
    const widgets = { group: 'example.com', version: 'v1', resource: 'widgets', kind: 'Widget' };
    changing.define(widgets);
    expect(await tag()).not.toBe(before);
    changing.undefine(widgets);
    expect(await tag()).toBe(before);
  });
});

describe('servers and proxies that behave otherwise', () => {
  const answerTo = async (switches: FakeSwitches, accept = `${v2},${plain}`, headers = {}): Promise<string> => {
    const server = createFakeApiServer({ documents, ...switches });
    const answered = await ask(server, '/apis', { accept, headers });
    return `${answered.status} ${String(answered.type)}`;
  };

  it('one that ignores Accept answers legacy documents, or what it has', async () => {
    expect(await answerTo({ ignoresAccept: true })).toBe(`200 ${plain}`);
    expect(await answerTo({ ignoresAccept: true }, v2)).toBe(`200 ${plain}`);
    expect(await answerTo({ ignoresAccept: true, speaks: ['v2'] }, 'text/csv')).toBe(`200 ${v2}`);
  });

  it('one from before 1.9 answers 406 as soon as it sees a type that it does not know', async () => {
    expect(await answerTo({ rejectsUnknownAccept: true })).toMatch(/^406/);
    expect(await answerTo({ rejectsUnknownAccept: true }, `${plain}, */*`)).toBe(`200 ${plain}`);
  });

  it('a proxy may strip the parameters of Content-Type, the body stays aggregated', async () => {
    const server = createFakeApiServer({ documents, stripsMediaTypeParameters: true });
    const answered = await ask(server, '/apis', { accept: v2 });
    expect(answered.type).toBe(plain);
    expect(answered.body).toMatchObject({ kind: 'APIGroupDiscoveryList', apiVersion: 'apidiscovery.k8s.io/v2' });
  });

  it('a proxy may weaken the tag, and the weak one then never brings 304', async () => {
    const server = createFakeApiServer({ documents, weakensETags: true });
    const weak = (await ask(server, '/apis', { accept: v2 })).headers.get('etag') ?? '';
    expect(weak).toMatch(/^W\/"/);
    const again = (tag: string) => ask(server, '/apis', { accept: v2, headers: { 'if-none-match': tag } });
    expect((await again(weak)).status).toBe(200);
    expect((await again(weak.slice(2))).status).toBe(304);
  });
});
