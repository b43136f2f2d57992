import { describe, expect, it } from 'vitest';
import { createFakeApiServer } from '../../src/testing/index.js';
import { printDuration } from '../../src/testing/views/human-duration.js';
import { valueAtPath } from '../../src/testing/store/json-path.js';
import { ask, capturedDocuments, table } from './support.js';

describe('a span of time', () => {
  const [s, m, h, d] = [1, 60, 3600, 86_400] as const;
  it.each([
    [-5 * s, '<invalid>'],
    [-1 * s, '0s'],
    [0, '0s'],
    [119 * s, '119s'],
    [2 * m, '2m'],
    [9 * m + 59 * s, '9m59s'],
    [10 * m, '10m'],
    [179 * m, '179m'],
    [3 * h, '3h'],
    [7 * h + 59 * m, '7h59m'],
    [47 * h, '47h'],
    [2 * d, '2d'],
    [5 * d + 4 * h, '5d4h'],
    [8 * d, '8d'],
    [729 * d, '729d'],
    [2 * 365 * d + 17 * d, '2y17d'],
    [9 * 365 * d, '9y'],
    [Number.NaN, '<invalid>'],
  ])('%d s is %s', (seconds, text) => {
    expect(printDuration(seconds * 1000)).toBe(text);
  });
});

describe('a JSON path', () => {
  const object = {
    spec: {
      size: 3,
      'a.b': 1,
      list: [
        { n: 'x', v: 1 },
        { n: 'y', v: 2 },
      ],
      nothing: null,
    },
    metadata: { labels: { 'app.kubernetes.io/name': 'web' } },
  };
  it.each([
    ['.spec.size', 3],
    ['spec.size', 3],
    ['$.spec.size', 3],
    [".spec['a\\.b']", 1],
    [".spec['list[0]']", undefined],
    ['.spec["a.b"]', undefined],
    ['.spec.a\\.b', 1],
    ['.metadata.labels.app\\.kubernetes\\.io/name', 'web'],
    ['.spec.list[1].v', 2],
    ['.spec.list[-1].n', 'y'],
    ['.spec.list[*].n', 'x'],
    ['.spec.list[?(@.n=="y")].v', 2],
    [".spec.list[?(@.n == 'y')].v", 2],
    ['.spec.list[?(@.n=="z")].v', undefined],
    ['.spec.nothing', null],
    ['.spec.nothing.more', undefined],
    ['.spec.list[9]', undefined],
    ['.spec.toString', undefined],
    ['.__proto__', undefined],
    ['.spec[', undefined],
    ['.spec..size', 3],
    ['', object],
  ])('%s', (path, value) => {
    expect(valueAtPath(object, path)).toEqual(value);
  });
});

