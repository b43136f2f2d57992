import { extraHeaderOf } from '../core/shared/impersonation-extra.js';
import { KubeconfigInvalidFieldError } from './errors.js';
import { headerSafe, locationOf, textListsOf, textOf, textListOf, type Section } from './file/section.js';
import type { LoadKubeconfigOptions } from './load-options.js';

/**
 * Returns the headers that make a request act as another user; none without an impersonation.
 * @see https://kubernetes.io/docs/reference/access-authn-authz/authentication/#user-impersonation
 */
export function impersonationHeaders(
  user: Section,
  { as, asUid, asGroups = [] }: LoadKubeconfigOptions,
): Readonly<Record<string, string | readonly string[]>> {
  const given = { ...user.location, file: undefined };
  const name = as || textOf(user, 'as');
  const nameLocation = as ? { ...given, field: 'options.as' } : locationOf(user, 'as');
  const uid = asUid || textOf(user, 'as-uid');
  const uidLocation = asUid ? { ...given, field: 'options.asUid' } : locationOf(user, 'as-uid');
  const groups = asGroups.length > 0 ? asGroups : textListOf(user, 'as-groups');
  const groupsLocation = asGroups.length > 0 ? { ...given, field: 'options.asGroups' } : locationOf(user, 'as-groups');
  const extra = textListsOf(user, 'as-user-extra');

  if (name === undefined) {
    if (uid === undefined && groups.length === 0 && extra.size === 0) return {};
    throw new KubeconfigInvalidFieldError(
      'it is missing, but a uid, groups or extra fields to impersonate are set',
      nameLocation,
    );
  }
  return {
    'impersonate-user': headerSafe(name, nameLocation),
    ...(uid !== undefined && { 'impersonate-uid': headerSafe(uid, uidLocation) }),
    ...(groups.length > 0 && { 'impersonate-group': groups.map((group) => headerSafe(group, groupsLocation)) }),
    ...Object.fromEntries(
      [...extra].map(([key, values]) => [
        extraHeaderOf(key),
        values.map((value) => headerSafe(value, locationOf(user, 'as-user-extra'))),
      ]),
    ),
  };
}
