import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { createFakeApiServer } from '../../../src/testing/index.js';
import { kubernetes } from '../../../src/testing/kubernetes.js';
import { ask as askFake } from '../../testing/support.js';
import { definition, rows, rulesPath, type SchemaRow } from '../../testing/schema-rows.js';
import { ask } from '../harness/ask.js';
import { definitionsPath } from '../harness/custom-resources.js';
import { askAsAdmin } from '../harness/install.js';
import { waitUntil } from '../harness/wait-until.js';

const server = inject('server');
const fake = createFakeApiServer({ documents: kubernetes(), objects: [definition] });

beforeAll(async () => {
  await askAsAdmin(server, { method: 'POST', path: definitionsPath, body: definition });
  await waitUntil('rules are served', async () => {
    const { status } = await ask(server, { path: `${rulesPath}?limit=1`, token: server.tokens.admin });
    return status === 200 || undefined;
  });
});

afterAll(async () => {
  await askAsAdmin(server, { method: 'DELETE', path: `${definitionsPath}/${definition.metadata.name}` });
});

/** What a client sees of an answer; causes in no order, as on real servers, which go through maps. */
function seen(status: number, warning: unknown, body: unknown): object {
  const { spec, status: own, message, details, metadata } = body as Record<string, any>;
  const managers = (metadata?.managedFields as { manager: string; fieldsV1: unknown }[] | undefined)?.map((entry) => {
    return [entry.manager, entry.fieldsV1];
  });
  if (status < 300)
    return { status, warning: warning ?? undefined, spec, own, generation: metadata.generation, managers };
  const words = String(message).replace(/"n?[a-z]+\d*" is invalid.*/s, 'is invalid');
  const causes = (details?.causes as object[] | undefined)?.map((cause) => JSON.stringify(cause)).sort();
  return { status, words: status === 422 ? words : message, causes };
}

it.each(rows)('$what', async ({ method = 'POST', path = '', type = 'application/json', body }: SchemaRow) => {
  const headers = { 'content-type': type, 'user-agent': 'kit/1' };
  const real = await ask(server, { method, path: rulesPath + path, headers, body, token: server.tokens.admin });
  const answer = await askFake(fake, rulesPath + path, { method, contentType: type, headers, body });
  expect(seen(answer.status, answer.headers.get('warning'), answer.body)).toEqual(
    seen(real.status, real.headers['warning'], JSON.parse(real.body)),
  );
});
