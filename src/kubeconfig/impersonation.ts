import { headerSafe } from './header-safe.js';
import { KubeconfigError } from './kubeconfig-error.js';
import type { LoadKubeconfigOptions } from './load-options.js';
import { placeOf, textListsOf, textOf, textsOf, type Section } from './section.js';

/**
 * The headers that ask the server to take the request as another user's; none where nobody is to be impersonated.
 * @see https://kubernetes.io/docs/reference/access-authn-authz/authentication/#user-impersonation
 */
export function impersonationHeaders(
  user: Section,
  { as, asUid, asGroups }: LoadKubeconfigOptions,
): Readonly<Record<string, string | readonly string[]>> {
  const name = as || textOf(user, 'as');
  const uid = asUid || textOf(user, 'as-uid');
  const groups = asGroups !== undefined && asGroups.length > 0 ? asGroups : textsOf(user, 'as-groups');
  const extra = textListsOf(user, 'as-user-extra');
  if (name === undefined) {
    if (uid === undefined && groups.length === 0 && extra.size === 0) return {};
    throw new KubeconfigError('it is missing, but as-uid, as-groups or as-user-extra is there', placeOf(user, 'as'));
  }
  const headers = new Map<string, string | readonly string[]>();
  headers.set('impersonate-user', headerSafe(name, placeOf(user, 'as')));
  if (uid !== undefined) headers.set('impersonate-uid', headerSafe(uid, placeOf(user, 'as-uid')));
  if (groups.length > 0)
    headers.set(
      'impersonate-group',
      groups.map((group) => headerSafe(group, placeOf(user, 'as-groups'))),
    );
  for (const [key, values] of extra) {
    const place = placeOf(user, 'as-user-extra');
    headers.set(
      `impersonate-extra-${escapeKey(key)}`,
      values.map((value) => headerSafe(value, place)),
    );
  }
  return Object.fromEntries(headers);
}

/** Header names allow few characters; the server undoes percent-encoding, and takes keys in lower case anyway. */
function escapeKey(key: string): string {
  return [...Buffer.from(key.toLowerCase(), 'utf8')]
    .map((byte) => {
      const character = String.fromCharCode(byte);
      return /[!#$&'*+.^_`|~0-9a-z-]/.test(character)
        ? character
        : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
    })
    .join('');
}
