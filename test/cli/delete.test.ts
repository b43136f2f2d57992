import { describe, expect, it } from 'vitest';
import type { FakeApiServer } from '../../src/testing/index.js';
import { cli, connectWith, lines, server } from './support.js';

function deletions(api: FakeApiServer): readonly string[] {
  return api.requests.filter(({ method }) => method === 'DELETE').map(({ path }) => path);
}

function podsOf(api: FakeApiServer): readonly (string | undefined)[] {
  return api.objects.filter(({ kind }) => kind === 'Pod').map(({ metadata }) => metadata.name);
}

const held = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'held', finalizers: ['example.org/wait'] } };

describe('delete', () => {
  it('deletes objects of names, and tells each', async () => {
    const api = server();
    expect(await cli(api, 'delete pod/front-0 deploy/front node/node-1 -n web')).toEqual({
      code: 0,
      stderr: '',
      stdout: lines`
        pod "front-0" deleted from web namespace
        deployment.apps "front" deleted from web namespace
        node "node-1" deleted
      `,
    });
    expect(podsOf(api)).toEqual(['cache-0', 'front-1']);
  });

  it('one that is not there is reported, and the others are deleted', async () => {
    const api = server();
    const { code, stdout, stderr } = await cli(api, 'delete pods nope front-1 -n web -o name');
    expect({ code, stdout }).toEqual({ code: 1, stdout: 'pod/front-1\n' });
    expect(stderr).toBe('error: DELETE /api/v1/namespaces/web/pods/nope: 404 NotFound: pods "nope" not found\n');
    expect(await cli(api, 'delete pods nope -n web --ignore-not-found')).toEqual({ code: 0, stdout: '', stderr: '' });
  });

  it.each(['definition first', 'object first'])('takes back what a file applied, with the %s', async (order) => {
    const definition = {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: 'carts.shop.example.org' },
      spec: {
        group: 'shop.example.org',
        scope: 'Namespaced',
        names: { kind: 'Cart', plural: 'carts' },
        versions: [{ name: 'v1', served: true, storage: true }],
      },
    };
    const cart = { apiVersion: 'shop.example.org/v1', kind: 'Cart', metadata: { name: 'big', namespace: 'web' } };
    const api = server();
    for (const each of [definition, cart]) api.put(each);
    const objects = order === 'object first' ? [cart, definition] : [definition, cart];
    const readInput = (): Promise<string> =>
      Promise.resolve(objects.map((each) => JSON.stringify(each)).join('\n---\n'));
    expect(await cli(api, 'delete -f -', { readInput })).toEqual({
      code: 0,
      stderr: '',
      stdout: lines`
        cart.shop.example.org "big" deleted from web namespace
        customresourcedefinition.apiextensions.k8s.io "carts.shop.example.org" deleted
      `,
    });
  });

  it('--ignore-not-found does not hide that the type is not there', async () => {
    const api = server();
    api.fail('/api/v1/namespaces/web/pods/front-0', { status: 404, body: 'page not found' });
    expect((await cli(api, 'delete pods front-0 -n web --ignore-not-found')).code).toBe(1);
    expect((await cli(api, 'delete podz front-0 -n web --ignore-not-found')).code).toBe(1);
  });

  it('a selector, --all and -A choose from what is there', async () => {
    const api = server();
    expect((await cli(api, 'delete pods -n web -l app=front -o name')).stdout).toBe('pod/front-0\npod/front-1\n');
    api.put(held);
    api.put({ ...held, metadata: { name: 'free', namespace: 'web' } });
    expect((await cli(api, 'delete cm -n web --all')).stdout).toBe('configmap "free" deleted from web namespace\n');
    expect((await cli(api, 'delete cm,pods -A --all --wait=false -o name')).stdout).toBe(
      'configmap/held\nconfigmap/settings\npod/cache-0\n',
    );
    expect(await cli(api, 'delete pods -n web --all')).toEqual({
      code: 0,
      stdout: '',
      stderr: 'No resources found.\n',
    });
  });

  it.each([
    ...['', ' ', '\t', ',', '=', ' , ', 'app!=', 'app!=, tier!='].flatMap((text) => [
      ['delete', 'pods', '-n', 'web', '-l', text],
      ['delete', 'pods', '-n', 'web', '--field-selector', text],
      ['delete', 'pods', '-A', '-l', text],
    ]),
    ['delete', 'pods', '', '-n', 'web'],
    ['delete', 'pods', ' ', '-n', 'web'],
    ['delete', 'pods/ ', '-n', 'web'],
    ['delete', 'pods', 'front-0', '-n', ' '],
  ])('of nothing but blanks deletes nothing: %j', async (...words) => {
    const api = server();
    const { code } = await cli(api, words);
    expect(code).not.toBe(0);
    expect(deletions(api)).toEqual([]);
  });

  it('-f deletes what files name, where they say it is', async () => {
    const api = server();
    const readInput = (): Promise<string> =>
      Promise.resolve(
        'apiVersion: v1\nkind: Pod\nmetadata: { name: front-0, namespace: web }\n---\n' +
          'apiVersion: v1\nkind: Pod\nmetadata: { name: nope, namespace: web }\n---\n' +
          'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: settings }\n',
      );
    const { code, stdout } = await cli(api, 'delete -f - --ignore-not-found', { readInput });
    expect(code).toBe(0);
    expect(stdout).toBe(
      'pod "front-0" deleted from web namespace\nconfigmap "settings" deleted from default namespace\n',
    );
  });

  it('--dry-run server deletes nothing, and waits for nothing', async () => {
    const api = server();
    const { stdout } = await cli(api, 'delete pods front-0 -n web --dry-run server');
    expect(stdout).toBe('pod "front-0" deleted from web namespace (server dry run)\n');
    expect(podsOf(api)).toHaveLength(3);
    expect(api.requests.filter(({ path }) => path.includes('watch='))).toEqual([]);
  });

  it.each([
    ['', { propagationPolicy: 'Background' }],
    ['--cascade=foreground --grace-period 5', { propagationPolicy: 'Foreground', gracePeriodSeconds: 5 }],
    ['--cascade orphan --now', { propagationPolicy: 'Orphan', gracePeriodSeconds: 1 }],
    ['--cascade --grace-period 0', { propagationPolicy: 'Background', gracePeriodSeconds: 1 }],
    ['--force --grace-period 0', { propagationPolicy: 'Background', gracePeriodSeconds: 0 }],
  ])('%s says how they end', async (flags, options) => {
    const api = server();
    let sent: unknown;
    const connect = connectWith(api, {
      before({ method, body }) {
        if (method === 'DELETE') sent = JSON.parse(body as string);
      },
    });
    await cli(api, `delete pods/front-0 -n web ${flags}`.trim(), { connect });
    expect(sent).toEqual({ kind: 'DeleteOptions', apiVersion: 'v1', ...options });
  });

  it('waits until the object is gone', async () => {
    const api = server();
    api.put(held);
    let isWatched = false;
    const connect = connectWith(api, {
      after({ url }) {
        if (!url.includes('watch=') || isWatched) return;
        isWatched = true;
        queueMicrotask(() => api.remove(held));
      },
    });
    expect(await cli(api, 'delete cm held', { connect })).toMatchObject({ code: 0, stderr: '' });
    expect(isWatched).toBe(true);
  });

  it('one that is made anew under its name is not waited for', async () => {
    const api = server();
    api.put(held);
    const connect = connectWith(api, {
      after({ method }) {
        if (method !== 'DELETE') return;
        api.remove(held);
        api.put(held);
      },
    });
    expect(await cli(api, 'delete cm held --timeout 1h', { connect })).toMatchObject({ code: 0, stderr: '' });
  });

  it('the time that is over is reported, with exit code 1', async () => {
    const api = server();
    api.put(held);
    const { code, stdout, stderr } = await cli(api, 'delete cm held settings --timeout 20ms');
    expect(code).toBe(1);
    expect(stdout.match(/deleted/g)).toHaveLength(2);
    expect(stderr).toContain('error: timed out waiting for the condition on configmaps/held\n');
  });

  it('tells when the server is lost, and waits on', async () => {
    const api = server();
    api.put(held);
    api.fail(({ method, path }) => method === 'GET' && path.endsWith('/configmaps'), {
      status: 500,
      body: 'no',
      times: 1,
    });
    const connect = connectWith(api, {
      after({ url }) {
        if (url.includes('fieldSelector')) api.remove(held);
      },
    });
    const { code, stderr } = await cli(api, 'delete cm held', { connect });
    expect(code).toBe(0);
    expect(stderr).toMatch(/^lost the connection to the server, retrying: GET .* 500 .*\n$/);
  });

  it('who may not look does not wait', async () => {
    const api = server();
    api.put(held);
    api.fail(({ method, path }) => method === 'GET' && path.endsWith('/configmaps'), { status: 403, body: 'no' });
    const { code, stderr } = await cli(api, 'delete cm held');
    expect(code).toBe(0);
    expect(stderr).toMatch(/^not waiting for configmap\/held: .*403.*\n$/);
  });

  it.each([
    ['', 'Specify the objects: TYPE/NAME, TYPE NAME, TYPE with a selector, -f FILE or -k FOLDER.'],
    ['pods', 'A type alone selects nothing'],
    ['pods -A', 'A type alone selects nothing'],
    ['pods a -l app=b', 'Names cannot be combined with a selector or --all.'],
    ['pods a --all', 'Names cannot be combined with a selector or --all.'],
    ['pods a -A', 'Names cannot be combined with --all-namespaces'],
    ['pods --all -l app=b', '--all cannot be combined with a selector.'],
    ['-f - pods', '-f and -k cannot be combined with other ways to select objects.'],
    ['-f - --all', '-f and -k cannot be combined with other ways to select objects.'],
    ['pods a --now --grace-period 3', '--now cannot be combined'],
    ['pods a --force --grace-period 3', '--force deletes immediately'],
    ['pods a --grace-period -2', 'It must be an integer number of seconds, or -1.'],
    ['pods a --cascade=maybe', 'It must be background, foreground or orphan.'],
    ['pods a --dry-run client', 'use server.'],
    ['pods a --timeout 30', 'It must be a duration with its unit'],
  ])('delete %s is wrong use, and deletes nothing', async (words, expected) => {
    const api = server();
    const { code, stdout, stderr } = await cli(api, `delete ${words}`.trim());
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(expected);
    expect(deletions(api)).toEqual([]);
  });
});
