import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createConnection } from '../../src/core/transport/create-connection.js';
import { hostileServer } from './hostile-server.js';
import { transports } from './transports.js';

const mebibyte = 1024 * 1024;

describe.each(transports)('an answer on $adapter', ({ open }) => {
  async function connect() {
    const { url, sent, closed } = await hostileServer();
    const connection = createConnection({
      server: url,
      transport: open(),
      maxAnswerBytes: 4 * mebibyte,
      retry: { limit: 0 },
    });
    onTestFinished(() => connection.close());
    return { connection, sent, closed };
  }

  it.each(['/endless', '/bomb'])('without an end is left at the limit: %s', async (path) => {
    const { connection, sent, closed } = await connect();
    await expect(connection.request({ path })).rejects.toMatchObject({
      code: 'answer-too-large',
      maxBytes: 4 * mebibyte,
      option: 'maxAnswerBytes',
      message: `GET ${path}: the answer is larger than 4194304 bytes; request less or in pages (limit), or increase maxAnswerBytes.`,
    });
    // The server sees that nobody reads any more: it sends no further piece.
    await closed();
    const later = sent();
    await connection.request({ path: '/' });
    expect(sent()).toBe(later);
  });

  it('has the limit of its call, where that gives one', async () => {
    const { connection } = await connect();
    const asking = connection.request({ path: '/endless', maxBytes: 1000 });
    await expect(asking).rejects.toMatchObject({ maxBytes: 1000, option: 'maxBytes' });
  });

  it('may hold exactly the limit, whether or not its length is said', async () => {
    const { connection } = await connect();
    for (const path of ['/exact', '/said']) {
      const query = { bytes: 4 * mebibyte };
      expect((await connection.request({ path, query })).bytes().byteLength).toBe(4 * mebibyte);
      const asking = connection.request({ path, query, maxBytes: 4 * mebibyte - 1 });
      await expect(asking).rejects.toMatchObject({ code: 'answer-too-large' });
    }
  });

  it.each(['/endless-error', '/error-bomb'])(
    'that is a refusal is read to 1 MiB, and still is one: %s',
    async (path) => {
      const { connection } = await connect();
      for (const verb of ['request', 'stream'] as const) {
        const error: unknown = await connection[verb]({ path }).catch((reason: unknown) => reason);
        expect(error).toMatchObject({ code: 'api', fromServer: false });
        expect((error as Error).message.length).toBeLessThan(300);
      }
    },
  );

  it.each([1e3, 1e9, 1e15])('that promises %d bytes and brings twelve broke off', async (bytes) => {
    const { connection } = await connect();
    const asking = connection.request({ path: '/lie', query: { bytes } });
    await expect(asking).rejects.toMatchObject({ code: 'connection', reasonCode: 'ERR_TRUNCATED_BODY' });
  });
});

describe('memory for an answer at the limit of 64 MiB', () => {
  const limit = 64 * mebibyte;

  it.each([
    ['/endless', 'bytes', `larger than ${limit} bytes`, 3],
    ['/bomb', 'bytes', `larger than ${limit} bytes`, 3],
    [`/exact?bytes=${limit}`, 'bytes', `${limit} bytes`, 3],
    [`/said?bytes=${limit}`, 'bytes', `${limit} bytes`, 3],
    // The text stands beside the bytes that it is made of: 3.0 to 3.2 times here.
    [`/exact?bytes=${limit}`, 'text', `${limit} characters`, 3.5],
  ])(
    '%s, read as %s',
    async (asked, form, words, times) => {
      const { url } = await hostileServer();
      const child = path.join(import.meta.dirname, 'memory-child.ts');
      const { stdout } = await promisify(execFile)(process.execPath, [
        '--import',
        'tsx',
        child,
        url,
        asked,
        `${limit}`,
        form,
      ]);
      const { outcome, taken } = JSON.parse(stdout) as { outcome: string; taken: number };
      expect(outcome).toContain(words);
      expect(taken).toBeLessThan(times * limit);
    },
    60_000,
  );
});
