import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cli, lines, server } from './support.js';

const pod = (name: string, namespace = 'web'): string =>
  `apiVersion: v1\nkind: Pod\nmetadata: { name: ${name}, namespace: ${namespace} }\n`;
const settings = 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: settings }\n';
const front = 'apiVersion: apps/v1\nkind: Deployment\nmetadata: { name: front, namespace: web }\n';
const inFile = (...documents: string[]) => ({ readInput: () => Promise.resolve(documents.join('---\n')) });

/** What kubectl 1.37 prints and exits with, of the same lines on a kube-apiserver, but for the words of errors. */
describe('get -f', () => {
  it('prints a table for the objects of each type, in the order of the file', async () => {
    const more = inFile(pod('front-1'), pod('front-0'), settings);
    expect(await cli(server(), 'get -f a.yaml', more)).toEqual({
      code: 0,
      stderr: '',
      stdout: lines`
        NAME          READY   STATUS    RESTARTS   AGE
        pod/front-1   1/1     Running   0          120m
        pod/front-0   1/1     Running   0          120m

        NAME                 DATA   AGE
        configmap/settings   0      120m
      `,
    });
    expect((await cli(server(), 'get -f a.yaml -o name', more)).stdout).toBe(
      'pod/front-1\npod/front-0\nconfigmap/settings\n',
    );
    expect((await cli(server(), 'get -f a.yaml -o custom-columns=N:.metadata.name', more)).stdout).toBe(
      'N\nfront-1\nfront-0\nsettings\n',
    );
  });

  it('keeps objects of one type from several namespaces in one table', async () => {
    const api = server();
    api.put({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'b', namespace: 'other' }, data: { a: '1' } });
    const b = settings.replace('settings', 'b, namespace: other');
    const { code, stdout } = await cli(api, 'get -f a.yaml --no-headers', inFile(settings, b));
    expect({ code, names: stdout.split('\n').map((line) => line.split(' ')[0]) }).toEqual({
      code: 0,
      names: ['settings', 'b', ''],
    });
  });

  it.each([
    ['of one object in a file is the object', 'get -f a.yaml -o jsonpath={.kind}', [settings], 'ConfigMap'],
    ['of one object on standard input is a list', 'get -f - -o jsonpath={.kind}', [settings], 'List'],
    ['of several objects is a list', 'get -f a.yaml -o jsonpath={.kind}', [settings, front], 'List'],
    [
      'of the only object that is there is the object',
      'get -f a.yaml --ignore-not-found -o jsonpath={.kind}',
      [settings, pod('nope')],
      'ConfigMap',
    ],
  ])('%s', async (_what, words, documents, stdout) => {
    expect(await cli(server(), words, inFile(...documents))).toEqual({ code: 0, stdout, stderr: '' });
  });

  it('reports what is not there, and exits with 1', async () => {
    const found = await cli(server(), 'get -f a.yaml --no-headers', inFile(pod('nope'), settings));
    expect(found).toMatchObject({ code: 1, stdout: 'configmap/settings   0     120m\n' });
    expect(found.stderr).toContain('"nope"');
    const ignored = await cli(server(), 'get -f a.yaml --no-headers --ignore-not-found', inFile(pod('nope'), settings));
    expect(ignored).toEqual({ ...found, code: 0, stderr: '' });
  });

  it('-w watches the object of a file, in its namespace', async () => {
    const controller = new AbortController();
    const api = server();
    const stdout: string[] = [];
    const stream = {
      write: (text: string | Uint8Array) => {
        stdout.push(String(text));
        if (stdout.length === 1)
          api.put({ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'front-0', namespace: 'web' } });
        else controller.abort();
        return Promise.resolve();
      },
    };
    const more = { ...inFile(pod('front-0')), stdout: stream, signal: controller.signal };
    expect((await cli(api, 'get -f a.yaml -w -o name', more)).code).toBe(130);
    expect(stdout).toEqual(['pod/front-0\n', 'pod/front-0\n']);
  });

  it.each([
    ['get -f a.yaml pods', 'cannot be combined with other ways to select objects'],
    ['get -f a.yaml -A', 'cannot be combined with other ways to select objects'],
    ['get -f a.yaml -l app=front', 'cannot be combined with other ways to select objects'],
    ['get -f a.yaml -n other', 'does not match the namespace of -n'],
    ['get -f a.yaml -k b', '-k cannot be combined with -f or -R'],
    ['get -k b -R', '-k cannot be combined with -f or -R'],
    ['get -f a.yaml -w', '-w watches a single'],
    ['describe -f a.yaml pods', 'cannot be combined with other ways to select objects'],
    ['scale -f a.yaml --all', 'cannot be combined with other ways to select objects'],
    ['wait -f a.yaml pods --for=create', 'cannot be combined with other ways to select objects'],
    ['wait --for=create', 'Specify the objects'],
    ['wait -f a.yaml --for=resource', '--for=resource requires the names of types'],
    ['scale', 'Specify the objects'],
    ['scale deploy/front --all', 'Names cannot be combined'],
    ['scale -l app=front', 'Specify the type'],
    ['check', 'Specify the files'],
  ])('%s is wrong use, and nothing is written', async (words, expected) => {
    const api = server();
    const { code, stdout, stderr } = await cli(api, words, inFile(pod('front-0'), pod('front-1')));
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(expected);
    expect(api.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
  });
});

