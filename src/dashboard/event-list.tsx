import { useState } from 'react';
import { useAge } from 'kubeatlas/react';
import type { DescribedEvent } from 'kubeatlas/representations';

/** More than anybody reads at once. */
const mostShown = 20;

interface EventListProps {
  /** The newest first. */
  readonly events: readonly DescribedEvent[];
  /** Whether there are no others. */
  readonly isComplete: boolean;
  /** Whether they cannot be read. */
  readonly isUnread: boolean;
  /** The uid of the object whose events need not name it. */
  readonly own?: string;
}

/** Events in whole sentences: of an object and of what it owns, or of a namespace. */
export function EventList({ events, isComplete, isUnread, own }: EventListProps) {
  const [showsAll, setShowsAll] = useState(false);
  const shown = showsAll ? events : events.slice(0, mostShown);
  const none = isComplete ? 'There are none.' : 'Reading.';
  if (events.length === 0) return <p>{isUnread ? 'They cannot be read.' : none}</p>;
  return (
    <>
      <dl>
        {shown.map((event) => (
          <EventText key={event.uid || event.name} event={event} isOwn={event.regarding.uid === own} />
        ))}
      </dl>
      {events.length > shown.length && (
        <button onClick={() => setShowsAll(true)}>Show {events.length - shown.length} more</button>
      )}
    </>
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
