import type { Clock } from '../core/shared/clock.js';
import { createTokenBucket, type TokenBucket } from './token-bucket.js';

/** Limits that keep events from flooding a cluster. The defaults are client-go's. */
export interface EventCorrelatorOptions {
  /** How many different messages it takes to combine events that are otherwise equal. @default 10 */
  readonly maxSimilarEvents?: number | undefined;
  /** The longest time between two similar events, in milliseconds. @default 600_000 */
  readonly similarIntervalMs?: number | undefined;
  /** How many events about one object may be written in a burst. @default 25 */
  readonly burst?: number | undefined;
  /** The time until one more event may be written after a burst, in milliseconds. @default 300_000 */
  readonly refillMs?: number | undefined;
  /** How many objects and events to remember; beyond that, the least recently recorded go first. @default 4096 */
  readonly maxRemembered?: number | undefined;
}

/** The parts of an event that identify it. */
export interface CorrelatedEvent {
  /** The object and the type of the event. */
  readonly objectKey: string;
  readonly reason: string;
  readonly message: string;
}

/** An event that is stored on the server. */
export interface StoredEvent {
  readonly name: string;
  readonly namespace: string;
  readonly firstTimestamp: string;
}

/** How to write an event. */
export interface Correlation {
  /** The message to write; it has a prefix if the event stands for several. */
  readonly message: string;
  /** How often the event occurred, this time included. */
  readonly count: number;
  /** The stored event to update; undefined to create one. */
  readonly stored: StoredEvent | undefined;
  /** Remembers the event as the server stored it. */
  remember(stored: StoredEvent): void;
}

/** Decides which events are equal, which are similar, and which exceed the limits. */
export interface EventCorrelator {
  /** Returns undefined for an event that exceeds the limits. */
  correlate(event: CorrelatedEvent): Correlation | undefined;
}

/** Creates the correlator of one component, like `NewEventCorrelator` of client-go. */
export function createEventCorrelator(options: EventCorrelatorOptions, clock: Pick<Clock, 'now'>): EventCorrelator {
  const { maxSimilarEvents = 10, similarIntervalMs = 600_000, burst = 25 } = options;
  const { refillMs = 300_000, maxRemembered = 4096 } = options;
  const groups = createRecentMap<{ readonly messages: Set<string>; readonly at: number }>(maxRemembered);
  const known = createRecentMap<{ readonly count: number; readonly stored?: StoredEvent }>(maxRemembered);
  const buckets = createRecentMap<TokenBucket>(maxRemembered);

  /** Returns the key of an event, and whether it is combined with similar ones. */
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

/** Creates a map that forgets the entry that was set the longest ago. */
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
