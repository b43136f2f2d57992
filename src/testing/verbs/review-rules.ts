import type { JsonRecord } from '../../core/shared/json-record.js';
import { discoveryPaths, openPaths, type Caller } from '../served/authority.js';
import type { FakeAccess } from '../served/options.js';
import type { ServedResource } from '../served/served.js';
import type { Backend } from './resource-request.js';

interface Rule extends JsonRecord {
  readonly verbs: readonly string[];
  readonly apiGroups: readonly string[];
  readonly resources: readonly string[];
}

const own: readonly Rule[] = [
  {
    verbs: ['create'],
    apiGroups: ['authorization.k8s.io'],
    resources: ['selfsubjectaccessreviews', 'selfsubjectrulesreviews'],
  },
  { verbs: ['create'], apiGroups: ['authentication.k8s.io'], resources: ['selfsubjectreviews'] },
];

/**
 * Returns the rights of a user in a namespace, as the status of a SelfSubjectRulesReview. Rights given as a function
 * are evaluated for each verb of each served resource, so rules for single objects are not included.
 */
export function rulesOf(caller: Caller, namespace: string, { authority, registry }: Backend): JsonRecord {
  const isUnbounded = authority.isUnbounded(caller);
  const isKnown = authority.allowsOwnReviews(caller);
  const rules: readonly Rule[] = isUnbounded
    ? [{ verbs: ['*'], apiGroups: ['*'], resources: ['*'] }]
    : registry
        .resources()
        .flatMap((resource) => rulesFor(resource, namespace, (access) => authority.allows(caller, access)));
  const all = { verbs: ['*'], nonResourceURLs: ['*'] };
  return {
    resourceRules: [...rules, ...(isKnown ? own : [])],
    nonResourceRules: [
      { verbs: ['get'], nonResourceURLs: [...openPaths, '/version/'] },
      ...(caller.rights === 'all' ? [all] : []),
      ...(isKnown ? [{ verbs: ['get'], nonResourceURLs: readable }] : []),
    ],
    incomplete: false,
  };
}

const readable = [...discoveryPaths.flatMap((path) => [path, `${path}/*`]), ...openPaths, '/version/'].sort();

/** Returns the rules for a resource and for its subresources: one each, with the verbs allowed. */
function rulesFor(
  { group, version, resource, scope, verbs, subresources }: ServedResource,
  namespace: string,
  allows: (access: FakeAccess) => boolean,
): Rule[] {
  const attributes = { group, version, resource, namespace: scope === 'Namespaced' ? namespace : undefined };
  const allowed = (of: readonly string[], subresource?: string): string[] =>
    of.filter((verb) => allows({ ...attributes, verb, subresource }));
  return [
    { name: resource, verbs: allowed(verbs) },
    ...subresources.map(({ subresource, verbs: served }) => ({
      name: `${resource}/${subresource}`,
      verbs: allowed(served, subresource),
    })),
  ]
    .filter(({ verbs: some }) => some.length > 0)
    .map(({ name, verbs: some }) => ({ verbs: some, apiGroups: [group], resources: [name] }));
}
