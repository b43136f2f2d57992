import type { UnreadReason } from '../../core/metadata/metadata-answer.js';
import type { GroupVersionResource } from '../../core/model/group-version-resource.js';
import type { KubeObject } from '../../core/model/kube-object.js';
import type { RESTMapping } from '../../core/model/rest-mapping.js';
import type { OwnerResolution } from '../../owners/resolve-owner.js';
import type { Scale } from '../../core/representation/scale.js';

/** A condition of an object, as the object reports it. */
export interface DescribedCondition {
  /** The type of the condition: `Ready`. */
  readonly type: string;
  /** Usually `True`, `False` or `Unknown`. */
  readonly status: string;
  /** The reason, in one machine-readable word; empty if there is none. */
  readonly reason: string;
  /** The message, for people; empty if there is none. */
  readonly message: string;
  /** When the status last changed, as written in the object; empty if unknown. */
  readonly since: string;
}

/** An event of an object, from either of the two event APIs. Times are as written in the event, empty if unknown. */
export interface DescribedEvent {
  /** The uid of the event itself. */
  readonly uid: string;
  /** The namespace of the event. */
  readonly namespace: string;
  /** The name of the event. */
  readonly name: string;
  /** Usually `Normal` or `Warning`. */
  readonly type: string;
  /** The reason, in one machine-readable word: `BackOff`. */
  readonly reason: string;
  /** The message, for people. */
  readonly message: string;
  /** How many times it happened. */
  readonly count: number;
  /** When it first happened. */
  readonly firstSeen: string;
  /** When it last happened. */
  readonly lastSeen: string;
  /** The component that reported it. */
  readonly source: string;
}

/** A part of a description that could not be read completely. Never treat it as absent. */
export interface DescriptionGap {
  /** The part of the description. */
  readonly part: 'conditions' | 'owners' | 'events' | 'scale';
  /** `limit` if there is more than was requested, `malformed` if the object holds something unexpected. */
  readonly reason: UnreadReason | 'limit' | 'malformed';
  /** The message, for people. */
  readonly message: string;
  /** The endpoint that was read, if any. */
  readonly resource?: GroupVersionResource | undefined;
  /** The HTTP status, if an answer came. */
  readonly statusCode?: number | undefined;
}

/** One object and its surroundings, as data. */
export interface Description {
  /** The endpoint that the object was read at. */
  readonly mapping: RESTMapping;
  /** The whole object, as the server returned it. */
  readonly object: KubeObject;
  /** The owner of each owner reference: present, absent or unknown, in the order of the references. */
  readonly owners: readonly OwnerResolution[];
  /** The conditions of its status, in the order of the object. */
  readonly conditions: readonly DescribedCondition[];
  /** The events of this very object, by its uid; the latest are last. */
  readonly events: readonly DescribedEvent[];
  /** The scale of the object; undefined if it has none. */
  readonly scale: Scale | undefined;
  /** Empty if everything could be read. An owner that could not be read is in `owners`, as `unknown`. */
  readonly gaps: readonly DescriptionGap[];
}
