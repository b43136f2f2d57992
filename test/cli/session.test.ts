import { describe, expect, it } from 'vitest';
import type { Connect } from '../../src/cli/connect.js';
import { createClient } from '../../src/index.js';
import type { FakeApiServer } from '../../src/testing/index.js';
import { cli, server, transportTo } from './support.js';

/** Makes a client that sends the token, which the default one does over TLS alone. */
function byToken(api: FakeApiServer): Connect {
  return ({ flags: { token = '' }, options }) =>
    Promise.resolve(
      createClient({
        server: 'http://fake.example',
        transport: transportTo(api),
        authenticate: () => Promise.resolve({ headers: { authorization: `Bearer ${token}` } }),
        ...options,
      }),
    );
}

describe('a command line', () => {
  it('-v tells each request on standard error, and no header', async () => {
    const api = server({ users: { s3cret: { name: 'me', rights: 'all' } } });
    const { code, stdout, stderr } = await cli(api, 'get pods -n web -v --token s3cret', { connect: byToken(api) });
    expect(code).toBe(0);
    expect(stderr.split('\n').map((line) => line.replace(/\d+ bytes in \d+ ms/, 'N bytes in N ms'))).toEqual([
      'GET /api 200, N bytes in N ms',
      'GET /apis 200, N bytes in N ms',
      'GET /api/v1/namespaces/web/pods?limit=500&includeObject=None 200, N bytes in N ms',
      '',
    ]);
    expect(stdout + stderr).not.toContain('s3cret');
  });

  it('a token that the server refuses does not show', async () => {
    const api = server({ users: {} });
    api.fail('/apis', { status: 401, body: 'Bearer s3cret is no good' });
    const { code, stdout, stderr } = await cli(api, 'get pods -v --token s3cret', { connect: byToken(api) });
    expect(code).toBe(1);
    expect(stderr).toContain('401');
    expect(stdout + stderr).not.toContain('s3cret');
  });

  it('warnings of the server go to standard error, each once and in one line', async () => {
    const api = server({ warnings: { '/api/v1': ['v1 is old', 'v1 is old'], '/apis/apps': 'so is apps' } });
    const { stdout, stderr } = await cli(api, 'get po,svc,deploy -n web -o name');
    expect(stdout).toContain('service/front\n');
    expect(stderr).toBe('Warning: v1 is old\nWarning: so is apps\n');
  });

  it('a name that several resources have is reported once where nothing but the order of the server decides', async () => {
    const carts = { version: 'v1', resource: 'carts', kind: 'Cart', shortNames: ['ca'] };
    const cars = {
      group: 'cars.example.org',
      version: 'v1',
      resource: 'cars',
      kind: 'Car',
      shortNames: ['ca', 'deploy'],
    };
    const objects = ['a', 'b'].map((name) => ({
      apiVersion: 'shop.example.org/v1',
      kind: 'Cart',
      metadata: { name, namespace: 'web' },
    }));
    const deploy = {
      group: 'apps',
      version: 'v1',
      resource: 'deployments',
      kind: 'Deployment',
      shortNames: ['deploy'],
    };
    const resources = [{ group: 'shop.example.org', ...carts, subresources: ['scale'] }, deploy, cars];
    const api = server({ documents: undefined, objects, resources });
    const expected =
      'Warning: "ca" could also mean cars.v1.cars.example.org: used carts.v1.shop.example.org, which ranks first\n';
    expect((await cli(api, 'get ca/a ca/b -n web -o name')).stderr).toBe(expected);
    expect((await cli(api, 'get ca,ca -n web -o name')).stderr).toBe(expected);
    expect((await cli(api, 'owners ca/a -n web')).stderr).toBe(expected);
    expect((await cli(api, 'scale ca/a -n web')).stderr).toContain(expected);
    // What the groups are, or the word itself, decides.
    expect((await cli(api, 'get deploy,cars.cars.example.org,carts -A -o name')).stderr).toBe('');
  });

  it('what a server says does not reach the terminal as control characters or lines of its own', async () => {
    const api = server();
    const message = 'no\n\u001b[2Jway';
    api.fail('/api/v1/namespaces/web/pods', { status: 403, body: { kind: 'Status', reason: 'Forbidden', message } });
    const { stderr } = await cli(api, 'get pods -n web');
    expect(stderr).toBe('error: GET /api/v1/namespaces/web/pods: 403 Forbidden: no \\u001b[2Jway\n');
  });

  it('--request-timeout ends a request that takes too long', async () => {
    const { code, stderr } = await cli(server({ latencyMs: 60_000 }), 'get pods --request-timeout 20ms');
    expect(code).toBe(1);
    expect(stderr).toMatch(/^error: .*not read within 20 ms.*\n$/);
  });

  it('--request-timeout 0 is no limit', async () => {
    expect(await cli(server(), 'get pods -n web -o name --request-timeout 0')).toMatchObject({ code: 0, stderr: '' });
  });

  it('Ctrl-C ends the request under way, quietly and with exit code 130', async () => {
    const interruption = new AbortController();
    const running = cli(server({ latencyMs: 60_000 }), 'get pods', {
      signal: interruption.signal,
      onFlags: () => {
        setImmediate(() => {
          interruption.abort(new Error('interrupted'));
        });
      },
    });
    expect(await running).toEqual({ code: 130, stdout: '', stderr: '' });
  });

  it('Ctrl-C between two of several objects ends all of them', async () => {
    const interruption = new AbortController();
    const api = server();
    const outcome = await cli(api, 'get pods,svc,deploy -n web', {
      signal: interruption.signal,
      stdout: {
        async write() {
          interruption.abort(new Error('interrupted'));
        },
      },
    });
    expect(outcome).toMatchObject({ code: 130, stderr: '' });
    expect(api.requests.filter(({ path }) => path.includes('services'))).toEqual([]);
  });

  it('a reader that leaves ends it quietly, and no further page is asked for', async () => {
    const api = server();
    const outcome = await cli(api, 'get pods,svc -n web --chunk-size 1', {
      stdout: { write: () => Promise.reject(Object.assign(new Error('write EPIPE'), { code: 'EPIPE' })) },
    });
    expect(outcome).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(api.requests.filter(({ path }) => path.includes('namespaces'))).toHaveLength(1);
  });

  it('a closed standard error keeps nothing back', async () => {
    const { code, stdout } = await cli(server(), 'get pods nope front-0 -n web -o name', {
      stderr: { write: () => Promise.reject(Object.assign(new Error('write EPIPE'), { code: 'EPIPE' })) },
    });
    expect({ code, stdout }).toEqual({ code: 1, stdout: 'pod/front-0\n' });
  });

  it('an error that nobody foresaw is reported in one line, and with -v where it came from', async () => {
    const connect = (): Promise<never> => Promise.reject(new TypeError('x is\nnot a function'));
    const quiet = await cli(undefined, 'get pods', { connect });
    expect(quiet).toEqual({ code: 1, stdout: '', stderr: 'error: unexpected: x is not a function\n' });
    const verbose = await cli(undefined, 'get pods -v', { connect });
    expect(verbose.stderr).toMatch(/^error: unexpected: x is not a function\nTypeError: x is\nnot a function\n +at /);
  });
});
