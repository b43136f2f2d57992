import { formatGroupVersion } from '../../model/group-version.js';
import type { KubeObject } from '../../model/kube-object.js';
import type { Change } from '../store/change.js';
import { asServed, type ResourceRequest } from './resource-request.js';
import type { FeedEvent } from './watch-feed.js';

/** Which objects a watch is about, and as what it shows them. */
export interface WatchScope extends ResourceRequest {
  readonly matches: (object: KubeObject) => boolean;
}

/** The annotation of the bookmark behind the initial state. */
export const endOfInitialEvents = 'k8s.io/initial-events-end';

/** What a change is to somebody who sees some objects: one that begins to match is new, one that ceases is gone. */
export function feedEventOf(change: Change, { resource, namespace, matches }: WatchScope): FeedEvent | undefined {
  const { type, object, previous, resourceVersion, key } = change;
  if (namespace !== undefined && !key.startsWith(`${namespace}/`)) return undefined;
  const isThere = type !== 'DELETED' && matches(object);
  const wasThere = previous !== undefined && matches(previous);
  if (isThere) return { type: wasThere ? 'MODIFIED' : 'ADDED', object: asServed(object, resource) };
  if (!wasThere) return undefined;
  const last = { ...previous, metadata: { ...previous.metadata, resourceVersion } };
  return { type: 'DELETED', object: asServed(last, resource) };
}

/** A bookmark; with the mark it says that the initial state is whole. */
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
