import type { RootName } from '../served/served.js';
import { malformedPath } from '../wire/refusals.js';
import type { FakeAccess } from '../served/options.js';

/** The meaning of a path, by its form alone; whether it exists is checked later. */
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
 * Parses a path as a Kubernetes server does: `/api/v1/...` and `/apis/<group>/<version>/...`, followed by
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

/** Reports whether the query requests a watch: `watch=1`, `watch=true`, or `watch` without a value. */
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

/** Decodes a path before splitting it, as servers do, so that an encoded slash separates segments too. */
function decodeSegments(path: string): string[] {
  try {
    return decodeURIComponent(path).replace(/\/$/, '').split('/').slice(1);
  } catch {
    throw malformedPath();
  }
}

const loopback = /^(?:localhost|127(?:\.(?:25[0-5]|2[0-4]\d|1?\d?\d)){3}|\[::1\])$/;

/**
 * Returns the problem with the Host of a request: there is not exactly one (`malformed`), or it names another server
 * (`foreign`); undefined if there is none. Only names of loopback and those in `allowed` are accepted. Otherwise a web
 * page whose name resolves to 127.0.0.1 (DNS rebinding) could read data that is meant for tests. Letter case, the port
 * and the trailing dot of a fully qualified name are ignored.
 */
export function hostProblem(given: readonly string[], allowed: readonly string[]): 'malformed' | 'foreign' | undefined {
  const [header] = given;
  if (header === undefined || given.length > 1) return 'malformed';
  const name = nameIn(header);
  const isAllowed = loopback.test(name) || (name !== '' && allowed.some((each) => nameIn(each) === name));
  return isAllowed ? undefined : 'foreign';
}

/** Returns only the name, in lower case. An IPv6 address may lack brackets if no port follows. */
function nameIn(host: string): string {
  const lower = host.toLowerCase();
  if (/^[\da-f.]*:[\da-f.]*:[\da-f:.]*$/.test(lower)) return `[${lower}]`;
  const name = lower.replace(/:\d*$/, '');
  // An address with a trailing dot is not an address: it would be looked up as a name.
  return /^(?=.*[a-z])[^[\]]+[^.]\.$/.test(name) ? name.slice(0, -1) : name;
}
