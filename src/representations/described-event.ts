import { recordIn } from '../core/shared/json-record.js';

/** An event of an object, from either of the two event APIs. Times are as written in the event, empty if unknown. */
export interface DescribedEvent {
  /** The uid of the event itself. */
  readonly uid: string;
  /** The namespace of the event. */
  readonly namespace: string;
  /** The name of the event. */
  readonly name: string;
  /** The object that it is about: the described one, or one that it owns. */
  readonly regarding: EventSubject;
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

/** The object that an event is about; fields that the event lacks are empty. */
export interface EventSubject {
  /** The kind: `Pod`. */
  readonly kind: string;
  /** The name of the object. */
  readonly name: string;
  /** Its uid. */
  readonly uid: string;
  /** A part of the object: `spec.containers{main}`. */
  readonly fieldPath: string;
}

/**
 * Reads an event as the core group serves it, for {@link diagnose} or a list of one's own. Fields that it lacks are empty.
 *
 * @example
 * const { items } = await client.resource('events.v1.').namespace('shop').list();
 * for (const { reason, lastSeen } of items.map(describedEvent)) console.log(reason, lastSeen);
 */
export function describedEvent(event: object): DescribedEvent {
  const metadata = recordIn(event, 'metadata');
  const series = recordIn(event, 'series');
  const subject = recordIn(event, 'involvedObject');
  const at = fieldText(event, 'eventTime');
  const began = fieldText(event, 'firstTimestamp') || at || fieldText(metadata, 'creationTimestamp');
  return {
    uid: fieldText(metadata, 'uid'),
    namespace: fieldText(metadata, 'namespace'),
    name: fieldText(metadata, 'name'),
    regarding: {
      kind: fieldText(subject, 'kind'),
      name: fieldText(subject, 'name'),
      uid: fieldText(subject, 'uid'),
      fieldPath: fieldText(subject, 'fieldPath'),
    },
    type: fieldText(event, 'type'),
    reason: fieldText(event, 'reason'),
    message: fieldText(event, 'message').trim(),
    count: Math.max(countIn(event, 'count'), countIn(series, 'count'), 1),
    firstSeen: began,
    lastSeen: latest([fieldText(event, 'lastTimestamp'), fieldText(series, 'lastObservedTime'), at]) || began,
    source: fieldText(event, 'reportingComponent') || fieldText(recordIn(event, 'source'), 'component'),
  };
}

/** Sorts events by when they last happened, and by name if that is the same. */
export function inTime(events: readonly DescribedEvent[]): DescribedEvent[] {
  const moment = ({ lastSeen }: DescribedEvent): number => Date.parse(lastSeen) || 0;
  return [...events].sort((a, b) => moment(a) - moment(b) || (a.name < b.name ? -1 : 1));
}

function latest(times: readonly string[]): string {
  return times.reduce((last, time) => ((Date.parse(time) || 0) > (Date.parse(last) || 0) ? time : last), '');
}

/** Returns the text of a field; empty for any other type. */
export function fieldText(record: object, field: string): string {
  const value: unknown = Reflect.get(record, field);
  return typeof value === 'string' ? value : '';
}

function countIn(record: object, field: string): number {
  const value: unknown = Reflect.get(record, field);
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : 0;
}
