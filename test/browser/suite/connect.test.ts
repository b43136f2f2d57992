import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { useStage } from '../harness/stage.js';

const stage = useStage();
const pod = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'front-0', namespace: 'shop' },
  spec: { containers: [{ name: 'main' }] },
  status: { phase: 'Running' },
};

describe('exec in a browser', () => {
  it('carries 40 MB in and out, unchanged', async () => {
    const stdin = createHash('sha256');
    let bytes = 0;
    const { page } = await stage.openFake({
      objects: [pod],
      async exec({ stdin: input, stdout }) {
        for await (const piece of input) {
          stdin.update(piece);
          bytes += piece.byteLength;
          await stdout(piece);
        }
      },
    });
    const [sent, received, exitCode] = await page.evaluate(async () => {
      const pods = kubeatlas.createClient({ server: '/k8s' }).resource('pods').namespace('shop');
      const session = await kubeatlas.exec(pods, 'front-0', { command: ['cat'], stdin: true });
      const hex = async (parts: readonly Uint8Array<ArrayBuffer>[]): Promise<string> => {
        const hash = await crypto.subtle.digest('SHA-256', await new Blob([...parts]).arrayBuffer());
        return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
      };
      const random = (): Uint8Array<ArrayBuffer> => {
        const piece = new Uint8Array(1_000_000);
        for (let at = 0; at < piece.length; at += 65_536) crypto.getRandomValues(piece.subarray(at, at + 65_536));
        return piece;
      };
      const pieces = Array.from({ length: 40 }, random);
      const sending = (async () => {
        const writer = session.stdin.getWriter();
        for (const piece of pieces) await writer.write(piece);
        await writer.close();
      })();
      const output: Uint8Array<ArrayBuffer>[] = [];
      const reader = session.stdout.getReader();
      for (let step = await reader.read(); !step.done; step = await reader.read()) {
        output.push(step.value as Uint8Array<ArrayBuffer>);
      }
      await sending;
      return [await hex(pieces), await hex(output), (await session.done).exitCode] as const;
    });
    expect({ received, exitCode, bytes, stdin: stdin.digest('hex') }).toEqual({
      received: sent,
      exitCode: 0,
      bytes: 40_000_000,
      stdin: sent,
    });
  });

  it('says when more waits than it may keep', async () => {
    const { page } = await stage.openFake({
      objects: [pod],
      async exec({ stdout }) {
        for (let count = 0; count < 20; count += 1) await stdout(new Uint8Array(1_000_000));
      },
    });
    const words = await page.evaluate(async () => {
      const pods = kubeatlas.createClient({ server: '/k8s' }).resource('pods').namespace('shop');
      const session = await kubeatlas.exec(pods, 'front-0', { command: ['yes'], maxBufferedBytes: 4_000_000 });
      return session.done.then(() => 'done', String);
    });
    expect(words).toContain('more than 4000000 bytes are unread (maxBufferedBytes): read faster');
  });

  it('tells why the server refuses, which a WebSocket does not show', async () => {
    const { page } = await stage.openFake({ objects: [pod], requestsFail: true });
    const [missing, unplayed] = await page.evaluate(async () => {
      const pods = kubeatlas.createClient({ server: '/k8s' }).resource('pods').namespace('shop');
      const ask = (name: string): Promise<string> =>
        kubeatlas.exec(pods, name, { command: ['true'] }).then(() => 'open', String);
      return [await ask('front-9'), await ask('front-0')];
    });
    expect(missing).toContain('404 NotFound: pods "front-9" not found');
    expect(unplayed).toMatch(/^ApiError: .* 405 MethodNotAllowed/);
  });
});

describe('forwardPort in a browser', () => {
  it('reads and writes a port, and says that its input cannot end', async () => {
    const { page } = await stage.openFake({
      objects: [pod],
      async portForward({ input, write }) {
        for await (const piece of input) await write(piece);
      },
    });
    const [echo, end] = await page.evaluate(async () => {
      const pods = kubeatlas.createClient({ server: '/k8s' }).resource('pods').namespace('shop');
      const connection = await kubeatlas.forwardPort(pods, 'front-0', { port: 8080 });
      const writer = connection.writable.getWriter();
      await writer.write(new TextEncoder().encode('hello'));
      const { value } = await connection.readable.getReader().read();
      const end = await writer.close().then(() => 'ended', String);
      connection.close();
      await connection.closed;
      return [new TextDecoder().decode(value), end];
    });
    expect(echo).toBe('hello');
    expect(end).toContain('UnsupportedError');
  });
});
