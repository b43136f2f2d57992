import { describe, expect, it } from 'vitest';
import { describedEvent } from '../../src/representations/described-event.js';
import { diagnose, type Diagnosis } from '../../src/representations/diagnose.js';
import { brokenAt, brokenEvent, brokenPod, brokenThings } from './broken.js';
import { variants } from './broken-variants.js';

function diagnosed(object: object, events: readonly object[] = [], related: readonly object[] = []): Diagnosis {
  return diagnose(object, { events: events.map(describedEvent), related, now: brokenAt });
}
const partitioned = { replicas: 3, updateStrategy: { type: 'RollingUpdate', rollingUpdate: { partition: 2 } } };
const texts = (found: Diagnosis): readonly string[] => found.reasons.map(({ text }) => text);

describe('a diagnosis', () => {
  it.each(Object.entries(brokenThings))('names %s', (_, { object, events, related, sentence }) => {
    const found = diagnosed(object, events, related);
    expect(texts(found).filter((text) => text.startsWith(sentence))).toHaveLength(1);
    for (const { text } of found.reasons) expect(text).toMatch(/[.!?…]$/);
  });

  it.each(Object.entries(variants))(
    'says of %s what matters and no more',
    (_, { object, events, related, texts: wanted }) => {
      expect(texts(diagnosed(object, events, related))).toEqual(wanted);
    },
  );

  it('says of a workload once what many of its pods have, and names the others', () => {
    const { object: crash } = brokenThings['a crash loop'] as { object: { metadata: object; status: object } };
    const pods = ['a', 'b', 'c', 'd', 'e', 'f'].map((name, restarts) => {
      const [status] = (crash.status as { containerStatuses: readonly object[] }).containerStatuses;
      const containerStatuses = [{ ...status, restartCount: restarts + 2 }];
      return {
        ...crash,
        metadata: { ...crash.metadata, name, uid: name },
        status: { ...crash.status, containerStatuses },
      };
    });
    const set = {
      apiVersion: 'apps/v1',
      kind: 'StatefulSet',
      metadata: {},
      spec: { replicas: 6 },
      status: { replicas: 6 },
    };
    const found = diagnosed({ ...set, spec: { ...set.spec, updateStrategy: { type: 'OnDelete' } } }, [], pods);
    expect(found.reasons).toMatchObject([
      { status: 'Failed', reason: 'CrashLoopBackOff', object: { kind: 'Pod', name: 'a', namespace: 'shop' } },
      { status: 'InProgress', text: 'Of 6 pods, 0 are available.' },
    ]);
    expect(texts(found)[0]).toMatch(/^Pod a: Container main crashes .* The same in b, c, d and 2 more\.$/);
  });

  it.each([
    // What kstatus says of each, but for pods that failed, which it calls Current, and nodes, jobs and conditions that say what is broken.
    ['Current', 'a pod that is done', pod({ phase: 'Succeeded' })],
    [
      'Current',
      'a pod that is ready',
      pod({ phase: 'Running', containerStatuses: [running(true)], ...condition('Ready', 'True') }),
    ],
    ['InProgress', 'a pod that is not ready', pod({ phase: 'Running', containerStatuses: [running(false)] })],
    [
      'InProgress',
      'a pod whose node says nothing',
      pod({ phase: 'Running', containerStatuses: [running(true)], ...condition('Ready', 'Unknown') }),
    ],
    [
      'InProgress',
      'a pod whose gate is not open',
      pod({ phase: 'Running', containerStatuses: [running(true)], ...condition('Ready', 'False') }),
    ],
    ['Failed', 'a volume that could not be reclaimed', kind('v1', 'PersistentVolume', {}, { phase: 'Failed' })],
    ['InProgress', 'a pod that nobody has looked at', pod({}, { nodeName: undefined })],
    ['InProgress', 'a claim without a volume', kind('v1', 'PersistentVolumeClaim', {}, { phase: 'Pending' })],
    ['Current', 'a claim with one', kind('v1', 'PersistentVolumeClaim', {}, { phase: 'Bound' })],
    ['InProgress', 'a deployment of few', kind('apps/v1', 'Deployment', { replicas: 3 }, replicas(2))],
    ['InProgress', 'a deployment of too many', kind('apps/v1', 'Deployment', { replicas: 1 }, replicas(2))],
    ['Current', 'a deployment of all', kind('apps/v1', 'Deployment', { replicas: 2 }, replicas(2))],
    ['Current', 'a deployment of none', kind('apps/v1', 'Deployment', { replicas: 0 }, {})],
    [
      'Current',
      'a partition of a stateful set',
      kind('apps/v1', 'StatefulSet', partitioned, { ...replicas(3), updatedReplicas: 1 }),
    ],
    ['InProgress', 'a daemon set on too few nodes', kind('apps/v1', 'DaemonSet', {}, { desiredNumberScheduled: 2 })],
    ['Current', 'a job that goes on', kind('batch/v1', 'Job', {}, { active: 1, startTime: '2026-03-01T11:00:00Z' })],
    ['Failed', 'a job that failed', kind('batch/v1', 'Job', {}, condition('Failed', 'True'))],
    ['Current', 'a job that is done', kind('batch/v1', 'Job', {}, { failed: 2, ...condition('Complete', 'True') })],
    ['InProgress', 'a service without an address', kind('v1', 'Service', { type: 'LoadBalancer' }, {})],
    ['Failed', 'a node that is not ready', kind('v1', 'Node', {}, condition('Ready', 'Unknown'))],
    ['Failed', 'a node without memory', kind('v1', 'Node', {}, condition('MemoryPressure', 'True'))],
    ['Current', 'a node that is well', kind('v1', 'Node', {}, condition('MemoryPressure', 'False'))],
    [
      'InProgress',
      'a certificate that is not issued',
      kind('cert-manager.io/v1', 'Certificate', {}, condition('Ready', 'False')),
    ],
    [
      'Failed',
      'a release that stalls',
      kind('helm.toolkit.fluxcd.io/v2', 'HelmRelease', {}, condition('Stalled', 'True')),
    ],
    [
      'InProgress',
      'a release on its way',
      kind('helm.toolkit.fluxcd.io/v2', 'HelmRelease', {}, condition('Reconciling', 'True')),
    ],
    [
      'Failed',
      'an application that degrades',
      kind('argoproj.io/v1alpha1', 'Application', {}, { health: { status: 'Degraded' } }),
    ],
    ['Current', 'a condition of another kind', kind('example.com/v1', 'Thing', {}, condition('Painted', 'False'))],
    [
      'InProgress',
      'a change that was not seen',
      { ...kind('example.com/v1', 'Thing', {}, { observedGeneration: 1 }), metadata: { generation: 2 } },
    ],
  ] as const)('is %s for %s', (status, _, object) => {
    expect(diagnosed(object).status).toBe(status);
  });

  it('takes warnings for reasons where nothing else tells, and none that is old or told', () => {
    const waiting = { state: { waiting: { reason: 'ContainerCreating' } } };
    const object = brokenPod('mounting', { status: { phase: 'Pending' }, containerStatus: waiting });
    const message = 'MountVolume.SetUp failed for volume "tls" : secret "tls" not found';
    const old = { lastTimestamp: '2026-03-01T11:00:00Z' };
    const events = [
      brokenEvent(object, 'FailedMount', message),
      brokenEvent(object, 'FailedScheduling', '0/3 nodes are available'),
      brokenEvent(object, 'FailedAttachVolume', 'of an hour ago', old),
    ];
    expect(texts(diagnosed(object, events))).toEqual([
      `Warning FailedMount (12 times, last 3m ago): ${message}.`,
      'Container main has not started yet.',
    ]);
  });

  it('shows containers as they are, and neither commands nor environments', () => {
    const container = {
      command: ['sh', '-c', 'secret-1'],
      env: [{ name: 'TOKEN', value: 'secret-2' }],
      args: ['secret-3'],
    };
    const { sections } = diagnosed(brokenPod('p', { container, containerStatus: running(true) }));
    expect(sections.map(({ heading }) => heading)).toEqual(['Pod', 'Container main', 'Volumes']);
    expect(sections[1]?.facts).toContainEqual(['Image', 'registry.example.com/shop/front:1.4']);
    expect(JSON.stringify(sections)).not.toContain('secret-');
  });
});

