import { describe, expect, it } from 'vitest';
import type { Catalog } from '../../src/core/catalog/catalog.js';
import { createDiscovery } from '../../src/core/discovery/create-discovery.js';
import { formatGroupVersionResource as nameOf } from '../../src/core/model/group-version-resource.js';
import { isBuiltInGroup } from '../../src/core/model/built-in-groups.js';
import { catalogAfterUpgrade, compareServers, loadRelease } from '../../src/upgrade/index.js';
import { replay } from '../discovery/replay-connection.js';
import { captured, type CapturedName } from '../fixtures/captured.js';
import { endpoint, catalogOf } from '../identity/catalogs.js';

const learn = (name: CapturedName): Promise<Catalog> => createDiscovery(replay(captured(name))).catalog();

describe('the releases, beside real servers with nothing switched on', () => {
  it.each([
    ['1.29', 'kube-1.29-v2beta1'],
    ['1.36', 'kube-1.36-v2'],
    ['1.37', 'kube-1.37-v2'],
  ] as const)('release %s is what a server of it serves', async (version, documents) => {
    const { catalog } = await loadRelease(version);
    const server = await learn(documents);

    const { added, gone, changed } = compareServers(catalog, server);

    expect(gone.map(nameOf)).toEqual([]);
    expect(added.map(nameOf).filter((_, index) => isBuiltInGroup(added[index]!.group))).toEqual([]);
    expect(changed.map(({ before, fields }) => [nameOf(before), ...fields])).toEqual([]);
    const ranked = server.groups.filter(({ name }) => isBuiltInGroup(name)).map(({ name }) => name);
    expect(catalog.groups.map(({ name }) => name)).toEqual(ranked);
  });
});

it.each(['1.29', '1.33', '1.36', '1.37'])(
  'every group of %s is known as one of kube-apiserver itself',
  async (version) => {
    const { catalog, offByDefault } = await loadRelease(version);
    const groups = [...catalog.groups.map(({ name }) => name), ...offByDefault.map(({ group }) => group)];
    expect(groups.filter((group) => !isBuiltInGroup(group))).toEqual([]);
  },
);

describe('what goes away with a release', () => {
  it('from 1.29 to 1.37 the beta of flow control goes, and its objects stay', async () => {
    const [old, next] = await Promise.all([loadRelease('1.29'), loadRelease('v1.37.9')]);

    const { gone, lost } = compareServers(old.catalog, catalogAfterUpgrade(old.catalog, next));

    expect(gone.map(nameOf)).toEqual([
      'flowschemas.v1beta3.flowcontrol.apiserver.k8s.io',
      'prioritylevelconfigurations.v1beta3.flowcontrol.apiserver.k8s.io',
    ]);
    expect(lost).toEqual([]);
    expect(next.lifecycles).toContainEqual({
      group: 'flowcontrol.apiserver.k8s.io',
      version: 'v1beta3',
      kind: 'FlowSchema',
      introduced: '1.26',
      deprecated: '1.29',
      removed: '1.32',
      replacement: { group: 'flowcontrol.apiserver.k8s.io', version: 'v1', kind: 'FlowSchema' },
    });
  });

  it('of a server with its betas on, those go that the next release cannot serve', async () => {
    const [old, next] = await Promise.all([loadRelease('1.36'), loadRelease('1.37')]);
    const betas = old.offByDefault.filter(({ version }) => /beta/.test(version));
    const now = catalogOf([...old.catalog.resources(), ...betas]);

    const { gone } = compareServers(now, catalogAfterUpgrade(now, next));

    expect(gone.map(nameOf)).toEqual([
      'ipaddresses.v1beta1.networking.k8s.io',
      'servicecidrs.v1beta1.networking.k8s.io',
      'volumeattributesclasses.v1beta1.storage.k8s.io',
    ]);
  });

  it('with 1.38, known by its beta, the first betas of resource claims go', async () => {
    const [old, next] = await Promise.all([loadRelease('1.37'), loadRelease('v1.38.0-beta.0')]);
    const betas = old.offByDefault.filter(({ version }) => /beta/.test(version));
    const now = catalogOf([...old.catalog.resources(), ...betas]);

    const { gone } = compareServers(now, catalogAfterUpgrade(now, next));

    expect(next.version).toBe('1.38.0-beta.0');
    expect((await loadRelease('1.38')).version).toBe(next.version);
    expect(gone.map(nameOf)).toEqual(
      ['deviceclasses', 'resourceclaims', 'resourceclaimtemplates', 'resourceslices'].map(
        (resource) => `${resource}.v1beta1.resource.k8s.io`,
      ),
    );
  });

  it('leaves custom resources as they are', async () => {
    const release = await loadRelease('1.37');
    const now = catalogOf([endpoint('pods.v1.'), endpoint('widgets.v1beta1.example.com')]);

    const after = catalogAfterUpgrade(now, release);

    expect(after.resource({ group: 'example.com', version: 'v1beta1', resource: 'widgets' })).toBeDefined();
  });
});

it.each(['1.28', '1.39', '2.37', 'newest', ''])('knows no release %j, and says which there are', async (version) => {
  await expect(loadRelease(version)).rejects.toThrow(/must be a release from 1\.29 to 1\.38/);
});
