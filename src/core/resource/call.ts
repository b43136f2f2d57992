import type { Catalog } from '../catalog/catalog.js';
import type { AnswerBody } from '../media/answer-body.js';
import { defaultPrefixes, isObjectName, isPathSegment, resourcePath, type ApiPrefixes } from '../model/api-path.js';
import type { GroupVersionKind } from '../model/group-version-kind.js';
import type { GroupVersionResource } from '../model/group-version-resource.js';
import type { RESTMapping } from '../model/rest-mapping.js';
import type { Offering, Representation } from '../representation/representation.js';
import type { Shapes } from '../representation/shapes.js';
import type { ReadableShard, ShardSelector } from '../representation/sharded.js';
import { reasonOf } from '../shared/abort.js';
import { oneOf, requireObject } from '../shared/arguments.js';
import { systemClock, withinTime } from '../shared/clock.js';
import { InvalidArgumentError } from '../shared/invalid-argument-error.js';
import type { ApiAnswer, ApiRequest, Connection } from '../transport/connection.js';
import { TimeoutError } from '../transport/errors.js';
import { requireVerb } from './capabilities.js';
import { InvalidNameError, NamespaceConflictError, NamespaceRequiredError, type NameRole } from './errors.js';
import { isRefusable, noteRefused, offerInJson, offerTo, plainOffer, type RequestedForm } from './known-forms.js';
import { queryOf, type CallLimits, type CallOptions, type OptionTable } from './options.js';

/** What a handle uses of `Discovery`. */
export interface DiscoveryAccess {
  readonly current: Catalog | undefined;
  catalog(options: { readonly signal: AbortSignal | undefined }): Promise<Catalog>;
  refresh(options: { readonly notOlderThanMs: number; readonly signal: AbortSignal | undefined }): Promise<Catalog>;
}

/** The parts that a handle is made of, with which its verbs work. */
export interface HandleParts<S extends Shapes = Shapes> {
  readonly connection: Connection;
  /** Shared with the handles that are derived from this one. */
  readonly findEndpoint: FindEndpoint;
  readonly representation: Representation<S>;
  /** The catalog at hand, for the capabilities of the resource, and the means to learn one and to ask again. */
  readonly discovery: DiscoveryAccess;
  /** Called when a watch of a follower answered 404, with the path: discovery may list what nobody serves. */
  readonly onNotFound?: ((resource: GroupVersionResource, path: string) => void) | undefined;
  /** @default { api: '/api', apis: '/apis' } */
  readonly prefixes?: ApiPrefixes | undefined;
  readonly namespace?: string | undefined;
}

/**
 * Begins a call: returns its limits, its query and the subresource that it addresses, as they are now. Throws
 * `InvalidArgumentError` for options that the table does not list or whose values are invalid, and the reason of a signal
 * that is aborted already, so that nothing is sent for a call that cannot work.
 */
export function begin(
  connection: Connection,
  table: OptionTable,
  options: CallOptions & { subresource?: string | undefined },
) {
  const query = queryOf(table, options);
  const { signal, timeoutMs = connection.limits.timeoutMs, subresource } = options;
  for (const each of [signal, connection.signal]) if (each?.aborted === true) throw reasonOf(each);
  return { request: { query, signal, timeoutMs, startedAt: performance.now() }, subresource };
}

/** Finds the endpoint of a call that has begun. Throws if discovery does not list the verb. */
export async function reach(parts: HandleParts, verb: string, call: ReturnType<typeof begin>): Promise<Target> {
  const at = await locate(parts, call.request);
  requireVerb(parts.discovery.current, at.mapping.resource, verb, call.subresource);
  return at;
}

/** Returns a catalog that is at most a second old: so all callers together cause at most one discovery a second. */
export function freshCatalog({ discovery }: HandleParts, signal: AbortSignal | undefined): Promise<Catalog> {
  return discovery.refresh({ notOlderThanMs: 1000, signal });
}

/** Returns the representation of a handle, for the objects of a shard alone. */
export function inShard<S extends Shapes>({ representation }: HandleParts<S>, shard: ShardSelector): Representation<S> {
  return (shard as ReadableShard)['~restrict'](representation);
}

/** The endpoint and namespace that a handle addresses. Assignable to `RepresentationContext`. */
export interface Target {
  readonly mapping: RESTMapping;
  /** The argument of `namespace()`, which fits the scope of the resource. */
  readonly namespace: string | undefined;
  readonly prefixes?: ApiPrefixes | undefined;
  /** The kind of the objects according to the current catalog, which may differ from the mapping's kind. */
  readonly objectKind?: GroupVersionKind | undefined;
}

/** The path of a list: of the bound namespace, or of all namespaces. */
export function listPath(target: Target): string {
  return resourcePath(target.mapping.resource, { namespace: target.namespace }, target.prefixes);
}

/** The path of one object or of its subresource, in the bound namespace. */
export function objectPath(target: Target, name: string, subresource?: string): string {
  const { mapping, namespace, prefixes } = target;
  if (mapping.scope === 'Namespaced' && namespace === undefined) throw new NamespaceRequiredError(mapping.resource);
  return resourcePath(
    mapping.resource,
    {
      namespace,
      name: requireSegment('name', name),
      subresource: subresource === undefined ? undefined : requireSegment('subresource', subresource),
    },
    prefixes,
  );
}

