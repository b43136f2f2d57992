import type { GroupVersionResource } from '../core/model/group-version-resource.js';
import type { Scope } from '../core/model/rest-mapping.js';
import type { Operations } from './operations.js';

/** One word of a rule's `resources`. The subresource is empty for a word without a slash: the objects themselves. */
export interface ResourcePattern {
  readonly resource: string;
  readonly subresource: string;
}

/**
 * The requests that a rule of a webhook or a policy matches.
 * @see https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/#matching-requests-rules
 */
export interface AdmissionRule {
  readonly apiGroups: ReadonlySet<string>;
  readonly apiVersions: ReadonlySet<string>;
  readonly resources: readonly ResourcePattern[];
  readonly operations: Operations;
  readonly scope: '*' | Scope;
  /** For policies only; empty for all names. */
  readonly resourceNames: ReadonlySet<string>;
}

/** The target of a request: the objects of an endpoint, or one of their subresources. */
export interface RuleTarget extends GroupVersionResource {
  /** Empty for the objects themselves. */
  readonly subresource: string;
  readonly scope: Scope;
}

/** Parses a word of `resources`: the subresource follows the first slash. */
export function parsePattern(word: string): ResourcePattern {
  const slash = word.indexOf('/');
  if (slash < 0) return { resource: word, subresource: '' };
  return { resource: word.slice(0, slash), subresource: word.slice(slash + 1) };
}

/**
 * Returns a function that reports whether a rule itself names a target, by the rules of the server: `*` matches all
 * objects and no subresource, and `pods/*` matches pods as well, although its documentation says otherwise. Operations
 * and names are left to the caller.
 */
export function targetMatcher(rule: AdmissionRule): (target: RuleTarget) => boolean {
  const subresources = new Map<string, Set<string>>();
  for (const { resource, subresource } of rule.resources) {
    const known = subresources.get(resource);
    if (known === undefined) subresources.set(resource, new Set([subresource]));
    else known.add(subresource);
  }
  const hasPattern = (resource: string, subresource: string): boolean => {
    const known = subresources.get(resource);
    return known !== undefined && (known.has('*') || known.has(subresource));
  };
  return (target) =>
    (rule.scope === '*' || rule.scope === target.scope) &&
    allows(rule.apiGroups, target.group) &&
    allows(rule.apiVersions, target.version) &&
    (hasPattern('*', target.subresource) || hasPattern(target.resource, target.subresource));
}

/** Reports whether the words of a rule include a word or `*`. */
export function allows(words: ReadonlySet<string>, word: string): boolean {
  return words.has('*') || words.has(word);
}
