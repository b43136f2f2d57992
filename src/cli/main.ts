#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import type { Output } from './terminal/output.js';

// Before anything is loaded that an older Node cannot load.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(
    `error: kubeatlas needs Node 20.19 or newer, and this is ${process.versions.node}: see https://nodejs.org\n`,
  );
  process.exit(1);
}
const { runCli } = await import('./run-cli.js');

const manifest: unknown = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
const version =
  typeof manifest === 'object' && manifest !== null ? String(Reflect.get(manifest, 'version')) : undefined;

const interruption = new AbortController();
process.once('SIGINT', () => {
  interruption.abort(new Error('interrupted'));
});

process.exitCode = await runCli({
  argv: process.argv.slice(2),
  stdout: outputTo(process.stdout),
  stderr: outputTo(process.stderr),
  env: process.env,
  isTTY: process.stdout.isTTY,
  showsProgress: process.stderr.isTTY,
  columns: process.stdout.columns,
  version,
  signal: interruption.signal,
});

function outputTo(stream: NodeJS.WriteStream): Output {
  // The failed write reports the error; without a listener, the process would end here.
  stream.on('error', () => undefined);
  return {
    write: (data) =>
      new Promise((resolve, reject) => {
        stream.write(data, (error) => {
          if (error) reject(error);
          else resolve();
        });
      }),
  };
}
