import type { JsonRecord } from '../../core/shared/json-record.js';
import { sumOfQuantities } from '../protobuf/quantity.js';
import { amountOf } from './common-rules.js';
import { recordOf } from './rules.js';

type Quantities = Readonly<Record<string, string>>;
const counted = ['cpu', 'memory'];

function quantitiesIn(resources: unknown, field: 'limits' | 'requests'): Quantities {
  return recordOf(recordOf(resources)[field]) as Quantities;
}

function containersIn(spec: JsonRecord): JsonRecord[] {
  const lists = [spec['containers'], spec['initContainers']];
  return lists.flatMap((list) => (Array.isArray(list) ? list.map(recordOf) : []));
}

function greatest(texts: readonly string[]): string | undefined {
  return texts.toSorted((a, b) => (amountOf(b) ?? 0) - (amountOf(a) ?? 0))[0];
}

/** What the containers of a pod take together, of one resource: an init container runs alone, the others at once. */
export function takenByContainers(
  spec: JsonRecord,
  field: 'limits' | 'requests',
  resource: string,
): string | undefined {
  const initial: readonly unknown[] = Array.isArray(spec['initContainers']) ? spec['initContainers'] : [];
  const isAlone = (each: JsonRecord): boolean => initial.includes(each) && each['restartPolicy'] !== 'Always';
  const taken = (list: readonly JsonRecord[]): string[] =>
    list.flatMap((each) => quantitiesIn(each['resources'], field)[resource] ?? []);
  const all = containersIn(spec);
  const together = taken(all.filter((each) => !isAlone(each)));
  return greatest([...(together.length === 0 ? [] : [sumOfQuantities(together)]), ...taken(all.filter(isAlone))]);
}

/** Returns the resources of a pod as a whole, with what servers take from its containers; undefined if it has none. */
export function resourcesOfPod(spec: JsonRecord): JsonRecord | undefined {
  const { resources } = spec;
  const [limits, requests] = [quantitiesIn(resources, 'limits'), quantitiesIn(resources, 'requests')];
  if (Object.keys({ ...limits, ...requests }).length === 0) return resources as JsonRecord | undefined;
  const ofContainers = counted.map((name) => [name, takenByContainers(spec, 'requests', name)] as const);
  const whole = { ...limits, ...given(ofContainers), ...requests };
  const isLimited = (name: string): boolean =>
    containersIn(spec).every((each) => quantitiesIn(each['resources'], 'limits')[name] !== undefined);
  const further = counted
    .filter((name) => whole[name] !== undefined && isLimited(name))
    .map((name) => [name, greatest([whole[name] ?? '', takenByContainers(spec, 'limits', name) ?? ''])] as const);
  const most = { ...given(further), ...limits };
  return {
    ...recordOf(resources),
    ...(Object.keys(most).length > 0 && { limits: sorted(most) }),
    requests: sorted(whole),
  };
}

function given(entries: readonly (readonly [string, string | undefined])[]): Quantities {
  return Object.fromEntries(entries.filter((entry): entry is readonly [string, string] => entry[1] !== undefined));
}

function sorted(quantities: Quantities): Quantities {
  return Object.fromEntries(Object.entries(quantities).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** @see https://kubernetes.io/docs/concepts/workloads/pods/pod-qos/ */
export function qualityOf(spec: JsonRecord): string {
  const own = resourcesOfPod(spec);
  const all = own === undefined ? containersIn(spec).map((each) => each['resources']) : [own];
  const values = all.map((each) => [quantitiesIn(each, 'limits'), quantitiesIn(each, 'requests')] as const);
  const amountIn = (list: Quantities, name: string): number => amountOf(list[name] ?? '0') ?? 0;
  const isNone = values.every((each) => each.every((list) => counted.every((name) => amountIn(list, name) === 0)));
  if (isNone) return 'BestEffort';
  const isWhole = values.every(([limits, requests]) =>
    counted.every((name) => amountIn(limits, name) > 0 && amountIn(limits, name) === amountIn(requests, name)),
  );
  return isWhole ? 'Guaranteed' : 'Burstable';
}
