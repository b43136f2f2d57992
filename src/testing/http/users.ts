import type { FakeAccess, FakeUser } from '../served/options.js';
import { forbidden, unauthorized } from '../wire/refusals.js';

const anonymous: FakeUser = { name: 'system:anonymous' };
/** What everybody may read, and what every authenticated user may read besides. */
const open = ['/version', '/healthz', '/livez', '/readyz'];
const discovery = ['/api', '/apis', '/openapi'];

/**
 * Lets a request pass, or throws 401 or 403 as the answer. `access` is undefined for what is no resource. Credentials
 * other than a bearer token are none.
 */
export function authorize(
  users: ReadonlyMap<string, FakeUser>,
  authorization: string | null,
  request: { readonly method: string; readonly path: string; readonly access: FakeAccess | undefined },
): void {
  const [scheme = '', token = ''] = (authorization ?? '').trim().split(' ');
  const user = scheme.toLowerCase() !== 'bearer' || token === '' ? anonymous : users.get(token);
  if (user === undefined) throw unauthorized();
  const { access, path, method } = request;
  const rights = user.rights ?? 'none';
  if (rights === 'all') return;
  if (access === undefined) {
    const readable = rights === 'none' ? open : [...open, ...discovery];
    const below = rights === 'none' ? [] : discovery;
    const known = readable.includes(path.replace(/\/$/, '')) || below.some((root) => path.startsWith(`${root}/`));
    if (known && method === 'GET') return;
    throw forbidden(`User ${JSON.stringify(user.name)} cannot ${method.toLowerCase()} path ${JSON.stringify(path)}`);
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
