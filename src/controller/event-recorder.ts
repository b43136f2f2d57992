import type { Client } from '../client.js';
import { isKubeError } from '../errors.js';
import type { KubeObject, ObjectLike } from '../model/kube-object.js';
import type { ResourceHandle } from '../resource/resource-handle.js';
import { requireObject, requireOneOf, requireText } from '../shared/arguments.js';
import { callQuietly } from '../shared/call-quietly.js';
import { systemClock, type Clock } from '../shared/clock.js';
import { InvalidArgumentError } from '../shared/invalid-argument-error.js';
import { QueueFullError } from './errors.js';
import {
  createEventCorrelator,
  type Correlation,
  type EventCorrelatorOptions,
  type StoredEvent,
} from './event-correlator.js';

/** What {@link createEventRecorder} takes. */
export interface EventRecorderOptions extends EventCorrelatorOptions {
  /** Who tells: the name of the controller. */
  readonly component: string;
  /** Where it runs: the name of the node, or of the pod. @default none */
  readonly host?: string | undefined;
  /** Told of events that could not be written. Nothing waits for an event. @default nothing is called */
  readonly onError?: ((error: unknown) => void) | undefined;
  /** How many events may wait to be written; what is beyond that is dropped, and told. @default 1000 */
  readonly maxQueued?: number | undefined;
  /** @default the runtime's */
  readonly clock?: Clock | undefined;
  /** The time of day, which stands in the events. @default the runtime's */
  readonly now?: (() => Date) | undefined;
}

/** What is told of an object. */
export interface RecordedEvent {
  /** `Normal`, or `Warning` for what somebody should look at. */
  readonly type: 'Normal' | 'Warning';
  /** Why, in one word of CamelCase, for machines: `FailedMount`. */
  readonly reason: string;
  /** For people. */
  readonly message: string;
}

/** Tells people what a controller does, by Events. */
export interface EventRecorder {
  /**
   * Records an event about an object; it is written later, and perhaps counted up in one that is there. Returns at once.
   *
   * @throws InvalidArgumentError for what can be no event, and an object without its apiVersion, kind and name
   */
  event(object: ObjectLike, event: RecordedEvent): void;
  /** Waits until all events so far were written or given up. */
  flush(): Promise<void>;
}

const maxTries = 12;
const pauseMs = 10_000;

/**
 * Makes a recorder of core/v1 Events, which correlates them as client-go does: an event that comes again counts up; from ten
 * different messages for one reason in ten minutes on, they become one; and of each object 25 are written, then one in five
 * minutes. Writing is tried 12 times while the server cannot be reached, and ends with `client.close()`.
 *
 * @throws InvalidArgumentError for options that can never work
 * @example
 * const events = createEventRecorder(client, { component: 'labeller' });
 * events.event(object, { type: 'Normal', reason: 'Labelled', message: 'set app.kubernetes.io/name' });
 * await events.flush();
 * @see https://kubernetes.io/docs/reference/kubernetes-api/cluster-resources/event-v1/
 */
