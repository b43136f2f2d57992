import { describe, expect, it } from 'vitest';
import { formatGroupVersionResource } from '../../src/core/model/group-version-resource.js';
import { createMapper } from '../../src/core/mapper/create-mapper.js';
import { GroupUnavailableError } from '../../src/core/mapper/errors.js';
import type { ResolutionReason } from '../../src/core/mapper/resolution.js';
import { capturedNames } from '../fixtures/captured.js';
import { capturedCatalog, endpoint } from './build-catalog.js';

const coreDeployments = ['deployments.v1.apps', 'deployments.v1.acid.example.org'];
const endpoints = ['endpoints.v1.', 'endpoints.v2.k3s.example.org'];
const events = ['events.v1.', 'events.v1.events.k8s.io'];
const longhorn = ['volumes.v1beta2.longhorn.io', 'volumes.v1beta1.longhorn.io'];
const storage = ['volumes.v1.storage.example.org', 'volumes.v1alpha2.storage.example.org'];
const scalers = ['horizontalpodautoscalers.v2.autoscaling', 'horizontalpodautoscalers.v1.autoscaling'];
const solrs = 'solrs.v1beta1.solr.example.org';
const scaledObjects = 'scaledobjects.v1alpha1.keda.sh';

/** What is typed, all candidates with the choice first, and why. */
const words: [word: string, candidates: readonly string[], reason: ResolutionReason][] = [
  ['deploy', coreDeployments, 'built-in group'],
  ['deployments', coreDeployments, 'built-in group'],
  ['deployment', coreDeployments, 'built-in group'],
  ['Deployment', coreDeployments, 'built-in group'],
  ['DEPLOY', coreDeployments, 'built-in group'],
  ['deployments.v1', coreDeployments, 'built-in group'],
  ['deployments.apps', ['deployments.v1.apps'], 'only one'],
  ['deploy.app', ['deployments.v1.apps'], 'only one'],
  ['deployments.v1.apps', ['deployments.v1.apps'], 'exact'],
  ['deploy.v1.apps', ['deployments.v1.apps'], 'exact'],
  ['Deployment.v1.apps', ['deployments.v1.apps'], 'exact'],
  ['deployments.v1.acid.example.org', ['deployments.v1.acid.example.org'], 'exact'],
  ['deployments.acid', ['deployments.v1.acid.example.org'], 'only one'],
  ['deployments.v1.acid', ['deployments.v1.acid.example.org'], 'only one'],
  ['ep', endpoints, 'core group'],
  ['endpoints', endpoints, 'core group'],
  ['Endpoints', endpoints, 'core group'],
  ['endpoints.', ['endpoints.v1.'], 'only one'],
  ['ep.k3s.example.org', ['endpoints.v2.k3s.example.org'], 'only one'],
  ['events', events, 'same objects'],
  ['ev', events, 'same objects'],
  ['events.events.k8s.io', ['events.v1.events.k8s.io'], 'only one'],
  ['volumes', [...longhorn, ...storage], 'server order'],
  ['Volume', [...longhorn, ...storage], 'server order'],
  ['volumes.longhorn.io', longhorn, 'preferred version'],
  ['volumes.storage', storage, 'preferred version'],
  ['vol', storage, 'preferred version'],
  ['lhv', longhorn, 'preferred version'],
  ['lhv.v1beta1.longhorn.io', ['volumes.v1beta1.longhorn.io'], 'exact'],
  ['volumes.v1alpha2', ['volumes.v1alpha2.storage.example.org'], 'only one'],
  ['so', [scaledObjects, solrs], 'server order'],
  ['so.keda.sh', [scaledObjects], 'only one'],
  ['solr', [solrs], 'only one'],
  ['services.', ['services.v1.'], 'only one'],
  ['services.v1.', ['services.v1.'], 'exact'],
  ['svc', ['services.v1.'], 'only one'],
  ['po', ['pods.v1.'], 'only one'],
  ['hpa', scalers, 'preferred version'],
  ['hpa.v1.autoscaling', ['horizontalpodautoscalers.v1.autoscaling'], 'exact'],
  ['HorizontalPodAutoscaler', scalers, 'preferred version'],
  ['netpol', ['networkpolicies.v1.networking.k8s.io'], 'only one'],
  ['ing', ['ingresses.v1.networking.k8s.io'], 'only one'],
  ['ingress.networking', ['ingresses.v1.networking.k8s.io'], 'only one'],
  ['storageclass.storage', ['storageclasses.v1.storage.k8s.io'], 'only one'],
  ['crds', ['customresourcedefinitions.v1.apiextensions.k8s.io'], 'only one'],
  ['prom', ['prometheuses.v1.monitoring.coreos.com'], 'only one'],
  ['IngressRoute', ['ingressroutes.v1alpha1.traefik.io'], 'only one'],
];

describe.each(capturedNames)('on %s', (name) => {
  it.each(words)('%s is %j: %s', async (word, candidates, reason) => {
    const resolution = createMapper(await capturedCatalog(name)).resolve(word);
    expect(resolution.candidates.map(endpoint)).toEqual(candidates);
    expect(resolution.mapping).toBe(resolution.candidates[0]);
    expect(resolution.reason).toBe(reason);
  });

  it('gives the category all as kubectl prints it, each resource in its preferred version', async () => {
    const { resolutions } = createMapper(await capturedCatalog(name)).resolveAll('all');
    expect(resolutions.map(({ mapping }) => endpoint(mapping))).toEqual([
      'pods.v1.',
      'replicationcontrollers.v1.',
      'services.v1.',
      'daemonsets.v1.apps',
      'deployments.v1.apps',
      'replicasets.v1.apps',
      'statefulsets.v1.apps',
      'horizontalpodautoscalers.v2.autoscaling',
      'cronjobs.v1.batch',
      'jobs.v1.batch',
      'deployments.v1.acid.example.org',
      solrs,
    ]);
  });

  it('finds every endpoint by its whole name and nothing else', async () => {
    const catalog = await capturedCatalog(name);
    const mapper = createMapper(catalog);
    for (const entry of catalog.resources()) {
      const { mapping, reason, candidates } = mapper.resolve(formatGroupVersionResource(entry));
      expect(endpoint(mapping)).toBe(formatGroupVersionResource(entry));
      expect([reason, candidates.length]).toEqual(['exact', 1]);
    }
  });

  it('does not know whether a group that could not be read has something', async () => {
    const mapper = createMapper(await capturedCatalog(name));
    for (const word of ['pods.custom.metrics.k8s.io', 'pods.custom.metrics', 'Foo.v1beta1.custom.metrics.k8s.io']) {
      expect(() => mapper.resolve(word)).toThrow(GroupUnavailableError);
    }
    expect(() => mapper.resolve('nothing')).toThrow(/^no matches for "nothing"; .*custom\.metrics\.k8s\.io\/v1beta1/);
  });
});
