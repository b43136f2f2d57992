import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { runCli } from '../../src/cli/run-cli.js';
import { createClient } from '../../src/index.js';
import { openAPIServer, realDocuments } from '../openapi/documents.js';

const folder = new URL('../fixtures/openapi/explain/', import.meta.url);
/** What kubectl 1.37 prints of the same documents, by the words after `explain`. */
const printed = readdirSync(folder).map((name): [string, string] => {
  return [
    decodeURIComponent(name.replace(/\.txt$/, '')),
    readFileSync(new URL(encodeURIComponent(name), folder), 'utf8'),
  ];
});
const real = realDocuments();

async function explain(words: string) {
  const { transport, requests } = openAPIServer(real);
  let stdout = '';
  let stderr = '';
  const code = await runCli({
    argv: ['explain', ...words.split(' ')],
    stdout: { write: async (text) => void (stdout += String(text)) },
    stderr: { write: async (text) => void (stderr += String(text)) },
    env: {},
    isTTY: false,
    connect: async ({ options }) => createClient({ server: 'http://fake.example', transport, ...options }),
  });
  return { code, stdout, stderr, requests };
}

describe('explain', () => {
  it.each(printed)('%s prints what kubectl prints', async (words, text) => {
    const { code, stdout, stderr } = await explain(words);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toBe(text);
  });

  it('takes the names that kubectl takes', async () => {
    const text = printed.find(([words]) => words === 'deployments')?.[1];
    for (const words of ['deploy', 'deployment', 'deployments.apps', 'deployments.']) {
      expect((await explain(words)).stdout, words).toBe(text);
    }
  });

  it('reads one document and the index', async () => {
    expect((await explain('pods.spec')).requests).toEqual(['/openapi/v3', '/openapi/v3/api/v1']);
  });

  it('shows defaults where it is asked to', async () => {
    const { stdout } = await explain('services.spec.ports --recursive --defaults');
    expect(stdout).toContain('  protocol\t<string>\n  enum: SCTP, TCP, UDP\n  default: "TCP"\n');
    expect((await explain('services.spec.ports.protocol --defaults')).stdout).toContain('DEFAULT:\n    "TCP"\n');
  });

  it('prints data', async () => {
    const { stdout } = await explain('services.spec.ports -o json');
    expect(JSON.parse(stdout)).toMatchObject({
      kind: { group: '', version: 'v1', kind: 'Service' },
      field: { name: 'ports', type: '[]ServicePort' },
      fields: expect.arrayContaining([
        expect.objectContaining({ name: 'port', type: 'integer', required: true }),
      ]) as unknown,
    });
  });

  it('says what is not there, with exit code 1', async () => {
    const unknown = [
      ['pods.spec.nosuch', 'field "nosuch" does not exist'],
      ['nothings', 'nothings'],
      ['pods --api-version nosuch/v1', 'nosuch/v1: the server has no OpenAPI document for it'],
      ['pods --api-version apps/v1', 'has no resource apps/v1, Resource=pods'],
    ] as const;
    for (const [words, message] of unknown) {
      const { code, stdout, stderr } = await explain(words);
      expect([code, stdout]).toEqual([1, '']);
      expect(stderr).toContain(message);
    }
  });

  it('refuses what cannot be meant, with exit code 2', async () => {
    for (const words of ['pods --max-depth 2', 'pods..spec', 'pods --api-version a/b/c', 'pods services']) {
      expect((await explain(words)).code, words).toBe(2);
    }
  });
});
