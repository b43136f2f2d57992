import * as library from '@marcbachmann/cel-js';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { celRules, createFakeApiServer } from '../../../src/testing/index.js';
import { kubernetes } from '../../../src/testing/kubernetes.js';
import { ask as askFake } from '../../testing/support.js';
import { celDefinition, celRows, judgedPath } from '../../testing/cel-rows.js';
import { definition, rows, rulesPath, type SchemaRow } from '../../testing/schema-rows.js';
import { ask } from '../harness/ask.js';
import { definitionsPath } from '../harness/custom-resources.js';
import { askAsAdmin } from '../harness/install.js';
import { waitUntil } from '../harness/wait-until.js';

const server = inject('server');
const fake = createFakeApiServer({
  documents: kubernetes(),
  objects: [definition, celDefinition],
  cel: await celRules(library),
});

interface Body {
  readonly spec?: unknown;
  readonly status?: unknown;
  readonly message?: string;
  readonly details?: { readonly causes?: readonly object[] };
  readonly metadata: {
    readonly generation?: number;
    readonly managedFields?: readonly { readonly manager: string; readonly fieldsV1: unknown }[];
  };
}

/** What a client sees of an answer; causes in no order, as on real servers, which go through maps. */
function seen(status: number, warning: unknown, body: unknown): object {
  const { spec, status: own, message = '', details, metadata } = body as Body;
  if (status < 300) {
    const managers = metadata.managedFields?.map(({ manager, fieldsV1 }) => [manager, fieldsV1]);
    return { status, warning: warning ?? undefined, spec, own, generation: metadata.generation, managers };
  }
  const causes = details?.causes?.map((cause) => JSON.stringify(cause)).sort();
  return { status, words: status === 422 ? message.replace(/ is invalid.*/s, ' is invalid') : message, causes };
}

describe.each([
  { what: 'schemas', definition, rows, root: rulesPath },
  { what: 'rules in CEL', definition: celDefinition, rows: celRows, root: judgedPath },
])('$what', ({ definition: own, rows: requests, root }) => {
  beforeAll(async () => {
    await askAsAdmin(server, { method: 'POST', path: definitionsPath, body: own });
    await waitUntil('it is served', async () => {
      const { status } = await ask(server, { path: `${root}?limit=1`, token: server.tokens.admin });
      return status === 200 || undefined;
    });
  });

  afterAll(async () => {
    await askAsAdmin(server, { method: 'DELETE', path: `${definitionsPath}/${own.metadata.name}` });
  });

  it.each(requests)('$what', async ({ method = 'POST', path = '', type = 'application/json', body }: SchemaRow) => {
    const headers = { 'content-type': type, 'user-agent': 'kit/1' };
    const real = await ask(server, { method, path: root + path, headers, body, token: server.tokens.admin });
    const answer = await askFake(fake, root + path, { method, contentType: type, headers, body });
    expect(seen(answer.status, answer.headers.get('warning'), answer.body)).toEqual(
      seen(real.status, real.headers['warning'], JSON.parse(real.body)),
    );
  });
});