describe('describe', () => {
  const namesIn = (stdout: string): readonly string[] =>
    [...stdout.matchAll(/^Name: +(\S+)$/gm)].map(([, name = '']) => name);

  it.each([
    ['a type', 'describe pods -n web', ['cache-0', 'front-0', 'front-1']],
    ['several types', 'describe deploy,pods -n web', ['front', 'cache-0', 'front-0', 'front-1']],
    ['a selector', 'describe pods -l app=front -n web', ['front-0', 'front-1']],
    ['all namespaces', 'describe cm,pods -A', ['settings', 'cache-0', 'front-0', 'front-1']],
    ['an empty selector', ['describe', 'pods', '-l', '', '-n', 'web'], ['cache-0', 'front-0', 'front-1']],
    ['a file', 'describe -f a.yaml', ['front-1', 'settings']],
  ])('describes what %s selects', async (_what, words, names) => {
    const { code, stdout, stderr } = await cli(server(), words, inFile(pod('front-1'), settings));
    expect({ code, stderr, names: namesIn(stdout) }).toEqual({ code: 0, stderr: '', names });
  });

  it.each([
    ['describe secrets -n web', 'No resources found in web namespace.\n'],
    ['describe secrets -A', 'No resources found.\n'],
    ['describe pods -l app=none -n web', 'No resources found in web namespace.\n'],
  ])('%s of nothing says so, and exits with 0', async (words, stderr) => {
    expect(await cli(server(), words)).toEqual({ code: 0, stdout: '', stderr });
  });

  it('describes the rest where one of a file is not there', async () => {
    const { code, stdout, stderr } = await cli(server(), 'describe -f a.yaml', inFile(pod('nope'), settings));
    expect({ code, names: namesIn(stdout) }).toEqual({ code: 1, names: ['settings'] });
    expect(stderr).toContain('"nope"');
  });
});

describe('scale', () => {
  const back = {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'back', namespace: 'web' },
    spec: { replicas: 1 },
  };
  const label = { labels: { app: 'front' } };
  const two = () => {
    const api = server();
    api.put(back);
    api.put({ ...back, metadata: { name: 'front', namespace: 'web', ...label }, spec: { replicas: 2 } });
    return api;
  };

  it.each([
    ['deploy -l app=front', 'deployment.apps/front\n'],
    ['deploy --all', 'deployment.apps/back\ndeployment.apps/front\n'],
    ['deploy front back', 'deployment.apps/front\ndeployment.apps/back\n'],
    ['-f a.yaml', 'deployment.apps/front\n'],
  ])('%s -o name sets the size of each and names it', async (words, stdout) => {
    const api = two();
    const outcome = await cli(api, `scale ${words} -n web --replicas 3 -o name`, inFile(front));
    expect(outcome).toEqual({ code: 0, stdout, stderr: '' });
    const written = api.requests.filter(({ method }) => method !== 'GET').map(({ path }) => path.split('?')[0]);
    expect(written).toEqual(
      stdout
        .trim()
        .split('\n')
        .map((name) => `/apis/apps/v1/namespaces/web/deployments/${name.split('/')[1] ?? ''}/scale`),
    );
    expect((await cli(api, `scale ${words} -n web -o name`, inFile(front))).stdout).toBe(stdout);
  });

  it('of nothing exits with 1, as kubectl', async () => {
    const stderr = 'error: no objects passed to scale\n';
    expect(await cli(two(), 'scale deploy -l app=none -n web --replicas 3')).toEqual({ code: 1, stdout: '', stderr });
  });

  it('--resource-version requires one object, however it is selected', async () => {
    const outcome = await cli(two(), 'scale deploy --all -n web --replicas 3 --resource-version 1');
    expect(outcome).toMatchObject({ code: 2, stdout: '' });
  });

  it('goes on after one that cannot be scaled', async () => {
    const outcome = await cli(two(), 'scale -f a.yaml --replicas 3', inFile(settings, front));
    expect(outcome).toMatchObject({ code: 1, stdout: 'deployment.apps/front scaled to 3\n' });
  });
});

