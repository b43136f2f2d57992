import type { GroupVersion } from './group-version.js';
import type { GroupVersionResource } from './group-version-resource.js';

/** The paths under which a server keeps its groups; every known server uses the defaults. */
export interface ApiPrefixes {
  /** The core group. @default '/api' */
  readonly api: string;
  /** All other groups. @default '/apis' */
  readonly apis: string;
}

/** `/api` and `/apis`. */
export const defaultPrefixes: ApiPrefixes = { api: '/api', apis: '/apis' };

/** The object of a resource that a path names; with no fields, the resource itself. */
interface ObjectAddress {
  readonly namespace?: string | undefined;
  readonly name?: string | undefined;
  readonly subresource?: string | undefined;
}

/** Returns the path of a group-version's legacy discovery document, which also prefixes its resources' paths. */
export function groupVersionPath({ group, version }: GroupVersion, prefixes: ApiPrefixes = defaultPrefixes): string {
  const parts = group === '' ? [version] : [group, version];
  return [group === '' ? prefixes.api : prefixes.apis, ...parts.map(encodeURIComponent)].join('/');
}

/**
 * Returns the path of a resource, an object or a subresource. Names are encoded and otherwise left exactly as they are.
 */
export function resourcePath(
  gvr: GroupVersionResource,
  { namespace, name, subresource }: ObjectAddress = {},
  prefixes: ApiPrefixes = defaultPrefixes,
): string {
  const parts = namespace === undefined ? [] : ['namespaces', namespace];
  parts.push(gvr.resource);
  if (name !== undefined) parts.push(name);
  if (subresource !== undefined) parts.push(subresource);
  return [groupVersionPath(gvr, prefixes), ...parts.map(encodeURIComponent)].join('/');
}

/** What a path addresses; without a name, the resource itself. */
export interface PathAddress extends ObjectAddress {
  readonly group: string;
  readonly resource: string;
}

/** `finalize` and `status` are subresources of a namespace, whose path looks like that of a resource in it. */
const resourcePathPattern =
  /^\/(?:api|apis\/([^/]+))\/[^/]+\/(?:namespaces\/([^/]+)\/(?!(?:finalize|status)$))?([^/]+)(?:\/([^/]+))?(?:\/([^/]+))?$/;

/** Reads a path as {@link resourcePath} writes it, under the default prefixes; undefined for any other. */
export function addressOf(path: string): PathAddress | undefined {
  const match = resourcePathPattern.exec(path);
  if (match === null) return undefined;
  const [group = '', namespace, resource = '', name, subresource] = match
    .slice(1)
    .map((part: string | undefined) => part && decodeURIComponent(part));
  return { group, namespace, resource, name, subresource };
}

/**
 * Reports whether a word can be the name of an object, which is encoded into one segment of a path: as for servers, not
 * `.` or `..`, and without `/` and `%`. Neither is a blank one, which a proxy may strip so that the path is that of all objects, nor half a surrogate pair,
 * which has no encoding.
 * @see https://github.com/kubernetes/apimachinery/blob/master/pkg/api/validation/path/name.go
 */
export function isObjectName(name: string): boolean {
  return name.trim() !== '' && name !== '.' && name !== '..' && !/[/%\ud800-\udfff]/u.test(name);
}

/** Returns the field selector of the object of a name. */
export function nameSelector(name: string): string {
  return `metadata.name=${name.replace(/[\\,=]/g, '\\$&')}`;
}

/**
 * Reports whether a word can be one segment of a path, and is no name of an object: not blank, not `.` or `..`, and without `/`, `\`, `%`, `?`, `#`,
 * control characters and half surrogate pairs.
 */
export function isPathSegment(word: string): boolean {
  // eslint-disable-next-line no-control-regex -- control characters are what is looked for
  return word.trim() !== '' && word !== '.' && word !== '..' && !/[/%\\?#\u0000-\u001f\u007f\ud800-\udfff]/u.test(word);
}
