import { describe, expect, it } from 'vitest';
import { candidatesForEvidence, type EvidenceQuestion } from '../../src/identity/find-evidence.js';
import { formatGroupVersion } from '../../src/core/model/group-version.js';
import { catalogOf, endpoint } from './catalogs.js';

const entries = [
  endpoint('events.v1.events.k8s.io', { verbs: ['get', 'list', 'watch'] }),
  endpoint('events.v1.', { verbs: ['get', 'list', 'watch'] }),
  endpoint('pods.v1.'),
  endpoint('volumes.v2.longhorn'),
  endpoint('volumes.v1.longhorn'),
  endpoint('volumes.v1.storage', { scope: 'Cluster' }),
  endpoint('checks.v1.storage'),
  endpoint('checks.v1.other', { verbs: ['get', 'watch'] }),
  endpoint('alone.v1.alone'),
];
const aggregated = { api: 'aggregated/v2', apis: 'aggregated/v2' } as const;
const catalog = catalogOf(entries, { provenance: aggregated });

const cases: readonly { rule: string; question: EvidenceQuestion; expected: readonly string[] }[] = [
  {
    rule: 'of everything, those that share a plural and scope with another',
    question: {},
    expected: ['v1', 'events.k8s.io/v1', 'longhorn/v2', 'longhorn/v1', 'storage/v1', 'other/v1'],
  },
  {
    rule: 'of an endpoint, those with its plural and scope',
    question: { entry: entries[0] },
    expected: ['v1', 'events.k8s.io/v1'],
  },
  {
    rule: 'of an endpoint in several versions, those versions and no group of another scope',
    question: { entry: entries[3] },
    expected: ['longhorn/v2', 'longhorn/v1'],
  },
  { rule: 'of an endpoint that has no like, none', question: { entry: entries[8] }, expected: [] },
  {
    rule: 'of endpoints with a verb, those that could double',
    question: { verbs: ['watch'] },
    expected: ['v1', 'events.k8s.io/v1'],
  },
  { rule: 'of one scope, those of that scope', question: { scope: 'Cluster' }, expected: [] },
  {
    rule: 'of all evidence, all',
    question: { entry: entries[8], evidence: 'all' },
    expected: ['v1', 'events.k8s.io/v1', 'longhorn/v2', 'longhorn/v1', 'storage/v1', 'other/v1', 'alone/v1'],
  },
];

describe('the group-versions whose legacy documents are worth reading', () => {
  it.each(cases)('are, $rule', ({ question, expected }) => {
    expect(candidatesForEvidence(catalog, question).map(formatGroupVersion)).toEqual(expected);
  });

  it('include an endpoint that lacks the verb, where its like could double', () => {
    const more = catalogOf([...entries, endpoint('checks.v1.third', { verbs: ['watch'] })], { provenance: aggregated });
    expect(candidatesForEvidence(more, { verbs: ['watch'] }).map(formatGroupVersion)).toContain('storage/v1');
  });

  it('include those of which one entry has an id already: its neighbours may have theirs in the document', () => {
    const [first, ...others] = entries;
    const withId = catalogOf([{ ...first!, internalID: 'x' }, ...others], { provenance: aggregated });
    expect(candidatesForEvidence(withId).map(formatGroupVersion)).toEqual(
      candidatesForEvidence(catalog).map(formatGroupVersion),
    );
  });

  it('are not those that were learned from legacy documents, root by root', () => {
    const mixed = catalogOf(entries, { provenance: { api: 'legacy', apis: 'aggregated/v2' } });
    expect(candidatesForEvidence(mixed, { entry: entries[0] })).toEqual([{ group: 'events.k8s.io', version: 'v1' }]);
    const legacy = catalogOf(entries);
    expect(candidatesForEvidence(legacy)).toEqual([]);
    expect(candidatesForEvidence(legacy, { evidence: 'all' })).toEqual([]);
  });
});
