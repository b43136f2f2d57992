import { useAge, useObjects } from 'kubeatlas/react';
import type { AnyObject, ObjectProps } from './use-draft.js';
import { ScaleControl } from './scale-control.js';
import { textOf } from './sorted-rows.js';
import { wordsFor } from './words.js';

/** As most resources have it; those of custom resources may have anything. */
interface Condition {
  readonly type?: unknown;
  readonly status?: unknown;
  readonly reason?: unknown;
  readonly message?: unknown;
  readonly lastTransitionTime?: unknown;
}

/** What is known of an object at a glance: labels, scale, conditions and events. */
export function Overview(props: ObjectProps) {
  const { session, entry, object } = props;
  const { creationTimestamp, deletionTimestamp, labels = {} } = object.metadata;
  const age = useAge(creationTimestamp);
  return (
    <>
      <p>
        {entry?.kind ?? object.kind}, {age} old{deletionTimestamp && ', being deleted'}
      </p>
      <ul className="labels" aria-label="Labels">
        {Object.entries(labels).map(([label, value]) => (
          <li key={label}>
            <code>
              {label}=<bdi>{value}</bdi>
            </code>
          </li>
        ))}
      </ul>
      {entry?.subresources.some(({ subresource }) => subresource === 'scale') === true && <ScaleControl {...props} />}
      <Conditions object={object} />
      <Events session={session} object={object} />
    </>
  );
}

function Conditions({ object }: { readonly object: AnyObject }) {
  const { status } = object as { readonly status?: { readonly conditions?: unknown } };
  const listed: readonly unknown[] = Array.isArray(status?.conditions) ? status.conditions : [];
  const conditions = listed.filter((each): each is Condition => typeof each === 'object' && each !== null);
  return (
    <section>
      <h3>Conditions</h3>
      {conditions.length === 0 && <p>It has none.</p>}
      <dl>
        {conditions.map((condition, index) => (
          <ConditionText key={index} condition={condition} />
        ))}
      </dl>
    </section>
  );
}

function ConditionText({ condition }: { readonly condition: Condition }) {
  const { type, status, reason, message, lastTransitionTime } = condition;
  const time = typeof lastTransitionTime === 'string' ? lastTransitionTime : undefined;
  const age = useAge(time);
  return (
    <>
      <dt>
        <bdi>{textOf(type)}</bdi>: <bdi>{textOf(status)}</bdi>
      </dt>
      <dd>
        <bdi>{[reason, message].map(textOf).filter(Boolean).join(': ')}</bdi>
        {time !== undefined && <small> for {age}</small>}
      </dd>
    </>
  );
}

interface Event {
  readonly type?: string;
  readonly reason?: string;
  readonly message?: string;
  readonly count?: number;
  readonly lastTimestamp?: string | null;
  readonly eventTime?: string | null;
  readonly series?: { readonly count?: number; readonly lastObservedTime?: string } | null;
  readonly metadata: { readonly creationTimestamp?: string | null };
}

function Events({ session, object }: Pick<ObjectProps, 'session' | 'object'>) {
  const { uid, namespace } = object.metadata;
  const fieldSelector = `involvedObject.uid=${uid}`;
  const { items, isComplete, error } = useObjects(session.client, 'events', {
    // Events of objects without a namespace are in this one.
    namespace: namespace ?? 'default',
    fieldSelector,
  });
  const time = ({ lastTimestamp, eventTime, series, metadata }: Event): string =>
    lastTimestamp ?? series?.lastObservedTime ?? eventTime ?? metadata.creationTimestamp ?? '';
  const events = (items as readonly object[] as readonly Event[]).toSorted((a, b) => (time(a) < time(b) ? 1 : -1));
  return (
    <section>
      <h3>Events</h3>
      {error !== undefined && <p className="note">{wordsFor(error)}</p>}
      {error === undefined && events.length === 0 && <p>{isComplete ? 'There are none.' : 'Loading.'}</p>}
      <dl>
        {events.map((event, index) => (
          <EventText key={index} event={event} time={time(event)} />
        ))}
      </dl>
    </section>
  );
}

function EventText({ event, time }: { readonly event: Event; readonly time: string }) {
  const { type, reason, message, series, count = series?.count ?? 1 } = event;
  const age = useAge(time);
  return (
    <>
      <dt className={type === 'Warning' ? 'warning' : undefined}>
        {type === 'Warning' && 'Warning: '}
        <bdi>{reason}</bdi>
        <small>
          {' '}
          {age} ago{count > 1 && `, ${count} times`}
        </small>
      </dt>
      <dd>
        <bdi>{message}</bdi>
      </dd>
    </>
  );
}
