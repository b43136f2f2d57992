import { expect, it, vi } from 'vitest';
import { cli, connectWith, server } from './support.js';

const carts = { group: 'shop.example.org', version: 'v1', resource: 'carts', kind: 'Cart' };
const definition = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'carts.shop.example.org' },
};

it('discovery --watch tells what comes and goes until Ctrl-C', async () => {
  // The least delay after a change.
  vi.spyOn(Math, 'random').mockReturnValue(0);
  const api = server();
  const interruption = new AbortController();
  let watches = 0;
  const { code, stdout } = await cli(api, 'discovery --watch', {
    signal: interruption.signal,
    stdout: {
      async write(text) {
        if (String(text).includes('carts')) interruption.abort(new Error('interrupted'));
      },
    },
    connect: connectWith(api, {
      after({ url }) {
        watches += url.includes('watch=') ? 1 : 0;
        if (watches !== 2) return;
        watches += 1;
        // Behind the end mark of both states.
        setTimeout(() => {
          api.define(carts);
          api.put(definition);
        }, 50);
      },
    }),
  });
  expect(stdout).toBe('');
  expect(code).toBe(130);
  expect(interruption.signal.aborted).toBe(true);
});

it('wait --for=resource waits until types are served', async () => {
  const api = server();
  const waiting = cli(api, 'wait carts.shop.example.org --for=resource --timeout 20s');
  setTimeout(() => api.define(carts), 100);
  expect(await waiting).toMatchObject({ code: 0, stdout: 'carts.v1.shop.example.org served\n' });
});

it('wait --for=resource says what is not served in time, and takes no objects', async () => {
  const api = server();
  const late = await cli(api, 'wait carts.shop.example.org --for=resource --timeout 10ms');
  expect(late).toMatchObject({ code: 1, stdout: '' });
  expect(late.stderr).toContain('"carts.shop.example.org" was not served within');
  expect(await cli(api, 'wait pod/front-0 --for=resource')).toMatchObject({ code: 2 });
});
