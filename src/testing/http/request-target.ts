import type { RootName } from '../served/served.js';
import { malformedPath } from '../wire/refusals.js';
import type { FakeAccess } from '../served/options.js';

/** What a path means, by its form alone; whether it exists is found out later. */
export type RequestTarget =
  | { readonly type: 'root'; readonly root: RootName }
  | { readonly type: 'group'; readonly group: string }
  | { readonly type: 'version'; readonly group: string; readonly version: string }
  | { readonly type: 'resource'; readonly access: FakeAccess }
  | { readonly type: 'other' };

const verbs = new Map([
  ['GET', 'get'],
  ['HEAD', 'get'],
  ['POST', 'create'],
  ['PUT', 'update'],
  ['PATCH', 'patch'],
  ['DELETE', 'delete'],
]);

/**
 * Reads a path as a Kubernetes server does: `/api/v1/...` and `/apis/<group>/<version>/...`, below them
 * `[namespaces/<namespace>/]<resource>[/<name>[/<subresource>]]`.
 * @see https://kubernetes.io/docs/reference/using-api/api-concepts/#resource-uris
 */
export function parseTarget(method: string, path: string, query: URLSearchParams): RequestTarget {
  const [root = '', ...segments] = decodeSegments(path);
  if ((root !== 'api' && root !== 'apis') || segments.includes('')) return { type: 'other' };
  if (segments.length === 0) return { type: 'root', root };
  const [group = '', version, ...rest] = root === 'api' ? ['', ...segments] : segments;
  if (version === undefined) return { type: 'group', group };
  if (rest.length === 0) return { type: 'version', group, version };
  return { type: 'resource', access: readAccess(method, { group, version }, rest, isWatch(query)) };
}

/** Whether the query asks for a watch: `watch=1`, `watch=true`, or `watch` alone. */
function isWatch(query: URLSearchParams): boolean {
  const value = query.get('watch');
  return value !== null && value !== '0' && value.toLowerCase() !== 'false';
}

function readAccess(
  method: string,
  groupVersion: { group: string; version: string },
  segments: readonly string[],
  watch: boolean,
): FakeAccess {
  const watched = segments[0] === 'watch' && segments.length > 1;
  const parts = watched ? segments.slice(1) : segments;
  const address = readAddress(groupVersion.group, parts);
  const verb = verbs.get(method) ?? '';
  if (address.name !== undefined) return { verb: watched ? 'watch' : verb, ...groupVersion, ...address };
  const collectionVerbs = new Map([
    ['get', watch || watched ? 'watch' : 'list'],
    ['delete', 'deletecollection'],
  ]);
  return { verb: collectionVerbs.get(verb) ?? verb, ...groupVersion, ...address };
}

type Address = Pick<FakeAccess, 'resource' | 'namespace' | 'name' | 'subresource'>;

function readAddress(group: string, parts: readonly string[]): Address {
  const [first = '', second, third, ...rest] = parts;
  const ownSubresource = group === '' && rest.length === 0 && (third === 'status' || third === 'finalize');
  if (first === 'namespaces' && second !== undefined && third !== undefined && !ownSubresource) {
    return { namespace: second, ...addressOf(third, rest[0], rest.slice(1)) };
  }
  return addressOf(first, second, third === undefined ? [] : [third, ...rest]);
}

function addressOf(resource: string, name: string | undefined, rest: readonly string[]): Address {
  return { resource, name, subresource: rest.length === 0 ? undefined : rest.join('/') };
}

/** Servers decode a path before they split it, so that an encoded slash divides as well. */
function decodeSegments(path: string): string[] {
  try {
    return decodeURIComponent(path).replace(/\/$/, '').split('/').slice(1);
  } catch {
    throw malformedPath();
  }
}