describe('wait -f', () => {
  it.each([
    ['--for=create', 'pod/front-0 condition met\nconfigmap/settings condition met\n', 0],
    ['--for=jsonpath={.metadata.name}', 'pod/front-0 condition met\nconfigmap/settings condition met\n', 0],
    ['--for=delete --timeout 0', '', 1],
  ])('waits for the objects of a file: %s', async (flags, stdout, code) => {
    expect(await cli(server(), `wait -f a.yaml ${flags}`, inFile(pod('front-0'), settings))).toMatchObject({
      code,
      stdout,
    });
  });

  it('of an object that is not there fails, and the others are waited for', async () => {
    const outcome = await cli(
      server(),
      'wait -f a.yaml --for=jsonpath={.kind}=ConfigMap',
      inFile(pod('gone'), settings),
    );
    expect(outcome).toMatchObject({ code: 1, stdout: 'configmap/settings condition met\n' });
  });
});

describe('-k', () => {
  let folder = '';
  let broken = '';

  /** A program that stands for kubectl: prints what it is asked, or fails as kubectl does. */
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'kustomize-'));
    broken = path.join(folder, 'broken');
    await mkdir(path.join(folder, 'bin'));
    const script = [
      '#!/bin/sh',
      `test "$1 $2" = "kustomize --" || exit 3`,
      `case "$3" in`,
      `*broken) echo 'E1128 05:40:52.6 15328 run.go:72] "command failed" err="no kustomization.yaml"' >&2; exit 1;;`,
      `esac`,
      `echo '# Warning: commonLabels is deprecated' >&2`,
      `printf 'apiVersion: v1\\nkind: Pod\\nmetadata: { name: front-0, namespace: web }\\n'`,
    ];
    await writeFile(path.join(folder, 'bin', 'kubectl'), `${script.join('\n')}\n`);
    await chmod(path.join(folder, 'bin', 'kubectl'), 0o755);
  });
  afterAll(() => rm(folder, { recursive: true }));

  const env = () => ({ PATH: `${path.join(folder, 'bin')}:${process.env['PATH'] ?? ''}` });

  it.each([
    ['get -k overlay -o name', 'pod/front-0\n'],
    ['get -k overlay -o jsonpath={.kind}', 'Pod'],
    ['get -k --overlay -o name', 'pod/front-0\n'],
    ['wait -k overlay --for=create', 'pod/front-0 condition met\n'],
    ['delete -k overlay --wait=false', 'pod "front-0" deleted from web namespace\n'],
    ['apply -k overlay -o name', 'pod/front-0\n'],
  ])('reads what kubectl kustomize prints: %s', async (words, stdout) => {
    const stderr = '# Warning: commonLabels is deprecated\n';
    expect(await cli(server(), words, { env: env() })).toEqual({ code: 0, stdout, stderr });
  });

  it.each(['describe', 'check'])('%s takes it too', async (command) => {
    const { code, stderr } = await cli(server(), `${command} -k overlay`, { env: env() });
    expect({ code, stderr: stderr.split('\n')[0] }).toEqual({
      code: command === 'check' ? 1 : 0,
      stderr: '# Warning: commonLabels is deprecated',
    });
  });

  it('types writes the definitions of it', async () => {
    const outcome = await cli(undefined, 'types -k overlay', { env: env() });
    expect(outcome).toMatchObject({ code: 2, stdout: '' });
    expect(outcome.stderr).toContain('No CustomResourceDefinition');
  });

  it('tells what kubectl says, and sends nothing', async () => {
    const api = server();
    expect(await cli(api, ['apply', '-k', broken], { env: env() })).toEqual({
      code: 2,
      stdout: '',
      stderr: `error: ${JSON.stringify(broken)} cannot be built by "kubectl kustomize": no kustomization.yaml\n`,
    });
    expect(api.requests).toEqual([]);
  });

  it('says that kubectl is missing', async () => {
    const { code, stdout, stderr } = await cli(server(), 'get -k overlay', {
      env: { PATH: path.join(folder, 'none') },
    });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('kubectl is not on the PATH');
  });

  it('ends kubectl at Ctrl-C', async () => {
    const controller = new AbortController();
    controller.abort();
    const { code } = await cli(server(), 'get -k overlay', { env: env(), signal: controller.signal });
    expect(code).toBe(130);
  });
});
