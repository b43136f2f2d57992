import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { isKubeError, type Client } from '../../../src/index.js';
import { mapLimit } from '../../../src/core/shared/concurrency.js';
import { checkManifest, type OpenAPIDocument } from '../../../src/openapi/index.js';
import { askServer, readDocumentsWithGadgets } from '../../openapi/corpus/ask-server.js';
import { readCorpus } from '../../openapi/corpus/corpus.js';
import { closeClients, connect } from '../harness/connect.js';
import { startServer, type TestServer } from '../harness/start-server.js';

/** A server of its own: other files leave objects that the manifests would collide with. */
let server: TestServer;
let client: Client;
let documents: Readonly<Record<string, OpenAPIDocument>>;

beforeAll(async () => {
  server = await startServer(inject('server').kind);
  client = connect(server, { token: server.tokens.admin });
  documents = await readDocumentsWithGadgets(client);
}, 600_000);

afterAll(async () => {
  await closeClients();
  await server.stop();
});

it('finds nothing in what this server accepts, and 95 of 100 of what it refuses', { timeout: 600_000 }, async () => {
  const { good, broken } = readCorpus();
  const wrong: string[] = [];
  const missed: string[] = [];
  let accepted = 0;
  let refused = 0;
  await mapLimit([...good, ...broken], 4, async ({ how, object }) => {
    const answer = await askServer(client, object).catch((error: unknown) => {
      // Older servers do not have every kind.
      if (isKubeError(error) && (error.code === 'no-match' || error.code === 'api')) return undefined;
      throw error;
    });
    if (answer === undefined) return;
    const findings = checkManifest(object, documents);
    const what = `${object.apiVersion} ${object.kind}, ${how}`;
    if (answer.status < 300) {
      accepted += 1;
      if (findings.length > 0) wrong.push(`${what}: ${JSON.stringify(findings)}`);
    } else {
      refused += 1;
      if (findings.length === 0) missed.push(`${what}: ${answer.message}`);
    }
  });
  expect(wrong).toEqual([]);
  expect(missed.length, JSON.stringify(missed, undefined, 2)).toBeLessThanOrEqual(refused * 0.05);
  expect([accepted > 400, refused > 400]).toEqual([true, true]);
});
