import { describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { cli, server } from './support.js';

const crlf = (...lines: string[]): string => lines.map((line) => `${line}\r\n`).join('');

describe('get -o csv', () => {
  it('prints a header and a record for each object, all pages under one header', async () => {
    const outcome = await cli(server(), 'get pods -n web -o csv --chunk-size 1');
    expect(outcome).toEqual({
      code: 0,
      stdout: crlf(
        'Name,Ready,Status,Restarts,Age,IP,Node,Nominated Node,Readiness Gates',
        'cache-0,1/1,Running,0,120m,10.1.0.7,node-1,<none>,<none>',
        'front-0,1/1,Running,0,120m,10.1.0.7,node-1,<none>,<none>',
        'front-1,1/1,Running,0,120m,10.1.0.7,node-1,<none>,<none>',
      ),
      stderr: '',
    });
  });

  it('has the namespace first over all of them', async () => {
    const { stdout } = await cli(server(), 'get cm -A -o csv');
    expect(stdout).toBe(crlf('Namespace,Name,Data,Age', 'default,settings,0,120m'));
  });

  it('has those that are named, without a header where none is wanted, and tells which are missing', async () => {
    const { code, stdout, stderr } = await cli(server(), 'get pods front-1 nope front-0 -n web -o csv --no-headers');
    expect(code).toBe(1);
    expect(stdout.split('\r\n').map((line) => line.split(',')[0])).toEqual(['front-1', 'front-0', '']);
    expect(stderr).toContain('nope');
  });

  it('is of metadata as well', async () => {
    const { stdout } = await cli(server(), 'get pods front-0 -n web -o csv --metadata');
    expect(stdout).toBe(
      crlf('Name,Created,Labels,Owners,Finalizers', 'front-0,2026-03-01T10:00:00Z,app=front,<none>,<none>'),
    );
    const everywhere = await cli(server(), 'get cm -A -o csv --metadata --no-headers');
    expect(everywhere.stdout).toBe(crlf('default,settings,2026-03-01T10:00:00Z,<none>,<none>,<none>'));
  });

  it('has a header for nothing', async () => {
    expect(await cli(server(), 'get cm -n web -o csv')).toEqual({ code: 0, stdout: crlf('Name,Data,Age'), stderr: '' });
  });

  it('writes out what a terminal would obey, and defuses what a spreadsheet would run', async () => {
    const api = server();
    api.put({
      apiVersion: 'v1',
      kind: 'Event',
      metadata: { name: 'e', namespace: 'web' },
      reason: '=cmd()',
      message: 'a\u001b[2Jb\rc\nd',
      involvedObject: { kind: 'Pod', name: 'p' },
    });
    const { stdout } = await cli(api, 'get events -n web -o csv --defuse --no-headers');
    expect(stdout).toContain("'=cmd()");
    expect(stdout).toContain('a\\u001b[2Jb\\u000dc\nd');
    expect((await cli(api, 'get events -n web -o csv --no-headers')).stdout).toContain(',=cmd(),');
  });

  it.each([
    ['get pods,cm -o csv', '-o csv supports only one type.'],
    ['get pods -o json --defuse', '--defuse requires -o csv.'],
    ['get pods -o csv -w --metadata', '-w with -o csv cannot be combined with --metadata'],
  ])('is refused where it makes no sense: %s', async (words, problem) => {
    const { code, stderr } = await cli(server(), words);
    expect([code, stderr]).toEqual([2, expect.stringContaining(problem)]);
  });
});

describe('get -o manifest', () => {
  it('prints a document for each object, with nothing that the server set', async () => {
    const { code, stdout } = await cli(server(), 'get deploy,svc -n web -o manifest');
    expect(code).toBe(0);
    expect(stdout).toBe(`apiVersion: apps/v1
kind: Deployment
metadata:
  name: front
  namespace: web
spec:
  replicas: 2
  selector:
    matchLabels:
      app: front
---
apiVersion: v1
kind: Service
metadata:
  name: front
  namespace: web
spec:
  ports:
    - port: 80
      protocol: TCP
  type: ClusterIP
`);
  });

  it('prints one alone, and can be applied again without a change', async () => {
    const api = server();
    const { stdout } = await cli(api, 'get cm settings -n default -o manifest');
    expect(parseAllDocuments(stdout)).toHaveLength(1);
    const applied = await cli(api, 'apply -f - -n default', { readInput: () => Promise.resolve(stdout) });
    expect(applied.code).toBe(0);
    expect((await cli(api, 'get cm settings -n default -o manifest')).stdout).toBe(stdout);
  });

  it('keeps the digits of the server', async () => {
    const api = server();
    const { stdout } = await cli(api, 'get deploy/front -n web -o manifest');
    expect(stdout).not.toContain('uid');
    api.put({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'big', namespace: 'web' },
      data: { n: '1' },
      size: 1e21,
    });
    expect((await cli(api, 'get cm big -n web -o manifest')).stdout).toContain('size: 1e+21');
  });

  it('keeps blank lines, as YAML does', async () => {
    const api = server();
    const data = { blank: ' \n', first: '\n\tx', inside: 'x\n  \n\ny' };
    api.put({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'lines', namespace: 'web' }, data });
    for (const output of ['yaml', 'manifest']) {
      const { stdout } = await cli(api, `get cm lines -n web -o ${output}`);
      expect(parseAllDocuments(stdout)[0]?.toJS()).toMatchObject({ data });
    }
  });

  it('has no metadata alone', async () => {
    const { code, stderr } = await cli(server(), 'get pods -o manifest --metadata');
    expect([code, stderr]).toEqual([2, expect.stringContaining('-o manifest cannot be combined with --metadata')]);
  });

  it('prints nothing for what is not there', async () => {
    expect(await cli(server(), 'get pod/nope -o manifest')).toMatchObject({ code: 1, stdout: '' });
  });
});
