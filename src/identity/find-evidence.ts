import type { Catalog } from '../core/catalog/catalog.js';
import type { ResourceEntry } from '../core/catalog/entries.js';
import { groupBy } from '../core/shared/group-by.js';
import { endpointsByRank } from '../core/catalog/rank.js';
import { formatGroupVersion, type GroupVersion } from '../core/model/group-version.js';
import type { Scope } from '../core/model/rest-mapping.js';
import { type OptionNames, requireKnownOptions } from '../core/shared/arguments.js';
import type { CatalogFailure } from '../core/catalog/failures.js';
import type { Client } from '../core/client.js';
import type { CallOptions } from '../core/resource/options.js';
import { type Evidence, ownEvidence } from './evidence.js';

/** A question that evidence is read for. */
export interface EvidenceQuestion {
  /** The endpoint for `aliasesOf`; absent for questions about the whole catalog. */
  readonly entry?: ResourceEntry | undefined;
  /** As given to `distinctResources`. */
  readonly verbs?: readonly string[] | undefined;
  /** As given to `distinctResources`. */
  readonly scope?: Scope | undefined;
  /**
   * `alike`: the group-versions that can bear on endpoints of one plural and scope. `all`: every group-version, for
   * servers that publish `internalID`, which can also join endpoints of different plurals.
   * @default 'alike'
   */
  readonly evidence?: 'alike' | 'all' | undefined;
}

const questionNames: OptionNames<EvidenceQuestion> = { entry: true, verbs: true, scope: true, evidence: true };

/**
 * Returns the group-versions, by rank, whose legacy documents are worth reading before a question. A plural that only
 * one group-version serves is left out, because there is nothing to compare it with; several versions of one group
 * count, because their hashes can show that they are not the same. Group-versions that were learned from a legacy
 * document are not listed: their evidence is in the catalog.
 *
 * With `alike`, an endpoint of another plural that shares an `internalID` is not found: no released server publishes
 * such ids, and searching for them costs one request for each group-version.
 *
 * @throws InvalidArgumentError for an unknown field of the question
 * @example
 * const evidence = await client.discovery.evidence(catalog, candidatesForEvidence(catalog));
 * console.log(`${evidence.failures.length} documents could not be read`);
 */
export function candidatesForEvidence(catalog: Catalog, question: EvidenceQuestion = {}): readonly GroupVersion[] {
  const given = requireKnownOptions(question, questionNames);
  const { entry: requested, verbs = [], scope, evidence = 'alike' } = given;
  const endpoints = endpointsByRank(catalog);
  const pluralOf = ({ resource, scope: at }: ResourceEntry): string => JSON.stringify([resource, at]);
  const inQuestion = endpoints.filter(
    (entry) =>
      (requested === undefined || pluralOf(entry) === pluralOf(requested)) &&
      (scope === undefined || entry.scope === scope) &&
      verbs.every((verb) => entry.verbs.includes(verb)),
  );
  const alike = groupBy(inQuestion, pluralOf);

  const candidates = new Map<string, GroupVersion>();
  for (const entry of endpoints) {
    const { group, version } = entry;
    if (catalog.provenance[group === '' ? 'api' : 'apis'] === 'legacy') continue;
    if (evidence === 'alike' && (alike.get(pluralOf(entry)) ?? []).length < 2) continue;
    candidates.set(formatGroupVersion(entry), Object.freeze({ group, version }));
  }
  return Object.freeze([...candidates.values()]);
}

/** The choice of evidence. */
export interface EvidenceChoice {
  /**
   * `alike` reads the legacy documents of group-versions that have a plural in common, once per catalog and 10 at a
   * time. `all` reads those of every group-version, for servers that publish `internalID`, which can join endpoints
   * with different plurals. `catalog` sends no request. A catalog that came from legacy documents needs none.
   * @default 'alike'
   */
  readonly evidence?: 'alike' | 'all' | 'catalog' | undefined;
}

/** What evidence is read for: a {@link EvidenceQuestion}, or a comparison of two endpoints. */
export type EvidenceSubject = Omit<EvidenceQuestion, 'evidence'> | { readonly pair: readonly ResourceEntry[] };

/**
 * Reads the legacy documents that bear on a question, none if the choice is the catalog alone. Returns the evidence of
 * both, and the documents that could not be read.
 */
export async function findEvidence(
  client: Pick<Client, 'discovery'>,
  catalog: Catalog,
  { evidence = 'alike', signal }: EvidenceChoice & Pick<CallOptions, 'signal'>,
  subject: EvidenceSubject = {},
): Promise<{ readonly evidence: Evidence; readonly failures: readonly CatalogFailure[] }> {
  if (evidence === 'catalog') return { evidence: ownEvidence, failures: Object.freeze([]) };
  const questions = 'pair' in subject ? subject.pair.map((entry) => ({ entry, evidence })) : [{ ...subject, evidence }];
  const candidates = questions.flatMap((question) => candidatesForEvidence(catalog, question));
  if ('pair' in subject) {
    // Their own documents, and those that could show that either is the same as a third.
    const all = candidatesForEvidence(catalog, { evidence: 'all' });
    const isOwn = ({ group, version }: GroupVersion): boolean =>
      subject.pair.some((entry) => entry.group === group && entry.version === version);
    candidates.unshift(...all.filter(isOwn));
  }
  const distinct = new Map(candidates.map((each) => [formatGroupVersion(each), each]));
  const { look, failures } = await client.discovery.evidence(catalog, [...distinct.values()], { signal });
  return { evidence: (entry) => look(entry) ?? ownEvidence(entry), failures };
}
