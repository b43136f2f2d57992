import type { Clock } from '../shared/clock.js';
import { createTokenBucket, type TokenBucket } from './token-bucket.js';

/** How events are kept from flooding a cluster: client-go's numbers. */
export interface EventCorrelatorOptions {
  /** From so many different messages on, events that differ by nothing else become one. @default 10 */
  readonly maxSimilarEvents?: number | undefined;
  /** Events are similar when not more than this lies between them, in milliseconds. @default 600_000 */
  readonly similarIntervalMs?: number | undefined;
  /** How many events about one object may be written at once. @default 25 */
  readonly burst?: number | undefined;
  /** How long it takes until one more may be, in milliseconds. @default 300_000 */
  readonly refillMs?: number | undefined;
  /** How many objects and events are remembered; beyond that those go that were used last. @default 4096 */
  readonly maxRemembered?: number | undefined;
}

/** What an event is known by. */
export interface CorrelatedEvent {
  /** The object and the type of the event. */
  readonly objectKey: string;
  readonly reason: string;
  readonly message: string;
}

/** What is on the server of an event. */
export interface StoredEvent {
  readonly name: string;
  readonly namespace: string;
  readonly firstTimestamp: string;
}

/** What to do with an event. */
export interface Correlation {
  /** As it is to be written: other than it was where it stands for several. */
  readonly message: string;
  /** How often it was there, this time included. */
  readonly count: number;
  /** The event to count up; undefined for one to create. */
  readonly stored: StoredEvent | undefined;
  /** Says what became of it on the server. */
  remember(stored: StoredEvent): void;
}

/** Tells which events are the same, which are similar, and which are too many. */
export interface EventCorrelator {
  /** Undefined for an event that is one too many. */
  correlate(event: CorrelatedEvent): Correlation | undefined;
}

/** Makes the correlator of one component, as `NewEventCorrelator` of client-go does. */
export function createEventCorrelator(options: EventCorrelatorOptions, clock: Pick<Clock, 'now'>): EventCorrelator {
  const { maxSimilarEvents = 10, similarIntervalMs = 600_000, burst = 25 } = options;
  const { refillMs = 300_000, maxRemembered = 4096 } = options;
  const groups = createRecentMap<{ readonly messages: Set<string>; readonly at: number }>(maxRemembered);
  const known = createRecentMap<{ readonly count: number; readonly stored?: StoredEvent }>(maxRemembered);
  const buckets = createRecentMap<TokenBucket>(maxRemembered);

  /** The key of an event, and whether it goes in with the similar ones. */
  const aggregate = ({ objectKey, reason, message }: CorrelatedEvent): { key: string; isSimilar: boolean } => {
    const groupKey = JSON.stringify([objectKey, reason]);
    const now = clock.now();
    const before = groups.get(groupKey);
    const messages = before === undefined || now - before.at > similarIntervalMs ? new Set<string>() : before.messages;
    messages.add(message);
    groups.set(groupKey, { messages, at: now });
    if (messages.size < maxSimilarEvents)
      return { key: JSON.stringify([objectKey, reason, message]), isSimilar: false };
    const [oldest = ''] = messages;
    messages.delete(oldest);
    return { key: groupKey, isSimilar: true };
  };

  return {
    correlate(event) {
      const { key, isSimilar } = aggregate(event);
      const before = known.get(key);
      const count = (before?.count ?? 0) + 1;
      known.set(key, { ...before, count });
      const perSecond = 1000 / refillMs;
      const bucket = buckets.get(event.objectKey) ?? createTokenBucket({ burst, perSecond, clock });
      buckets.set(event.objectKey, bucket);
      if (!bucket.tryTake()) return undefined;
      return {
        message: isSimilar ? `(combined from similar events): ${event.message}` : event.message,
        count,
        stored: before?.stored,
        remember(stored) {
          known.set(key, { count: known.get(key)?.count ?? count, stored });
        },
      };
    },
  };
}

/** A map that forgets what was used longest ago. */
function createRecentMap<Value>(max: number): {
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
} {
  const values = new Map<string, Value>();
  return {
    get: (key) => values.get(key),
    set(key, value) {
      values.delete(key);
      values.set(key, value);
      if (values.size <= max) return;
      const [oldest] = values.keys();
      if (oldest !== undefined) values.delete(oldest);
    },
  };
}
