import { useMemo } from 'react';
import { useAge } from 'kubeatlas/react';
import {
  diagnose,
  type DescribedCondition,
  type DiagnosisReason,
  type DiagnosisSection,
} from 'kubeatlas/representations';
import { Actions } from './actions.js';
import { EventList } from './event-list.js';
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
  const { events, related, gaps } = found ?? {};
  const { status, reasons, sections } = useMemo(
    () => diagnose(object, { events, related, gaps }),
    [object, events, related, gaps],
  );
  const newest = useMemo(() => events?.toReversed() ?? [], [events]);
  return (
    <>
      <p>
        {entry?.kind ?? object.kind}, {age} old
      </p>
      <Actions {...props} />
      <section className="why" aria-label="Why">
        {reasons.length === 0 && (
          <p>
            {found !== undefined ? (
              <>
                <StatusMark status={status} /> Nothing is wrong.
              </>
            ) : error === undefined ? (
              'Reading what is around it.'
            ) : (
              'What is around it cannot be read.'
            )}
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
      <section>
        <h3>Events</h3>
        <EventList
          events={newest}
          isComplete={found !== undefined}
          isUnread={gaps?.some(({ part }) => part === 'events') ?? error !== undefined}
          own={object.metadata.uid}
        />
        {gaps?.map(({ part, message }, index) => (
          <p className="faint" key={index}>
            Not read ({part}): <bdi>{message}</bdi>
          </p>
        ))}
      </section>
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
