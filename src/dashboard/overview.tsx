import { useMemo, useState } from 'react';
import { useAge } from 'kubeatlas/react';
import {
  diagnose,
  type DescribedCondition,
  type DescribedEvent,
  type Description,
  type DiagnosisReason,
  type DiagnosisSection,
} from 'kubeatlas/representations';
import { Actions } from './actions.js';
import { Ports } from './ports.js';
import { addressOf } from './route.js';
import { ScaleControl } from './scale-control.js';
import { NoteMark, StatusMark } from './status-mark.js';
import { textOf } from './sorted-rows.js';
import { useDescription } from './use-description.js';
import type { AnyObject, ObjectProps } from './use-draft.js';
import { wordsFor } from './words.js';

/** What is known of an object at a glance: why it is as it is, what one looks up first, conditions and events. */
export function Overview(props: ObjectProps) {
  const { session, entry, name, object } = props;
  const { creationTimestamp, labels = {} } = object.metadata;
  const age = useAge(creationTimestamp);
  const { found, error } = useDescription(session.client, name, object);
  const { events, related } = found ?? {};
  const { status, reasons, sections } = useMemo(() => diagnose(object, { events, related }), [object, events, related]);
  return (
    <>
      <p>
        {entry?.kind ?? object.kind}, {age} old
      </p>
      <Actions {...props} />
      <section className="why" aria-label="Why">
        {reasons.length === 0 && (
          <p>
            <StatusMark status={status} /> {found === undefined ? 'Reading what is around it.' : 'Nothing is wrong.'}
          </p>
        )}
        <ul>
          {reasons.map((reason, index) => (
            <Reason key={index} cluster={session.cluster} reason={reason} />
          ))}
        </ul>
      </section>
      {entry?.subresources.some(({ subresource }) => subresource === 'scale') === true && <ScaleControl {...props} />}
      <Ports {...props} />
      {sections.map((section, index) => (
        <Section key={index} section={section} />
      ))}
      {Object.keys(labels).length > 0 && (
        <section>
          <h3>Labels</h3>
          <ul className="labels">
            {Object.entries(labels).map(([label, value]) => (
              <li key={label}>
                <code>
                  <bdi>
                    {label}={textOf(value)}
                  </bdi>
                </code>
              </li>
            ))}
          </ul>
        </section>
      )}
      <Conditions object={object} />
      <Events events={events} found={found} object={object} />
      {error !== undefined && <p className="note">Not up to date: {wordsFor(error)}</p>}
    </>
  );
}

/** The resources of the objects that a reason may be about. */
const resources: Readonly<Record<string, { group: string; version: string; resource: string }>> = {
  Pod: { group: '', version: 'v1', resource: 'pods' },
  PersistentVolumeClaim: { group: '', version: 'v1', resource: 'persistentvolumeclaims' },
  Job: { group: 'batch', version: 'v1', resource: 'jobs' },
};

interface ReasonProps {
  readonly cluster: string | undefined;
  readonly reason: DiagnosisReason;
}

function Reason({ cluster, reason: { status, text, object } }: ReasonProps) {
  const resource = resources[object?.kind ?? ''];
  return (
    <li>
      {status === 'Current' ? <NoteMark /> : <StatusMark status={status} />} <bdi>{text}</bdi>{' '}
      {object && resource && (
        <a href={addressOf({ cluster, resource, namespaces: [object.namespace], object })}>Show the {object.kind}</a>
      )}
    </li>
  );
}

function Section({ section: { heading, facts } }: { readonly section: DiagnosisSection }) {
  return (
    <section>
      <h3>
        <bdi>{heading}</bdi>
      </h3>
      <dl className="facts">
        {facts.map(([name, value], index) => (
          <div key={index}>
            <dt>
              <bdi>{name}</bdi>
            </dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Conditions({ object }: { readonly object: AnyObject }) {
  const { status } = object as { readonly status?: { readonly conditions?: unknown } };
  const listed: readonly unknown[] = Array.isArray(status?.conditions) ? status.conditions : [];
  const conditions = listed.filter((each): each is object => typeof each === 'object' && each !== null);
  if (conditions.length === 0) return null;
  return (
    <section>
      <h3>Conditions</h3>
      <dl>
        {conditions.map((condition, index) => (
          <ConditionText key={index} condition={condition} />
        ))}
      </dl>
    </section>
  );
}

type Condition = { readonly [Field in keyof DescribedCondition | 'lastTransitionTime']?: unknown };

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

/** More than anybody reads at once. */
const mostShown = 20;

interface EventsProps {
  readonly events: readonly DescribedEvent[] | undefined;
  readonly found: Description | undefined;
  readonly object: AnyObject;
}

/** The events of the object and of what it owns, the newest first. */
function Events({ events = [], found, object }: EventsProps) {
  const [showsAll, setShowsAll] = useState(false);
  const newest = events.toReversed().slice(0, showsAll ? undefined : mostShown);
  return (
    <section>
      <h3>Events</h3>
      {events.length === 0 && <p>{found === undefined ? 'Reading.' : 'There are none.'}</p>}
      <dl>
        {newest.map((event) => (
          <EventText key={event.uid || event.name} event={event} isOwn={event.regarding.uid === object.metadata.uid} />
        ))}
      </dl>
      {events.length > newest.length && (
        <button onClick={() => setShowsAll(true)}>Show {events.length - newest.length} more</button>
      )}
      {found?.gaps.map(({ part, message }, index) => (
        <p className="faint" key={index}>
          Not read ({part}): <bdi>{message}</bdi>
        </p>
      ))}
    </section>
  );
}

function EventText({ event, isOwn }: { readonly event: DescribedEvent; readonly isOwn: boolean }) {
  const { type, reason, message, count, lastSeen, regarding, source } = event;
  const age = useAge(lastSeen);
  return (
    <>
      <dt className={type === 'Warning' ? 'warning' : undefined}>
        {type === 'Warning' && 'Warning: '}
        <bdi>{reason}</bdi>
        <small>
          {' '}
          {age} ago{count > 1 && `, ${count} times`}
          {!isOwn && (
            <>
              , of {regarding.kind} <bdi>{regarding.name}</bdi>
            </>
          )}
          {source !== '' && (
            <>
              , by <bdi>{source}</bdi>
            </>
          )}
        </small>
      </dt>
      <dd>
        <bdi>{message}</bdi>
      </dd>
    </>
  );
}
