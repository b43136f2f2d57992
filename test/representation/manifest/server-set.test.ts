import { describe, expect, it } from 'vitest';
import { toManifest } from '../../../src/representations/manifest.js';

function specOf(
  kind: string,
  spec: unknown,
  { apiVersion = 'v1', owned }: { apiVersion?: string; owned?: object } = {},
): unknown {
  const managedFields =
    owned === undefined ? [] : [{ manager: 'me', apiVersion, fieldsType: 'FieldsV1', fieldsV1: owned }];
  return toManifest({ apiVersion, kind, metadata: { name: 'a', managedFields }, spec })['spec'];
}

describe('what a server sets is left out', () => {
  it('of a service: addresses and node ports that nobody chose', () => {
    const spec = {
      type: 'LoadBalancer',
      clusterIP: '10.0.0.1',
      clusterIPs: ['10.0.0.1'],
      healthCheckNodePort: 30001,
      ports: [
        { port: 80, protocol: 'TCP', nodePort: 30002 },
        { port: 81, protocol: 'TCP', nodePort: 30003 },
      ],
    };
    expect(specOf('Service', spec)).toEqual({
      type: 'LoadBalancer',
      ports: [
        { port: 80, protocol: 'TCP' },
        { port: 81, protocol: 'TCP' },
      ],
    });
    const owned = {
      'f:spec': { 'f:clusterIP': {}, 'f:ports': { 'k:{"port":81,"protocol":"TCP"}': { '.': {}, 'f:nodePort': {} } } },
    };
    expect(specOf('Service', spec, { owned })).toEqual({
      type: 'LoadBalancer',
      clusterIP: '10.0.0.1',
      ports: [
        { port: 80, protocol: 'TCP' },
        { port: 81, protocol: 'TCP', nodePort: 30003 },
      ],
    });
  });

  it('but a service without an address keeps its None', () => {
    const spec = { clusterIP: 'None', clusterIPs: ['None'], selector: {} };
    expect(specOf('Service', spec)).toEqual(spec);
  });

  it('of a pod: node, priority, and the volume of its token', () => {
    const mount = {
      name: 'kube-api-access-x7k2p',
      mountPath: '/var/run/secrets/kubernetes.io/serviceaccount',
      readOnly: true,
    };
    const spec = {
      nodeName: 'n1',
      priority: 0,
      preemptionPolicy: 'PreemptLowerPriority',
      volumes: [{ name: 'data' }, { name: 'kube-api-access-x7k2p', projected: {} }],
      containers: [
        { name: 'main', volumeMounts: [{ name: 'data', mountPath: '/d' }, mount] },
        { name: 'side', volumeMounts: [mount] },
      ],
      initContainers: [{ name: 'init', volumeMounts: [mount] }],
    };
    expect(specOf('Pod', spec)).toEqual({
      volumes: [{ name: 'data' }],
      containers: [{ name: 'main', volumeMounts: [{ name: 'data', mountPath: '/d' }] }, { name: 'side' }],
      initContainers: [{ name: 'init' }],
    });
    expect(
      specOf('Pod', { volumes: [{ name: 'kube-api-access-x7k2p' }], containers: [{ volumeMounts: [mount] }] }),
    ).toEqual({
      containers: [{}],
    });
    const own = {
      volumes: [{ name: 'my-token-abcde' }],
      containers: [{ volumeMounts: [{ name: 'my-token-abcde', mountPath: '/t' }] }],
    };
    expect(specOf('Pod', own)).toEqual(own);
    expect(specOf('Pod', { nodeName: 'n1' }, { owned: { 'f:spec': { 'f:nodeName': {} } } })).toEqual({
      nodeName: 'n1',
    });
  });

  it('of a job: what ties it to its pods, unless a person did', () => {
    const labels = { 'controller-uid': 'u', 'batch.kubernetes.io/job-name': 'a', app: 'x' };
    const spec = { selector: { matchLabels: { 'controller-uid': 'u' } }, template: { metadata: { labels }, spec: {} } };
    expect(specOf('Job', spec, { apiVersion: 'batch/v1' })).toEqual({
      template: { metadata: { labels: { app: 'x' } }, spec: {} },
    });
    const manual = { ...spec, manualSelector: true };
    expect(specOf('Job', manual, { apiVersion: 'batch/v1' })).toEqual(manual);
    expect(specOf('Job', spec, { apiVersion: 'jobs.example.org/v1' })).toEqual(spec);
  });

  it.each([
    ['Namespace', 'v1', { finalizers: ['kubernetes'] }, undefined],
    ['PersistentVolumeClaim', 'v1', { volumeName: 'pv', accessModes: [] }, { accessModes: [] }],
    ['PersistentVolume', 'v1', { claimRef: { name: 'c', uid: 'u' }, capacity: {} }, { capacity: {} }],
    [
      'CertificateSigningRequest',
      'certificates.k8s.io/v1',
      { username: 'u', groups: [], request: 'x' },
      { request: 'x' },
    ],
    [
      'StatefulSet',
      'apps/v1',
      { volumeClaimTemplates: [{ metadata: { name: 'd', creationTimestamp: null }, status: { phase: 'Pending' } }] },
      { volumeClaimTemplates: [{ metadata: { name: 'd' } }] },
    ],
    [
      'CronJob',
      'batch/v1',
      {
        jobTemplate: {
          metadata: { creationTimestamp: null },
          spec: { template: { metadata: { creationTimestamp: null }, spec: {} } },
        },
      },
      { jobTemplate: { spec: { template: { spec: {} } } } },
    ],
  ])('of a %s', (kind, apiVersion, spec, expected) => {
    expect(specOf(kind, spec, { apiVersion })).toEqual(expected);
  });

  it('of a claim that a person bound: what is not the person’s', () => {
    const owned = { 'f:spec': { 'f:claimRef': { 'f:name': {} } } };
    const spec = { claimRef: { name: 'c', uid: 'u', resourceVersion: '5' } };
    expect(specOf('PersistentVolume', spec, { owned })).toEqual({ claimRef: { name: 'c' } });
  });

  it('of labels: those that name the object or its controller', () => {
    const labelled = (kind: string, apiVersion: string, labels: Record<string, string>) =>
      toManifest({ apiVersion, kind, metadata: { name: 'a', labels } }).metadata;
    expect(labelled('Namespace', 'v1', { 'kubernetes.io/metadata.name': 'a' })).toEqual({ name: 'a' });
    expect(labelled('Job', 'batch/v1', { 'job-name': 'a', x: 'y' })).toEqual({ name: 'a', labels: { x: 'y' } });
    expect(labelled('ConfigMap', 'v1', { 'job-name': 'a' })).toEqual({ name: 'a', labels: { 'job-name': 'a' } });
  });

  it.each([
    ['Service', { ports: 'none', clusterIP: {} }],
    ['Service', { ports: [null, 7, { nodePort: 1 }] }],
    ['Pod', { containers: 'x', volumes: {}, initContainers: [null, { volumeMounts: 7 }] }],
    ['Pod', null],
    ['Job', []],
  ])('of a %s that makes no sense nothing breaks: %j', (kind, spec) => {
    expect(() => specOf(kind, spec)).not.toThrow();
  });
});
