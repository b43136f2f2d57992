import { describe, expect, it } from 'vitest';
import { runCli } from '../../src/cli/run-cli.js';
import { createClient } from '../../src/index.js';
import { openAPIServer, realDocuments } from '../openapi/documents.js';

const real = realDocuments();

async function check(text: string) {
  const { transport, requests } = openAPIServer(real);
  let stdout = '';
  let stderr = '';
  const code = await runCli({
    argv: ['check', '-f', '-'],
    stdout: { write: async (part) => void (stdout += String(part)) },
    stderr: { write: async (part) => void (stderr += String(part)) },
    env: {},
    isTTY: false,
    readInput: async () => text,
    connect: async ({ options }) => createClient({ server: 'http://fake.example', transport, ...options }),
  });
  return { code, stdout, stderr, requests };
}

const good = `apiVersion: v1
kind: Pod
metadata: { generateName: front- }
spec:
  containers:
    - name: main
      image: main:1
`;

describe('check', () => {
  it('finds nothing in what the server accepts, and reads the documents that it needs', async () => {
    const { code, stdout, stderr, requests } = await check(`---\n${good}---\n${good}`);
    expect([code, stdout, stderr]).toEqual([0, '', '2 objects, no findings\n']);
    expect(requests).toEqual(['/openapi/v3', '/openapi/v3/api/v1']);
  });

  it('prints each finding with its file and line, with exit code 1', async () => {
    const text = `# comment\n---\n${good}---\n${good.replace('image:', 'imagee:')}      ports: [{ containerPort: http }]\n`;
    const { code, stdout } = await check(text);
    expect(code).toBe(1);
    expect(stdout).toBe(
      [
        'standard input:17: spec.containers[0].imagee: unknown field "imagee", did you mean "image"?\n',
        'standard input:18: spec.containers[0].ports[0].containerPort: must be an integer, and is a string\n',
      ].join(''),
    );
  });

  it('finds what is missing at the object that lacks it', async () => {
    const { stdout } = await check(good.replace('- name: main\n      image', '- image'));
    expect(stdout).toBe('standard input:6: spec.containers[0].name: is required\n');
  });

  it('checks the items of a list, and JSON', async () => {
    const pod = { apiVersion: 'v1', kind: 'Pod', spec: { containers: 7 } };
    const list = JSON.stringify({ apiVersion: 'v1', kind: 'List', items: [pod] }, null, 2);
    expect((await check(list)).stdout).toBe('standard input:9: spec.containers: must be a list, and is an integer\n');
    const { stdout } = await check(`${JSON.stringify(pod)}\n${JSON.stringify(pod)}\n`);
    expect(stdout.split('\n').map((line) => line.slice(0, 17))).toEqual(['standard input:1:', 'standard input:2:', '']);
  });

  it('tells a key that is there twice, and what has no schema', async () => {
    const twice = await check(`${good}spec: {}\n`);
    expect([twice.code, twice.stdout]).toEqual([1, expect.stringContaining('standard input:8: ')]);
    for (const text of ['kind: Pod\n', 'apiVersion: v1\nkind: Nothing\n', 'apiVersion: no.example/v1\nkind: A\n']) {
      const { code, stdout } = await check(text);
      expect([code, stdout]).toEqual([1, expect.stringContaining('standard input:1: ')]);
    }
  });
});
