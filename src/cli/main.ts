#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import type { Output } from './terminal/output.js';
import { runCli } from './run-cli.js';

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
