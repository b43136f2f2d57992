import { extraHeaderOf } from '../shared/impersonation-extra.js';
import { KubeconfigInvalidFieldError } from './errors.js';
import { headerSafe, placeOf, textListsOf, textOf, textListOf, type Section } from './file/section.js';
import type { LoadKubeconfigOptions } from './load-options.js';

/**
 * Returns the headers that make a request act as another user; none without an impersonation.
 * @see https://kubernetes.io/docs/reference/access-authn-authz/authentication/#user-impersonation
 */
export function impersonationHeaders(
  user: Section,
  { as, asUid, asGroups = [] }: LoadKubeconfigOptions,
): Readonly<Record<string, string | readonly string[]>> {
  const given = { ...user.place, file: undefined };
  const name = as || textOf(user, 'as');
  const namePlace = as ? { ...given, field: 'options.as' } : placeOf(user, 'as');
  const uid = asUid || textOf(user, 'as-uid');
  const uidPlace = asUid ? { ...given, field: 'options.asUid' } : placeOf(user, 'as-uid');
  const groups = asGroups.length > 0 ? asGroups : textListOf(user, 'as-groups');
  const groupsPlace = asGroups.length > 0 ? { ...given, field: 'options.asGroups' } : placeOf(user, 'as-groups');
  const extra = textListsOf(user, 'as-user-extra');

  if (name === undefined) {
    if (uid === undefined && groups.length === 0 && extra.size === 0) return {};
    throw new KubeconfigInvalidFieldError(
      'it is missing, but a uid, groups or extra fields to impersonate are set',
      namePlace,
    );
  }
  return {
    'impersonate-user': headerSafe(name, namePlace),
    ...(uid !== undefined && { 'impersonate-uid': headerSafe(uid, uidPlace) }),
    ...(groups.length > 0 && { 'impersonate-group': groups.map((group) => headerSafe(group, groupsPlace)) }),
    ...Object.fromEntries(
      [...extra].map(([key, values]) => [
        extraHeaderOf(key),
        values.map((value) => headerSafe(value, placeOf(user, 'as-user-extra'))),
      ]),
    ),
  };
}
