import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { isForbidden, type Catalog, type Client } from 'kubeatlas';
import { useObjects, type ObjectsState } from 'kubeatlas/react';
import {
  describedEvent,
  diagnose,
  parseQuantity,
  type DescribedEvent,
  type Diagnosis,
} from 'kubeatlas/representations';
import { EventList } from './event-list.js';
import { NamespacePicker } from './namespace-picker.js';
import { addressOf, type Route } from './route.js';
import type { Session } from './session.js';
import { StatusMark } from './status-mark.js';
import type { AnyObject } from './use-draft.js';
import { wordsFor } from './words.js';

interface NamespaceOverviewProps {
  readonly session: Session;
  readonly catalog: Catalog | undefined;
  readonly route: Route;
}

/** What is not ready in a namespace and why, the warnings of the last hour, and what its pods use. */
export function NamespaceOverview({ session, catalog, route }: NamespaceOverviewProps) {
  const [namespace, ...more] = route.namespaces;
  return (
    <>
      <div className="tools">
        <h2>Overview</h2>
        <NamespacePicker session={session} route={route} />
      </div>
      {namespace === undefined || more.length > 0 ? (
        <p>Choose one namespace above.</p>
      ) : (
        <Contents key={namespace} {...{ session, catalog, route, namespace }} />
      )}
    </>
  );
}

/** What is read of a namespace: what people run, and what tells why it does not. */
const read = {
  pods: { group: '', version: 'v1', resource: 'pods' },
  replicasets: { group: 'apps', version: 'v1', resource: 'replicasets' },
  deployments: { group: 'apps', version: 'v1', resource: 'deployments' },
  statefulsets: { group: 'apps', version: 'v1', resource: 'statefulsets' },
  daemonsets: { group: 'apps', version: 'v1', resource: 'daemonsets' },
  jobs: { group: 'batch', version: 'v1', resource: 'jobs' },
  services: { group: '', version: 'v1', resource: 'services' },
  endpointslices: { group: 'discovery.k8s.io', version: 'v1', resource: 'endpointslices' },
  persistentvolumeclaims: { group: '', version: 'v1', resource: 'persistentvolumeclaims' },
  events: { group: '', version: 'v1', resource: 'events' },
} as const;
type Read = keyof typeof read;

/** Those that are told of; the others tell of them. */
const told = [
  'deployments',
  'statefulsets',
  'daemonsets',
  'jobs',
  'pods',
  'services',
  'persistentvolumeclaims',
] as const;

type State = Pick<ObjectsState<AnyObject>, 'items' | 'isComplete' | 'error'>;

const noObjects: readonly AnyObject[] = [];

interface ContentsProps extends NamespaceOverviewProps {
  readonly namespace: string;
}

