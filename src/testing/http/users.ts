import type { Authority, Caller } from '../served/authority.js';
import type { FakeAccess, FakeIdentity } from '../served/options.js';
import { isOwnReview } from '../verbs/reviews.js';
import { forbidden, unauthorized } from '../wire/refusals.js';

/** Who a request says it is from. */
export interface CallerCredentials {
  readonly authorization: string | null;
  /** The user of a client certificate. */
  readonly certified: FakeIdentity | undefined;
}

/**
 * Authorizes a request and returns its caller, or throws the answer 401 or 403. `access` is undefined for paths that
 * are not resources. CallerCredentials other than a bearer token and a client certificate are ignored.
 */
export function authorize(
  authority: Authority,
  { authorization, certified }: CallerCredentials,
  request: { readonly method: string; readonly path: string; readonly access: FakeAccess | undefined },
): Caller {
  const caller = authority.identify(authorization, certified);
  if (caller === undefined) throw unauthorized();
  const { access, path, method } = request;
  const name = JSON.stringify(caller.name);
  if (access === undefined) {
    if (authority.allowsPath(caller, method.toLowerCase(), path)) return caller;
    throw forbidden(`User ${name} cannot ${method.toLowerCase()} path ${JSON.stringify(path)}`);
  }
  if (isOwnReview(access) && authority.allowsOwnReviews(caller)) return caller;
  requireAccess(authority, caller, access);
  return caller;
}

/** Throws the answer 403 unless the caller has access to a resource. */
export function requireAccess(authority: Authority, caller: Caller, access: FakeAccess): void {
  if (authority.allows(caller, access)) return;
  throw forbidden(`User ${JSON.stringify(caller.name)} cannot ${describe(access)}`, access, access.name);
}

function describe({ verb, group, resource, subresource, namespace, name }: FakeAccess): string {
  const what = subresource === undefined ? resource : `${resource}/${subresource}`;
  // A namespace is in the scope of itself.
  const where = group === '' && resource === 'namespaces' ? name : namespace;
  const scope = where === undefined ? 'at the cluster scope' : `in the namespace ${JSON.stringify(where)}`;
  return `${verb} resource ${JSON.stringify(what)} in API group ${JSON.stringify(group)} ${scope}`;
}
