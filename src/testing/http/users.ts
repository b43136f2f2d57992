import type { FakeAccess, FakeUser } from '../options.js';
import { forbidden, unauthorized } from './refusal.js';

const anonymous: FakeUser = { name: 'system:anonymous' };
const open = ['/version', '/healthz', '/livez', '/readyz'];

/**
 * Lets a request pass, or throws 401 or 403 as the answer. `access` is undefined for what is no resource.
 */
export function authorize(
  users: ReadonlyMap<string, FakeUser>,
  authorization: string | null,
  request: { readonly method: string; readonly path: string; readonly access: FakeAccess | undefined },
): void {
  const user = authorization === null ? anonymous : users.get(/^bearer +(.*)$/i.exec(authorization)?.[1] ?? '');
  if (user === undefined) throw unauthorized();
  const { access, path } = request;
  const rights = user.rights ?? 'none';
  if (rights === 'all') return;
  if (access === undefined) {
    if (rights !== 'none' || open.includes(path)) return;
    throw forbidden(
      `User ${JSON.stringify(user.name)} cannot ${request.method.toLowerCase()} path ${JSON.stringify(path)}`,
    );
  }
  if (typeof rights === 'function' && rights(access)) return;
  throw forbidden(`User ${JSON.stringify(user.name)} cannot ${describe(access)}`, access, access.name);
}

function describe({ verb, group, resource, subresource, namespace, name }: FakeAccess): string {
  const what = subresource === undefined ? resource : `${resource}/${subresource}`;
  // A namespace lies in itself.
  const where = group === '' && resource === 'namespaces' ? name : namespace;
  const place = where === undefined ? 'at the cluster scope' : `in the namespace ${JSON.stringify(where)}`;
  return `${verb} resource ${JSON.stringify(what)} in API group ${JSON.stringify(group)} ${place}`;
}
