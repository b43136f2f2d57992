import type { KubeList, KubeObject, ObjectMeta } from '../../core/model/kube-object.js';
import { formatGroupVersion } from '../../core/model/group-version.js';
import type { Status } from '../../core/model/status.js';
import type { FakeDefaults } from '../defaults/fill-in.js';
import type { FakeSwitches, FakeTimers } from '../served/options.js';
import { alwaysHasStatus } from '../served/built-in-traits.js';
import type { SchemaFinder } from '../schemas/schema-finder.js';
import type { Authority, Caller } from '../served/authority.js';
import type { Registry } from '../served/registry.js';
import type { ServedResource } from '../served/served.js';
import type { ObjectStore } from '../store/change.js';
import type { Storage } from '../store/storage.js';
import { asAutoscaler } from './autoscalers.js';
import type { OpenWatches } from './open-watches.js';
import type { BeginWatch } from './watch-feed.js';

/** The part of an object that a write changes. */
export type Part = 'main' | 'status' | 'finalize' | 'approval' | 'ephemeralcontainers';

/** A request to an existing resource, with its body read. */
export interface ResourceRequest {
  readonly resource: ServedResource;
  readonly namespace?: string | undefined;
  readonly query: URLSearchParams;
  readonly contentType: string | null;
  readonly body: string;
  /** The user of the request. */
  readonly caller: Caller;
  /** The manager for managed fields. */
  readonly manager: string;
  /** The minor version that the server speaks. */
  readonly minor: number;
  /** From the switch of the same name. */
  readonly ownerResource?: boolean | undefined;
  readonly watchList?: boolean | 'unmarked' | undefined;
  readonly shards?: boolean | undefined;
  readonly cel?: FakeSwitches['cel'];
}

/** A write whose managed fields are already known. */
export interface WithManagers {
  readonly managedFields?: (() => ObjectMeta['managedFields']) | undefined;
  /** The subresource of another kind that the write uses. */
  readonly through?: 'scale' | undefined;
}

/** A request to a single object. */
export interface ObjectRequest extends ResourceRequest {
  readonly name: string;
}

/** The state that verbs read and write. */
export interface Backend {
  readonly registry: Registry;
  readonly authority: Authority;
  readonly storage: Storage;
  readonly store: ObjectStore;
  readonly now: () => Date;
  readonly timers: FakeTimers;
  readonly watches: OpenWatches;
  readonly limits: WatchLimits;
  readonly schemaOf: SchemaFinder;
  readonly defaults?: FakeDefaults | undefined;
  /** From the switches of the same names. */
  readonly namespaceLifecycle: boolean;
  readonly garbageCollection: boolean;
  readonly gracefulDeletion: boolean;
}

export interface WatchLimits {
  readonly bookmarkIntervalMs: number;
  /** The number of events that may wait for a slow reader. */
  readonly watchBacklog: number;
}

/** The result of a verb, before it is put into the requested view. */
export type VerbResult =
  | (Answered & { readonly object: KubeObject })
  | (Answered & { readonly list: KubeList })
  | (Answered & { readonly status: Status })
  /** Answered as is, whatever view was requested. */
  | (Answered & { readonly document: object })
  | (Answered & { readonly watch: BeginWatch });

interface Answered {
  readonly code: number;
  /** Texts for `Warning` headers. */
  readonly warnings?: readonly string[] | undefined;
}

/**
 * Returns the object as this endpoint serves it: apiVersion and kind differ between the endpoints of one storage, and
 * built-in resources with a status always have one.
 */
export function asServed(object: KubeObject, resource: ServedResource): KubeObject {
  const apiVersion = formatGroupVersion(resource.objectKind);
  const { kind } = resource.objectKind;
  const own = asAutoscaler(asEvent(object, apiVersion), apiVersion);
  const lacksStatus = object['status'] === undefined && alwaysHasStatus(resource);
  if (object.apiVersion === apiVersion && object.kind === kind && !lacksStatus) return object;
  return { ...own, apiVersion, kind, ...(lacksStatus ? { status: {} } : {}) };
}

/** The fields of events that the two groups call by other names: of `events.k8s.io`, and of the core group. */
const eventFields = [
  ['regarding', 'involvedObject'],
  ['note', 'message'],
  ['reportingController', 'reportingComponent'],
  ['deprecatedSource', 'source'],
  ['deprecatedFirstTimestamp', 'firstTimestamp'],
  ['deprecatedLastTimestamp', 'lastTimestamp'],
  ['deprecatedCount', 'count'],
] as const;

/** Returns an event with the names that the fields have in a group; any other object as it is. */
export function asEvent(object: KubeObject, apiVersion: string): KubeObject {
  const groups = ['events.k8s.io/v1', 'v1'];
  const [from, to] = [groups.indexOf(object.apiVersion), groups.indexOf(apiVersion)];
  if (object.kind !== 'Event' || from < 0 || to < 0 || from === to) return object;
  const names = new Map(eventFields.map((pair) => [pair[from] ?? '', pair[to] ?? '']));
  // In the core group, they are written even if they are empty.
  const isWritten = to === 1;
  return Object.fromEntries(
    Object.entries(object)
      .filter(([name, value]) => isWritten || value !== '' || !/^reporting(Component|Instance)$/.test(name))
      .map(([name, value]) => [names.get(name) ?? name, value]),
  ) as unknown as KubeObject;
}

/** Returns an object with the defaults of its built-in kind. */
export function withDefaults(object: KubeObject, resource: ServedResource, { defaults }: Backend): KubeObject {
  return resource.custom || defaults === undefined ? object : defaults.fillIn(object);
}

/** Returns the Status for a write that does not answer with an object; since 1.38 it names the version. */
export function succeeded(
  code: number,
  { minor }: ResourceRequest,
  resourceVersion?: string,
  more?: Status,
): VerbResult {
  const metadata = minor < 38 ? {} : { resourceVersion };
  return { code, status: { kind: 'Status', apiVersion: 'v1', metadata, status: 'Success', ...(more ?? { code }) } };
}

/** Formats a timestamp as Kubernetes does, without fractions of a second. */
export function timestampOf(date: Date): string {
  return date.toISOString().replace(/\.\d+Z$/, 'Z');
}
