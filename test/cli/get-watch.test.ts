import { describe, expect, it } from 'vitest';
import type { FakeApiServer, FaultAnswer } from '../../src/testing/index.js';
import { cli, connectWith, lines, server, type Outcome } from './support.js';

type Step = () => unknown;

/**
 * Runs a watch: the first step is taken when it is open, each further one when a change has been printed, and Ctrl-C comes behind
 * the last.
 */
async function watching(api: FakeApiServer, words: string, steps: readonly Step[], isTTY = false): Promise<Outcome> {
  const interruption = new AbortController();
  const output = { stdout: '', stderr: '' };
  const left = [...steps];
  let isOpen = false;
  const next = (): void => {
    const step = left.shift();
    if (step === undefined) interruption.abort(new Error('interrupted'));
    else step();
  };
  const outcome = await cli(api, words, {
    isTTY,
    signal: interruption.signal,
    stdout: {
      async write(text) {
        output.stdout += String(text);
        if (isOpen) next();
      },
    },
    stderr: {
      async write(text) {
        output.stderr += String(text);
      },
    },
    connect: connectWith(api, {
      after({ url }) {
        if (!url.includes('watch=') || isOpen) return;
        isOpen = true;
        queueMicrotask(next);
      },
    }),
  });
  return { ...outcome, ...output };
}

const pod = (name: string, phase: string): object => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, namespace: 'web', creationTimestamp: '2026-03-01T10:00:00Z', labels: { app: 'front' } },
  spec: { containers: [{ name: 'main', image: 'main:1' }] },
  status: { phase },
});

