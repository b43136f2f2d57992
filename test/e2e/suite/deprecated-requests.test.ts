import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { emptyResourcesIn } from '../../../src/upgrade/evidence.js';
import { cli } from '../../cli/support.js';
import { ask } from '../harness/ask.js';
import { closeClients, connect } from '../harness/connect.js';
import { startServer, type TestServer } from '../harness/start-server.js';

const { kind } = inject('server');
/** A server of its own: others of the tests ask for what is deprecated. */
let server: TestServer;

beforeAll(async () => {
  server = await startServer(kind);
});

afterAll(async () => {
  await closeClients();
  await server.stop();
});

async function metrics(): Promise<string> {
  const { status, body } = await ask(server, { path: '/metrics', token: server.tokens.admin });
  expect(status).toBe(200);
  return body;
}

const deprecated = async (): Promise<readonly string[]> =>
  [...(await metrics()).matchAll(/^apiserver_requested_deprecated_apis\{.*,resource="([^"]*)".* [1-9]\d*$/gm)].map(
    ([, resource = '']) => resource,
  );
const run = (words: string) =>
  cli(undefined, words, {
    connect: ({ options }) => Promise.resolve(connect(server, { ...options, token: server.tokens.admin })),
  });

it.each(['count', 'count --evidence all -o json', 'owners namespace/default --down', 'upgrade-check --to 1.37'])(
  '%s asks for nothing that is deprecated, by the metrics of the server',
  async (words) => {
    const { stdout, stderr } = await run(words);
    expect(stdout).not.toBe('');
    expect(stderr).not.toMatch(/Warning|error/);
    expect(await deprecated()).toEqual([]);
  },
);

it('says which resources are empty, by the name of the metric in this release', async () => {
  await expect.poll(async () => [...emptyResourcesIn(await metrics())], { timeout: 50_000 }).toContain('nodes');
});

it('asks for it where it is named, or with --all', async () => {
  expect((await run('count componentstatuses')).code).toBe(0);
  expect(await deprecated()).toEqual(['componentstatuses']);
  expect((await run('count --all')).code).toBe(0);
  expect(await deprecated()).toContain('componentstatuses');
});