/** Narrows the target to the namespace that the object to write names itself; empty for none. */
export function targetIn(target: Target, own: string): Target {
  const { resource, scope } = target.mapping;
  const bound = target.namespace;
  if (own !== '' && scope === 'Cluster') throw new NamespaceConflictError(resource, own);
  if (own !== '' && bound !== undefined && own !== bound) throw new NamespaceConflictError(resource, bound, own);
  const namespace = own === '' ? bound : requireSegment('namespace', own);
  if (namespace === undefined && scope === 'Namespaced') throw new NamespaceRequiredError(resource, true);
  return { ...target, namespace };
}

/** Returns the word if it can be a path segment; throws {@link InvalidNameError} otherwise. */
function requireSegment(role: NameRole, word: unknown): string {
  if (typeof word === 'string' && (role === 'name' ? isObjectName(word) : isPathSegment(word))) return word;
  throw new InvalidNameError(role, typeof word === 'string' ? word : '');
}

/**
 * Returns the mapping of a handle and of the handles derived from it, exact for life; looks it up if it is not known yet.
 * Concurrent look-ups share the requests of discovery, the first to succeed decides for all, and a failed one is not kept.
 * The limits bound the wait of this caller alone.
 */
export type FindEndpoint = (limits: CallLimits) => Promise<RESTMapping>;

/** Finds the endpoint by a look-up once it is needed. */
export function lazyEndpoint(lookUp: (signal: AbortSignal | undefined) => Promise<RESTMapping>): FindEndpoint {
  let mapping: RESTMapping | undefined;
  return async (limits) => {
    if (mapping !== undefined) return mapping;
    const found = await withinLimits(limits, lookUp);
    return (mapping ??= found);
  };
}

/**
 * Reads from discovery within the limits of one call. Throws `TimeoutError` beyond `timeoutMs`; what was begun goes on
 * for the next caller, so that a slow server is learned all the same.
 */
export async function withinLimits<T>(
  { signal, timeoutMs = Infinity, startedAt = performance.now() }: CallLimits,
  read: (signal: AbortSignal | undefined) => Promise<T>,
): Promise<T> {
  if (timeoutMs === Infinity) return read(signal);
  const request = { method: 'GET', path: defaultPrefixes.apis } as const;
  const late = (): TimeoutError => new TimeoutError(request, 'timeoutMs', timeoutMs);
  return withinTime([timeoutMs - (performance.now() - startedAt), undefined, systemClock, late], () => read(signal));
}

/** Returns how to find the endpoint of a known mapping; throws if its path would not be that of a resource. */
export function exactEndpoint(mapping: RESTMapping): FindEndpoint {
  const { resource, kind, scope } = requireObject('mapping', mapping);
  const { group, version, resource: plural } = requireObject('mapping.resource', resource);
  for (const [field, word] of Object.entries({ group: group === '' ? 'core' : group, version, resource: plural })) {
    if (typeof word === 'string' && isPathSegment(word)) continue;
    throw new InvalidArgumentError(`mapping.resource.${field}`, 'must be a name that is a valid path segment');
  }
  oneOf('Namespaced', 'Cluster')('mapping.scope', scope);
  // A copy: a handle is exact for life, whatever becomes of the argument.
  const exact: RESTMapping = { resource: { group, version, resource: plural }, kind: { ...kind }, scope };
  return () => Promise.resolve(exact);
}

/** Finds the endpoint of a call, within its limits. Throws for a namespace that is none, or that it does not take. */
export async function locate({ findEndpoint, discovery, namespace, prefixes }: HandleParts, limits: CallLimits) {
  const mapping = await findEndpoint(limits);
  if (namespace !== undefined) {
    requireSegment('namespace', namespace);
    if (mapping.scope === 'Cluster') throw new NamespaceConflictError(mapping.resource, namespace);
  }
  const objectKind = discovery.current?.resource(mapping.resource)?.responseKind;
  return { mapping, namespace, prefixes, objectKind } satisfies Target;
}

/** Sends one request, for plain JSON unless another offer is given. */
export function send(connection: Connection, request: ApiRequest, { accept, query } = plainOffer): Promise<ApiAnswer> {
  return connection.request({ ...request, query: { ...request.query, ...query }, accept });
}

/**
 * Reads in a representation. After a 406 to the Accept header, the request is repeated for plain JSON: real servers
 * answer 406 for a resource without tables even if plain JSON is among the fallbacks. After protobuf that cannot be
 * read, it is repeated for JSON in the same representation. Both are remembered. Only for reads: the 406 to a write may
 * come after the write was done.
 */
export async function readAs<Result>(
  { connection, representation }: { readonly connection: Connection; readonly representation: Pick<Offering, 'offer'> },
  verb: 'get' | 'list',
  at: Target,
  given: ApiRequest,
  decode: (body: AnswerBody) => Result,
): Promise<Result> {
  const request = { ...given, method: 'GET' } as const;
  const form: RequestedForm = { server: connection.server, resource: at.mapping.resource, verb };
  let chosen = offerTo(form, representation.offer(verb, at));
  for (;;) {
    const expected = isRefusable(chosen) ? [406] : [];
    let answer = await send(connection, { ...request, expected }, chosen);
    if (answer.status === 406) {
      answer = await send(connection, request);
      noteRefused(form, chosen);
    }
    try {
      return decode(answer);
    } catch (error) {
      const inJson = offerInJson(error, form, chosen);
      if (inJson === undefined) throw error;
      chosen = inJson;
    }
  }
}
