import { describe, expect, it } from 'vitest';
import type { DiscoveryProgress } from '../../src/core/discovery/options.js';
import type { Scripted } from './replay-connection.js';
import { aggregated, endpointsOf, legacy, serverOf } from './scripted-server.js';

const core: Scripted = { body: aggregated({ v1: ['pods'] }) };
const apis: Scripted = { body: aggregated({ 'a.io/v1': ['gadgets'] }) };
const to = (location: string, status = 301): Scripted => ({ status, headers: { location }, body: '' });

describe('a server that redirects a root', () => {
  it.each([
    ['with a slash added', '/base/apis/'],
    ['relatively', 'apis/'],
    ['with its origin', 'https://10.96.0.1/base/apis/'],
  ])('%s on the same origin is followed', async (_what, location) => {
    const { discovery, asked } = serverOf({ '/api': core, '/apis': to(location), '/apis/': apis });
    expect(endpointsOf(await discovery.catalog())).toEqual(['pods.v1', 'gadgets.v1.a.io']);
    expect(asked()).toEqual(['/api', '/apis', '/apis/']);
  });

  it('by each status, with the query', async () => {
    for (const status of [301, 302, 303, 307, 308]) {
      const { discovery, connection } = serverOf({
        '/api': core,
        '/apis': to('/base/all?hash=1&hash=2', status),
        '/all': apis,
      });
      expect((await discovery.catalog()).failures).toEqual([]);
      expect(connection.requests.at(-1)).toMatchObject({ path: '/all', query: { hash: ['1', '2'] } });
    }
  });

  it.each([
    ['another host', 'https://evil.example/base/apis'],
    ['another port', 'https://10.96.0.1:8443/base/apis'],
    ['plain HTTP', 'http://10.96.0.1/base/apis'],
    ['another base path', '/other/apis'],
    ['a path beside the base path', '/base2/apis'],
    ['a host without scheme', '//evil.example/base/apis'],
    ['a password', 'https://u:p@10.96.0.1/base/apis'],
    ['nonsense', 'https://'],
  ])('to %s is not followed, and told', async (_what, location) => {
    const { discovery, asked } = serverOf({ '/api': core, '/apis': to(location) });
    const { failures } = await discovery.catalog();
    expect(failures).toMatchObject([{ class: 'unreachable', document: '/apis', statusCode: 301 }]);
    expect(failures[0]?.message).toContain('which is not followed');
    expect(asked()).toEqual(['/api', '/apis']);
  });

  it('without a place, or in a circle, is a failure of that root', async () => {
    const nowhere = serverOf({ '/api': core, '/apis': { status: 302, headers: {}, body: '' } });
    expect((await nowhere.discovery.catalog()).failures).toMatchObject([{ statusCode: 302 }]);
    const circle = serverOf({ '/api': core, '/apis': to('/base/apis') });
    expect((await circle.discovery.catalog()).failures[0]?.message).toContain('more than 5 times');
    expect(circle.asked()).toHaveLength(7);
  });
});

describe('a server without a core group', () => {
  it('is learned by /apis alone', async () => {
    const { discovery } = serverOf({ '/apis': apis });
    const catalog = await discovery.catalog();
    expect([endpointsOf(catalog), catalog.failures]).toEqual([['gadgets.v1.a.io'], []]);
    expect(await discovery.refresh()).toBe(catalog);
  });
});

describe('onProgress', () => {
  it('tells how many documents there are, and each that was read or could not be', async () => {
    const told: DiscoveryProgress[] = [];
    const { discovery } = serverOf(
      {
        ...legacy({ v1: ['pods'], 'a.io/v1': ['gadgets'], 'b.io/v1': ['things'] }),
        '/apis/b.io/v1': { status: 503, body: '' },
      },
      { onProgress: (progress) => told.push(progress) },
    );
    await discovery.catalog();
    expect(told[0]?.done).toBe(0);
    expect(told.at(-1)).toEqual({ done: 3, total: 3 });
    expect(told.map(({ done }) => done)).toEqual([...told.map(({ done }) => done)].sort());
    expect(told).toHaveLength(5);
  });

  it('tells nothing of aggregated documents, may throw, and has to be a function', async () => {
    const onProgress = (): never => {
      throw new Error('mine');
    };
    expect((await serverOf({ '/api': core, '/apis': apis }, { onProgress }).discovery.catalog()).failures).toEqual([]);
    expect((await serverOf(legacy({ v1: ['pods'] }), { onProgress }).discovery.catalog()).failures).toEqual([]);
    expect(() => serverOf({}, { onProgress: 5 as never })).toThrow(
      expect.objectContaining({ argument: 'discovery.onProgress' }),
    );
  });
});