export function createEventRecorder(client: Client, options: EventRecorderOptions): EventRecorder {
  const {
    component,
    host,
    onError,
    maxQueued = 1000,
    clock = systemClock,
    now = () => new Date(),
    ...limits
  } = requireObject('options', options);
  if (requireText('component', component) === '') throw new InvalidArgumentError('component', 'has to say something');
  const correlator = createEventCorrelator(limits, clock);
  const queue: { readonly object: ObjectLike; readonly event: RecordedEvent; readonly at: Date }[] = [];
  let writing: Promise<void> | undefined;
  let handle: ResourceHandle | undefined;
  // From somewhere, so that two replicas do not take the same names.
  let names = Math.floor(Math.random() * 1_000_000);

  const tell = (error: unknown): void => {
    if (onError !== undefined)
      callQuietly(() => {
        onError(error);
      });
  };
  const write = async (body: KubeObject, { count, message, stored }: Correlation): Promise<StoredEvent> => {
    handle ??= await client.resource({ apiVersion: 'v1', kind: 'Event' });
    const { namespace = '' } = body.metadata;
    const place = handle.namespace(namespace);
    if (stored !== undefined) {
      try {
        const { lastTimestamp } = body;
        await place.patch(stored.name, { count, message, lastTimestamp }, { type: 'merge' });
        return stored;
      } catch (error) {
        if (!isStatus(error, 404)) throw error;
      }
    }
    const made = await place.create(body);
    return { name: made.metadata.name, namespace, firstTimestamp: String(body['firstTimestamp']) };
  };
  const record = async ({ object, event, at }: (typeof queue)[number]): Promise<void> => {
    const objectKey = keyOf(object, event);
    const correlation = correlator.correlate({ objectKey, ...event });
    if (correlation === undefined) return;
    names += 1;
    const unique = (BigInt(at.getTime()) * 1_000_000n + BigInt(names % 1_000_000)).toString(16);
    const body = eventBody(object, event, correlation, { component, host, time: at.toISOString(), unique });
    for (let tries = 1; ; tries += 1) {
      try {
        correlation.remember(await write(body, correlation));
        return;
      } catch (error) {
        if (client.signal.aborted || tries >= maxTries || !isPassing(error)) throw error;
      }
      await clock.sleep(tries === 1 ? pauseMs * Math.random() : pauseMs, client.signal);
    }
  };
  const writeAll = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) await record(next).catch(tell);
    writing = undefined;
  };

  return {
    event(object, { type, reason, message }) {
      requireOneOf('type', requireText('type', type), ['Normal', 'Warning']);
      if (requireText('reason', reason) === '') throw new InvalidArgumentError('reason', 'has to say something');
      requireText('message', message);
      const {
        apiVersion,
        kind,
        metadata: { name, namespace, uid, resourceVersion } = {},
      } = requireObject('object', object);
      if (!apiVersion || !kind || !name) {
        throw new InvalidArgumentError('object', 'has to have apiVersion, kind and metadata.name');
      }
      if (queue.length >= maxQueued) {
        tell(new QueueFullError(`events of ${component}`, `${kind} ${name}`, maxQueued));
        return;
      }
      const copy = { apiVersion, kind, metadata: { name, namespace, uid, resourceVersion } };
      queue.push({ object: copy, event: { type, reason, message }, at: now() });
      writing ??= Promise.resolve().then(writeAll);
    },
    async flush() {
      while (writing !== undefined) await writing;
    },
  };
}

function keyOf({ apiVersion, kind, metadata }: ObjectLike, { type }: RecordedEvent): string {
  return JSON.stringify([apiVersion, kind, metadata?.namespace, metadata?.name, metadata?.uid, type]);
}

function eventBody(
  { apiVersion, kind, metadata: { name = '', namespace, uid, resourceVersion } = {} }: ObjectLike,
  { type, reason }: RecordedEvent,
  { message, count, stored }: Correlation,
  more: {
    readonly component: string;
    readonly host: string | undefined;
    readonly time: string;
    readonly unique: string;
  },
): KubeObject {
  const { component, host, time, unique } = more;
  // Seconds are all that core/v1 has for these.
  const second = time.replace(/\.\d+Z$/, 'Z');
  return {
    apiVersion: 'v1',
    kind: 'Event',
    metadata: { name: eventName(name, unique), namespace: namespace ?? 'default' },
    involvedObject: { apiVersion, kind, name, namespace, uid, resourceVersion },
    type,
    reason,
    message,
    count,
    firstTimestamp: stored?.firstTimestamp ?? second,
    lastTimestamp: second,
    source: { component, host },
    reportingComponent: component,
    reportingInstance: host ?? '',
  };
}

/** Objects may have names that Events may not: those of roles have colons, and some are too long. */
function eventName(name: string, unique: string): string {
  const isDomainName = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/.test(name);
  return `${isDomainName && name.length + unique.length < 253 ? name : 'event'}.${unique}`;
}

function isStatus(error: unknown, statusCode: number): boolean {
  return isKubeError(error) && error.code === 'api' && error.statusCode === statusCode;
}

/** What the server refused it will refuse again; when it could not be reached, or was overloaded, it may do better. */
function isPassing(error: unknown): boolean {
  if (!isKubeError(error)) return false;
  if (error.code === 'api') return error.statusCode === 429 || error.statusCode >= 500;
  return ['connection', 'connection-refused', 'host-not-found', 'timeout', 'discovery', 'group-unavailable'].includes(
    error.code,
  );
}
