import { describe, expect, it } from 'vitest';
import { cli, lines, server } from './support.js';

const inWeb = '/api/v1/namespaces/web/pods?limit=500&includeObject=None';

describe('get', () => {
  it('prints a table as the server makes it, of the namespace asked for', async () => {
    const api = server();
    expect(await cli(api, 'get po -n web')).toEqual({
      code: 0,
      stderr: '',
      stdout: lines`
        NAME      READY   STATUS    RESTARTS   AGE
        cache-0   1/1     Running   0          120m
        front-0   1/1     Running   0          120m
        front-1   1/1     Running   0          120m
      `,
    });
    expect(api.requests.at(-1)?.path).toBe(inWeb);
  });

  it.each([
    ['the flag, before that of the context', 'get po -n web', 'other', '/api/v1/namespaces/web/pods'],
    ['that of the context', 'get po', 'web', '/api/v1/namespaces/web/pods'],
    ['default, when nobody names one', 'get po', undefined, '/api/v1/namespaces/default/pods'],
    ['none for what has none', 'get no -n web', 'web', '/api/v1/nodes'],
  ])('looks in the namespace of %s', async (_what, words, contextNamespace, path) => {
    const api = server();
    expect(await cli(api, words, { contextNamespace })).toMatchObject({ code: 0 });
    expect(api.requests.at(-1)?.path).toMatch(new RegExp(`^${path}\\?`));
  });

  it('warns of a category of which something could not be read', async () => {
    const api = server();
    api.configure({ speaks: 'legacy' });
    api.fail('/apis/apps/v1', { status: 503 });
    const parts = 'apps/v1, custom.metrics.k8s.io/v1beta1';
    const some = await cli(api, 'get all -n web');
    expect(some.code).toBe(0);
    expect(some.stdout).toContain('service/front');
    expect(some.stderr).toBe(`Warning: could not read ${parts}, which may contain more of "all"\n`);
  });

  it('-A asks for the metadata that tells the namespace, and prints it first', async () => {
    const api = server();
    const { stdout } = await cli(api, 'get cm,no -A');
    expect(stdout).toBe(
      lines`
        NAMESPACE   NAME                 DATA   AGE
        default     configmap/settings   0      120m

        NAME          STATUS    ROLES    AGE    VERSION
        node/node-1   Unknown   <none>   120m   
      `,
    );
    expect(api.requests.slice(-2).map(({ path }) => path)).toEqual([
      '/api/v1/configmaps?limit=500&includeObject=Metadata',
      '/api/v1/nodes?limit=500&includeObject=None',
    ]);
  });

  it('a table made here over all namespaces has its namespaces once', async () => {
    const api = server({ ignoresAccept: ['apps'] });
    const { stdout } = await cli(api, 'get deploy -A --no-headers');
    expect(stdout).toMatch(/^web {3}front {3}\d+\w+\n$/);
  });

  it('-o wide adds the columns of lesser priority', async () => {
    const { stdout } = await cli(server(), 'get pods front-0 -n web -o wide');
    expect(stdout.split('\n')[0]).toMatch(/^NAME +READY +STATUS +RESTARTS +AGE +IP +NODE/);
  });

  it('selectors go to the server', async () => {
    const api = server();
    const words = ['get', 'pods', '-n', 'web', '-l', 'app in (front)', '--field-selector', 'metadata.name!=front-0'];
    const { stdout } = await cli(api, [...words, '--no-headers']);
    expect(stdout).toBe('front-1   1/1   Running   0     120m\n');
  });

  it('each type has a table of its own, with an empty line between and the type before each name', async () => {
    expect((await cli(server(), 'get svc,secrets,deploy -n web')).stdout).toBe(
      lines`
        NAME            TYPE        CLUSTER-IP   EXTERNAL-IP   PORT(S)   AGE
        service/front   ClusterIP   10.0.0.1     <none>        80/TCP    120m

        NAME                    READY   UP-TO-DATE   AVAILABLE   AGE
        deployment.apps/front   2/2     2            2           120m
      `,
    );
  });

  it('a category is the types in it', async () => {
    const { code, stdout } = await cli(server(), 'get all -n web --no-headers');
    expect(code).toBe(0);
    expect(stdout.match(/^\S+/gm)).toEqual([
      'pod/cache-0',
      'pod/front-0',
      'pod/front-1',
      'service/front',
      'deployment.apps/front',
    ]);
  });

  it('--show-kind does so for one type', async () => {
    const { stdout } = await cli(server(), 'get pods -l app=cache -n web --show-kind --no-headers');
    expect(stdout).toMatch(/^pod\/cache-0 /);
  });

  it('named objects of one type are one table, and those that are missing make the exit code 1', async () => {
    const { code, stdout, stderr } = await cli(server(), 'get pods front-1 nope cache-0 -n web');
    expect(code).toBe(1);
    expect(stdout).toBe(
      lines`
        NAME      READY   STATUS    RESTARTS   AGE
        front-1   1/1     Running   0          120m
        cache-0   1/1     Running   0          120m
      `,
    );
    expect(stderr).toBe('error: GET /api/v1/namespaces/web/pods/nope: 404 NotFound: pods "nope" not found\n');
  });

  it('TYPE/NAME may name objects of several types', async () => {
    const { stdout } = await cli(server(), 'get deploy/front pods/front-1 po/front-0 -n web --no-headers');
    expect(stdout.match(/^\S+/gm)).toEqual(['deployment.apps/front', 'pod/front-1', 'pod/front-0']);
  });

  it('a type that is not there does not keep the others back', async () => {
    const { code, stdout, stderr } = await cli(server(), 'get podz,cm --no-headers');
    expect(code).toBe(1);
    expect(stdout).toBe('settings   0     120m\n');
    expect(stderr).toMatch(/^error: .*"podz".*\n$/);
  });

  it.each([
    ['get pods', 'No resources found in default namespace.'],
    ['get pods,svc -n empty', 'No resources found in empty namespace.'],
    ['get secrets -A', 'No resources found.'],
    ['get pv', 'No resources found.'],
  ])('%s says on standard error that there is nothing', async (words, expected) => {
    expect(await cli(server(), words)).toEqual({ code: 0, stdout: '', stderr: `${expected}\n` });
  });

  it('a list that is refused is no empty list', async () => {
    const api = server({ users: {} });
    const { code, stdout, stderr } = await cli(api, 'get pods');
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^error: .*403 Forbidden.*\n$/);
  });
});