function Contents({ session, catalog, route, namespace }: ContentsProps) {
  const { client } = session;
  const states: Readonly<Record<string, State>> = Object.fromEntries(
    Object.entries(read).map(([name, { version, group }]) => [
      name,
      // Always the same ones, in the same order.
      useObjects(client, `${name}.${version}.${group}`, { namespace }),
    ]),
  );
  const items = (name: Read): readonly AnyObject[] => useDeferredValue(states[name]?.items ?? noObjects);
  const objects = Object.fromEntries(Object.keys(read).map((name) => [name, items(name as Read)])) as Objects;
  const isComplete = Object.values(states).every((state) => state.isComplete || state.error !== undefined);
  const parts = Object.values(objects);
  const events = useMemo(() => objects.events.map(readEvent), [objects.events]);
  const warnings = useMemo(() => newestFirst(events.filter(({ type }) => type === 'Warning')), [events]);
  const findings = useMemo(() => findingsIn(objects, events), parts);
  const counted = told.reduce((sum, name) => sum + objects[name].length, 0);
  const denied = Object.entries(states).filter(([, { error }]) => isForbidden(error));
  const failed = Object.entries(states).filter(([, { error }]) => error !== undefined && !isForbidden(error));
  const isPart = denied.length + failed.length > 0;
  return (
    <div className="overview">
      <section aria-label="Not ready">
        <h3>Not ready</h3>
        {findings.length === 0 && (
          <p role="status">
            {!isComplete ? (
              'Reading.'
            ) : counted === 0 ? (
              `There is nothing ${isPart ? 'that you can read here' : 'in this namespace'}.`
            ) : (
              <>
                <StatusMark status="Current" /> All {counted} objects {isPart && 'that you can read '}are well.
              </>
            )}
          </p>
        )}
        <ul className="findings">
          {findings.slice(0, mostShown).map(({ name, object, diagnosis }) => (
            <Finding key={object.metadata.uid} {...{ route, name, object, diagnosis }} />
          ))}
        </ul>
        {findings.length > mostShown && <p>{findings.length - mostShown} more are not ready.</p>}
      </section>
      <div>
        <section aria-label="Recent warnings">
          <h3>Recent warnings</h3>
          <EventList
            events={warnings}
            isComplete={states['events']?.isComplete === true}
            isUnread={states['events']?.error !== undefined}
          />
        </section>
        <Usage client={client} catalog={catalog} namespace={namespace} pods={objects.pods} />
        {denied.length > 0 && (
          <p className="faint">
            Not shown, because you may not list them here: {denied.map(([name]) => name).join(', ')}.
          </p>
        )}
        {failed.map(([name, { error }]) => (
          <p className="note" key={name}>
            {name}: {wordsFor(error)}
          </p>
        ))}
      </div>
    </div>
  );
}

/** More than anybody reads at once. */
const mostShown = 50;

type Objects = Readonly<Record<Read, readonly AnyObject[]>>;

interface Finding {
  readonly name: Read;
  readonly object: AnyObject;
  readonly diagnosis: Diagnosis;
}

/** Returns what is not well, the worst first; pods with what runs them, if that is told of. */
function findingsIn(objects: Objects, events: readonly DescribedEvent[]): readonly Finding[] {
  const eventsOf = groupBy(events, ({ regarding }) => [regarding.uid]);
  const owned = groupBy([...objects.pods, ...objects.replicasets], ({ metadata }) =>
    (metadata.ownerReferences ?? []).map(({ uid }) => uid),
  );
  const slices = groupBy(objects.endpointslices, ({ metadata }) => [
    metadata.labels?.['kubernetes.io/service-name'] ?? '',
  ]);
  const claims = new Map(objects.persistentvolumeclaims.map((claim) => [claim.metadata.name, claim]));
  const runs = new Set([...told.flatMap((name) => objects[name]), ...objects.replicasets].map(uidOf));
  const relatedTo = (name: Read, object: AnyObject): readonly AnyObject[] => {
    if (name === 'services') return [...(slices.get(object.metadata.name) ?? []), ...selected(object, objects.pods)];
    if (name === 'pods') return claimsOf(object).flatMap((claim) => claims.get(claim) ?? []);
    const children = owned.get(uidOf(object)) ?? [];
    return [...children, ...children.flatMap((child) => owned.get(uidOf(child)) ?? [])];
  };
  const found: Finding[] = [];
  for (const name of told) {
    for (const object of objects[name]) {
      const owners = object.metadata.ownerReferences ?? [];
      if (name === 'pods' && owners.some(({ uid }) => runs.has(uid))) continue;
      const related = relatedTo(name, object);
      const around = [object, ...related].flatMap((each) => eventsOf.get(uidOf(each)) ?? []);
      const diagnosis = diagnosed(object, { events: around, related });
      if (diagnosis.status !== 'Current') found.push({ name, object, diagnosis });
    }
  }
  const worst = ['Failed', 'Terminating', 'InProgress'];
  return found.sort((a, b) => worst.indexOf(a.diagnosis.status) - worst.indexOf(b.diagnosis.status));
}

interface Around {
  readonly events: readonly DescribedEvent[];
  readonly related: readonly AnyObject[];
}

