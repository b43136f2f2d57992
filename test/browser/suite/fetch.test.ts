import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { useStage } from '../harness/stage.js';

const stage = useStage();
const closing: (() => void)[] = [];

afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** What the server was asked, and what has become of its answers. */
interface Odd {
  readonly url: string;
  readonly asked: IncomingMessage[];
  readonly answers: ServerResponse[];
}

/** A server with an odd answer at each path. */
async function oddServer(): Promise<Odd> {
  const asked: IncomingMessage[] = [];
  const answers: ServerResponse[] = [];
  const server = createServer((request, response) => {
    asked.push(request);
    answers.push(response);
    const { pathname } = new URL(request.url ?? '/', 'http://server');
    if (pathname === '/moved') return response.writeHead(302, { location: '/elsewhere' }).end('moved');
    if (pathname === '/unchanged') return response.writeHead(304, { etag: '"1"' }).end();
    if (pathname === '/empty') return response.writeHead(204).end();
    if (pathname === '/unstored') {
      response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' }).write('{"a":1}');
      return setImmediate(() => response.end());
    }
    if (pathname !== '/endless') return response.setHeader('content-type', 'application/json').end('{"a":1}');
    response.setHeader('cache-control', 'no-store');
    const pour = (): void => {
      while (!response.destroyed && response.write(Buffer.alloc(65_536, ' ')));
      response.once('drain', pour);
    };
    return pour();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => {
    server.close();
    server.closeAllConnections();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked, answers };
}

/** How a failure looks from outside of the page. */
type Told = { readonly code?: string; readonly reasonCode?: string; readonly message: string };

it('a redirect is told in words and not followed', async () => {
  const server = await oddServer();
  const { page } = await stage.open(server, { requestsFail: true });
  const told = await page.evaluate(async (): Promise<Told> => {
    const client = kubeatlas.createClient({ server: '/k8s' });
    const error = (await client.request({ path: '/moved' }).catch((e: unknown) => e)) as Told;
    return { ...error, message: error.message };
  });
  expect(told).toMatchObject({ code: 'connection', reasonCode: 'ERR_NETWORK' });
  expect(told.message).toContain('the server redirected the request; redirects are not followed');
  expect(server.asked.map(({ url }) => url)).toEqual(['/moved?pretty=false']);
});

it('answers without a body have none: 204, 304, and all to HEAD', async () => {
  const { page } = await stage.open(await oddServer());
  const told = await page.evaluate(async () => {
    const client = kubeatlas.createClient({ server: '/k8s' });
    const answers = await Promise.all([
      client.request({ path: '/empty', method: 'DELETE' }),
      client.request({ path: '/unchanged', ifNoneMatch: '"1"', expected: [304] }),
      client.request({ path: '/x', method: 'HEAD' }),
    ]);
    return answers.map((answer) => [answer.status, answer.headers['etag'] ?? '', answer.text()]);
  });
  expect(told).toEqual([
    [204, '', ''],
    [304, '"1"', ''],
    [200, '', ''],
  ]);
});

it('what fetch cannot send is refused, and not changed', async () => {
  const server = await oddServer();
  const { page } = await stage.open(server);
  const told = await page.evaluate(async () => {
    const impersonate = { user: 'jane', groups: ['a', 'b'] };
    const client = kubeatlas.createClient({ server: '/k8s', impersonate });
    const plain = kubeatlas.createClient({ server: '/k8s' });
    const asking = [client.request({ path: '/x' }), plain.request({ path: '/x', body: '{}' })];
    return Promise.all(asking.map((each) => each.then(() => 'sent', String)));
  });
  expect(told).toEqual([
    expect.stringContaining('headers has several values of impersonate-group, which this runtime cannot send'),
    expect.stringContaining('body cannot be sent with GET in this runtime'),
  ]);
  expect(server.asked).toEqual([]);
});

it('the page keeps its name and its cookies, and sends what it is given as it is', async () => {
  const server = await oddServer();
  const { page } = await stage.open(server);
  await page.evaluate(async () => {
    document.cookie = 'session=1';
    const client = kubeatlas.createClient({ server: '/k8s', token: 't', userAgent: 'dashboard' });
    await client.request({ path: '/x', method: 'POST', body: 'ü', contentType: 'text/x' });
  });
  expect(server.asked[0]?.headers).toMatchObject({
    authorization: 'Bearer t',
    cookie: 'session=1',
    'content-type': 'text/x',
    'content-length': '2',
    'user-agent': expect.stringMatching(/^Mozilla/) as string,
  });
});

it('a server of another origin that does not agree is no answer', async () => {
  const other = await oddServer();
  const { page, complaints } = await stage.open(await oddServer(), { requestsFail: true });
  const told = await page.evaluate(async (server): Promise<Told> => {
    const client = kubeatlas.createClient({ server });
    const error = (await client.request({ path: '/x' }).catch((e: unknown) => e)) as Told;
    return { ...error, message: error.message };
  }, other.url);
  expect(told).toMatchObject({ code: 'connection', reasonCode: 'ERR_NETWORK' });
  expect(told.message).toMatch(/Failed to fetch|NetworkError when attempting to fetch/);
  // The browser itself says why, to its console alone.
  const blocked = (): string[] => complaints.filter((each) => /CORS policy|Cross-Origin Request Blocked/.test(each));
  await expect.poll(blocked).toHaveLength(1);
});

it('a body without an end is left at the limit', async () => {
  const server = await oddServer();
  const { page } = await stage.open(server, { requestsFail: true });
  const code = await page.evaluate(async () => {
    const client = kubeatlas.createClient({ server: '/k8s', maxAnswerBytes: 1_000_000 });
    const error: unknown = await client.request({ path: '/endless' }).catch((e: unknown) => e);
    return kubeatlas.isKubeError(error) ? error.code : String(error);
  });
  expect(code).toBe('answer-too-large');
  await expect.poll(() => server.answers[0]?.destroyed).toBe(true);
});

it('an answer that is read to its end is none that was cancelled, for those who look at the network', async () => {
  const { page } = await stage.open(await oddServer());
  const ends: string[] = [];
  page.on('requestfinished', () => ends.push('finished'));
  page.on('requestfailed', (request) => ends.push(request.failure()?.errorText ?? 'failed'));
  await page.evaluate(async () => {
    const client = kubeatlas.createClient({ server: '/k8s' });
    for (let count = 0; count < 20; count += 1) await client.request({ path: '/unstored' });
  });
  await expect.poll(() => ends.length).toBe(20);
  expect(new Set(ends)).toEqual(new Set(['finished']));
});