describe('get in pages', () => {
  it('asks for 500 objects at a time, or as many as --chunk-size says, 0 for all', async () => {
    for (const [flags, paths] of [
      ['', ['limit=500']],
      ['--chunk-size 2', ['limit=2', 'limit=2']],
      ['--chunk-size 0', ['']],
    ] as const) {
      const api = server();
      const { stdout } = await cli(api, `get pods -n web ${flags}`.trim());
      expect(stdout.split('\n')).toHaveLength(5);
      const requests = api.requests.filter(({ path }) => path.includes('/pods'));
      expect(requests.map(({ path }) => /limit=\d+/.exec(path)?.[0] ?? '')).toEqual(paths);
    }
  });

  it('prints a page before it asks for the next one, under one line of headers', async () => {
    const api = server();
    const written: { readonly text: string; readonly requests: number }[] = [];
    const stdout = {
      async write(text: string) {
        written.push({ text, requests: api.requests.length });
      },
    };
    await cli(api, 'get pods -n web --chunk-size 2', { stdout });
    const [first, second] = written;
    expect(first?.text).toMatch(/^NAME .*\ncache-0 .*\nfront-0 .*\n$/);
    expect(second?.text).toMatch(/^front-1 .*\n$/);
    expect((second?.requests ?? 0) - (first?.requests ?? 0)).toBe(1);
  });

  it('a token that expires on the way leaves what was printed, and exit code 1', async () => {
    const api = server();
    const stdout = {
      async write() {
        api.expireContinueTokens();
      },
    };
    const { code, stderr } = await cli(api, 'get pods -n web --chunk-size 2', { stdout });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^error: .*410 Expired.*\n$/);
  });
});

describe('get --metadata', () => {
  it('asks for metadata alone and prints what it tells', async () => {
    const api = server();
    const { stdout } = await cli(api, 'get pods,cm -n web --metadata -A');
    expect(stdout).toBe(
      lines`
        NAMESPACE   NAME          CREATED                LABELS
        web         pod/cache-0   2026-03-01T10:00:00Z   app=cache
        web         pod/front-0   2026-03-01T10:00:00Z   app=front
        web         pod/front-1   2026-03-01T10:00:00Z   app=front

        NAMESPACE   NAME                 CREATED                LABELS
        default     configmap/settings   2026-03-01T10:00:00Z   <none>
      `,
    );
    expect(api.requests.at(-1)?.accept).toMatch(/as=PartialObjectMetadataList/);
  });

  it('of one object, with -o wide its owners and finalizers as well', async () => {
    const api = server();
    const ownerReferences = [{ apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'front', uid: '1' }];
    const metadata = { name: 'owned', namespace: 'web', ownerReferences, finalizers: ['example.org/wait'] };
    api.put({ apiVersion: 'v1', kind: 'Pod', metadata: { ...metadata, creationTimestamp: '2026-03-01T10:00:00Z' } });
    const { stdout } = await cli(api, 'get pod/owned -n web --metadata -o wide');
    expect(stdout).toBe(
      lines`
        NAME    CREATED                LABELS   OWNERS             FINALIZERS
        owned   2026-03-01T10:00:00Z   <none>   ReplicaSet/front   example.org/wait
      `,
    );
    expect(api.requests.at(-1)?.accept).toMatch(/as=PartialObjectMetadata,/);
  });
});
