import { describe, expect, it } from 'vitest';
import { createFakeApiServer } from '../../src/testing/index.js';
import { ask, capturedDocuments, configMap, failureOf, listIn, namesIn } from './support.js';

const documents = capturedDocuments('kube-1.36-v2');
const maps = '/api/v1/namespaces/default/configmaps';

function start() {
  // a at 2, b at 3, c at 4, a again at 5, b gone at 6
  const server = createFakeApiServer({ documents, objects: ['a', 'b', 'c'].map((name) => configMap(name)) });
  server.put(configMap('a', { labels: { x: 'y' } }));
  server.remove(configMap('b'));
  return server;
}

describe('the resource version of a list', () => {
  it.each([
    ['resourceVersion=3&resourceVersionMatch=Exact', '3', ['a', 'b']],
    ['resourceVersion=4&resourceVersionMatch=Exact', '4', ['a', 'b', 'c']],
    ['resourceVersion=6&resourceVersionMatch=Exact', '6', ['a', 'c']],
    ['resourceVersion=3&limit=5', '3', ['a', 'b']],
    ['resourceVersion=3', '6', ['a', 'c']],
    ['resourceVersion=3&limit=5&resourceVersionMatch=NotOlderThan', '6', ['a', 'c']],
    ['resourceVersion=0', '6', ['a', 'c']],
  ])('%s gives the state at %s: %j', async (query, version, names) => {
    const answered = await ask(start(), `${maps}?${query}`);
    expect([listIn(answered).metadata.resourceVersion, namesIn(answered)]).toEqual([version, names]);
  });

  it('shows objects as they were', async () => {
    const [first] = listIn(await ask(start(), `${maps}?resourceVersion=4&resourceVersionMatch=Exact`)).items;
    expect(first?.metadata).toMatchObject({ name: 'a', resourceVersion: '2' });
  });

  it('goes through pages', async () => {
    const server = start();
    const first = listIn(await ask(server, `${maps}?resourceVersion=4&limit=2`));
    expect(first.items.map(({ metadata }) => metadata.name)).toEqual(['a', 'b']);
    server.put(configMap('bb'));
    const token = first.metadata.continue ?? '';
    expect(namesIn(await ask(server, `${maps}?limit=2&continue=${token}`))).toEqual(['c']);
    server.expireContinueTokens();
    expect(failureOf(await ask(server, `${maps}?limit=2&continue=${token}`)).code).toBe(410);
  });

  it('that is forgotten is 410', async () => {
    const server = start();
    server.expireHistory();
    const answered = await ask(server, `${maps}?resourceVersion=3&resourceVersionMatch=Exact`);
    expect(failureOf(answered)).toEqual({ code: 410, reason: 'Expired' });
    expect((await ask(server, `${maps}?resourceVersion=6&resourceVersionMatch=Exact`)).status).toBe(200);
  });

  it.each(['', '&limit=1', '&resourceVersionMatch=NotOlderThan', '&resourceVersionMatch=Exact'])(
    'that is not reached is 504%s',
    async (query) => {
      const answered = await ask(start(), `${maps}?resourceVersion=99${query}`);
      expect(failureOf(answered)).toEqual({ code: 504, reason: 'Timeout' });
      expect(answered.headers.get('retry-after')).toBe('1');
      expect(answered.body).toMatchObject({
        message: 'Timeout: Too large resource version: 99, current: 6',
        details: { causes: [{ reason: 'ResourceVersionTooLarge' }], retryAfterSeconds: 1 },
      });
    },
  );

  it('that is not reached is 504 for a get too', async () => {
    expect(failureOf(await ask(start(), `${maps}/a?resourceVersion=99`)).code).toBe(504);
  });
});
