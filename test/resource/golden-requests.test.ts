import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { ApiRequest } from '../../src/core/transport/connection.js';
import { goldenCases, type GoldenCase } from './golden-cases.js';
import { recordingConnection } from './recording-connection.js';

// `UPDATE_GOLDEN=1 npx vitest run test/resource/golden-requests.test.ts` writes the files anew; read the difference.
const update = process.env['UPDATE_GOLDEN'] === '1';
const folder = new URL('../golden/requests/', import.meta.url);

async function requestsOf(each: GoldenCase): Promise<unknown> {
  const connection = recordingConnection(each.answers);
  await each.run(connection);
  expect(connection.requests).toHaveLength(each.answers.length);
  return JSON.parse(JSON.stringify(connection.requests.map(shown)));
}

function shown({ method, path, query = {}, accept, contentType, body }: ApiRequest) {
  return {
    method,
    path,
    ...(Object.keys(query).length === 0 ? {} : { query }),
    accept,
    contentType,
    body: body === undefined ? undefined : (JSON.parse(String(body)) as unknown),
  };
}

describe.each(Object.entries(goldenCases))('requests of %s', (verb, cases) => {
  const file = new URL(`${verb}.json`, folder);

  it('are those of the golden file', async () => {
    const requests = Object.fromEntries(
      await Promise.all(cases.map(async (each) => [each.name, await requestsOf(each)] as const)),
    );
    if (update) {
      const { format } = await import('prettier');
      writeFileSync(file, await format(JSON.stringify(requests), { parser: 'json', printWidth: 120 }));
    }
    expect(requests).toEqual(JSON.parse(readFileSync(file, 'utf8')));
  });
});

it('every golden file belongs to cases', () => {
  const files = Object.keys(goldenCases).map((verb) => `${verb}.json`);
  expect(readdirSync(folder).sort()).toEqual(files.sort());
});
