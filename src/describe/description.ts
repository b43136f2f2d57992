import type { UnreadReason } from '../metadata/metadata-answer.js';
import type { GroupVersionResource } from '../model/group-version-resource.js';
import type { KubeObject } from '../model/kube-object.js';
import type { RESTMapping } from '../model/rest-mapping.js';
import type { OwnerResolution } from '../owners/owner-resolution.js';
import type { Scale } from '../representation/scale.js';

/** A condition of an object, with what it says of itself. */
export interface DescribedCondition {
  /** The type of the condition: `Ready`. */
  readonly type: string;
  /** `True`, `False` or `Unknown`, as a rule. */
  readonly status: string;
  /** Why, in one word for machines; empty where nobody says. */
  readonly reason: string;
  /** For people; empty where nobody says. */
  readonly message: string;
  /** When the status changed last, as it was written; empty where nobody says. */
  readonly since: string;
}

/** An event of an object, whichever of the two APIs it came by. Times are as they were written, empty where nobody says. */
export interface DescribedEvent {
  /** The uid of the event itself. */
  readonly uid: string;
  /** The namespace of the event. */
  readonly namespace: string;
  /** The name of the event. */
  readonly name: string;
  /** `Normal` or `Warning`, as a rule. */
  readonly type: string;
  /** Why, in one word for machines: `BackOff`. */
  readonly reason: string;
  /** For people. */
  readonly message: string;
  /** How often it happened. */
  readonly count: number;
  /** When it happened first. */
  readonly firstSeen: string;
  /** When it happened last. */
  readonly lastSeen: string;
  /** Who tells it. */
  readonly source: string;
}

/** A part of a description that could not be had, or not wholly. Never take it for something that is not there. */
export interface DescriptionGap {
  /** Which part of the description it concerns. */
  readonly part: 'conditions' | 'owners' | 'events' | 'scale';
  /** `limit` where there is more than was asked for, `malformed` where the object holds something else. */
  readonly reason: UnreadReason | 'limit' | 'malformed';
  /** For people. */
  readonly message: string;
  /** Where it was looked for, if somewhere. */
  readonly resource?: GroupVersionResource | undefined;
  /** The HTTP status that was answered, where an answer came. */
  readonly statusCode?: number | undefined;
}

/** One object with what is around it, as data. */
export interface Description {
  /** The endpoint that the object was read at. */
  readonly mapping: RESTMapping;
  /** Whole, as the server answered it. */
  readonly object: KubeObject;
  /** What each owner reference leads to: present, absent or unknown, in the order of the references. */
  readonly owners: readonly OwnerResolution[];
  /** The conditions of its status, in the order of the object. */
  readonly conditions: readonly DescribedCondition[];
  /** Of this very object, by its uid: those that happened last come last. */
  readonly events: readonly DescribedEvent[];
  /** Undefined for what has none. */
  readonly scale: Scale | undefined;
  /** Empty where everything could be read. An owner of which nothing is known says so in `owners`. */
  readonly gaps: readonly DescriptionGap[];
}
