import type { UnreadReason } from '../metadata/metadata-answer.js';
import type { GroupVersionResource } from '../model/group-version-resource.js';
import type { KubeObject } from '../model/kube-object.js';
import type { RESTMapping } from '../model/rest-mapping.js';
import type { OwnerResolution } from '../owners/owner-resolution.js';
import type { Scale } from '../representation/scale.js';

/** A condition of an object, with what it says of itself. */
export interface DescribedCondition {
  readonly type: string;
  /** `True`, `False` or `Unknown`, as a rule. */
  readonly status: string;
  readonly reason: string;
  readonly message: string;
  /** When the status changed last, as it was written; empty where nobody says. */
  readonly since: string;
}

/** An event of an object, whichever of the two APIs it came by. Times are as they were written, empty where nobody says. */
export interface DescribedEvent {
  readonly uid: string;
  readonly namespace: string;
  readonly name: string;
  /** `Normal` or `Warning`, as a rule. */
  readonly type: string;
  readonly reason: string;
  readonly message: string;
  /** How often it happened. */
  readonly count: number;
  readonly firstSeen: string;
  readonly lastSeen: string;
  /** Who tells it. */
  readonly source: string;
}

/** A part of a description that could not be had, or not wholly. Never take it for something that is not there. */
export interface DescriptionGap {
  readonly part: 'conditions' | 'owners' | 'events' | 'scale';
  /** `limit` where there is more than was asked for, `malformed` where the object holds something else. */
  readonly reason: UnreadReason | 'limit' | 'malformed';
  /** For people. */
  readonly message: string;
  /** Where it was looked for, if somewhere. */
  readonly resource?: GroupVersionResource | undefined;
  readonly statusCode?: number | undefined;
}

/** One object with what is around it, as data. */
export interface Description {
  readonly mapping: RESTMapping;
  /** Whole, as the server answered it. */
  readonly object: KubeObject;
  /** What each owner reference leads to: present, absent or unknown, in the order of the references. */
  readonly owners: readonly OwnerResolution[];
  readonly conditions: readonly DescribedCondition[];
  /** Of this very object, by its uid: those that happened last come last. */
  readonly events: readonly DescribedEvent[];
  /** Undefined for what has none. */
  readonly scale: Scale | undefined;
  /** Empty where everything could be read. An owner of which nothing is known says so in `owners`. */
  readonly gaps: readonly DescriptionGap[];
}