describe('columns of well known built-in resources', () => {
  const created = { creationTimestamp: '2026-01-01T00:00:00Z' };
  const container = { name: 'c', image: 'i:1' };
  const now = () => new Date('2026-01-01T01:00:00Z');
  const cases: [path: string, object: object, shown: Record<string, unknown>][] = [
    [
      'v1/pods',
      {
        spec: { containers: [container, container], nodeName: 'n1' },
        status: {
          phase: 'Running',
          podIP: '10.0.0.1',
          containerStatuses: [{ ready: true, state: { running: {} }, restartCount: 2 }, { ready: false }],
        },
      },
      { Name: 'x', Ready: '1/2', Status: 'Running', Restarts: '2', Age: '60m', IP: '10.0.0.1', Node: 'n1' },
    ],
    [
      'apps/v1/deployments',
      {
        spec: { replicas: 3, selector: { matchLabels: { a: 'b' } }, template: { spec: { containers: [container] } } },
        status: { readyReplicas: 1 },
      },
      { Ready: '1/3', 'Up-to-date': 0, Available: 0, Containers: 'c', Images: 'i:1', Selector: 'a=b' },
    ],
    ['apps/v1/replicasets', { spec: { replicas: 2 }, status: { replicas: 1 } }, { Desired: 2, Current: 1, Ready: 0 }],
    [
      'v1/services',
      { spec: { clusterIP: '10.0.0.2', ports: [{ port: 80 }, { port: 53, protocol: 'UDP' }] } },
      {
        Type: 'ClusterIP',
        'Cluster-IP': '10.0.0.2',
        'External-IP': '<none>',
        'Port(s)': '80/TCP,53/UDP',
        Selector: '<none>',
      },
    ],
    [
      'v1/nodes',
      {
        labels: { 'node-role.kubernetes.io/worker': '', 'node-role.kubernetes.io/edge': '' },
        status: { conditions: [{ type: 'Ready', status: 'True' }], nodeInfo: { kubeletVersion: 'v1.36.3' } },
      },
      { Status: 'Ready', Roles: 'edge,worker', Version: 'v1.36.3' },
    ],
    ['v1/namespaces', {}, { Status: 'Active', Age: '60m' }],
    ['v1/configmaps', { data: { a: '1', b: '2' } }, { Data: 2 }],
    ['v1/secrets', {}, { Type: 'Opaque', Data: 0 }],
    [
      'v1/events',
      {
        type: 'Normal',
        reason: 'Made',
        involvedObject: { kind: 'Pod', name: 'p' },
        message: 'done \n',
        lastTimestamp: '2026-01-01T00:59:00Z',
      },
      { 'Last Seen': '60s', Type: 'Normal', Reason: 'Made', Object: 'pod/p', Message: 'done', Name: 'x' },
    ],
    [
      'events.k8s.io/v1/events',
      { regarding: { kind: 'Pod', name: 'p' }, note: 'hi' },
      { Object: 'pod/p', Message: 'hi' },
    ],
  ];
  it.each(cases)('%s', async (endpoint, { labels, ...fields }: { labels?: object }, shown) => {
    const server = createFakeApiServer({ documents: capturedDocuments('kube-1.36-legacy'), now });
    const [plural = '', version = '', group] = endpoint.split('/').reverse();
    const path = group === undefined ? `/api/${version}` : `/apis/${group}/${version}`;
    const { resources } = (await ask(server, path)).body as {
      resources: { name: string; kind: string; namespaced: boolean }[];
    };
    const found = resources.find(({ name }) => name === plural);
    const metadata = {
      name: 'x',
      ...created,
      labels: labels ?? {},
      ...(found?.namespaced === true && { namespace: 'n' }),
    };
    server.put({
      apiVersion: group === undefined ? version : `${group}/${version}`,
      kind: found?.kind,
      metadata,
      ...fields,
    });
    const { columnDefinitions, rows } = (await ask(server, `${path}/${plural}`, { accept: table })).body as {
      columnDefinitions: { name: string }[];
      rows: { cells: unknown[] }[];
    };
    const row = Object.fromEntries(columnDefinitions.map(({ name }, index) => [name, rows[0]?.cells[index]]));
    expect(row).toMatchObject(shown);
  });

  it('fill every cell of an object that has nothing in it, or nonsense', async () => {
    const server = createFakeApiServer({ documents: capturedDocuments('kube-1.36-legacy') });
    const nonsense = { spec: 7, status: { conditions: 'x', containerStatuses: {} }, data: [], regarding: null };
    for (const [apiVersion, kind, path] of [
      ['v1', 'Pod', '/api/v1/pods'],
      ['v1', 'Service', '/api/v1/services'],
      ['apps/v1', 'Deployment', '/apis/apps/v1/deployments'],
      ['v1', 'Event', '/api/v1/events'],
      ['v1', 'ConfigMap', '/api/v1/configmaps'],
    ] as const) {
      server.put({ apiVersion, kind, metadata: { name: 'empty' } });
      server.put({ apiVersion, kind, metadata: { name: 'odd' }, ...nonsense });
      const { columnDefinitions, rows } = (await ask(server, path, { accept: table })).body as {
        columnDefinitions: object[];
        rows: { cells: unknown[] }[];
      };
      expect(rows.map(({ cells }) => cells.length)).toEqual([columnDefinitions.length, columnDefinitions.length]);
    }
  });
});
