import { describe, expect, it } from 'vitest';
import { createFakeApiServer, type FakeApiServer } from '../../src/testing/index.js';
import { kubernetes } from '../../src/testing/kubernetes.js';
import { ask } from './support.js';

function start(): FakeApiServer {
  return createFakeApiServer({
    documents: kubernetes(),
    resources: [{ group: 'example.com', version: 'v1', resource: 'widgets', kind: 'Widget' }],
  });
}

describe('health', () => {
  it.each([
    ['/livez?verbose', '[+]ping ok\n[+]log ok\n[+]etcd ok\nlivez check passed\n'],
    ['/readyz?exclude=etcd', 'ok'],
    [
      '/healthz?verbose&exclude=log&exclude=etcd',
      '[+]ping ok\n[+]log excluded: ok\n[+]etcd excluded: ok\nhealthz check passed\n',
    ],
    [
      '/livez?verbose&exclude=a&exclude=b',
      '[+]ping ok\n[+]log ok\n[+]etcd ok\nwarn: some health checks cannot be excluded: no matches for "a","b"\nlivez check passed\n',
    ],
    ['/readyz/etcd', 'ok'],
    ['/readyz/shutdown', 'ok'],
    ['/livez/ping?verbose', 'ok'],
  ])('%s', async (path, text) => {
    expect(await ask(start(), path)).toMatchObject({ status: 200, text });
  });

  it.each(['/livez/shutdown', '/readyz/', '/readyz/etcd/', '/readyz/etcd/more', '/healthz//ping', '/readyzz'])(
    'has no check at %s',
    async (path) => {
      expect((await ask(start(), path)).status).toBe(404);
    },
  );
});

it('/ lists the paths of what is served, each of which answers', async () => {
  const fake = start();
  const { paths } = (await ask(fake, '/')).body as { paths: string[] };
  expect(paths).toEqual([...paths].sort());
  expect(paths).toEqual(
    expect.arrayContaining(['/api/v1', '/apis/', '/apis/apps', '/apis/example.com/v1', '/livez/etcd']),
  );
  for (const path of paths.filter((each) => !each.startsWith('/openapi'))) {
    expect((await ask(fake, path)).status, path).toBe(200);
  }
});

describe('/metrics', () => {
  const maps = '/api/v1/namespaces/default/configmaps';
  const linesOf = async (fake: FakeApiServer): Promise<string[]> => {
    const { text, type } = await ask(fake, '/metrics');
    expect(type).toBe('text/plain; version=0.0.4; charset=utf-8; escaping=underscores');
    expect(text.startsWith('# HELP apiserver_request_total [STABLE] ')).toBe(true);
    return text.split('\n').slice(2, -1);
  };
  const line = (labels: string, count: number): string => {
    const names = 'code component dry_run group resource scope subresource verb version'.split(' ');
    const values = labels.split(' ').map((value) => (value === '-' ? '' : value));
    return `apiserver_request_total{${names.map((name, at) => `${name}="${values[at]}"`).join(',')}} ${count}`;
  };

  it('counts requests with the labels of a real server, each sort once', async () => {
    const fake = start();
    const body = { metadata: { name: 'a' } };
    await ask(fake, maps, { method: 'POST', body });
    await ask(fake, `${maps}?dryRun=All`, { method: 'POST', body: { metadata: { name: 'b' } } });
    await ask(fake, maps, { method: 'POST', body });
    for (let turn = 0; turn < 3; turn += 1) await ask(fake, maps);
    await ask(fake, '/api/v1/configmaps');
    await ask(fake, `${maps}?watch=1&timeoutSeconds=0`, { method: 'GET', accept: 'none/at-all' });
    const apply = { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'a' } };
    await ask(fake, '/apis/apps/v1/namespaces/default/deployments/a?fieldManager=m', {
      method: 'PATCH',
      contentType: 'application/apply-patch+yaml',
      body: apply,
    });
    await ask(fake, '/apis/apps/v1/namespaces/default/deployments/none/scale');
    await ask(fake, '/api/v1/namespaces/default/pods/none/exec');
    await ask(fake, maps, { method: 'DELETE' });
    await ask(fake, '/readyz');
    expect(await linesOf(fake)).toEqual([
      line('200 - - - - - /readyz GET -', 1),
      line('200 apiserver - - configmaps cluster - LIST v1', 1),
      line('200 apiserver - - configmaps namespace - DELETECOLLECTION v1', 1),
      line('200 apiserver - - configmaps namespace - LIST v1', 3),
      line('201 apiserver - - configmaps resource - POST v1', 1),
      line('201 apiserver - apps deployments resource - APPLY v1', 1),
      line('201 apiserver All - configmaps resource - POST v1', 1),
      line('404 apiserver - - pods resource exec CONNECT v1', 1),
      line('404 apiserver - apps deployments resource scale GET v1', 1),
      line('406 apiserver - - configmaps namespace - WATCH v1', 1),
      line('409 apiserver - - configmaps resource - POST v1', 1),
    ]);
    fake.reset();
    expect(await linesOf(fake)).toEqual([]);
  });

  it('has no label for what is not served, however often it is asked for', async () => {
    const fake = start();
    for (let turn = 0; turn < 5; turn += 1) {
      await ask(fake, `/api/v1/nothing-${turn}`);
      await ask(fake, `/apis/none-${turn}/v1/x`);
      await ask(fake, `${maps}/a/sub-${turn}`);
      await ask(fake, maps, { method: `M${turn}` });
    }
    await ask(fake, '/api/%zz');
    expect(await linesOf(fake)).toEqual([]);
  });

  it('takes the right to everything', async () => {
    const users = { reader: { name: 'reader', rights: 'discovery' }, admin: { name: 'admin', rights: 'all' } } as const;
    const fake = createFakeApiServer({ documents: kubernetes(), users });
    const as = async (token: string): Promise<number> =>
      (await ask(fake, '/metrics', { headers: { authorization: `Bearer ${token}` } })).status;
    expect([await as('reader'), await as('admin')]).toEqual([403, 200]);
  });
});
