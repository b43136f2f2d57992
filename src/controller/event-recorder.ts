import type { Client } from '../core/client.js';
import { isAlreadyExists, isKubeError, isObjectNotFound } from '../core/errors.js';
import type { KubeObject, ObjectLike, ObjectMeta } from '../core/model/kube-object.js';
import type { OptionNames } from '../core/shared/arguments.js';
import { requireKnownOptions, requireObject, requireOneOf, requireText } from '../core/shared/arguments.js';
import { callQuietly } from '../core/shared/call-quietly.js';
import { systemClock, type Clock } from '../core/shared/clock.js';
import { InvalidArgumentError } from '../core/shared/invalid-argument-error.js';
import { RecentMap } from '../core/shared/recent-map.js';
import { QueueFullError } from './errors.js';
import { createTokenBucket, type TokenBucket } from './token-bucket.js';

/** Options of {@link createEventRecorder}. */
export interface EventRecorderOptions {
  /** The component that reports the events: the name of the controller. */
  readonly component: string;
  /** The host that it runs on: the name of the node or of the pod. @default none */
  readonly host?: string | undefined;
  /** Called for each event that could not be written. @default nothing is called */
  readonly onError?: ((error: unknown) => void) | undefined;
  /** How many events may wait to be written; more are dropped and reported to `onError`. @default 1000 */
  readonly maxQueued?: number | undefined;
  /** @default the runtime's */
  readonly clock?: Clock | undefined;
  /** Returns the wall clock time for the timestamps of events. @default the runtime's */
  readonly now?: (() => Date) | undefined;
}

/** An event to record about an object. */
export interface RecordedEvent {
  /** `Normal`, or `Warning` for something that needs attention. */
  readonly type: 'Normal' | 'Warning';
  /** The machine-readable reason, one word in CamelCase: `FailedMount`. */
  readonly reason: string;
  /** The human-readable message. */
  readonly message: string;
}

/** Records what a controller does as Events. */
export interface EventRecorder {
  /**
   * Records an event about an object and returns at once. The event is written later, possibly by increasing the count
   * of an existing one.
   *
   * @throws InvalidArgumentError for an invalid event, and for an object without apiVersion, kind or name
   */
  event(object: ObjectLike, event: RecordedEvent): void;
  /** Waits until all events recorded so far were written or given up. */
  flush(): Promise<void>;
}

const optionNames: OptionNames<EventRecorderOptions> = {
  component: true,
  host: true,
  onError: true,
  maxQueued: true,
  clock: true,
  now: true,
};

const maxTries = 12;
const pauseMs = 10_000;

// The limits that keep events from flooding a cluster are client-go's.

/** How many different messages it takes to combine events that are otherwise equal. */
const maxSimilarEvents = 10;
/** The longest time between two similar events. */
const similarIntervalMs = 600_000;
/** How many events about one object may be written in a burst, and how many a second after it: one in five minutes. */
const [burst, perSecond] = [25, 1 / 300];
/** How many objects and events to remember; beyond that, the least recently recorded go first. */
const maxRemembered = 4096;

/**
 * Creates a recorder of core/v1 Events that correlates them as client-go does. A repeated event increases the count of
 * the first; ten different messages for one reason, with at most ten minutes between them, are combined into one event;
 * for each object, 25 events are written in a burst, then one every five minutes. A write is attempted up to 12 times
 * while the server is unreachable or overloaded, and `client.close()` ends it.
 *
 * @throws InvalidArgumentError for options that can never work
 * @example
 * const events = createEventRecorder(client, { component: 'labeller' });
 * events.event(object, { type: 'Normal', reason: 'Labelled', message: 'set app.kubernetes.io/name' });
 * await events.flush();
 * @see https://kubernetes.io/docs/reference/kubernetes-api/cluster-resources/event-v1/
 */
