import type { Catalog } from '../core/catalog/catalog.js';
import type { ResourceEntry } from '../core/catalog/entries.js';
import { sameResource } from '../core/model/group-version-resource.js';
import { requireKnownOptions } from '../core/shared/arguments.js';
import type { Contradiction, Difference, RankedEndpoint } from './classify.js';
import {
  classify,
  contradictionsAbout,
  differenceOf,
  hintsBetween,
  linkAsData,
  linksBetween,
  pairOf,
  setOf,
} from './classify.js';
import { type EvidenceLink, identityOptionNames, type IdentityOptions } from './evidence.js';

/** Whether two endpoints serve the same objects, and the reason. */
export type Comparison = SameObjects | DifferentObjects | UnknownObjects;

/** Both endpoints serve one set of objects. */
export interface SameObjects extends ComparedEndpoints {
  readonly answer: 'same';
  /**
   * The links from the first endpoint to the second one, each with its own evidence; empty for an endpoint and itself.
   */
  readonly evidence: readonly EvidenceLink[];
}

/** No object is served by both. */
export interface DifferentObjects extends ComparedEndpoints {
  readonly answer: 'different';
  /** The evidence that separates them. */
  readonly difference: Difference;
  /** The links from the two endpoints to those that `difference` names, if these are others. */
  readonly evidence: readonly EvidenceLink[];
}

/** There is no evidence either way: treat them as two sets, but do not rely on it. */
export interface UnknownObjects extends ComparedEndpoints {
  readonly answer: 'unknown';
  /** What the documented list of cohabiting groups says; it is not proof. */
  readonly hints: readonly EvidenceLink[];
}

/** The common part of all comparisons. */
export interface ComparedEndpoints {
  /** Contradictory evidence about either endpoint. */
  readonly contradictions: readonly Contradiction[];
}

/**
 * Decides whether two endpoints of one catalog serve the same objects. The answer applies to the sets that contain
 * them: an endpoint that is the same as the first differs from everything that the first differs from. Endpoints that
 * are not in the catalog are compared by their own fields.
 *
 * Two endpoints are different if they have unequal ids, unequal scopes, unequal hashes (with equal plural and scope, in
 * two groups), or unequal plurals if no id can decide: neither has one, and if the server publishes ids at all, the
 * documents of both have been read. Subresources follow their parents, so compare the parents. For all aliases of one
 * endpoint use `aliasesOf`; `createIdentity(client).compare` reads the evidence that an aggregated catalog lacks.
 *
 * @throws InvalidArgumentError for an unknown option
 * @example
 * const [a, b] = catalog.resources({ verbs: ['list'] });
 * if (a !== undefined && b !== undefined) console.log(compareEndpoints(a, b, catalog).answer);
 * @see https://github.com/kubernetes/enhancements/issues/2341
 */
export function compareEndpoints(
  a: ResourceEntry,
  b: ResourceEntry,
  catalog: Catalog,
  options: IdentityOptions = {},
): Comparison {
  requireKnownOptions(options, identityOptionNames);
  const classified = classify(catalog, options, [a, b]);
  const contradictions = contradictionsAbout(classified.contradictions, [a, b]);
  const [one, other] = [setOf(a, classified), setOf(b, classified)];
  const tie = (from: RankedEndpoint | undefined, to: RankedEndpoint | undefined): readonly EvidenceLink[] =>
    from === undefined || to === undefined ? [] : linksBetween(from, to, classified).map(linkAsData);

  const second = one.find(({ entry }) => sameResource(entry, b));
  if (second !== undefined) {
    return Object.freeze({ answer: 'same', evidence: Object.freeze(tie(one[0], second)), contradictions });
  }
  const witnesses = differenceOf(one, other, classified.hasIds);
  if (witnesses === undefined) {
    return Object.freeze({
      answer: 'unknown',
      hints: hintsBetween(one.slice(0, 1), other.slice(0, 1)),
      contradictions,
    });
  }
  const { kind, pair } = witnesses;
  const difference = Object.freeze({ kind, endpoints: pairOf(...pair) });
  const evidence = Object.freeze([...tie(one[0], pair[0]), ...tie(other[0], pair[1])]);
  return Object.freeze({ answer: 'different', difference, evidence, contradictions });
}