const known = new WeakMap<AnyObject, Around & { readonly diagnosis: Diagnosis; readonly at: number }>();

/** Diagnoses an object if it or what is around it is another one than before, and about once a minute for the ages. */
function diagnosed(object: AnyObject, { events, related }: Around): Diagnosis {
  const before = known.get(object);
  const at = Date.now();
  const isSame = <T,>(a: readonly T[], b: readonly T[]): boolean => {
    return a.length === b.length && a.every((each, index) => each === b[index]);
  };
  if (before && at - before.at < minuteMs && isSame(before.events, events) && isSame(before.related, related)) {
    return before.diagnosis;
  }
  const diagnosis = diagnose(object, { events, related });
  // Not all at the same time again.
  known.set(object, { events, related, diagnosis, at: at + Math.random() * minuteMs });
  return diagnosis;
}

const minuteMs = 60_000;

const readEvents = new WeakMap<object, DescribedEvent>();

/** The same event is the same, so that what it tells of is not diagnosed again. */
function readEvent(event: AnyObject): DescribedEvent {
  const described = readEvents.get(event) ?? describedEvent(event);
  readEvents.set(event, described);
  return described;
}

function uidOf({ metadata }: AnyObject): string {
  return metadata.uid;
}

/** The names of the claims that a pod mounts. */
function claimsOf({ metadata, spec }: AnyObject & { readonly spec?: unknown }): readonly string[] {
  const { volumes = [] } = (spec ?? {}) as {
    readonly volumes?: readonly {
      readonly name: string;
      readonly persistentVolumeClaim?: { readonly claimName: string };
      readonly ephemeral?: object;
    }[];
  };
  return volumes.flatMap(({ name, persistentVolumeClaim, ephemeral }) => {
    return ephemeral === undefined ? (persistentVolumeClaim?.claimName ?? []) : `${metadata.name}-${name}`;
  });
}

/** The pods that a Service selects. */
function selected(service: AnyObject, pods: readonly AnyObject[]): readonly AnyObject[] {
  const { spec } = service as { readonly spec?: { readonly selector?: Readonly<Record<string, string>> | null } };
  const labels = Object.entries(spec?.selector ?? {});
  if (labels.length === 0) return [];
  return pods.filter(({ metadata }) => labels.every(([label, value]) => metadata.labels?.[label] === value));
}

function groupBy<T>(items: readonly T[], keysOf: (item: T) => readonly string[]): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    for (const key of keysOf(item)) {
      const group = groups.get(key);
      if (group === undefined) groups.set(key, [item]);
      else group.push(item);
    }
  }
  return groups;
}

/** Servers keep an event for an hour. */
function newestFirst(events: readonly DescribedEvent[]): readonly DescribedEvent[] {
  const moment = ({ lastSeen }: DescribedEvent): number => Date.parse(lastSeen) || 0;
  return events.toSorted((a, b) => moment(b) - moment(a));
}

interface FindingProps extends Finding {
  readonly route: Route;
}

function Finding({ route, name, object, diagnosis }: FindingProps) {
  const { metadata, kind } = object;
  const address = addressOf({
    ...route,
    resource: read[name],
    object: { namespace: metadata.namespace, name: metadata.name },
  });
  const [first, ...others] = diagnosis.reasons;
  return (
    <li>
      <StatusMark status={diagnosis.status} />{' '}
      <a href={address}>
        {kind} <bdi>{metadata.name}</bdi>
      </a>
      <p>
        <bdi>{first?.text}</bdi>
        {others.length > 0 && <small> and {others.length} more</small>}
      </p>
    </li>
  );
}

interface UsageProps {
  readonly client: Client;
  readonly catalog: Catalog | undefined;
  readonly namespace: string;
  readonly pods: readonly AnyObject[];
}

interface Amounts {
  readonly cpu: number;
  readonly memory: number;
}

/** Servers measure every 15 seconds. */
const measuredMs = 15_000;

