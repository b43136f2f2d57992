import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as readline from 'node:readline';
import * as stream from 'node:stream';
import { expect, onTestFinished, vi } from 'vitest';
import * as admission from '../../src/admission/index.js';
import * as census from '../../src/census/index.js';
import * as proxy from '../../src/proxy/index.js';
import * as connect from '../../src/connect/index.js';
import * as controller from '../../src/controller/index.js';
import * as fleet from '../../src/fleet/index.js';
import * as identity from '../../src/identity/index.js';
import * as openapi from '../../src/openapi/index.js';
import * as root from '../../src/index.js';
import * as kubeconfig from '../../src/kubeconfig/index.js';
import * as owners from '../../src/owners/index.js';
import * as representations from '../../src/representations/index.js';
import * as react from '../../src/react/index.js';
import * as upgrade from '../../src/upgrade/index.js';
import * as views from '../../src/views/index.js';
import * as yaml from '../../src/yaml/index.js';
import { runBlock, type Modules, type RunningBlock } from './code-blocks.js';

/** How a program of the documentation is run. */
export interface ExampleOptions {
  /** What `loadKubeconfig()` reads, as JSON or YAML. */
  readonly kubeconfig: string;
  /** What it may import besides kubeatlas. */
  readonly modules?: Modules | undefined;
  /** What it may read by `readFile`. */
  readonly files?: Readonly<Record<string, string>> | undefined;
}

/** A program of the documentation that runs. */
export interface RunningExample extends RunningBlock {
  /** Closes the clients that it has made. */
  close(): Promise<void>;
}

/** Runs a block of the documentation against the server of a kubeconfig, which it finds as a program of a user would. */
export function runExample(code: string, options: ExampleOptions): RunningExample {
  useKubeconfig(options.kubeconfig);
  const clients: root.Client[] = [];
  const createClient = (given: root.ClientOptions): root.Client => {
    const client = root.createClient(given);
    clients.push(client);
    return client;
  };
  const readFile = async (name: string): Promise<string> => {
    const text = options.files?.[name];
    if (text === undefined) throw new Error(`there is no file ${name}`);
    return text;
  };
  const block = runBlock(code, {
    kubeatlas: { ...root, createClient },
    'kubeatlas/admission': admission,
    'kubeatlas/census': census,
    'kubeatlas/proxy': proxy,
    'kubeatlas/connect': connect,
    'kubeatlas/controller': controller,
    'kubeatlas/fleet': fleet,
    'kubeatlas/identity': identity,
    'kubeatlas/openapi': openapi,
    'kubeatlas/kubeconfig': kubeconfig,
    'kubeatlas/owners': owners,
    'kubeatlas/react': react,
    'kubeatlas/representations': representations,
    'kubeatlas/upgrade': upgrade,
    'kubeatlas/views': views,
    'kubeatlas/yaml': yaml,
    'node:fs/promises': { readFile },
    'node:readline': readline,
    'node:stream': stream,
    ...options.modules,
  });
  block.done.catch(() => undefined);
  const close = async (): Promise<void> => {
    await Promise.all(clients.map((client) => client.close()));
  };
  onTestFinished(close);
  return { ...block, close };
}

/** Lets `KUBECONFIG` name a file with this text until the test ends. */
function useKubeconfig(text: string): void {
  const folder = mkdtempSync(path.join(tmpdir(), 'kubeatlas-docs-'));
  const file = path.join(folder, 'config');
  writeFileSync(file, text, { mode: 0o600 });
  vi.stubEnv('KUBECONFIG', file);
  onTestFinished(() => {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true, force: true });
  });
}

/** Lines as a test expects them: whole, or by a pattern. */
export function expectPrinted(printed: readonly string[], expected: readonly (string | RegExp)[]): void {
  expect(printed).toEqual(
    expected.map((line) => (typeof line === 'string' ? line : (expect.stringMatching(line) as unknown))),
  );
}
