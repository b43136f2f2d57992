import type { KubeList, KubeObject, ObjectMeta } from '../../model/kube-object.js';
import { formatGroupVersion } from '../../model/group-version.js';
import type { Status } from '../../model/status.js';
import type { FakeTimers } from '../served/options.js';
import { alwaysHasStatus } from '../served/built-in-traits.js';
import type { Authority, Caller } from '../served/authority.js';
import type { Registry } from '../served/registry.js';
import type { ServedResource } from '../served/served.js';
import type { ObjectStore } from '../store/change.js';
import type { Storage } from '../store/storage.js';
import type { OpenWatches } from './open-watches.js';
import type { BeginWatch } from './watch-feed.js';

/** A request to a resource that exists, with its body read. */
export interface ResourceRequest {
  readonly resource: ServedResource;
  readonly namespace?: string | undefined;
  readonly query: URLSearchParams;
  readonly contentType: string | null;
  readonly body: string;
  /** Who asks. */
  readonly who: Caller;
  /** Who writes, as managed fields name it. */
  readonly manager: string;
  /** As the switches have it. */
  readonly ownerResource?: boolean | undefined;
  readonly watchList?: boolean | 'unmarked' | undefined;
}

/** A write of which somebody has worked out already who owns what. */
export interface WithManagers {
  readonly managedFields?: (() => ObjectMeta['managedFields']) | undefined;
  /** Through which subresource of another kind it is written, and in whose version that is noted. */
  readonly through?: { readonly subresource: string; readonly apiVersion?: string } | undefined;
}

/** The same for one object. */
export interface ObjectRequest extends ResourceRequest {
  readonly name: string;
}

/** Where the verbs read and write. */
export interface Backend {
  readonly registry: Registry;
  readonly authority: Authority;
  readonly storage: Storage;
  readonly store: ObjectStore;
  readonly now: () => Date;
  readonly timers: FakeTimers;
  readonly watches: OpenWatches;
  readonly limits: WatchLimits;
}

/** What bounds every watch. */
export interface WatchLimits {
  readonly bookmarkIntervalMs: number;
  /** How many events wait for one slow reader. */
  readonly watchBacklog: number;
}

/** What a verb comes to, before it is put into the view that was asked for. */
export type VerbResult =
  | (Answered & { readonly object: KubeObject })
  | (Answered & { readonly list: KubeList })
  | (Answered & { readonly status: Status })
  /** Shown as it is, whatever view was asked for. */
  | (Answered & { readonly document: object })
  | (Answered & { readonly watch: BeginWatch });

interface Answered {
  readonly code: number;
  /** For `Warning` headers. */
  readonly warnings?: readonly string[] | undefined;
}

/**
 * The object as this endpoint shows it: apiVersion and kind differ between the endpoints of one storage, and built-in
 * resources with a status always have one.
 */
export function asServed(object: KubeObject, resource: ServedResource): KubeObject {
  const apiVersion = formatGroupVersion(resource.objectKind);
  const { kind } = resource.objectKind;
  const lacksStatus = object['status'] === undefined && alwaysHasStatus(resource);
  if (object.apiVersion === apiVersion && object.kind === kind && !lacksStatus) return object;
  return { ...object, apiVersion, kind, ...(lacksStatus ? { status: {} } : {}) };
}

/** The Status of what was done by creating something below an object. */
export function succeeded(code: number): VerbResult {
  return { code, status: { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', code } };
}

/** A point in time as Kubernetes writes it, without fractions of a second. */
export function timestampOf(date: Date): string {
  return date.toISOString().replace(/\.\d+Z$/, 'Z');
}
