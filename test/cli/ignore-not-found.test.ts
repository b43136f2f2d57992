import { describe, expect, it } from 'vitest';
import { cli, lines, server } from './support.js';

const nothing = { code: 0, stdout: '', stderr: '' };

/** What kubectl 1.37 prints and exits with, of the same lines on a kube-apiserver. */
describe('get --ignore-not-found', () => {
  it.each([
    '',
    '--metadata',
    '-o name',
    '-o json',
    '-o yaml',
    '-o manifest',
    '-o jsonpath={.metadata.name}',
    '-o custom-columns=N:.metadata.name',
    '--sort-by .metadata.name',
    '-o name --sort-by .metadata.name',
    '-w',
  ])('of one that is not there prints nothing: %s', async (flags) => {
    const words = `get cm nope -n web --ignore-not-found ${flags}`.trim();
    expect(await cli(server(), words)).toEqual(nothing);
    expect((await cli(server(), words.replace(' --ignore-not-found', ''))).code).toBe(1);
  });

  it('prints those that are there', async () => {
    expect(await cli(server(), 'get pods nope front-0 -n web --ignore-not-found')).toEqual({
      ...nothing,
      stdout: lines`
        NAME      READY   STATUS    RESTARTS   AGE
        front-0   1/1     Running   0          120m
      `,
    });
    const { code, stdout, stderr } = await cli(server(), 'get pod/nope pod/front-0 -n web --ignore-not-found -o json');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(JSON.parse(stdout)).toMatchObject({ kind: 'List', items: [{ metadata: { name: 'front-0' } }] });
    expect(await cli(server(), 'get pods nope front-0 -n web --ignore-not-found -o csv --metadata')).toMatchObject({
      code: 0,
      stderr: '',
    });
  });

  it('says nothing of an empty list', async () => {
    expect(await cli(server(), 'get secrets -n web --ignore-not-found')).toEqual(nothing);
    expect((await cli(server(), 'get secrets -n web')).stderr).toBe('No resources found in web namespace.\n');
  });

  it('does not hide a type that is not there, nor a refusal', async () => {
    expect(await cli(server(), 'get widgets nope --ignore-not-found')).toMatchObject({ code: 1, stdout: '' });
    const api = server();
    api.fail('/api/v1/namespaces/web/pods/front-0', { status: 403 });
    expect(await cli(api, 'get pod front-0 -n web --ignore-not-found')).toMatchObject({ code: 1, stdout: '' });
  });
});
