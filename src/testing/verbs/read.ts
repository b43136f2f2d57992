import { formatGroupVersion } from '../../core/model/group-version.js';
import type { KubeList, KubeObject } from '../../core/model/kube-object.js';
import { InvalidSelectorError } from '../../core/selector/errors.js';
import { parseFieldSelector } from '../../core/selector/field-selector.js';
import { matchesLabels, parseLabelSelector } from '../../core/selector/label-selector.js';
import { badRequest, objectNotFound } from '../wire/refusals.js';
import { continueExpired, versionTooLarge, versionTooOld } from '../wire/version-refusals.js';
import type { StoredObject } from '../store/change.js';
import { storeKey } from '../store/object-store.js';
import { cutPage, formatContinueToken, parseContinueToken } from '../store/page.js';
import { readGetOptions, readListOptions } from './read-options.js';
import {
  asServed,
  type Backend,
  type ObjectRequest,
  type VerbResult,
  type ResourceRequest,
} from './resource-request.js';
import { fieldMatcher } from './selectable-fields.js';
import { shardOf } from './shards.js';

/** Returns a stored object; undefined if there is none. */
export function found({ namespace, name }: ObjectRequest, { store }: Backend): KubeObject | undefined {
  if (name.includes('%')) throw badRequest(`Name parameter invalid: ${JSON.stringify(name)}: may not contain '%'`);
  return store.get(storeKey(namespace, name));
}

/** Returns a stored object; throws a 404 that names it if there is none. */
export function existing(request: ObjectRequest, backend: Backend): KubeObject {
  const object = found(request, backend);
  if (object === undefined) throw objectNotFound(request.resource, request.name);
  return object;
}

/** The verb `get`. */
export function get(request: ObjectRequest, backend: Backend): VerbResult {
  readGetOptions(request);
  requireReached(request.query, backend);
  return { code: 200, object: asServed(existing(request, backend), request.resource) };
}

/** The verb `list`: selectors, and pages of one state with `limit` and `continue`. */
export function list(request: ResourceRequest, backend: Backend): VerbResult {
  return { code: 200, list: listed(request, backend) };
}

export function listed(request: ResourceRequest, backend: Backend): KubeList {
  const { resource, namespace, query } = request;
  const { limit } = readListOptions(query);
  const shard = shardOf(request);
  const matches = selectorOf(request, shard);
  const state = stateFor(query, limit, backend);
  const page = cutPage(state.sorted, { namespace, matches, limit, after: state.after });
  // Lists of custom resources have an empty `continue` if there is no next page, other lists have none.
  let token = resource.custom ? '' : undefined;
  if (page.last !== undefined) {
    const isPresent = state.resourceVersion === backend.storage.resourceVersion;
    if (isPresent || state.after === undefined) backend.store.keep(state.resourceVersion, state.sorted);
    token = formatContinueToken({ resourceVersion: state.resourceVersion, after: page.last });
  }
  const { objectKind } = resource;
  return {
    kind: `${objectKind.kind}List`,
    apiVersion: formatGroupVersion(objectKind),
    metadata: {
      resourceVersion: state.resourceVersion,
      continue: token,
      remainingItemCount: page.remaining,
      ...(shard && { shardInfo: { selector: shard.text } }),
    },
    items: page.objects.map((object) => asServed(object, resource)),
  };
}

/** Returns a function that applies the selectors; undefined if there are none. Throws 400 for an invalid selector. */
export function selectorOf(
  request: ResourceRequest,
  shard = shardOf(request),
): ((object: KubeObject) => boolean) | undefined {
  const { query, resource } = request;
  const labelText = query.get('labelSelector') ?? '';
  const fieldText = query.get('fieldSelector') ?? '';
  if (labelText === '' && fieldText === '' && shard === undefined) return undefined;
  const labels = readSelector(() => parseLabelSelector(labelText));
  const matches = fieldMatcher(
    readSelector(() => parseFieldSelector(fieldText)),
    resource,
  );
  return (object) =>
    matchesLabels(labels, object.metadata.labels ?? {}) &&
    (shard === undefined || shard.matches(object.metadata)) &&
    matches(asServed(object, resource));
}

function readSelector<Selector>(parse: () => Selector): Selector {
  try {
    return parse();
  } catch (error) {
    throw error instanceof InvalidSelectorError ? badRequest(error.problem) : error;
  }
}

interface ListedState {
  readonly sorted: readonly StoredObject[];
  readonly resourceVersion: string;
  readonly after?: string | undefined;
}

function stateFor(query: URLSearchParams, limit: number, backend: Backend): ListedState {
  const { store, storage } = backend;
  const present = { sorted: store.sorted(), resourceVersion: storage.resourceVersion };
  const text = query.get('continue') ?? '';
  if (text === '') return firstState(query, limit, present, backend);
  if (!['', '0'].includes(query.get('resourceVersion') ?? '')) {
    throw badRequest('specifying resource version is not allowed when using continue');
  }
  const token = parseContinueToken(text);
  if (token === undefined) throw badRequest('invalid continue token: continue key is not valid');
  const { resourceVersion, after } = token;
  if (resourceVersion === '-1') return { ...present, after };
  const sorted = store.at(resourceVersion);
  if (sorted === undefined) throw continueExpired(formatContinueToken({ resourceVersion: '-1', after }));
  return { sorted, resourceVersion, after };
}

/**
 * Returns the first state of a list: the current one, or exactly the requested version. With a limit, any version is
 * exact.
 */
function firstState(query: URLSearchParams, limit: number, present: ListedState, backend: Backend): ListedState {
  const version = query.get('resourceVersion') ?? '';
  const match = query.get('resourceVersionMatch') ?? '';
  requireReached(query, backend);
  const isExact = match === 'Exact' || (match === '' && limit > 0);
  if (version === '' || version === '0' || !isExact) return present;
  const sorted = stateAt(version, backend);
  if (sorted === undefined) throw versionTooOld();
  return { sorted, resourceVersion: version };
}

/** Throws 504 for a version that the server has not reached. */
function requireReached(query: URLSearchParams, { storage }: Backend): void {
  const version = query.get('resourceVersion') ?? '';
  if (Number(version) > Number(storage.resourceVersion)) throw versionTooLarge(version, storage.resourceVersion);
}

/** Returns the objects at a version, by undoing later changes; undefined if some of them are forgotten. */
function stateAt(version: string, { store, storage }: Backend): readonly StoredObject[] | undefined {
  const changes = storage.changes.since(version)?.filter((change) => change.store === store);
  if (changes === undefined || changes.length === 0) return changes && store.sorted();
  const objects = new Map(store.sorted().map(({ key, object }) => [key, object]));
  for (const { key, previous } of changes.toReversed()) {
    if (previous === undefined) objects.delete(key);
    else objects.set(key, previous);
  }
  return [...objects].map(([key, object]) => ({ key, object })).sort((a, b) => (a.key < b.key ? -1 : 1));
}
