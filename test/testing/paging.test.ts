import { describe, expect, it } from 'vitest';
import { createFakeApiServer, type FakeApiServer } from '../../src/testing/index.js';
import { cutPage } from '../../src/testing/store/page.js';
import { ask, configMap, failureOf, listIn, namesIn, type Answered } from './support.js';

const resources = [{ group: '', version: 'v1', resource: 'configmaps', kind: 'ConfigMap' }];
const path = '/api/v1/configmaps';

function numbered(count: number): FakeApiServer {
  const objects = Array.from({ length: count }, (_, index) =>
    configMap(`c${String(index).padStart(5, '0')}`, { labels: { even: String(index % 2 === 0) } }),
  );
  return createFakeApiServer({ resources, objects });
}

const next = (page: Answered): string => encodeURIComponent(listIn(page).metadata.continue ?? '');

describe('limit and continue', () => {
  it('the last page has no token; the others tell how many follow', async () => {
    const server = numbered(5);
    const first = await ask(server, `${path}?limit=2`);
    const second = await ask(server, `${path}?limit=2&continue=${next(first)}`);
    const third = await ask(server, `${path}?limit=2&continue=${next(second)}`);
    expect([first, second, third].map(namesIn)).toEqual([['c00000', 'c00001'], ['c00002', 'c00003'], ['c00004']]);
    expect([first, second, third].map((page) => listIn(page).metadata.remainingItemCount)).toEqual([3, 1, undefined]);
    expect(listIn(third).metadata.continue).toBeUndefined();
  });

  it('a page that takes exactly everything is the last one', async () => {
    expect(listIn(await ask(numbered(2), `${path}?limit=2`)).metadata).toEqual({ resourceVersion: '3' });
  });

  it('with a selector nothing is counted, and an empty page may follow, as on real servers', async () => {
    const server = numbered(4);
    const query = 'limit=1&labelSelector=even%3Dtrue';
    const first = await ask(server, `${path}?${query}`);
    expect(listIn(first).metadata.remainingItemCount).toBeUndefined();
    const second = await ask(server, `${path}?${query}&continue=${next(first)}`);
    expect(namesIn(second)).toEqual(['c00002']);
    const third = await ask(server, `${path}?${query}&continue=${next(second)}`);
    expect([namesIn(third), listIn(third).metadata.continue]).toEqual([[], undefined]);
  });

  it('counts and ends inside the namespace', async () => {
    const server = numbered(3);
    server.put(configMap('z', {}, 'other'));
    const first = await ask(server, '/api/v1/namespaces/default/configmaps?limit=2');
    expect(listIn(first).metadata.remainingItemCount).toBe(1);
    expect(namesIn(await ask(server, `/api/v1/namespaces/default/configmaps?continue=${next(first)}`))).toEqual([
      'c00002',
    ]);
  });

  it('all pages show the state of the first, with its resourceVersion', async () => {
    const server = numbered(4);
    const first = await ask(server, `${path}?limit=2`);
    server.put(configMap('c00002b'));
    server.remove(configMap('c00003'));
    const second = await ask(server, `${path}?limit=5&continue=${next(first)}`);
    expect(namesIn(second)).toEqual(['c00002', 'c00003']);
    expect(listIn(second).metadata.resourceVersion).toBe(listIn(first).metadata.resourceVersion);
    expect(namesIn(await ask(server, path))).toContain('c00002b');
  });

  it('an expired token is 410 with one that goes on in the present state', async () => {
    const server = numbered(4);
    const first = await ask(server, `${path}?limit=2`);
    server.put(configMap('c00002b'));
    server.expireContinueTokens();
    const expired = await ask(server, `${path}?limit=2&continue=${next(first)}`);
    expect(failureOf(expired)).toEqual({ code: 410, reason: 'Expired' });
    const onward = await ask(server, `${path}?continue=${next(expired)}`);
    expect(namesIn(onward)).toEqual(['c00002', 'c00002b', 'c00003']);
    expect(listIn(onward).metadata.resourceVersion).toBe('6');
  });

  it('a token given after the expiry is good again', async () => {
    const server = numbered(3);
    await ask(server, `${path}?limit=1`);
    server.expireContinueTokens();
    const first = await ask(server, `${path}?limit=1`);
    expect((await ask(server, `${path}?continue=${next(first)}`)).status).toBe(200);
  });

  it('continue beside a resourceVersion is 400', async () => {
    const server = numbered(3);
    const first = await ask(server, `${path}?limit=1`);
    expect((await ask(server, `${path}?resourceVersion=2&continue=${next(first)}`)).status).toBe(400);
  });

  it('all pages of 5,000 objects hold each of them once', async () => {
    const server = numbered(5000);
    const seen: (string | undefined)[] = [];
    let page = await ask(server, `${path}?limit=50`);
    for (seen.push(...namesIn(page)); listIn(page).metadata.continue !== undefined; seen.push(...namesIn(page))) {
      page = await ask(server, `${path}?limit=50&continue=${next(page)}`);
    }
    expect([seen.length, new Set(seen).size]).toEqual([5000, 5000]);
  });

  it('a page looks at its own objects alone, wherever in the list it lies', () => {
    let looks = 0;
    const objects = Array.from({ length: 5000 }, (_, index) => {
      const name = String(index).padStart(4, '0');
      return { key: `ns/${name}`, object: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name } } };
    });
    const sorted = new Proxy(objects, {
      get: (target, property) => {
        if (typeof property === 'string' && /^\d+$/.test(property)) looks += 1;
        return Reflect.get(target, property) as unknown;
      },
    });
    const page = cutPage(sorted, { namespace: 'ns', limit: 10, after: 'ns/4900' });
    expect(page.objects.map(({ metadata }) => metadata.name).at(0)).toBe('4901');
    expect(page.remaining).toBe(89);
    expect(looks).toBeLessThan(60);
  });
});
