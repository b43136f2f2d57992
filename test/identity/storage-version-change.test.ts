import { describe, expect, it } from 'vitest';
import { expandRules } from '../../src/admission/expand-rules.js';
import { chooseSets } from '../../src/census/create-census.js';
import type { ResourceEntry } from '../../src/core/catalog/entries.js';
import { compareEndpoints } from '../../src/identity/compare-endpoints.js';
import { distinctResources, identityReport } from '../../src/identity/identity-report.js';
import type { IdentityOptions } from '../../src/identity/evidence.js';
import { missedOf, served, webhook } from '../admission/cluster.js';
import { catalogOf, endpoint, names } from './catalogs.js';

const v1 = served('sets.v1.a', { storageVersionHash: 'h' });
const v2 = served('sets.v2.a', { storageVersionHash: 'i' });
const upgrading = catalogOf([v1, v2]);

function answer(entries: readonly ResourceEntry[], options?: IdentityOptions): string {
  const found = compareEndpoints(entries[0]!, entries[1]!, catalogOf(entries), options);
  return found.answer === 'different' ? `different by ${found.difference.kind}` : found.answer;
}

describe('versions of one group whose hashes are unequal, as while their storage version changes,', () => {
  it('are one set', () => {
    expect(answer([v1, v2])).toBe('same');
    expect(answer([v1, v2, served('sets.v3.a')])).toBe('same');
  });

  it('are chosen, counted and visited once', () => {
    expect(names(distinctResources(upgrading))).toEqual(['sets.v1.a']);
    expect(chooseSets(upgrading, {}).map(({ entry }) => names([entry])[0])).toEqual(['sets.v1.a']);
  });

  it('leave a rule for one of them incomplete', () => {
    const expansion = expandRules(
      webhook([{ groups: ['a'], versions: ['v1'], resources: ['sets'] }], 'Exact'),
      upgrading,
    );
    expect(missedOf(expansion)).toEqual(['sets.v2.a (exact)']);
    expect(expansion.complete).toBe(false);
  });

  it('are different by unequal ids alone', () => {
    const withIds = [
      { ...v1, internalID: 'x' },
      { ...v2, internalID: 'y' },
    ];
    expect(answer(withIds)).toBe('different by internalID');
  });

  it('are one set over a second group as well, whose versions changed at another moment', () => {
    const entries = [
      v1,
      v2,
      served('sets.v1.b', { storageVersionHash: 'h' }),
      served('sets.v2.b', { storageVersionHash: 'j' }),
    ];
    expect(names(distinctResources(catalogOf(entries)))).toEqual(['sets.v1.a']);
  });

  it('are not told apart by their hashes where ids leave one of them unknown', () => {
    const entries = [
      endpoint('sets.v3.a', { storageVersionHash: 'j' }),
      endpoint('sets.v1.a', { internalID: 'x', storageVersionHash: 'h' }),
      endpoint('sets.v2.a', { internalID: 'y', storageVersionHash: 'i' }),
    ];
    expect(answer(entries)).toBe('unknown');
    expect(identityReport(catalogOf(entries)).unsettled.map(({ endpoints }) => names(endpoints))).toEqual([
      ['sets.v3.a', 'sets.v1.a', 'sets.v2.a'],
    ]);
  });
});

describe('versions of one group that different servers serve are unknown to each other,', () => {
  const [bare, alsoBare] = [endpoint('sets.v1.a'), endpoint('sets.v2.a')];
  const equal = [
    endpoint('sets.v1.a', { storageVersionHash: 'h' }),
    endpoint('sets.v2.a', { storageVersionHash: 'h' }),
  ];
  const behindOne = [{ group: 'a', version: 'v2' }];

  it.each([
    ['without hashes', [bare, alsoBare]],
    ['with unequal hashes', [v1, v2]],
    ['with equal ones, which name group, version and kind alone', equal],
  ])('%s', (_, entries) => {
    expect(answer(entries, { remote: behindOne })).toBe('unknown');
    const { distinct, unsettled } = identityReport(catalogOf(entries), { remote: behindOne });
    expect(names(distinct)).toEqual(['sets.v1.a', 'sets.v2.a']);
    expect(unsettled).toHaveLength(1);
  });

  it('by the names of their backends', () => {
    const remote = (...backends: readonly (string | undefined)[]): IdentityOptions => ({
      remote: backends.map((backend, at) => ({ group: 'a', version: `v${at + 1}`, backend })),
    });
    expect(answer([bare, alsoBare], remote('one', 'one'))).toBe('same');
    expect(answer([bare, alsoBare], remote('one', 'two'))).toBe('unknown');
    expect(answer([bare, alsoBare], remote(undefined, undefined))).toBe('unknown');
  });

  it('unless an id or an object says more', () => {
    const withIds = (a: string, b: string): readonly ResourceEntry[] => [
      { ...bare, internalID: a },
      { ...alsoBare, internalID: b },
    ];
    expect(answer(withIds('x', 'x'), { remote: behindOne })).toBe('same');
    expect(answer(withIds('x', 'y'), { remote: behindOne })).toBe('different by internalID');
    const probes = [{ endpoints: [v1, v2] as const, finding: 'one UID' as const }];
    expect(answer([v1, v2], { remote: behindOne, probes })).toBe('same');
  });

  it('and equal hashes go on joining groups', () => {
    const entries = [...equal, endpoint('sets.v1.b', { storageVersionHash: 'h' })];
    expect(answer([entries[0]!, entries[2]!])).toBe('same');
    expect(answer([entries[0]!, entries[2]!], { remote: [{ group: 'b', version: 'v1' }] })).toBe('same');
  });

  it('in a rule as well', () => {
    const configuration = webhook([{ groups: ['a'], versions: ['v1'], resources: ['sets'] }]);
    const { findings } = expandRules(configuration, upgrading, { remote: behindOne });
    expect(findings[0]?.unknown).toEqual([{ group: 'a', version: 'v2', resource: 'sets' }]);
  });
});

describe('two plurals on a server with ids', () => {
  const pods = endpoint('pods.v1.', { internalID: 'x' });
  const provenance = { api: 'aggregated/v2', apis: 'aggregated/v2' } as const;
  const compare = (entries: readonly ResourceEntry[], options?: IdentityOptions): string => {
    const found = compareEndpoints(entries[0]!, entries[1]!, catalogOf(entries, { provenance }), options);
    return found.answer;
  };

  it('are unknown where the documents of the two were not read, since ids could decide', () => {
    expect(compare([endpoint('sets.v1.a'), endpoint('bags.v1.b'), pods])).toBe('unknown');
    const hashed = { storageVersionHash: 'h' };
    expect(compare([endpoint('sets.v1.a', hashed), endpoint('bags.v1.b'), pods])).toBe('unknown');
  });

  it('are different where both were read and have none', () => {
    const hashed = { storageVersionHash: 'h' };
    expect(compare([endpoint('sets.v1.a', hashed), endpoint('bags.v1.b', hashed), pods])).toBe('different');
    const entries = [endpoint('sets.v1.a'), endpoint('bags.v1.b'), pods];
    expect(answer(entries)).toBe('different by plural');
    expect(
      answer(entries, { evidence: ({ internalID }) => (internalID === undefined ? undefined : { internalID }) }),
    ).toBe('unknown');
  });

  it('are different as ever where no id was ever seen', () => {
    expect(compare([endpoint('sets.v1.a'), endpoint('bags.v1.b'), endpoint('pods.v1.')])).toBe('different');
  });
});