export function createEventRecorder(client: Client, options: EventRecorderOptions): EventRecorder {
  const { component, host, onError, maxQueued = 1000 } = requireKnownOptions(options, optionNames);
  const { clock = systemClock, now = () => new Date() } = options;
  if (requireText('component', component) === '') throw new InvalidArgumentError('component', 'must not be empty');
  const reporter = { source: { component, host }, reportingComponent: component, reportingInstance: host ?? '' };
  const correlate = createEventCorrelator(clock);
  const queue: { readonly object: InvolvedObject; readonly event: RecordedEvent; readonly at: Date }[] = [];
  let writing: Promise<void> | undefined;
  const handle = client.resource({ apiVersion: 'v1', kind: 'Event' });
  // Starts at random, so that two replicas do not use the same names.
  let names = Math.floor(Math.random() * 1_000_000);

  const report = (error: unknown): void => callQuietly(() => onError?.(error));
  const write = async (body: KubeObject, { stored }: Correlated, isRetry: boolean): Promise<StoredEvent> => {
    const { namespace = '', name = '' } = body.metadata;
    const events = handle.namespace(namespace);
    if (stored !== undefined) {
      try {
        const { count, message, lastTimestamp } = body;
        await events.patch(stored.name, { count, message, lastTimestamp }, { type: 'merge' });
        return stored;
      } catch (error) {
        if (!isObjectNotFound(error)) throw error;
      }
    }
    try {
      await events.create(body);
    } catch (error) {
      // No other event has its name: an earlier attempt created it, and its answer was lost.
      if (!isRetry || !isAlreadyExists(error)) throw error;
    }
    return { name, firstTimestamp: String(body['firstTimestamp']) };
  };
  const record = async ({ object, event, at }: (typeof queue)[number]): Promise<void> => {
    const { type, reason } = event;
    const { name, namespace = 'default' } = object;
    const known = correlate(object, event);
    if (known === undefined) return;
    names += 1;
    const unique = (BigInt(at.getTime()) * 1_000_000n + BigInt(names % 1_000_000)).toString(16);
    // core/v1 stores these with a resolution of seconds.
    const second = at.toISOString().replace(/\.\d+Z$/, 'Z');
    const { message, count, stored } = known;
    const body = {
      ...{ apiVersion: 'v1', kind: 'Event', metadata: { name: eventName(name, unique), namespace } },
      ...{ involvedObject: object, type, reason, message, count },
      ...{ firstTimestamp: stored?.firstTimestamp ?? second, lastTimestamp: second },
      ...reporter,
    };
    for (let tries = 1; ; tries += 1) {
      try {
        known.stored = await write(body, known, tries > 1);
        return;
      } catch (error) {
        if (client.signal.aborted || tries >= maxTries || !isPassing(error)) throw error;
      }
      await clock.sleep(tries === 1 ? pauseMs * Math.random() : pauseMs, client.signal);
    }
  };
  const writeAll = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) await record(next).catch(report);
    writing = undefined;
  };

  return {
    event(object, event) {
      const { type, reason, message } = requireObject('event', event);
      requireOneOf('type', requireText('type', type), ['Normal', 'Warning']);
      if (requireText('reason', reason) === '') throw new InvalidArgumentError('reason', 'must not be empty');
      requireText('message', message);
      const { apiVersion, kind, metadata = {} } = requireObject('object', object);
      const { name, namespace, uid, resourceVersion } = metadata;
      if (!apiVersion || !kind || !name) {
        throw new InvalidArgumentError('object', 'must have apiVersion, kind and metadata.name');
      }
      if (queue.length >= maxQueued) {
        report(new QueueFullError(`events of ${component}`, `${kind} ${name}`, maxQueued));
        return;
      }
      const involved = { apiVersion, kind, name, namespace, uid, resourceVersion };
      queue.push({ object: involved, event: { type, reason, message }, at: now() });
      writing ??= Promise.resolve().then(writeAll);
    },
    async flush() {
      while (writing !== undefined) await writing;
    },
  };
}

/** Not every object name is valid for an Event: names of roles may have colons, and some are too long. */
function eventName(name: string, unique: string): string {
  const isDomainName = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/.test(name);
  return `${isDomainName && name.length + unique.length < 253 ? name : 'event'}.${unique}`;
}

/** Reports whether a retry may help: the server was unreachable or overloaded, and did not refuse the event. */
function isPassing(error: unknown): boolean {
  if (!isKubeError(error)) return false;
  if (error.code === 'api') return error.statusCode === 429 || error.statusCode >= 500;
  return ['connection', 'connection-refused', 'host-not-found', 'timeout', 'discovery', 'group-unavailable'].includes(
    error.code,
  );
}

/** The object that an event is about. */
interface InvolvedObject extends Pick<ObjectMeta, 'namespace' | 'uid' | 'resourceVersion'> {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
}

/** An event that is stored on the server. */
interface StoredEvent {
  readonly name: string;
  readonly firstTimestamp: string;
}

/** What is known of an event: its entry is changed with each occurrence. */
interface Correlated {
  /** The message to write; it has a prefix if the event stands for several. */
  message: string;
  /** How often the event occurred, this time included. */
  count: number;
  /** The stored event to update; undefined to create one. */
  stored: StoredEvent | undefined;
}

/** Creates the correlator of one component, like `NewEventCorrelator` of client-go. */
function createEventCorrelator(clock: Pick<Clock, 'now'>) {
  const groups = new RecentMap<string, { readonly messages: Set<string>; readonly at: number }>(maxRemembered);
  const known = new RecentMap<string, Correlated>(maxRemembered);
  const buckets = new RecentMap<string, TokenBucket>(maxRemembered);

  /** Returns undefined for an event that exceeds the limits. */
  return (
    { resourceVersion: _, ...object }: InvolvedObject,
    { type, reason, message }: RecordedEvent,
  ): Correlated | undefined => {
    const objectKey = JSON.stringify([object, type]);
    const groupKey = JSON.stringify([objectKey, reason]);
    const now = clock.now();
    const group = groups.get(groupKey);
    const messages = group === undefined || now - group.at > similarIntervalMs ? new Set<string>() : group.messages;
    messages.add(message);
    groups.set(groupKey, { messages, at: now });
    const isSimilar = messages.size >= maxSimilarEvents;
    const [oldest = ''] = messages;
    if (isSimilar) messages.delete(oldest);

    const key = isSimilar ? groupKey : JSON.stringify([objectKey, reason, message]);
    const entry = known.get(key) ?? { message, count: 0, stored: undefined };
    entry.message = isSimilar ? `(combined from similar events): ${message}` : message;
    entry.count += 1;
    known.set(key, entry);
    const bucket = buckets.get(objectKey) ?? createTokenBucket(burst, perSecond, clock);
    buckets.set(objectKey, bucket);
    return bucket.tryTake() ? entry : undefined;
  };
}
