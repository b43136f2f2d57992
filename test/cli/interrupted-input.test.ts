import { PassThrough } from 'node:stream';
import { afterEach, describe, expect, it } from 'vitest';
import { runCli } from '../../src/cli/run-cli.js';
import { createClient } from '../../src/index.js';
import { server, transportTo } from './support.js';

const stdin = Object.getOwnPropertyDescriptor(process, 'stdin')!;

describe('a command that reads standard input', () => {
  afterEach(() => {
    Object.defineProperty(process, 'stdin', stdin);
  });

  it('ends with 130 at Ctrl-C, and waits for no more input', async () => {
    const silent = new PassThrough();
    Object.defineProperty(process, 'stdin', { ...stdin, get: () => silent });
    const interruption = new AbortController();
    silent.once('newListener', () => {
      setImmediate(() => {
        interruption.abort(new Error('interrupted'));
      });
    });
    const written: string[] = [];
    const output = { write: async (text: string) => void written.push(text) };
    const code = await runCli({
      argv: ['apply', '-f', '-'],
      stdout: output,
      stderr: output,
      env: {},
      isTTY: false,
      signal: interruption.signal,
      connect: async ({ options }) =>
        createClient({ server: 'http://cluster', ...options, transport: transportTo(server()) }),
    });
    expect(code).toBe(130);
    expect(silent.destroyed).toBe(true);
    expect(written).toEqual([]);
  });
});