describe('get -w', () => {
  it('prints the table, then each change as a row below it, and ends by Ctrl-C', async () => {
    const api = server();
    const outcome = await watching(api, 'get pods -n web -w', [
      () => api.put(pod('front-0', 'Failed')),
      () => api.put(pod('front-with-a-longer-name', 'Pending')),
      () => api.put(pod('front-1', 'Succeeded')),
      () => api.remove(pod('front-0', 'Failed')),
    ]);
    expect(outcome).toEqual({
      code: 130,
      stderr: '',
      stdout: lines`
        NAME      READY   STATUS    RESTARTS   AGE
        cache-0   1/1     Running   0          120m
        front-0   1/1     Running   0          120m
        front-1   1/1     Running   0          120m
        front-0   0/1     Failed    0          120m
        front-with-a-longer-name   0/1     Pending   0          120m
        front-1                    0/1     Succeeded   0          120m
        front-0                    0/1     Failed      0          120m
      `,
    });
    const [list, watch] = api.requests.slice(-2).map(({ path }) => path);
    expect(list).toMatch(/^\/api\/v1\/namespaces\/web\/pods\?limit=500&/);
    expect(watch).toMatch(/watch=/);
  });

  it('--watch-only prints the changes alone, with the header before the first', async () => {
    const api = server();
    const { stdout } = await watching(api, 'get pods -n web -l app=front --watch-only', [
      () => {
        api.put({ ...pod('other', 'Pending'), metadata: { name: 'other', namespace: 'web' } });
        api.put(pod('front-0', 'Failed'));
      },
      () => api.put(pod('front-0', 'Running')),
    ]);
    expect(stdout).toBe(lines`
      NAME      READY   STATUS   RESTARTS   AGE
      front-0   0/1     Failed   0          120m
      front-0   0/1     Running   0          120m
    `);
  });

  it('-A has the namespaces, and --output-watch-events the kind of change before them', async () => {
    const api = server();
    const { stdout } = await watching(api, 'get pods -A -w --output-watch-events', [
      () => api.put(pod('front-0', 'Failed')),
      () => api.remove(pod('front-1', 'Running')),
    ]);
    expect(stdout.split('\n').map((line) => line.split(/ +/).slice(0, 3).join(' '))).toEqual([
      'EVENT NAMESPACE NAME',
      'ADDED web cache-0',
      'ADDED web front-0',
      'ADDED web front-1',
      'MODIFIED web front-0',
      'DELETED web front-1',
      '',
    ]);
  });

  it('events of all kinds stand in line', async () => {
    const api = server();
    const { stdout } = await watching(api, 'get pods -n web -w --output-watch-events', [
      () => api.put(pod('front-0', 'Failed')),
      () => api.remove(pod('front-1', 'Running')),
    ]);
    expect(stdout).toBe(lines`
      EVENT      NAME      READY   STATUS    RESTARTS   AGE
      ADDED      cache-0   1/1     Running   0          120m
      ADDED      front-0   1/1     Running   0          120m
      ADDED      front-1   1/1     Running   0          120m
      MODIFIED   front-0   0/1     Failed    0          120m
      DELETED    front-1   1/1     Running   0          120m
    `);
  });

  it('a table made here over all namespaces has its namespaces once', async () => {
    const api = server({ ignoresAccept: ['apps'] });
    const change = { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'front', namespace: 'web' } };
    const { stdout } = await watching(api, 'get deploy -A -w', [() => api.put(change)]);
    expect(stdout).toMatch(/^NAMESPACE +NAME +AGE\nweb +front +\S+\nweb +front +\S+\n$/);
  });

  it('one object is watched by its name', async () => {
    const api = server();
    const { stdout } = await watching(api, 'get pod/front-0 -n web -w --no-headers', [
      () => {
        api.put(pod('front-1', 'Failed'));
        api.put(pod('front-0', 'Failed'));
      },
    ]);
    expect(stdout).toBe('front-0   1/1   Running   0     120m\nfront-0   0/1   Failed    0     120m\n');
  });

  it.each(['-w', '--watch-only'])('an object that is not there is reported, with %s', async (flag) => {
    const api = server();
    const { code, stdout, stderr } = await cli(api, `get pod nope -n web ${flag}`);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toBe('error: GET /api/v1/namespaces/web/pods/nope: 404 NotFound: pods "nope" not found\n');
  });

  it('-o name prints the names of what is there and of what changes', async () => {
    const api = server();
    const { stdout } = await watching(api, 'get pods -n web -l app=front -o name -w', [
      () => api.put(pod('front-1', 'Failed')),
    ]);
    expect(stdout).toBe('pod/front-0\npod/front-1\npod/front-1\n');
  });

  it('-o yaml prints documents one after another, with every digit', async () => {
    const api = server({ objects: [] });
    const config = (data: object): object => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' }, data });
    api.put(config({ size: 1 }));
    api.fail(({ query }) => query.has('watch'), {
      status: 200,
      body: `${JSON.stringify({
        type: 'MODIFIED',
        object: {
          apiVersion: 'v1',
          kind: 'ConfigMap',
          metadata: { name: 'a', resourceVersion: '99' },
          data: { size: 7 },
        },
      }).replace('7}', '9007199254740993}')}\n`,
      headers: { 'content-type': 'application/json' },
    });
    const { stdout } = await watching(api, 'get cm -o yaml -w', [() => undefined]);
    expect(stdout).toMatch(
      /^apiVersion: v1\ndata:\n {2}size: 1\n[\s\S]*\n---\napiVersion: v1\ndata:\n {2}size: 9007199254740993\n/,
    );
  });

  it('-o json with --output-watch-events says what kind of change each document is', async () => {
    const api = server();
    const { stdout } = await watching(api, 'get pods -n web --metadata -o json --watch-only --output-watch-events', [
      () => api.put(pod('front-1', 'Failed')),
    ]);
    expect(JSON.parse(stdout)).toMatchObject({ type: 'MODIFIED', object: { metadata: { name: 'front-1' } } });
    expect(stdout).not.toContain('phase');
  });

  it('--metadata prints rows of what metadata tells', async () => {
    const api = server();
    const { stdout } = await watching(api, 'get pods -A -l app=front --metadata -w', [
      () => api.put(pod('front-1', 'Failed')),
    ]);
    expect(stdout).toBe(lines`
      NAMESPACE   NAME      CREATED                LABELS
      web         front-0   2026-03-01T10:00:00Z   app=front
      web         front-1   2026-03-01T10:00:00Z   app=front
      web         front-1   2026-03-01T10:00:00Z   app=front
    `);
  });

  it('is bold in its first line alone, on a terminal', async () => {
    const api = server();
    const { stdout } = await watching(api, 'get pods -n web -w', [() => api.put(pod('front-1', 'Failed'))], true);
    const [bold = '', ...rest] = stdout.split('\u001b[22m');
    expect(bold).toMatch(/^.{4}NAME[^\n]*$/);
    expect(rest.join('')).not.toContain('\u001b');
  });

  it.each<[string, FaultAnswer, RegExp]>([
    [
      'that no longer has the changes',
      { status: 410, body: { kind: 'Status', code: 410, reason: 'Expired', message: 'too old resource version' } },
      /^error: the watch of pods\.v1\. ended: the server no longer has the changes .* Run the command again [^\n]*\n$/,
    ],
    [
      'that closes each connection at once',
      { status: 200, body: '', headers: { 'content-type': 'application/json' } },
      /^error: the watch of pods\.v1\. ended: .* closed the connection immediately three times in a row [^\n]* Try again later[^\n]*\n$/,
    ],
  ])('a server %s ends it with what happened and what to do', async (_what, fault, expected) => {
    const api = server();
    api.fail(({ query }) => query.has('watch'), fault);
    const { code, stdout, stderr } = await watching(api, 'get pods -n web -w', [() => undefined]);
    expect(code).toBe(1);
    expect(stdout).toContain('cache-0');
    expect(stderr).toMatch(expected);
    expect(stderr).not.toContain('follow()');
  });

  it('a server that is lost for a while is reported, and missed changes come when it is back', async () => {
    const api = server();
    const outcome = await watching(api, 'get pods -n web --watch-only --no-headers', [
      () => api.put(pod('front-0', 'Failed')),
      () => {
        api.fail(({ query }) => query.has('watch'), { drop: true, times: 2 });
        api.endWatches();
        api.put(pod('front-1', 'Failed'));
      },
    ]);
    expect(outcome.stdout).toMatch(/^front-0 .*\nfront-1 .*\n$/);
    expect(outcome.stderr).toMatch(
      /^lost the connection to the server, retrying: .*\nreconnected to the server; changes since then follow\n$/,
    );
  });

  it.each([
    ['pods,svc -w', '-w watches a single type.'],
    ['all -w', '-w watches a single type, not a category.'],
    ['pods a b -w', '-w watches a single object or all objects of a type: specify at most one name.'],
    ['pods/a pods/b --watch-only', '-w watches a single object or all objects of a type: specify at most one name.'],
    ['pods --output-watch-events', 'requires -w or --watch-only.'],
  ])('get %s is wrong use', async (words, expected) => {
    const { code, stdout, stderr } = await cli(server(), `get ${words}`);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(expected);
  });

  it('prints records of CSV under their header, and manifests', async () => {
    const api = server();
    const records = await watching(api, 'get pods -n web -w -o csv --output-watch-events -l app=front', [
      () => api.put(pod('front-2', 'Pending')),
    ]);
    const names = records.stdout.split('\r\n').map((line) => line.split(',').slice(0, 2).join());
    expect(names).toEqual(['Event,Name', 'ADDED,front-0', 'ADDED,front-1', 'ADDED,front-2', '']);
    const documents = await watching(api, 'get pods -n web --watch-only -o manifest', [
      () => api.put(pod('front-3', 'Pending')),
    ]);
    expect(documents.stdout).toContain(
      'metadata:\n  labels:\n    app: front\n  name: front-3\n  namespace: web\nspec:',
    );
    expect(documents.stdout).not.toContain('status');
  });
});
