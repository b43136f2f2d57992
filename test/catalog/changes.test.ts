import { describe, expect, it } from 'vitest';
import { diffCatalogs, type CatalogChanges } from '../../src/core/catalog/changes.js';
import { catalogOf, res, type GroupSpec } from '../mapper/build-catalog.js';

const core: GroupSpec = { name: '', versions: { v1: [res('pods', 'Pod'), res('secrets', 'Secret')] } };
const apps: GroupSpec = { name: 'apps', versions: { v1: [res('deployments', 'Deployment')] } };
const kept = { freshness: 'Kept' } as const;

/** The names in each list. */
function named({ added, changed, removed, kept, recovered }: CatalogChanges): Record<string, readonly string[]> {
  const name = ({ resource }: { readonly resource: string }): string => resource;
  return {
    added: added.map(name),
    changed: changed.map(({ after }) => name(after)),
    removed: removed.map(name),
    kept: kept.map(name),
    recovered: recovered.map(({ after }) => name(after)),
  };
}

const nothing = { added: [], changed: [], removed: [], kept: [], recovered: [] };

describe('diffCatalogs', () => {
  it.each<[string, GroupSpec[], GroupSpec[], object]>([
    ['nothing between catalogs that say the same', [core, apps], [core, apps], {}],
    ['nothing for another order of groups', [core, apps], [apps, core], {}],
    ['a group that is added', [core], [core, apps], { added: ['deployments'] }],
    ['a group that is removed', [core, apps], [core], { removed: ['deployments'] }],
    [
      'a resource that another takes the place of',
      [core],
      [{ name: '', versions: { v1: [res('pods', 'Pod'), res('nodes', 'Node')] } }],
      { added: ['nodes'], removed: ['secrets'] },
    ],
    [
      'other verbs of a resource',
      [apps],
      [{ name: 'apps', versions: { v1: [res('deployments', 'Deployment', { verbs: ['get'] })] } }],
      { changed: ['deployments'] },
    ],
    [
      'a kept resource in that list alone',
      [apps],
      [{ name: 'apps', versions: { v1: [res('deployments', 'Deployment', kept)] } }],
      { kept: ['deployments'] },
    ],
    [
      'a recovered resource in that list alone, though it has changed',
      [{ name: 'apps', versions: { v1: [res('deployments', 'Deployment', kept)] } }],
      [{ name: 'apps', versions: { v1: [res('deployments', 'Deployment', { verbs: ['get'] })] } }],
      { recovered: ['deployments'] },
    ],
    [
      'nothing for what stays kept',
      [{ name: 'a', versions: { v1: [res('x', 'X', kept)] } }],
      [{ name: 'a', versions: { v1: [res('x', 'X', kept)] } }],
      {},
    ],
    [
      'a kept resource that is gone as removed',
      [{ name: 'a', versions: { v1: [res('x', 'X', kept)] } }],
      [],
      { removed: ['x'] },
    ],
  ])('names %s', (_what, before, after, changes) => {
    expect(named(diffCatalogs(catalogOf(before), catalogOf(after)))).toEqual({ ...nothing, ...changes });
  });

  it('gives both sides of a change, frozen', () => {
    const before = catalogOf([apps]);
    const after = catalogOf([{ name: 'apps', versions: { v1: [res('deployments', 'Deploy')] } }]);
    const { changed } = diffCatalogs(before, after);
    expect(changed[0]?.before).toBe(before.resources()[0]);
    expect(changed[0]?.after).toBe(after.resources()[0]);
    expect(Object.isFrozen(changed)).toBe(true);
  });

  it('refuses what is no catalog', () => {
    expect(() => diffCatalogs(null as never, catalogOf([]))).toThrow(expect.objectContaining({ argument: 'before' }));
    expect(() => diffCatalogs(catalogOf([]), 5 as never)).toThrow(expect.objectContaining({ argument: 'after' }));
    expect(() => diffCatalogs({} as never, catalogOf([]))).toThrow(expect.objectContaining({ argument: 'before' }));
    expect(() => diffCatalogs(catalogOf([]), { groups: 5 } as never)).toThrow(
      expect.objectContaining({ argument: 'after' }),
    );
  });
});
