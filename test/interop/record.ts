/**
 * Records the requests of the programs that only the long tests build: `tsx test/interop/record.ts`. Run it after a
 * change of such a program or of its client library, and commit what it writes.
 */
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import type { FakeApiServer } from '../../src/testing/index.js';
import { startFakeApiServer } from '../../src/testing/node.js';
import { createScratchFolder } from '../e2e/harness/scratch-folder.js';
import { longPrograms } from './programs.js';
import { nameOf, recorded, recordingOf, type RecordedRequest } from './recording.js';
import { createFake } from './servers.js';

/** Containers have no place here. */
const skipped = /^\/api\/v1\/namespaces\/interop-pods\/|\/(?:exec|attach|portforward)$/;
/** What a lease or an event tells of the time. */
const time = /\d{4}-\d\d-\d\dT[\d:.]+Z/g;

async function main(): Promise<void> {
  const scratch = createScratchFolder();
  for (const program of longPrograms.filter(({ name }) => recorded.includes(name as (typeof recorded)[number]))) {
    const { command, words } = await program.prepare(scratch.path);
    const requests = new Map<string, RecordedRequest>();
    const fake = await createFake();
    const server = await startFakeApiServer(recorder(fake, requests), { tls: true });
    const file = path.join(scratch.path, program.name);
    writeFileSync(file, server.kubeconfig, { mode: 0o600 });
    await promisify(execFile)(command, [...words, file], { timeout: 120_000, maxBuffer: 10_000_000 });
    await server.close();
    const lines = [...requests.values()].map((each) => `${JSON.stringify(each)}\n`);
    writeFileSync(recordingOf(program.name), lines.join(''));
    process.stdout.write(`${program.name}: ${lines.length} requests\n`);
  }
  scratch.remove();
}

/** Returns a server that also records: of requests that are the same and have the same outcome, the first. */
function recorder(fake: FakeApiServer, requests: Map<string, RecordedRequest>): FakeApiServer {
  const handle: FakeApiServer['handle'] = async (request, options) => {
    const { method, headers, signal } = request;
    const { pathname, search } = new URL(request.url);
    const body = ['GET', 'HEAD'].includes(method) ? '' : await request.text();
    const own: RecordedRequest = {
      method,
      path: portable(`${pathname}${search}`, fake).replace(/([?&]continue=)[^&]+/, '$1{{continue}}'),
      accept: headers.get('accept'),
      contentType: headers.get('content-type'),
      body: portable(body, fake),
    };
    const again = body === '' ? request : new Request(request.url, { method, headers, signal, body });
    const response = await fake.handle(again, options);
    const key = `${response.status} ${JSON.stringify(own).replaceAll(time, '')}`;
    const isLong = body.length > 10_000;
    if (!skipped.test(pathname) && !isLong && !requests.has(key)) requests.set(key, own);
    return response;
  };
  return Object.create(fake, { handle: { value: handle } }) as FakeApiServer;
}

function portable(text: string, { objects }: FakeApiServer): string {
  let result = text;
  for (const { kind, metadata } of objects) {
    const { namespace, name, uid = '', resourceVersion = '' } = metadata;
    const own = nameOf(kind, namespace, name);
    result = result
      .replaceAll(uid, `{{uid ${own}}}`)
      .replaceAll(`"resourceVersion":"${resourceVersion}"`, `"resourceVersion":"{{version ${own}}}"`);
  }
  return result;
}

await main();
