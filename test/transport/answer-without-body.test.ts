import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createAxiosTransport } from '../../src/transport/axios-transport.js';
import { textOf } from './body-text.js';

describe('a transport in a browser', () => {
  // The standard says null, and no browser does (https://github.com/whatwg/fetch/issues/1779).
  it.each([204, 205, 304])(
    'takes a %i that comes with an empty stream for an answer without a body',
    async (status) => {
      const response = new Response(null, { status, headers: { etag: '"1"' } });
      Object.defineProperty(response, 'body', { value: new Response('').body });
      vi.stubGlobal('fetch', () => Promise.resolve(response));
      onTestFinished(() => {
        vi.unstubAllGlobals();
      });
      const transport = createAxiosTransport({ adapter: 'fetch' });
      const { signal } = new AbortController();
      const answer = await transport.send({ method: 'GET', url: 'http://127.0.0.1/api', headers: {}, signal });
      expect(answer).toMatchObject({ status, headers: { etag: '"1"' } });
      expect(await textOf(answer.body)).toBe('');
      transport.close();
    },
  );
});
