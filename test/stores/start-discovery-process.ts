import { spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { build } from 'esbuild';
import type { DiscoveryProcessState, DiscoveryProcessWork } from './discovery-process.js';

/** A client in a process of its own, which shares a store with others. */
export interface DiscoveryProcess {
  ask(call: 'learn' | 'refresh' | 'state'): Promise<DiscoveryProcessState>;
  /** Lets it end. Throws where it has complained. */
  stop(): Promise<void>;
  /** Ends it as `kill -9` does. */
  kill(): Promise<void>;
}

/** Compiles the program of such a process into a folder, and answers its path. */
export async function buildDiscoveryProcess(folder: string): Promise<string> {
  const outfile = path.join(folder, 'discovery-process.mjs');
  await build({
    entryPoints: [path.resolve('test/stores/discovery-process.ts')],
    bundle: true,
    minify: true,
    platform: 'node',
    format: 'esm',
    // Packages of CommonJS in the bundle ask for Node's modules.
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
    external: ['@node-rs/xxhash', '@opentelemetry/api'],
    outfile,
    logLevel: 'error',
  });
  return outfile;
}

/** Starts one. Nothing is asked of a server before it is told to. */
export function startDiscoveryProcess(program: string, work: DiscoveryProcessWork): DiscoveryProcess {
  const child = spawn(process.execPath, [program, JSON.stringify(work)], { stdio: ['pipe', 'pipe', 'pipe'] });
  let stderr = '';
  child.stderr.on('data', (piece: Buffer) => (stderr += piece.toString('utf8')));
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  return {
    async ask(call) {
      child.stdin.write(`${call}\n`);
      const line = await lines.next();
      if (line.done !== true) return { error: undefined, ...(JSON.parse(line.value) as DiscoveryProcessState) };
      throw new Error(`the process ended with ${await ended}: ${stderr}`);
    },
    async stop() {
      child.stdin.end();
      await ended;
      if (stderr !== '') throw new Error(`the process complained: ${stderr}`);
    },
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
