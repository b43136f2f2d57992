import type { GroupVersionResource } from '../model/group-version-resource.js';
import type { Scope } from '../model/rest-mapping.js';

/** One word of a rule's `resources`. Without a slash the subresource is empty: the objects themselves. */
export interface ResourcePattern {
  readonly resource: string;
  readonly subresource: string;
}

/**
 * What a rule of a webhook or a policy says of requests, its operations spelt out.
 * @see https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/#matching-requests-rules
 */
export interface AdmissionRule {
  readonly apiGroups: ReadonlySet<string>;
  readonly apiVersions: ReadonlySet<string>;
  readonly resources: readonly ResourcePattern[];
  readonly operations: ReadonlySet<string>;
  readonly scope: '*' | Scope;
  /** Policies only; empty for all names. */
  readonly resourceNames: ReadonlySet<string>;
}

/** What a request may be sent to: the objects of an endpoint, or one of their subresources. */
export interface RequestPlace extends GroupVersionResource {
  /** Empty for the objects themselves. */
  readonly subresource: string;
  readonly scope: Scope;
}

/** Reads a word of `resources`: what follows the first slash is the subresource. */
export function parsePattern(word: string): ResourcePattern {
  const slash = word.indexOf('/');
  if (slash < 0) return { resource: word, subresource: '' };
  return { resource: word.slice(0, slash), subresource: word.slice(slash + 1) };
}

/**
 * Whether the rule itself names this place, as the server judges: `*` is all objects and no subresource, and `pods/*`
 * is the pods as well, although its documentation says otherwise. Operations and names are left to the caller.
 */
export function names(rule: AdmissionRule, place: RequestPlace): boolean {
  return (
    (rule.scope === '*' || rule.scope === place.scope) &&
    allows(rule.apiGroups, place.group) &&
    allows(rule.apiVersions, place.version) &&
    rule.resources.some(
      ({ resource, subresource }) =>
        (resource === '*' || resource === place.resource) && (subresource === '*' || subresource === place.subresource),
    )
  );
}

/** Whether whatever name the one rule holds for, the other holds for as well. */
export function holdsForNamesOf(rule: AdmissionRule, other: AdmissionRule): boolean {
  if (rule.resourceNames.size === 0) return true;
  return other.resourceNames.size > 0 && [...other.resourceNames].every((name) => rule.resourceNames.has(name));
}

function allows(words: ReadonlySet<string>, word: string): boolean {
  return words.has('*') || words.has(word);
}
