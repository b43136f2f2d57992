import type { Authority, Caller } from '../served/authority.js';
import type { FakeAccess, FakeIdentity } from '../served/options.js';
import { isOwnReview } from '../verbs/reviews.js';
import { authorizationIn } from './upgrade.js';
import { forbidden, plainError, unauthorized } from '../wire/refusals.js';

/** Who a request says it is from. */
export interface CallerCredentials {
  readonly headers: Headers;
  /** The user of a client certificate. */
  readonly certified: FakeIdentity | undefined;
}

/**
 * Authorizes a request and returns its caller, or throws the answer 401 or 403. `access` is undefined for paths that
 * are not resources. Credentials other than a bearer token and a client certificate are ignored.
 */
export function authorize(
  authority: Authority,
  { headers, certified }: CallerCredentials,
  request: { readonly method: string; readonly path: string; readonly access: FakeAccess | undefined },
): Caller {
  const own = authority.identify(authorizationIn(headers), certified);
  if (own === undefined) throw unauthorized();
  const caller = impersonated(authority, own, headers);
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

const ofAccounts = 'system:serviceaccount:';
const extraPrefix = 'impersonate-extra-';

/**
 * Returns the user whom the caller acts as by the headers of a request, which takes the right `impersonate`; the caller
 * without such headers.
 * @see https://kubernetes.io/docs/reference/access-authn-authz/authentication/#user-impersonation
 */
function impersonated(authority: Authority, caller: Caller, headers: Headers): Caller {
  const name = textOf(headers, 'impersonate-user') ?? '';
  const listed = (header: string): string[] =>
    (textOf(headers, header) ?? '').split(', ').filter((each) => each !== '');
  const [groups, uid] = [listed('impersonate-group'), textOf(headers, 'impersonate-uid')];
  const extra = Object.fromEntries(
    [...headers.keys()]
      .filter((header) => header.startsWith(extraPrefix))
      .map((header) => [decodeURIComponent(header.slice(extraPrefix.length)), listed(header)]),
  );
  if (name === '') {
    if (groups.length === 0 && uid === undefined && Object.keys(extra).length === 0) return caller;
    throw plainError('the headers ask to impersonate groups, a uid or extra fields without a user');
  }
  const [namespace = '', account = ''] = name.startsWith(ofAccounts) ? name.slice(ofAccounts.length).split(':') : [];
  const require = (resource: string, of: string, own: Partial<FakeAccess> = {}): void => {
    requireAccess(authority, caller, { verb: 'impersonate', group: '', version: 'v1', resource, name: of, ...own });
  };
  if (account === '') require('users', name);
  else require('serviceaccounts', account, { namespace });
  for (const group of groups) require('groups', group);
  const ofAccount = account === '' ? [] : ['system:serviceaccounts', `system:serviceaccounts:${namespace}`];
  const isAnonymous = name === 'system:anonymous';
  const known = isAnonymous ? 'system:unauthenticated' : 'system:authenticated';
  const all = [...(groups.length === 0 ? ofAccount : groups), known];
  const { rights } = authority.somebody(name, all);
  return { name, groups: [...new Set(all)], rights, ...(uid === undefined ? {} : { uid }), ...withExtra(extra) };
}

/** Reads a header in UTF-8, of which HTTP in JavaScript has a character for each byte. */
function textOf(headers: Headers, name: string): string | undefined {
  const bytes = headers.get(name);
  return bytes === null ? undefined : new TextDecoder().decode(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)));
}

function withExtra(extra: Readonly<Record<string, readonly string[]>>): Pick<FakeIdentity, 'extra'> {
  return Object.keys(extra).length === 0 ? {} : { extra };
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
