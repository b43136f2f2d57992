import { describe, expect, it } from 'vitest';
import type { Catalog } from '../../src/core/catalog/catalog.js';
import type { ResourceEntry } from '../../src/core/catalog/entries.js';
import { createDiscovery } from '../../src/core/discovery/create-discovery.js';
import { aliasesOf } from '../../src/identity/aliases.js';
import { distinctResources } from '../../src/identity/identity-report.js';
import { candidatesForEvidence } from '../../src/identity/find-evidence.js';
import { formatGroupVersion } from '../../src/core/model/group-version.js';
import { replay } from '../discovery/replay-connection.js';
import { captured, type CapturedName } from '../fixtures/captured.js';
import { endpoint, names } from './catalogs.js';

const learn = (name: CapturedName): Promise<Catalog> => createDiscovery(replay(captured(name))).catalog();

function entryOf(catalog: Catalog, name: string): ResourceEntry {
  const found = catalog.resource(endpoint(name));
  if (found === undefined) throw new Error(`the catalog has no ${name}`);
  return found;
}

function evidenceOf(catalog: Catalog, name: string): string[] {
  return aliasesOf(entryOf(catalog, name), catalog).evidence.map(({ kind }) => kind);
}

describe.each(['kube-1.36-legacy', 'kube-1.29-legacy'] as const)('in the legacy documents of %s', (name) => {
  it('events of both groups are the same, by hash', async () => {
    const catalog = await learn(name);
    const found = aliasesOf(entryOf(catalog, 'events.v1.events.k8s.io'), catalog);
    expect(names(found.endpoints)).toEqual(['events.v1.', 'events.v1.events.k8s.io']);
    expect(found.evidence.map(({ kind }) => kind)).toEqual(['storageVersionHash']);
    expect(found.unknown).toEqual([]);
  });

  it.each([
    ['horizontalpodautoscalers.v2.autoscaling', 'horizontalpodautoscalers.v1.autoscaling'],
    ['volumes.v1beta2.longhorn.io', 'volumes.v1beta1.longhorn.io'],
    ['volumes.v1.storage.example.org', 'volumes.v1alpha2.storage.example.org'],
  ])('%s and %s are the same, by hash', async (preferred, other) => {
    const catalog = await learn(name);
    expect(names(aliasesOf(entryOf(catalog, other), catalog).endpoints)).toEqual([preferred, other]);
    expect(evidenceOf(catalog, preferred)).toEqual(['storageVersionHash']);
  });

  it("the deployments of acid.example.org are not those of apps, and longhorn's volumes not those of storage", async () => {
    const catalog = await learn(name);
    for (const alone of ['deployments.v1.acid.example.org', 'deployments.v1.apps']) {
      const found = aliasesOf(entryOf(catalog, alone), catalog);
      expect(names(found.endpoints)).toEqual([alone]);
      expect(found.unknown).toEqual([]);
    }
    const volumes = aliasesOf(entryOf(catalog, 'volumes.v1.storage.example.org'), catalog);
    expect([...volumes.endpoints, ...volumes.unknown].map((entry) => entry.group)).not.toContain('longhorn.io');
  });

  it('every set has one endpoint among the distinct ones', async () => {
    const catalog = await learn(name);
    const chosen = names(distinctResources(catalog, { verbs: ['list', 'watch', 'delete'] }));
    expect(chosen).toEqual(expect.arrayContaining(['events.v1.', 'horizontalpodautoscalers.v2.autoscaling']));
    expect(chosen).not.toContain('events.v1.events.k8s.io');
    expect(chosen).not.toContain('volumes.v1beta1.longhorn.io');
    expect(chosen).not.toContain('tokenreviews.v1.authentication.k8s.io');
    expect(chosen).toEqual(expect.arrayContaining(['deployments.v1.apps', 'deployments.v1.acid.example.org']));
    expect(new Set(chosen).size).toBe(chosen.length);
  });
});

describe('in the aggregated documents of kube-1.36', () => {
  it('events of the two groups are unknown to each other, and versions of one group are the same', async () => {
    const catalog = await learn('kube-1.36-v2');
    const events = aliasesOf(entryOf(catalog, 'events.v1.'), catalog);
    expect(names(events.endpoints)).toEqual(['events.v1.']);
    expect(names(events.unknown)).toEqual(['events.v1.events.k8s.io']);
    expect(evidenceOf(catalog, 'horizontalpodautoscalers.v1.autoscaling')).toEqual(['versions of one group']);
  });

  it('events are the same again with the evidence of the legacy documents that are worth reading', async () => {
    const [catalog, legacy] = await Promise.all([learn('kube-1.36-v2'), learn('kube-1.36-legacy')]);
    const asked = entryOf(catalog, 'events.v1.');
    const read = candidatesForEvidence(catalog, { entry: asked });
    expect(read.map(formatGroupVersion)).toEqual(['v1', 'events.k8s.io/v1']);
    const found = aliasesOf(asked, catalog, {
      evidence: (entry) => (read.some(({ group }) => group === entry.group) ? legacy.resource(entry) : undefined),
    });
    expect(names(found.endpoints)).toEqual(['events.v1.', 'events.v1.events.k8s.io']);
  });

  it('few group-versions are worth reading, and their evidence chooses what the legacy catalog chooses', async () => {
    const [catalog, legacy] = await Promise.all([learn('kube-1.36-v2'), learn('kube-1.36-legacy')]);
    const verbs = ['list', 'watch'];
    const read = candidatesForEvidence(catalog, { verbs }).map(formatGroupVersion);
    const all = candidatesForEvidence(catalog, { evidence: 'all' });
    expect(read.length).toBeLessThan(all.length / 2);
    const chosen = distinctResources(catalog, {
      verbs,
      evidence: (entry) => (read.includes(formatGroupVersion(entry)) ? legacy.resource(entry) : undefined),
    });
    expect(names(chosen).sort()).toEqual(names(distinctResources(legacy, { verbs })).sort());
  });
});
