import { describe, expect, it, onTestFinished } from 'vitest';
import { createClient, isUnauthorized, type ClientOptions, type EndedLogin } from '../../src/index.js';
import { createFakeApiServer } from '../../src/testing/index.js';
import { viewCatalog, viewObjects } from '../../src/views/index.js';
import { transportTo } from '../live/transport-to.js';

const pods = { group: '', version: 'v1', resource: 'pods', kind: 'Pod' };
const metrics = { group: 'metrics.example.com', version: 'v1', resource: 'nodemetrics', kind: 'NodeMetrics' };
const everything = (): boolean => true;
const unauthorized = { status: 401, body: 'Unauthorized' };

function stage(options: Partial<ClientOptions> = {}) {
  const fake = createFakeApiServer({ resources: [pods, metrics] });
  const ended: EndedLogin[] = [];
  const client = createClient({
    server: 'http://login.test',
    transport: transportTo(fake),
    onUnauthorized: (each) => void ended.push(each),
    ...options,
  });
  onTestFinished(() => client.close());
  return { fake, client, ended };
}

describe('a login that has ended', () => {
  it('is told once, and nothing is sent until the page resumes', async () => {
    const { fake, client, ended } = stage();
    const handle = client.resource('pods').namespace('shop');
    await handle.list();
    const login = fake.fail(everything, unauthorized);
    const outcomes = await Promise.allSettled([handle.list(), handle.get('a'), handle.delete('b'), handle.list()]);
    expect(outcomes.map((each) => each.status === 'rejected' && isUnauthorized(each.reason))).toEqual(
      Array(4).fill(true),
    );
    expect(ended).toHaveLength(1);
    expect(ended[0]?.error).toMatchObject({ code: 'api', statusCode: 401, path: '/api' });
    fake.forgetRequests();
    await expect(handle.create({ metadata: { name: 'a' } })).rejects.toBe(ended[0]?.error);
    await expect(client.request({ path: '/version' })).rejects.toBe(ended[0]?.error);
    await expect(client.stream({ path: '/api/v1/pods' })).rejects.toBe(ended[0]?.error);
    await expect(client.with({ check: () => undefined }).request({ path: '/version' })).rejects.toBe(ended[0]?.error);
    expect(fake.requests).toEqual([]);
    login();
    ended[0]?.resume();
    await handle.list();
    fake.fail(everything, unauthorized);
    await expect(handle.list()).rejects.toMatchObject({ statusCode: 401 });
    // Of the login before.
    ended[0]?.resume();
    await expect(handle.list()).rejects.toBe(ended[1]?.error);
    expect(ended).toHaveLength(2);
  });

  it('is one that renewed credentials do not mend', async () => {
    const asked: boolean[] = [];
    const authenticate: ClientOptions['authenticate'] = async ({ rejected }) => {
      asked.push(rejected);
      return Promise.resolve({ headers: { authorization: 'Bearer x' } });
    };
    const { fake, client, ended } = stage({ authenticate });
    let refusals = 1;
    fake.fail(({ path }) => path === '/version' && refusals-- > 0, unauthorized);
    await client.request({ path: '/version' }).catch(() => undefined);
    expect(ended).toEqual([]);
    fake.fail(everything, unauthorized);
    await expect(client.request({ path: '/api' })).rejects.toMatchObject({ statusCode: 401 });
    expect(asked.slice(-2)).toEqual([false, true]);
    expect(ended).toHaveLength(1);
  });

  it('is one whose credentials cannot be renewed', async () => {
    const authenticate: ClientOptions['authenticate'] = ({ rejected }) =>
      rejected ? Promise.reject(new Error('no refresh token')) : Promise.resolve({ headers: {} });
    const { fake, client, ended } = stage({ authenticate });
    fake.fail(everything, unauthorized);
    await expect(client.request({ path: '/version' })).rejects.toThrow('no refresh token');
    expect(ended).toHaveLength(1);
    fake.forgetRequests();
    await expect(client.request({ path: '/version' })).rejects.toBe(ended[0]?.error);
    expect(fake.requests).toEqual([]);
  });

  it('is none where an aggregated API or what stands behind a proxy path refuses alone', async () => {
    const { fake, client, ended } = stage();
    const [nodeMetrics, all] = [client.resource('nodemetrics'), client.resource('pods')];
    await nodeMetrics.list();
    fake.fail(({ path }) => path.includes('metrics.example.com'), unauthorized);
    fake.fail(({ path }) => path.endsWith('/proxy/'), unauthorized);
    for (const path of ['/apis/metrics.example.com/v1/nodemetrics', '/api/v1/namespaces/shop/services/web/proxy/']) {
      await expect(client.request({ path })).rejects.toMatchObject({ statusCode: 401 });
    }
    await expect(nodeMetrics.list()).rejects.toMatchObject({ statusCode: 401 });
    await all.list();
    expect(ended).toEqual([]);
  });

  it('stays as it was without the callback, or where that throws', async () => {
    const { fake, client } = stage({ onUnauthorized: undefined });
    fake.fail(everything, unauthorized);
    for (const _ of [1, 2])
      await expect(client.request({ path: '/version' })).rejects.toMatchObject({ path: '/version' });
    expect(fake.requests).toHaveLength(2);
    const throwing = stage({
      onUnauthorized: () => {
        throw new Error('of the page');
      },
    });
    throwing.fake.fail(everything, unauthorized);
    for (const _ of [1, 2]) {
      await expect(throwing.client.request({ path: '/api' })).rejects.toMatchObject({ statusCode: 401 });
    }
    expect(throwing.fake.requests).toHaveLength(1);
  });

  it('sends nothing for tables that are shown, which are live a second after the next login', async () => {
    const { fake, client, ended } = stage();
    const login = fake.fail(everything, unauthorized);
    const views = [viewObjects(client, 'pods'), viewObjects(client, 'nodemetrics', { namespaces: ['a', 'b'] })];
    for (const view of views) onTestFinished(view.subscribe(() => undefined));
    const served = viewCatalog(client);
    onTestFinished(served.subscribe(() => undefined));
    await expect.poll(() => ended.length).toBe(1);
    await expect.poll(() => views.map((view) => view.getSnapshot().health)).toEqual(['failed', 'failed']);
    fake.forgetRequests();
    const before = views.map((view) => view.getSnapshot());
    // Both have tried again.
    await expect.poll(() => views.every((view, index) => view.getSnapshot() !== before[index])).toBe(true);
    expect(fake.requests).toEqual([]);
    login();
    ended[0]?.resume();
    await expect.poll(() => views.map((view) => view.getSnapshot().health)).toEqual(['live', 'live']);
    await expect.poll(() => served.getSnapshot().catalog?.groups.length).toBe(2);
  });
});
