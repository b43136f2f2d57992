import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import type { ClientOptions } from '../../src/core/client-options.js';
import type { Credentials } from '../../src/core/transport/options.js';

/** A folder of its own for one test, gone afterwards. */
export interface TempFolder {
  readonly folder: string;
  readonly at: (name: string) => string;
  /** Writes a file, with the folders above it, and answers its path. */
  readonly write: (name: string, content: string | object) => Promise<string>;
}

export async function tempFolder(): Promise<TempFolder> {
  const folder = await mkdtemp(path.join(tmpdir(), 'kubeatlas-'));
  // Whoever writes there may not have ended yet.
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 }));
  const at = (name: string): string => path.join(folder, name);
  return {
    folder,
    at,
    async write(name, content) {
      await mkdir(path.dirname(at(name)), { recursive: true });
      await writeFile(at(name), typeof content === 'string' ? content : JSON.stringify(content));
      return at(name);
    },
  };
}

/** One of the checked-in certificates or keys, and in base64 as a kubeconfig holds it. */
export async function tlsFixture(name: string): Promise<{ pem: string; base64: string; path: string }> {
  const file = path.resolve(import.meta.dirname, '../fixtures/tls', name);
  const pem = await readFile(file, 'utf8');
  return { pem, base64: Buffer.from(pem).toString('base64'), path: file };
}

export interface OneContext {
  readonly cluster?: object;
  readonly user?: object;
  readonly namespace?: string;
}

/** A kubeconfig with one context, `dev`, of cluster `c` and user `me`. */
export function oneContext({ cluster = {}, user = {}, namespace }: OneContext = {}): object {
  return {
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': 'dev',
    clusters: [{ name: 'c', cluster: { server: 'https://127.0.0.1:6443', ...cluster } }],
    contexts: [{ name: 'dev', context: { cluster: 'c', user: 'me', ...(namespace && { namespace }) } }],
    users: [{ name: 'me', user }],
  };
}

/** Asks for the credentials of one request. */
export async function credentialsOf(options: ClientOptions, rejected = false): Promise<Credentials> {
  if (options.authenticate === undefined) throw new Error('these options authenticate nobody');
  return options.authenticate({ signal: new AbortController().signal, rejected });
}
