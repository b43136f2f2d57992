import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { runCli } from '../../src/cli/run-cli.js';
import { createClient } from '../../src/index.js';
import type { Schema } from '../../src/openapi/index.js';
import { kubernetes, kubernetesSchemas } from '../../src/testing/kubernetes.js';
import { objectsFromYaml } from '../../src/yaml/index.js';
import { openAPIServer, type Answer } from '../openapi/documents.js';
import { cli, server } from './support.js';

const definition = `
apiVersion: v1
kind: ConfigMap
metadata: { name: a }
---
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: widgets.example.com }
spec:
  group: example.com
  names: { plural: widgets, kind: Widget }
  scope: Namespaced
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec: { type: object, description: Its size., properties: { size: { type: integer } } }
`;

describe('types -f', () => {
  it('writes the types of definitions, and asks no server', async () => {
    const api = server();
    const { code, stdout, stderr } = await cli(api, 'types -f -', { readInput: async () => definition });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('export type Widget = {');
    expect(stdout).toContain('/** Its size. */');
    expect(stdout).toContain('"widgets.example.com": Widget;');
  });

  it('leaves out descriptions with --no-docs', async () => {
    const { stdout } = await cli(server(), 'types -f - --no-docs', { readInput: async () => definition });
    expect(stdout).not.toContain('/**');
  });

  it('reads folders and lists, and writes to a file', async () => {
    const folder = scratch();
    const other = definition.replaceAll('widgets', 'gears').replaceAll('Widget', 'Gear').split('---')[1] ?? '';
    const items = objectsFromYaml(other);
    writeFileSync(path.join(folder, 'widgets.yaml'), definition);
    writeFileSync(path.join(folder, 'list.json'), JSON.stringify({ apiVersion: 'v1', kind: 'List', items }));
    const file = path.join(folder, 'out.d.ts');
    const { code, stdout, stderr } = await cli(server(), `types -f ${folder} -o ${file}`);
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: '', stderr: '' });
    const text = readFileSync(file, 'utf8');
    expect(text).toContain('export type Gear = {');
    expect(text).toContain('export type Widget = {');
  });

  it('refuses files without a definition, as wrong use', async () => {
    const { code, stdout, stderr } = await cli(server(), 'types -f -', { readInput: async () => 'kind: ConfigMap' });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('No CustomResourceDefinition');
  });

  it.each([
    ['a file that cannot be written', 1, 'types -f - -o /no/such/folder/types.d.ts'],
    ['YAML that is none', 2, 'types -f -', 'a: [1'],
  ])('fails for %s', async (_what, expected, words, text = definition) => {
    const { code, stdout, stderr } = await cli(server(), words, { readInput: async () => text });
    expect({ code, stdout }).toEqual({ code: expected, stdout: '' });
    expect(stderr).toMatch(/^error: \S/);
  });

  it('fails for a file that does not exist', async () => {
    const { code, stdout, stderr } = await cli(server(), 'types -f /no/such/file.yaml');
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('/no/such/file.yaml');
  });
});

describe('types', () => {
  const kind = { group: 'example.com', version: 'v1', kind: 'Widget' };
  const schema: Schema = { type: 'object', properties: {}, 'x-kubernetes-group-version-kind': [kind] };
  const whole = {
    'example.com/v1': { openapi: '3.0.0', components: { schemas: { 'com.example.v1.Widget': schema } } },
  };
  const broken = { ...whole, 'broken.example/v1': '<html>*/ no document' };

  async function types(words: string, served: Parameters<typeof openAPIServer>[0], answer?: Answer) {
    const { transport, requests } = openAPIServer(served, { answer });
    let stdout = '';
    let stderr = '';
    const code = await runCli({
      argv: ['types', ...words.split(' ').filter((word) => word !== '')],
      stdout: { write: async (part) => void (stdout += String(part)) },
      stderr: { write: async (part) => void (stderr += String(part)) },
      env: {},
      isTTY: false,
      connect: async ({ options }) => createClient({ server: 'http://fake.example', transport, ...options }),
    });
    return { code, stdout, stderr, requests };
  }

  it('writes the types of what the server serves', async () => {
    const { code, stdout, stderr, requests } = await types('', whole);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('export type Widget = {');
    expect(requests).toEqual(['/openapi/v3', '/openapi/v3/apis/example.com/v1']);
  });

  it.each([
    ['', 1],
    ['--allow-missing', 0],
  ])('names what cannot be read, at the top and on standard error, with the exit code: %s', async (words, expected) => {
    const { code, stdout, stderr } = await types(words, broken);
    expect(code).toBe(expected);
    expect(stdout.split('\n')[1]).toBe('// From a server of Kubernetes v1.37.2');
    expect(stdout.split('\n')[2]).toMatch(/^\/\/ Missing: broken\.example\/v1: \S/);
    expect(stdout).toContain('export type Widget = {');
    expect(stderr).toMatch(/^warning: no types of broken\.example\/v1: \S/);
  });

  it('fails without an index, whatever may be missing', async () => {
    const { code, stdout, stderr } = await types('--allow-missing', whole, () => new Response('none', { status: 404 }));
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain('OpenAPI');
  });
});

describe('types of a newer server', () => {
  it('names the types that have further fields there, unless --all writes them', async () => {
    const api = server({ documents: kubernetes(), schemas: await kubernetesSchemas('1.38'), speaks: '1.38' });
    const { code, stderr } = await cli(api, 'types --no-docs');
    expect(code).toBe(0);
    expect(stderr).toMatch(
      /^warning: the server is newer than kubeatlas\/types \(1\.37\) and .*\bSeccompProfile\b.*; --all writes them\n$/,
    );
    expect((await cli(api, 'types --no-docs --all')).stderr).toBe('');
    const same = server({ documents: kubernetes(), schemas: await kubernetesSchemas() });
    expect((await cli(same, 'types --no-docs')).stderr).toBe('');
  });
});

function scratch(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'kubeatlas-types-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  return folder;
}
