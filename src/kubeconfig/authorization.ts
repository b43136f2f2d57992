import { KubeconfigInvalidFieldError, KubeconfigUnreadableFileError } from './errors.js';
import { fileMaterialOf, type Material } from './file/material.js';
import { headerSafe, locationOf, type Section, textListOf, textListsOf, textOf } from './file/section.js';
import type { LoadKubeconfigOptions } from './load-options.js';
import { extraHeaderOf } from '../core/shared/impersonation-extra.js';

/** Returns the current Authorization header. `rejected` means that the server did not accept the previous one. */
export type Authorization = (rejected: boolean) => Promise<string>;

/**
 * Returns how a user authenticates apart from certificates and plugins: with a token, a token file, or name and
 * password. Options take precedence. Undefined for users who authenticate otherwise, or not at all.
 */
export async function authorizationOf(
  user: Section,
  options: LoadKubeconfigOptions,
): Promise<Authorization | undefined> {
  const given = { value: {}, location: { ...user.location, file: undefined, field: 'options' } };
  if (options.token) return bearer(headerSafe(options.token, locationOf(given, 'token')));
  if (options.username || options.password) return basic(options.username ?? '', options.password ?? '');

  if ((user.value['auth-provider'] ?? '') !== '')
    throw new KubeconfigInvalidFieldError(
      'auth providers such as oidc, gcp and azure are not supported; use an exec plugin instead, such as kubelogin or gke-gcloud-auth-plugin',
      locationOf(user, 'auth-provider'),
    );
  const token = textOf(user, 'token');
  const tokenFile = fileMaterialOf(user, 'tokenFile');
  const [name = '', password = ''] = [textOf(user, 'username'), textOf(user, 'password')];
  const hasPassword = name !== '' || password !== '';
  if (hasPassword && (token !== undefined || tokenFile !== undefined))
    throw new KubeconfigInvalidFieldError(
      'it cannot be combined with a token',
      locationOf(user, name === '' ? 'password' : 'username'),
    );
  if (hasPassword) return basic(name, password);
  const fixed = token === undefined ? undefined : headerSafe(token, locationOf(user, 'token'));
  if (tokenFile !== undefined) return bearerFile(tokenFile, fixed);
  return fixed === undefined ? undefined : bearer(fixed);
}

function bearer(token: string): Authorization {
  return () => Promise.resolve(`Bearer ${token}`);
}

function basic(name: string, password: string): Authorization {
  const value = `Basic ${Buffer.from(`${name}:${password}`, 'utf8').toString('base64')}`;
  return () => Promise.resolve(value);
}

/**
 * Authenticates with the token last read from a file; until then with the fixed token. Throws if there is neither. A
 * rotating token file is briefly invalid, so after a failed read the old token stays in use.
 */
async function bearerFile(file: Material, fallback: string | undefined): Promise<Authorization> {
  let last = fallback;
  const authorization: Authorization = async (rejected) => {
    try {
      const token = (await file.read(rejected)).trim();
      if (token === '') throw new KubeconfigUnreadableFileError('the file is empty', file.location);
      last = headerSafe(token, file.location);
    } catch (error) {
      if (last === undefined) throw error;
    }
    return `Bearer ${last}`;
  };
  await authorization(false);
  return authorization;
}

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
