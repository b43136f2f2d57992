import { formatGroupVersion } from '../../model/group-version.js';
import type { KubeList, KubeObject } from '../../model/kube-object.js';
import { InvalidSelectorError } from '../../selector/errors.js';
import { parseFieldSelector } from '../../selector/field-selector.js';
import { matchesLabels, parseLabelSelector } from '../../selector/label-selector.js';
import { badRequest, continueExpired, objectNotFound } from '../wire/refusals.js';
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

/** One object as it is stored; undefined when it is not there. */
export function found({ namespace, name }: ObjectRequest, { store }: Backend): KubeObject | undefined {
  if (name.includes('%')) throw badRequest(`Name parameter invalid: ${JSON.stringify(name)}: may not contain '%'`);
  return store.get(storeKey(namespace, name));
}

/** One object as it is stored; 404 that names it when it is not there. */
export function existing(request: ObjectRequest, backend: Backend): KubeObject {
  const object = found(request, backend);
  if (object === undefined) throw objectNotFound(request.resource, request.name);
  return object;
}

/** The verb `get`. */
export function get(request: ObjectRequest, backend: Backend): VerbResult {
  readGetOptions(request.query);
  return { code: 200, object: asServed(existing(request, backend), request.resource) };
}

/** The verb `list`: selectors, and pages of one state through `limit` and `continue`. */
export function list(request: ResourceRequest, backend: Backend): VerbResult {
  return { code: 200, list: listed(request, backend) };
}

/** What a list gives. */
export function listed(request: ResourceRequest, backend: Backend): KubeList {
  const { resource, namespace, query } = request;
  const { limit } = readListOptions(query);
  const matches = selectorOf(request);
  const state = stateFor(query, backend);
  const page = cutPage(state.sorted, { namespace, matches, limit, after: state.after });
  // Custom resources' lists have an empty `continue` where others have none.
  let token = resource.custom ? '' : undefined;
  if (page.last !== undefined) {
    if (state.resourceVersion === backend.storage.resourceVersion) backend.store.keep(state.resourceVersion);
    token = formatContinueToken({ resourceVersion: state.resourceVersion, after: page.last });
  }
  const { objectKind } = resource;
  return {
    kind: `${objectKind.kind}List`,
    apiVersion: formatGroupVersion(objectKind),
    metadata: { resourceVersion: state.resourceVersion, continue: token, remainingItemCount: page.remaining },
    items: page.objects.map((object) => asServed(object, resource)),
  };
}

/** The test of both selectors; undefined when there is none. 400 for a selector that cannot be read. */
export function selectorOf({ query, resource }: ResourceRequest): ((object: KubeObject) => boolean) | undefined {
  const labelText = query.get('labelSelector') ?? '';
  const fieldText = query.get('fieldSelector') ?? '';
  if (labelText === '' && fieldText === '') return undefined;
  const labels = readSelector(() => parseLabelSelector(labelText));
  const matches = fieldMatcher(
    readSelector(() => parseFieldSelector(fieldText)),
    resource,
  );
  return (object) => matchesLabels(labels, object.metadata.labels ?? {}) && matches(object);
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

function stateFor(query: URLSearchParams, { store, storage }: Backend): ListedState {
  const present = { sorted: store.sorted(), resourceVersion: storage.resourceVersion };
  const text = query.get('continue') ?? '';
  if (text === '') return present;
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