describe('what stands around an object', () => {
  const around = (object: object, related: readonly object[] = []) => diagnosed(object, [], related).sections.at(-1);
  const requests = (cpu: string, memory: string) => ({ resources: { requests: { cpu, memory } } });

  // The numbers are those of kubectl describe.
  it('is what the pods of a node request', () => {
    const containers = [requests('100m', '128Mi'), requests('0.5', '1Gi')];
    const sidecar = { ...requests('50m', '0'), restartPolicy: 'Always' };
    const pods = [
      kind('v1', 'Pod', { containers, overhead: { cpu: '10m' } }, {}),
      kind('v1', 'Pod', { initContainers: [sidecar, requests('2', '1Gi')], containers: [requests('1', '1Mi')] }, {}),
      kind('v1', 'Pod', { containers: [{}] }, {}),
    ];
    const allocatable = { cpu: '3900m', memory: '7Gi', pods: '110', 'example.com/gpu': '1' };
    expect(around(kind('v1', 'Node', {}, { allocatable }), pods)).toEqual({
      heading: 'Requested by 3 pods',
      facts: [
        ['cpu', '2660m of 3900m (68 %)'],
        ['memory', '2176Mi of 7Gi (30 %)'],
        ['pods', '3 of 110 (2 %)'],
      ],
    });
  });

  it('is where a Service and an Ingress lead, and who keeps a claim', () => {
    const ready = { addresses: ['10.1.0.7'], targetRef: { kind: 'Pod', name: 'front-1' } };
    const endpoints = [ready, { addresses: ['10.1.0.8'], conditions: { ready: false } }];
    expect(around(kind('v1', 'Service', {}, {}), [{ kind: 'EndpointSlice', endpoints }])).toEqual({
      heading: 'Endpoints',
      facts: [
        ['10.1.0.7', 'ready, front-1'],
        ['10.1.0.8', 'not ready'],
      ],
    });
    const paths = [
      { path: '/', backend: { service: { name: 'front', port: { number: 80 } } } },
      { path: '/files', backend: { resource: { kind: 'Bucket', name: 'files' } } },
    ];
    const rules = [{ host: 'shop.example.com', http: { paths } }, { http: { paths: paths.slice(0, 1) } }];
    expect(around(kind('networking.k8s.io/v1', 'Ingress', { rules }, {}))?.facts).toEqual([
      ['shop.example.com/', 'service (name=front port (number=80))'],
      ['shop.example.com/files', 'resource (kind=Bucket name=files)'],
      ['*/', 'service (name=front port (number=80))'],
    ]);
    expect(around(kind('v1', 'PersistentVolumeClaim', {}, {}), [brokenPod('front')])).toEqual({
      heading: 'Used by',
      facts: [['Pod', 'front']],
    });
  });
});