/** What the pods use of what they request, where the server measures it. */
function Usage({ client, catalog, namespace, pods }: UsageProps) {
  const entry = catalog
    ?.resources({ group: 'metrics.k8s.io', preferred: true })
    .find(({ resource }) => resource === 'pods');
  const version = entry?.version;
  const [used, setUsed] = useState<{
    readonly byPod?: readonly (readonly [string, Amounts])[];
    readonly error?: unknown;
  }>({});
  useEffect(() => {
    if (version === undefined) return;
    const ending = new AbortController();
    const { signal } = ending;
    const handle = client.resource(`pods.${version}.metrics.k8s.io`).namespace(namespace);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const measure = async (): Promise<void> => {
      try {
        const { items } = await handle.list({ signal });
        setUsed({
          byPod: items.map((item) => [
            item.metadata.name,
            sumOf((item as { containers?: readonly { usage?: Quantities }[] }).containers, ({ usage }) => usage),
          ]),
        });
      } catch (error) {
        if (!signal.aborted) setUsed(({ byPod }) => ({ ...(byPod && { byPod }), error }));
      }
      if (!signal.aborted) timer = setTimeout(() => void (document.hidden ? plan() : measure()), measuredMs);
    };
    const plan = (): void => {
      timer = setTimeout(() => void (document.hidden ? plan() : measure()), measuredMs);
    };
    void measure();
    return () => {
      ending.abort();
      clearTimeout(timer);
    };
  }, [client, version, namespace]);
  if (version === undefined) return null;
  const { byPod, error } = used;
  const whole = byPod && total(byPod.map(([, amounts]) => amounts));
  const requested = total(pods.map(requestedBy));
  const most = byPod?.toSorted(([, a], [, b]) => b.cpu - a.cpu || b.memory - a.memory).slice(0, 5) ?? [];
  return (
    <section aria-label="Usage">
      <h3>Usage</h3>
      {error !== undefined && <p className="faint">Not measured: {wordsFor(error)}</p>}
      {whole && (
        <dl className="facts">
          <div>
            <dt>Processors</dt>
            <dd>{`${cores(whole.cpu)} of ${cores(requested.cpu)} requested`}</dd>
          </div>
          <div>
            <dt>Memory</dt>
            <dd>{`${bytes(whole.memory)} of ${bytes(requested.memory)} requested`}</dd>
          </div>
          {most.map(([name, { cpu, memory }]) => (
            <div key={name}>
              <dt>
                <bdi>{name}</bdi>
              </dt>
              <dd>
                {cores(cpu)}, {bytes(memory)}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}

type Quantities = Readonly<Record<string, string>>;

function sumOf<T>(parts: readonly T[] | undefined, of: (part: T) => Quantities | undefined): Amounts {
  const amountOf = (part: T, name: string): number => Number(parseQuantity(of(part)?.[name] ?? '') ?? 0);
  return total((parts ?? []).map((part) => ({ cpu: amountOf(part, 'cpu'), memory: amountOf(part, 'memory') })));
}

function total(parts: readonly Amounts[]): Amounts {
  return parts.reduce((sum, { cpu, memory }) => ({ cpu: sum.cpu + cpu, memory: sum.memory + memory }), {
    cpu: 0,
    memory: 0,
  });
}

/** What a pod requests while it runs. */
function requestedBy(pod: AnyObject): Amounts {
  const { spec, status } = pod as {
    readonly spec?: { readonly containers?: readonly { readonly resources?: { readonly requests?: Quantities } }[] };
    readonly status?: { readonly phase?: string };
  };
  if (['Succeeded', 'Failed'].includes(status?.phase ?? '')) return { cpu: 0, memory: 0 };
  return sumOf(spec?.containers, ({ resources }) => resources?.requests);
}

function cores(amount: number): string {
  return `${amount.toLocaleString('en', { maximumFractionDigits: 2 })} cores`;
}

function bytes(amount: number): string {
  const mebi = amount / 1024 ** 2;
  return mebi < 1024 ? `${Math.round(mebi)} MiB` : `${(mebi / 1024).toFixed(1)} GiB`;
}
