import type * as watch from '../watch/errors.js';
import type * as discovery from './discovery/errors.js';
import type * as mapper from './mapper/errors.js';
import type * as media from './media/errors.js';
import type * as representation from './representation/errors.js';
import type * as resource from './resource/errors.js';
import type * as selector from './selector/errors.js';
import type * as invalid from './shared/invalid-argument-error.js';
import { KubeError } from './shared/kube-error.js';
import type * as transport from './transport/errors.js';

/** The errors whose classes a module exports. */
type ErrorsOf<Module> = {
  [Name in keyof Module]: Module[Name] extends new (...given: never) => infer Thrown
    ? Extract<Thrown, KubeError>
    : never;
}[keyof Module];

/**
 * Every error that the root entry exports. To recognize an error of another entry, such as `kubeatlas/kubeconfig`, use
 * its class.
 */
export type AnyKubeError = ErrorsOf<
  typeof watch &
    typeof discovery &
    typeof mapper &
    typeof media &
    typeof representation &
    typeof resource &
    typeof selector &
    typeof invalid &
    typeof transport
>;

/**
 * Reports whether an error is one of kubeatlas, and narrows it to their union, so that `switch (error.code)` narrows
 * further to one class. True for errors of another copy of the package as well.
 *
 * @example
 * try {
 *   await client.resource('wigdets').list();
 * } catch (error) {
 *   if (isKubeError(error) && error.code === 'no-match') console.log(error.suggestions);
 * }
 */
export function isKubeError(error: unknown): error is AnyKubeError {
  return error instanceof KubeError;
}

/**
 * Reports whether the server answered that something does not exist: a 404. That may be the object, its namespace or
 * the resource. If a decision depends on the absence of the object, use {@link isObjectNotFound}.
 *
 * @example
 * const pod = await handle.get('front-0').catch((error: unknown) => {
 *   if (!isNotFound(error)) throw error;
 * });
 */
export function isNotFound(error: unknown): boolean {
  return hasReason(error, 'NotFound', 404);
}

/**
 * Reports whether the server itself says that the object of the request does not exist: a 404 with a Status whose
 * details name the object at the path of the request. Any other 404 says nothing about the object. A proxy, or a server
 * that does not serve the resource, names no object in its 404; for a missing namespace, the 404 names the namespace.
 *
 * The kind in the details is the resource (`pods`, `deployments/scale`) or its kind; with any other kind, the Status is
 * about another object of the same name. Their group is not compared: a resource that is served in two groups is
 * reported in the one that stores it.
 *
 * @example
 * const pod = await handle.get('front-0').catch((error: unknown) => {
 *   if (!isObjectNotFound(error)) throw error;
 * });
 * if (pod === undefined) console.log('front-0 is gone');
 * @see https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/status/
 */
export function isObjectNotFound(error: unknown): boolean {
  if (!isNotFound(error) || !isKubeError(error) || error.code !== 'api') return false;
  const { statusCode, fromServer, method, path, status } = error;
  const { name, kind } = status.details ?? {};
  if (statusCode !== 404 || !fromServer || typeof name !== 'string' || name === '') return false;
  const [last, second, third, fourth, fifth] = path.split('/').reverse().map(decodeSegment);
  // .../RESOURCE/NAME, unless it is the collection of a POST.
  if (method !== 'POST' && last === name && isKindOf(second, kind)) return true;
  // .../RESOURCE/NAME/SUBRESOURCE, unless it is a collection in a namespace: namespaces/NAME/RESOURCE.
  const isOfNamespace = fifth === 'api' && fourth === 'v1' && (last === 'status' || last === 'finalize');
  const isCollection = third === 'namespaces' && !isOfNamespace;
  return !isCollection && second === name && isKindOf(third, kind);
}

