import { formatGroupVersion } from '../../core/model/group-version.js';
import type { KubeObject } from '../../core/model/kube-object.js';
import type { Change } from '../store/change.js';
import { asServed, type ResourceRequest } from './resource-request.js';
import type { FeedEvent } from './watch-feed.js';

/** The objects that a watch covers, and the endpoint that it shows them for. */
export interface WatchScope extends ResourceRequest {
  readonly matches: (object: KubeObject) => boolean;
}

/** The annotation of the bookmark that ends the initial state. */
export const endOfInitialEvents = 'k8s.io/initial-events-end';

/** Returns the event of a change for a watch: an object that starts to match is ADDED, one that stops is DELETED. */
export function feedEventOf(change: Change, { resource, namespace, matches }: WatchScope): FeedEvent | undefined {
  const { type, object, previous, resourceVersion, key } = change;
  if (namespace !== undefined && !key.startsWith(`${namespace}/`)) return undefined;
  const exists = type !== 'DELETED' && matches(object);
  const existed = previous !== undefined && matches(previous);
  if (exists) return { type: existed ? 'MODIFIED' : 'ADDED', object: asServed(object, resource) };
  if (!existed) return undefined;
  const last = { ...previous, metadata: { ...previous.metadata, resourceVersion } };
  return { type: 'DELETED', object: asServed(last, resource) };
}

/** Returns a bookmark; with the mark, it ends the initial state. */
export function bookmarkAt(resourceVersion: string, { resource }: WatchScope, isMark = false): FeedEvent {
  const { kind } = resource.objectKind;
  const annotations = isMark ? { annotations: { [endOfInitialEvents]: 'true' } } : {};
  const object = {
    kind,
    apiVersion: formatGroupVersion(resource.objectKind),
    metadata: { resourceVersion, ...annotations },
  };
  return { type: 'BOOKMARK', object: asServed(object, resource) };
}
