import { describe, expect, it } from 'vitest';
import { createDiscovery } from '../../../src/core/discovery/create-discovery.js';
import { createMapper } from '../../../src/core/mapper/create-mapper.js';
import { GroupUnavailableError } from '../../../src/core/mapper/errors.js';
import { replay, type Scripted } from '../replay-connection.js';

const list = { kind: 'APIGroupDiscoveryList', apiVersion: 'apidiscovery.k8s.io/v2' };

function group(name: string, versions: readonly object[]): object {
  return { metadata: { name }, versions };
}
function version(name: string, resources: readonly object[], freshness = 'Current'): object {
  return { version: name, resources, freshness };
}
function resource(name: string, kind: string): object {
  return { resource: name, responseKind: { group: '', version: '', kind }, scope: 'Namespaced', verbs: ['get'] };
}

describe('a group that is listed twice', () => {
  const answers = (apis: object): Record<string, Scripted> => ({
    '/api': { body: { ...list, items: [] } },
    '/apis': { body: apis },
  });

  it('is the first of them, and a failure names it, so that what the other has is unknown and other groups are not in doubt', async () => {
    const items = [
      group('a.io', [version('v1', [resource('x', 'X')], 'Stale')]),
      group('b.io', [version('v1', [])]),
      group('a.io', [version('v2', [resource('x', 'X')]), version('v1', [resource('y', 'Y')])]),
      group('a.io', [version('v3', [])]),
    ];
    const catalog = await createDiscovery(replay(answers({ ...list, items }))).catalog();
    const found = catalog.group('a.io');
    expect(found?.versions.map((each) => each.version)).toEqual(['v1']);
    expect(catalog.failuresOf({ group: 'a.io', version: 'v2' })).toHaveLength(2);
    expect(() => createMapper(catalog).resolve('y.a.io')).toThrow(GroupUnavailableError);
    expect([...catalog.failures].filter((failure) => failure.class === 'malformed')).toMatchObject([
      { group: 'a.io', message: '/apis: items[2] is "a.io", which is listed twice' },
      { group: 'a.io', message: '/apis: items[3] is "a.io", which is listed twice' },
    ]);
    expect(catalog.failuresOf({ group: 'b.io' })).toEqual([]);
    expect([found, found?.versions].every(Object.isFrozen)).toBe(true);
  });

  it('by a legacy root, is the first of them as well', async () => {
    const groups = [
      { name: 'a.io', versions: [{ version: 'v1' }], preferredVersion: { version: 'v1' } },
      { name: 'a.io', versions: [{ version: 'v1' }, { version: 'v2' }], preferredVersion: { version: 'v2' } },
    ];
    const catalog = await createDiscovery(
      replay({
        ...answers({ kind: 'APIGroupList', groups }),
        '/apis/a.io/v1': { body: { kind: 'APIResourceList', resources: [] } },
      }),
    ).catalog();
    expect(catalog.groups.map(({ name }) => name)).toEqual(['a.io']);
    expect(catalog.group('a.io')).toMatchObject({ preferredVersion: 'v1' });
    expect(catalog.failures).toMatchObject([{ group: 'a.io' }]);
  });
});
