import { writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { tempFolder } from '../kubeconfig/temp-folder.js';
import { cli, server } from './support.js';

const settings = 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: settings, namespace: default }\ndata: { a: é }\n';
const schemas = {
  apiVersion: 'flowcontrol.apiserver.k8s.io/v1',
  kind: 'FlowSchemaList',
  items: [{ metadata: { name: 'exempt' }, spec: {} }],
};

function utf16(text: string, isLittle: boolean): Buffer {
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le');
  return isLittle ? bytes : bytes.swap16();
}

async function file(content: string | Uint8Array): Promise<string> {
  const { at } = await tempFolder();
  await writeFile(at('app.yaml'), content);
  return at('app.yaml');
}

describe('files of -f', () => {
  it.each([
    ['UTF-16, as PowerShell writes it', utf16(settings.replaceAll('\n', '\r\n'), true)],
    ['UTF-16 in the other order', utf16(settings, false)],
    ['UTF-8 with a mark', `\ufeff${settings}`],
    ['lines that end with a carriage return', settings.replaceAll('\n', '\r')],
  ])('are read in %s', async (_, content) => {
    const api = server();
    expect(await cli(api, ['apply', '-f', await file(content), '-o', 'name'])).toMatchObject({
      code: 0,
      stdout: 'configmap/settings\n',
    });
    expect(api.objects.find(({ kind }) => kind === 'ConfigMap')).toMatchObject({ data: { a: 'é' } });
  });

  it('are read up to a bound, whatever a link leads to', async () => {
    const api = server();
    const { code, stderr } = await cli(api, ['apply', '-f', '/dev/zero']);
    expect({ code, requests: api.requests }).toEqual({ code: 2, requests: [] });
    expect(stderr).toBe('error: "/dev/zero" cannot be read: it is larger than 67108864 bytes: split it\n');
  });

  it('may be larger than a kubeconfig, in every command', async () => {
    const large = `# ${'x'.repeat(5_000_000)}\n${settings}`;
    const path = await file(large);
    for (const words of [
      ['rules', 'check'],
      ['types', '-f'],
      ['delete', '--dry-run=server', '-f'],
    ]) {
      expect((await cli(server(), [...words, path])).stderr).not.toContain('longer');
    }
  });

  it.each([
    ['rules', 'check'],
    ['types', '-f'],
    ['apply', '-f'],
    ['delete', '-f'],
    ['fake', '--objects'],
    ['patch', 'cm/settings', '--patch-file'],
    ['upgrade-check', '--to', '1.37', '--manifests-only', '-f'],
    ['upgrade-check', '--manifests-only', '-f', '/dev/null', '--to'],
  ])('are refused with file, document and line: %s %s', async (...words) => {
    const path = await file('a: 1\n---\nb: 1\nb: 2\n');
    expect(await cli(server(), [...words, path])).toEqual({
      code: 2,
      stdout: '',
      stderr: `error: document 2 of "${path}", line 4, column 1: it cannot be read as YAML: a duplicate key.\n`,
    });
  });

  it('take the kind of a typed list for items that have none', async () => {
    const path = await file(JSON.stringify(schemas));
    const deleted = await cli(server(), ['delete', '-f', path, '--ignore-not-found']);
    expect(deleted).toMatchObject({ code: 0, stderr: '' });
    const old = { ...schemas, apiVersion: 'flowcontrol.apiserver.k8s.io/v1beta3' };
    const words = ['upgrade-check', '--to', '1.37', '--manifests-only', '-f', await file(JSON.stringify(old))];
    expect((await cli(server(), words)).stdout).toContain('FlowSchema');
  });

  it.each([
    ['nothing', '# nothing\n', 'No objects found in the files.'],
    ['a text', 'x\n', 'this is not an object.'],
    ['an object without a kind', 'a: 1\n', 'an object has no apiVersion or no kind.'],
  ])('are never checked for an upgrade if they hold %s', async (_, content, problem) => {
    const words = ['upgrade-check', '--to', '1.37', '--manifests-only', '-f', await file(content)];
    const { code, stdout, stderr } = await cli(server(), words);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(problem);
  });
});