describe('a diagnosis of what makes no sense', () => {
  const odd: readonly unknown[] = [
    undefined,
    null,
    'x',
    7,
    true,
    [],
    {},
    [7],
    [null],
    [[]],
    [{}],
    { conditions: 'x' },
    { conditions: [7, null, { type: 3 }] },
    { containerStatuses: [{ name: {}, state: 'x' }, { state: { waiting: 7 } }] },
  ];
  const named = [
    'v1 Pod',
    'v1 Node',
    'v1 Service',
    'v1 Namespace',
    'v1 PersistentVolume',
    'v1 PersistentVolumeClaim',
    'v1 constructor',
    'v1 __proto__',
    'networking.k8s.io/v1 Ingress',
    'autoscaling/v2 HorizontalPodAutoscaler',
    'apps/v1 Deployment',
    'apps/v1 DaemonSet',
    'batch/v1 Job',
    'batch/v1 CronJob',
    'example.com/v1 Thing',
    '7 7',
  ];

  it.each(named)('is one all the same: %s', (name) => {
    const [apiVersion = '', kindName] = name.split(' ');
    for (const spec of odd) {
      for (const status of odd) {
        const object = { apiVersion, kind: kindName, metadata: spec, spec, status };
        const found = diagnosed(
          object,
          [],
          [object, { ...object, kind: 'Pod' }, { ...object, kind: 'EndpointSlice', endpoints: spec }],
        );
        for (const { text } of found.reasons) expect(text).toMatch(/^\S.*[.!?…]$/);
        for (const { facts } of found.sections)
          expect(facts.flat().every((each) => typeof each === 'string')).toBe(true);
      }
    }
  });

  it('hides nothing, and is short: control characters, marks of direction, a megabyte', () => {
    const message = `\u001B[31mred\u0000 \u202Egnp.exe\u2066\n${'x'.repeat(1_000_000)}`;
    const found = diagnosed(
      brokenPod('p', { containerStatus: { state: { waiting: { reason: 'CreateContainerConfigError', message } } } }),
    );
    const [text = ''] = texts(found);
    expect(text).toContain('(CreateContainerConfigError): \\u001b[31mred\\u0000 \\u202egnp.exe\\u2066 xxx');
    expect(text.length).toBeLessThan(1300);
    expect(JSON.stringify(found)).not.toMatch(/[\u202A-\u202E]/);
  });

  it('is bounded, whatever there is', () => {
    const many = <T>(make: (index: number) => T): T[] => Array.from({ length: 10_000 }, (_, index) => make(index));
    const waiting = { waiting: { reason: 'CreateContainerConfigError', message: 'no secret' } };
    const object = brokenPod('many', {
      spec: { containers: many((index) => ({ name: `c-${index}` })) },
      status: { containerStatuses: many((index) => ({ name: `c-${index}`, state: waiting })) },
    });
    const events = many((index) => describedEvent(brokenEvent(object, `R${index}`, `m ${index}`)));
    const found = diagnose(object, { events, now: brokenAt });
    expect(found.reasons).toHaveLength(51);
    expect(found.reasons.at(-1)?.text).toBe('There are 9953 more reasons.');
    expect(found.sections.length).toBeLessThan(60);
  });
});

function kind(apiVersion: string, name: string, spec: object, status: object): object {
  return { apiVersion, kind: name, metadata: { name: 'x', namespace: 'shop', uid: 'u-x' }, spec, status };
}
function pod(status: object, spec: object = {}): object {
  return brokenPod('p', { spec, status: { phase: undefined, containerStatuses: undefined, ...status } });
}
function running(ready: boolean): object {
  return { name: 'main', ready, restartCount: 0, state: { running: {} } };
}
function replicas(count: number): object {
  return { replicas: count, updatedReplicas: count, readyReplicas: count, availableReplicas: count };
}
function condition(type: string, status: string): object {
  return { conditions: [{ type, status, reason: 'Because', message: 'of this' }] };
}