/** Reports whether the kind in the details of a Status is that of a resource; a Status without one may be of any. */
function isKindOf(resource: string | undefined, kind: unknown): boolean {
  if (resource === undefined || resource === '') return false;
  if (kind === undefined || kind === '') return true;
  if (typeof kind !== 'string') return false;
  const [word = ''] = kind.toLowerCase().split('/');
  return [word, `${word}s`, `${word}es`, word.replace(/y$/, 'ies')].includes(resource);
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/**
 * Reports whether a write conflicted with a newer version of the object, or an apply with a field of another manager:
 * read again and retry, as `retryOnConflict` does on the same condition. False for an object that already exists,
 * although its status is 409 as well.
 *
 * @example
 * try {
 *   await handle.replace(object);
 * } catch (error) {
 *   if (!isConflict(error)) throw error; // someone else was faster: read it again
 * }
 */
export function isConflict(error: unknown): boolean {
  return hasReason(error, 'Conflict', 409);
}

/**
 * Reports whether a create failed because an object of the name exists: a 409. Read it, or use `apply`, which creates or
 * changes.
 *
 * @example
 * const pod = { metadata: { name: 'front-0' } };
 * await handle.create(pod).catch((error: unknown) => {
 *   if (!isAlreadyExists(error)) throw error;
 * });
 */
export function isAlreadyExists(error: unknown): boolean {
  // The status alone means a conflict, as in apimachinery.
  return isKubeError(error) && error.code === 'api' && error.reason === 'AlreadyExists';
}

/**
 * Reports whether the server refused an object because of its fields: a 422. `error.status.details.causes` names them.
 *
 * @example
 * try {
 *   await handle.create({ metadata: { name: 'Not_a_name' } });
 * } catch (error) {
 *   if (!isInvalid(error)) throw error;
 *   console.error((error as ApiError).status.details?.causes);
 * }
 */
export function isInvalid(error: unknown): boolean {
  return hasReason(error, 'Invalid', 422);
}

/**
 * Reports whether the server rejected the credentials: a 401, of the call or of the discovery before it. If the client
 * can renew them, it has tried once before.
 *
 * @example
 * try {
 *   await client.resource('pods').list();
 * } catch (error) {
 *   if (!isUnauthorized(error)) throw error; // log in again
 * }
 */
export function isUnauthorized(error: unknown): boolean {
  return hasReason(error, 'Unauthorized', 401) || isRefusedDiscovery(error, 401);
}

/**
 * Reports whether the user is not allowed to do this: a 403, of the call or of the discovery before it. For credentials
 * that the server rejects, use {@link isUnauthorized}.
 *
 * @example
 * const secrets = client.resource('secrets');
 * const list = await secrets.list().catch((error: unknown) => {
 *   if (!isForbidden(error)) throw error;
 * });
 */
export function isForbidden(error: unknown): boolean {
  return hasReason(error, 'Forbidden', 403) || isRefusedDiscovery(error, 403);
}

/**
 * Reports whether the server no longer has the requested version: that of a list's continue token, or the one a watch
 * was to resume from. List again.
 *
 * @example
 * try {
 *   for await (const pod of handle.items()) console.log(pod.metadata.name);
 * } catch (error) {
 *   if (!isExpired(error)) throw error; // the list took too long: begin again
 * }
 */
export function isExpired(error: unknown): boolean {
  if (isKubeError(error) && error.code === 'watch-ended') return error.end === 'expired';
  return hasReason(error, 'Expired', 410) || hasReason(error, 'Gone', 410);
}

/**
 * Reports whether the server asked the client to wait, or a PodDisruptionBudget currently forbids an eviction: a 429.
 * The client throws one only after the retries that its `retry` option allows; an eviction that a budget forbids is
 * thrown at once.
 *
 * @example
 * const pods = client.resource('pods').namespace('shop');
 * try {
 *   await pods.create({ metadata: { name: 'front-0' } }, { subresource: 'eviction' });
 * } catch (error) {
 *   if (!isTooManyRequests(error)) throw error; // a budget forbids it: try again later
 * }
 */
export function isTooManyRequests(error: unknown): boolean {
  // Unlike the other checks, this one honours the status whatever the reason is, as in apimachinery.
  return isKubeError(error) && error.code === 'api' && (error.statusCode === 429 || error.reason === 'TooManyRequests');
}

function isRefusedDiscovery(error: unknown, statusCode: number): boolean {
  return isKubeError(error) && error.code === 'discovery' && error.statusCode === statusCode;
}

/** The reasons of apimachinery: `metav1.StatusReason`. */
const knownReasons: ReadonlySet<string> = new Set([
  ...['Unauthorized', 'Forbidden', 'NotFound', 'AlreadyExists', 'Conflict', 'Gone', 'Expired', 'Invalid', 'BadRequest'],
  ...['ServerTimeout', 'StoreReadError', 'Timeout', 'TooManyRequests', 'MethodNotAllowed', 'NotAcceptable'],
  ...['RequestEntityTooLarge', 'UnsupportedMediaType', 'InternalError', 'ServiceUnavailable'],
]);

/** As in apimachinery, the reason decides; the status decides if the server gives no known reason. */
function hasReason(error: unknown, reason: string, statusCode: number): boolean {
  if (!isKubeError(error) || error.code !== 'api') return false;
  return error.reason === reason || (error.statusCode === statusCode && !knownReasons.has(error.reason));
}
