import type { KubeObject } from '../../core/model/kube-object.js';
import { isJsonRecord, type JsonRecord } from '../../core/shared/json-record.js';
import type { DescribedEvent } from './description.js';
import { fieldText } from './read-conditions.js';

/** The field names of one of the two event APIs. */
export interface EventDialect {
  /** The field with the object of an event. */
  readonly object: 'involvedObject' | 'regarding';
  readonly message: string;
  readonly count: string;
  readonly firstSeen: string;
  readonly lastSeen: string;
  readonly source: string;
  readonly controller: string;
}

const core: EventDialect = {
  object: 'involvedObject',
  message: 'message',
  count: 'count',
  firstSeen: 'firstTimestamp',
  lastSeen: 'lastTimestamp',
  source: 'source',
  controller: 'reportingComponent',
};
const events: EventDialect = {
  object: 'regarding',
  message: 'note',
  count: 'deprecatedCount',
  firstSeen: 'deprecatedFirstTimestamp',
  lastSeen: 'deprecatedLastTimestamp',
  source: 'deprecatedSource',
  controller: 'reportingController',
};

/** Returns the dialect of a group; undefined for a group without events of objects. */
export function dialectOf(group: string): EventDialect | undefined {
  return group === '' ? core : group === 'events.k8s.io' ? events : undefined;
}

/**
 * Reports whether an event is about this very object, instead of an earlier one with the same name. Some events have no
 * uid, and kubelets give the name of their node as one.
 */
export function isEventOf(event: KubeObject, { object: field }: EventDialect, { metadata }: KubeObject): boolean {
  const about = recordIn(event, field);
  const uid = fieldText(about, 'uid');
  return uid === '' || uid === metadata.uid || uid === metadata.name;
}

/** Converts an event to the common shape of both APIs. */
export function describedEvent(event: KubeObject, dialect: EventDialect): DescribedEvent {
  const series = recordIn(event, 'series');
  const { uid = '', namespace = '', name = '', creationTimestamp } = event.metadata;
  const happened = [
    fieldText(event, dialect.lastSeen),
    fieldText(series, 'lastObservedTime'),
    fieldText(event, 'eventTime'),
  ];
  const began = fieldText(event, dialect.firstSeen) || fieldText(event, 'eventTime') || (creationTimestamp ?? '');
  return {
    uid,
    namespace,
    name,
    type: fieldText(event, 'type'),
    reason: fieldText(event, 'reason'),
    message: fieldText(event, dialect.message).trim(),
    count: Math.max(countIn(event, dialect.count), countIn(series, 'count'), 1),
    firstSeen: began,
    lastSeen: latest(happened) || began,
    source: fieldText(event, dialect.controller) || fieldText(recordIn(event, dialect.source), 'component'),
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

function recordIn(record: JsonRecord, field: string): JsonRecord {
  const value = record[field];
  return isJsonRecord(value) ? value : {};
}

function countIn(record: JsonRecord, field: string): number {
  const value = record[field];
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : 0;
}
